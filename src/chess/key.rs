//! Keys of positions: Zobrist hashes with Polyglot's published numbers.
//!
//! The keys differ on purpose in which en passant squares count; each function gives the reason.

use shakmaty::zobrist::{Zobrist64, ZobristValue as _};
use shakmaty::{Board, CastlingSide, Chess, EnPassantMode, Move, Position as _, Role, Square};

/// The key of a position by the rules of repetition: pieces, side to move, castling rights, and the en passant square
/// only where the capture is legal. An advance of two squares that allows no capture changes nothing that can happen
/// next, so the position is the same as after two single steps (FIDE Laws of Chess, article 9.2.3).
///
/// ```
/// use motley::chess::key::position_key;
/// use motley::chess::notation::parse_moves;
/// use motley::chess::replay::position_after;
///
/// let after = |text: &str| position_after(&Default::default(), &parse_moves(text).unwrap());
/// assert_eq!(position_key(&after("e4 e6 d4")), position_key(&after("d4 e6 e4")));
/// assert_ne!(position_key(&after("e4")), position_key(&after("e3")));
/// ```
#[inline]
pub fn position_key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// The key under which a Polyglot book files a position. The en passant square counts where a pawn stands ready to
/// capture, even if the capture is illegal because of a pin: the format was defined so, and files in the wild follow
/// it.
#[inline]
pub fn polyglot_key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

/// A key of the pieces alone, whichever side is to move and whatever the rights.
///
/// ```
/// use motley::chess::key::{placement_change, placement_key};
/// use shakmaty::{Chess, Position as _};
///
/// let start = Chess::default();
/// let mv = start.legal_moves()[0];
/// let mut after = start.clone();
/// after.play_unchecked(mv);
/// assert_eq!(placement_key(start.board()) ^ placement_change(&start, mv), placement_key(after.board()));
/// ```
pub fn placement_key(board: &Board) -> u64 {
    board.into_iter().fold(0, |key, (square, piece)| key ^ Zobrist64::zobrist_for_piece(square, piece).0)
}

/// A key of the pieces and the side to move, for positions that are compared by their boards. No en passant, no rights.
pub fn placement_and_turn_key(position: &Chess) -> u64 {
    let turn = if position.turn().is_white() { Zobrist64::zobrist_for_white_turn().0 } else { 0 };
    placement_key(position.board()) ^ turn
}

/// The change of [`placement_key`] by a legal move: two squares, three when it captures en passant, four when it
/// castles.
pub fn placement_change(position: &Chess, mv: Move) -> u64 {
    let side = position.turn();
    let own = |role: Role, square: Square| Zobrist64::zobrist_for_piece(square, role.of(side)).0;
    let captured = |role: Role, square: Square| Zobrist64::zobrist_for_piece(square, role.of(!side)).0;
    match mv {
        Move::Normal { role, from, capture, to, promotion } => {
            own(role, from) ^ own(promotion.unwrap_or(role), to) ^ capture.map_or(0, |role| captured(role, to))
        }
        Move::EnPassant { from, to } => {
            own(Role::Pawn, from)
                ^ own(Role::Pawn, to)
                ^ captured(Role::Pawn, Square::from_coords(to.file(), from.rank()))
        }
        Move::Castle { king, rook } => {
            let wing = CastlingSide::from_king_side(king < rook);
            own(Role::King, king)
                ^ own(Role::Rook, rook)
                ^ own(Role::King, wing.king_to(side))
                ^ own(Role::Rook, wing.rook_to(side))
        }
        Move::Put { role, to } => own(role, to),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::chess::replay::positions;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    #[test]
    fn the_keys_differ_where_the_capture_en_passant_is_pinned() {
        // The pawn on e5 may not capture: its king and Black's rook stand on the same rank.
        let pinned = position("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 2");
        let without = position("4k3/8/8/K2pP2r/8/8/8/8 w - - 0 2");
        assert_eq!(position_key(&pinned), position_key(&without));
        assert_ne!(polyglot_key(&pinned), polyglot_key(&without));
        let free = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
        assert_eq!(position_key(&free), polyglot_key(&free));
        assert_ne!(position_key(&free), position_key(&position("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2")));
    }

    #[test]
    fn placements_ignore_rights_but_not_the_side_to_move() {
        let (all, none) =
            (position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), position("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"));
        let black = position("r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1");
        assert_eq!(placement_and_turn_key(&all), placement_and_turn_key(&none));
        assert_ne!(placement_and_turn_key(&none), placement_and_turn_key(&black));
        assert_eq!(placement_key(none.board()), placement_key(black.board()));
    }

    #[test]
    fn a_move_changes_the_key_of_the_men_as_it_moves_them() {
        // Castling, captures, a capture en passant, a promotion.
        let moves = parse_moves("e4 e6 e5 d5 exd6 Nf6 dxc7 Be7 Nf3 O-O cxb8=Q Rxb8 Be2 b6 O-O").expect("legal");
        for (_, before, mv) in positions(&Chess::default(), &moves) {
            let mut after = before.clone();
            after.play_unchecked(mv);
            let changed = placement_key(before.board()) ^ placement_change(&before, mv);
            assert_eq!(changed, placement_key(after.board()), "{mv:?}");
        }
    }
}
