//! A chess position as the search sees it: shakmaty's board with the keys and facts that every node asks for.

use std::cell::OnceCell;

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    Bitboard, Castles, CastlingSide, Chess, Color, EnPassantMode, Move, Piece, Position as _, Role, Square, attacks,
};

use super::attacked::Attacked;
use super::generate::is_legal;
use crate::chess::packed::{PackedMove, Parts};

/// Copied, not unmade: a child is a new value (clone and play cost 5 ns together).
#[derive(Clone, Debug)]
pub struct Position {
    chess: Chess,
    key: u64,
    pawn_key: u64,
    /// Keys of each side's king and pieces, without pawns; White's first.
    piece_keys: [u64; 2],
    checkers: Bitboard,
    /// The attacks of White and of Black, once they were asked for.
    attacked: [OnceCell<Attacked>; 2],
}

impl Position {
    pub fn new(chess: Chess) -> Position {
        let mut pawn_key = 0;
        let mut piece_keys = [0; 2];
        for (square, piece) in chess.board().iter() {
            match piece.role {
                Role::Pawn => pawn_key ^= piece_value(square, piece),
                _ => piece_keys[side_index(piece.color)] ^= piece_value(square, piece),
            }
        }
        let key = chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        let checkers = chess.checkers();
        Position { chess, key, pawn_key, piece_keys, checkers, attacked: Default::default() }
    }

    /// The position after a legal move, its keys brought up to date move by move.
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        self.play_announcing(mv, |_| ())
    }

    /// [`Position::play`]. `announce` is given the key of the child, for memory to be fetched by, long before the rest
    /// is known: castling rights and an en passant square are left out, and so it is not always the right one.
    #[inline]
    pub fn play_announcing(&self, mv: Move, announce: impl FnOnce(u64)) -> Position {
        let mut child = self.copy();
        let us = self.chess.turn();
        child.leave_en_passant();
        child.move_pieces(us, mv);
        announce(child.key ^ Zobrist64::zobrist_for_white_turn().0);
        child.chess.play_unchecked(mv);
        child.key ^= castling_value(self.chess.castles()) ^ castling_value(child.chess.castles());
        child.enter_turn();
        child
    }

    /// The position after passing; `None` in check, or where passing makes no position.
    pub fn pass(&self) -> Option<Position> {
        if self.in_check() {
            return None;
        }
        let mut child = self.copy();
        child.leave_en_passant();
        child.chess = child.chess.swap_turn().ok()?;
        child.enter_turn();
        Some(child)
    }

    /// A copy without the attacks, which a child does not share.
    #[inline]
    fn copy(&self) -> Position {
        let Position { key, pawn_key, piece_keys, checkers, .. } = *self;
        Position { chess: self.chess.clone(), key, pawn_key, piece_keys, checkers, attacked: Default::default() }
    }

    /// The stored move, if it is legal here.
    #[inline]
    pub fn unpack(&self, packed: PackedMove) -> Option<Move> {
        if packed.is_none() {
            return None;
        }
        packed.as_if_legal(&self.chess).filter(|&mv| is_legal(&self.chess, self.in_check(), mv))
    }

    fn leave_en_passant(&mut self) {
        if self.chess.maybe_ep_square().is_some() {
            self.key ^= en_passant_value(&self.chess);
        }
    }

    fn enter_turn(&mut self) {
        self.key ^= Zobrist64::zobrist_for_white_turn().0;
        if self.chess.maybe_ep_square().is_some() {
            self.key ^= en_passant_value(&self.chess);
        }
        self.checkers = self.chess.checkers();
    }

    fn move_pieces(&mut self, us: Color, mv: Move) {
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                if let Some(captured) = capture {
                    self.toggle(to, captured.of(!us));
                }
                self.toggle(from, role.of(us));
                self.toggle(to, promotion.unwrap_or(role).of(us));
            }
            Move::EnPassant { from, to } => {
                self.toggle(Square::from_coords(to.file(), from.rank()), Role::Pawn.of(!us));
                self.toggle(from, Role::Pawn.of(us));
                self.toggle(to, Role::Pawn.of(us));
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                self.toggle(king, Role::King.of(us));
                self.toggle(rook, Role::Rook.of(us));
                self.toggle(Square::from_coords(side.king_to_file(), king.rank()), Role::King.of(us));
                self.toggle(Square::from_coords(side.rook_to_file(), rook.rank()), Role::Rook.of(us));
            }
            Move::Put { .. } => {}
        }
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let value = piece_value(square, piece);
        self.key ^= value;
        match piece.role {
            Role::Pawn => self.pawn_key ^= value,
            _ => self.piece_keys[side_index(piece.color)] ^= value,
        }
    }

    #[inline]
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// Returns true if a quiet move attacks the enemy king, with the moved piece or by uncovering another. Castling is
    /// not looked at.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (Parts { role, from, to }, board) = (Parts::of(mv), self.chess.board());
        let Some(king) = board.king_of(!self.turn()) else { return false };
        let occupied = board.occupied().without(from).with(to);
        let landed = mv.promotion().unwrap_or(role).of(self.turn());
        if attacks::attacks(to, landed, occupied).contains(king) {
            return true;
        }
        // Only a piece on a line with the king can uncover anything.
        attacks::ray(king, from).any() && {
            let ours = self.chess.us().without(from);
            (attacks::rook_attacks(king, occupied) & ours & board.rooks_and_queens()).any()
                || (attacks::bishop_attacks(king, occupied) & ours & board.bishops_and_queens()).any()
        }
    }

    /// Squares that the opponent attacks.
    #[inline]
    pub fn attacked(&self) -> Bitboard {
        self.attacked_by(!self.turn()).by_any()
    }

    /// The attacks of a side. Many positions of a search are never asked, so they are computed when they are.
    #[inline]
    pub fn attacked_by(&self, side: Color) -> &Attacked {
        self.attacked[side_index(side)].get_or_init(|| Attacked::by(side, self.chess.board()))
    }

    /// Pieces on the board, kings and pawns included.
    #[inline]
    pub fn men(&self) -> usize {
        self.chess.board().occupied().count()
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    #[inline]
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    #[inline]
    pub fn piece_key(&self, side: Color) -> u64 {
        self.piece_keys[side_index(side)]
    }

    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Returns true if `side` has more than king and pawns: without it, passing is no proof of strength (zugzwang).
    #[inline]
    pub fn has_pieces(&self, side: Color) -> bool {
        let board = self.chess.board();
        (board.by_color(side) & !board.pawns() & !board.kings()).any()
    }

    /// Draws that no sequence of moves could avoid for lack of material: bare kings, or one minor piece in all.
    #[inline]
    pub fn is_dead(&self) -> bool {
        let board = self.chess.board();
        board.occupied().count() <= 4 && self.chess.is_insufficient_material()
    }
}

#[inline]
pub const fn side_index(side: Color) -> usize {
    match side {
        Color::White => 0,
        Color::Black => 1,
    }
}

#[inline]
fn piece_value(square: Square, piece: Piece) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

/// Part of the key for an en passant square, zero unless the capture is legal.
fn en_passant_value(chess: &Chess) -> u64 {
    chess.legal_ep_square().map_or(0, |square| Zobrist64::zobrist_for_en_passant_file(square.file()).0)
}

fn castling_value(castles: &Castles) -> u64 {
    if castles.is_empty() {
        return 0;
    }
    let mut value = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if castles.has(color, side) {
                value ^= Zobrist64::zobrist_for_castling_right(color, side).0;
            }
        }
    }
    value
}

#[cfg(test)]
impl Position {
    /// The position of a FEN that a test knows to be right.
    pub fn of(fen: &str) -> Position {
        let fen: shakmaty::fen::Fen = fen.parse().unwrap();
        Position::new(fen.into_position(shakmaty::CastlingMode::Standard).unwrap())
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    /// Walks the whole tree and compares the updated keys with keys computed from nothing.
    fn compare_keys(position: &Position, depth: u32) {
        let fresh = Position::new(position.chess.clone());
        assert_eq!(position.key, fresh.key, "{:?}", position.chess);
        assert_eq!(position.pawn_key, fresh.pawn_key);
        assert_eq!(position.piece_keys, fresh.piece_keys);
        if depth == 0 {
            return;
        }
        for mv in position.chess.legal_moves() {
            compare_keys(&position.play(mv), depth - 1);
        }
        if let Some(passed) = position.pass() {
            compare_keys(&passed, depth - 1);
        }
    }

    #[test]
    fn updated_keys_equal_fresh_keys() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            compare_keys(&Position::of(fen), 2);
        }
    }

    #[test]
    fn checks_are_known_before_they_are_played() {
        for fen in [
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/8/8/3k4/3P4/8/3R4/3K2B1 w - - 0 1",
            "r1b1k2r/ppp1qppp/2n5/3N4/3n4/4Q3/PPP2PPP/R1B1KB1R w KQkq - 0 1",
        ] {
            let position = Position::of(fen);
            for mv in position.chess.legal_moves().into_iter().filter(|mv| !mv.is_castle() && !mv.is_en_passant()) {
                assert_eq!(position.gives_check(mv), position.play(mv).in_check(), "{fen} {mv}");
            }
        }
    }

    #[test]
    fn attacked_squares_are_those_of_the_opponent_in_the_position_at_hand() {
        for fen in [
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        ] {
            let position = Position::of(fen);
            let moved = position.chess.legal_moves().into_iter().map(|mv| position.play(mv));
            for position in moved.chain([position.clone()]).chain(position.pass()) {
                let board = position.chess.board();
                let is_attacked = |square: &Square| board.attacks_to(*square, !position.turn(), board.occupied()).any();
                assert_eq!(position.attacked(), Square::ALL.into_iter().filter(is_attacked).collect::<Bitboard>());
            }
        }
    }

    #[test]
    fn chess960_castling_updates_keys() {
        let fen: Fen = "nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/1RK1BR1B w KQkq - 0 1".parse().unwrap();
        compare_keys(&Position::new(fen.into_position(CastlingMode::Chess960).unwrap()), 2);
    }
}
