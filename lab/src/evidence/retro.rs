//! Retrograde analysis: the moves that can have led to a position (Petrželka, section 2.2).

use shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, EnPassantMode, Move, Piece, Position as _, Rank, Role, Setup, Square,
    attacks,
};

use motley::constraint::reachable_position;

/// A move taken back.
#[derive(Clone, Debug)]
pub struct Retraction {
    pub before: Chess,
    pub mv: Move,
}

/// Pieces that a move can have captured.
const TAKEN: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Every last move that can have led to a position, with the position before it.
///
/// A position before is left out where its piece counts, pawns, bishops or checks show that no game reaches it (see
/// [`reachable_position`]). It has the rights to castle of the position itself and, where the last move was castling,
/// that right; rights that only the last move gave up are not listed as positions of their own. What is listed need not
/// be reachable; where nothing is listed, the position is not.
pub fn retractions(position: &Chess) -> Vec<Retraction> {
    let mover = !position.turn();
    let mut found = Vec::new();
    for square in position.board().by_color(mover) {
        let Some(man) = position.board().piece_at(square) else { continue };
        for mv in last_moves(position.board(), man, square) {
            found.extend(before(position, man, mv).map(|before| Retraction { before, mv }));
        }
    }
    found
}

/// Moves by which a piece can have come to its square, captures of every kind among them.
fn last_moves(board: &Board, man: Piece, to: Square) -> Vec<Move> {
    match man.role {
        Role::Pawn => pawn_moves(board, man.color, to, None),
        role => {
            let mut moves = Vec::new();
            for from in attacks::attacks(to, man, board.occupied()) & !board.occupied() {
                let captures = taken_on(to).map(Some).chain([None]);
                moves.extend(captures.map(|capture| Move::Normal { role, from, capture, to, promotion: None }));
            }
            if role == Role::King {
                moves.extend(castling(man.color, to));
            } else if to.rank() == man.color.fold_wb(Rank::Eighth, Rank::First) {
                moves.extend(pawn_moves(board, man.color, to, Some(role)));
            }
            moves
        }
    }
}

/// Pieces that can have stood on a square: no pawns on the first and the last rank.
fn taken_on(square: Square) -> impl Iterator<Item = Role> {
    let is_edge = [Rank::First, Rank::Eighth].contains(&square.rank());
    TAKEN.into_iter().filter(move |&role| role != Role::Pawn || !is_edge)
}

/// A pawn's moves to a square, or its promotions there.
fn pawn_moves(board: &Board, side: Color, to: Square, promotion: Option<Role>) -> Vec<Move> {
    let back = |square: Square, ranks: i32| square.offset(side.fold_wb(-8, 8) * ranks);
    let is_free = |square: &Square| !board.occupied().contains(*square);
    let behind = |square: &Square| square.rank() != side.fold_wb(Rank::First, Rank::Eighth);
    let normal = |from, capture| Move::Normal { role: Role::Pawn, from, capture, to, promotion };
    let mut moves = Vec::new();
    if let Some(one) = back(to, 1).filter(|square| is_free(square) && behind(square)) {
        moves.push(normal(one, None));
        let two = back(to, 2).filter(|square| square.rank() == side.fold_wb(Rank::Second, Rank::Seventh));
        moves.extend(two.filter(is_free).map(|two| normal(two, None)));
    }
    // Squares from which a pawn attacks this one are those that a pawn of the other side would attack from here.
    for from in attacks::pawn_attacks(!side, to) & !board.occupied() {
        if behind(&from) {
            moves.extend(taken_on(to).map(|capture| normal(from, Some(capture))));
        }
        let passed = back(to, 1).filter(is_free);
        if to.rank() == side.fold_wb(Rank::Sixth, Rank::Third) && passed.is_some() {
            moves.push(Move::EnPassant { from, to });
        }
    }
    moves
}

/// Castling by which a king can have come to its square.
fn castling(side: Color, to: Square) -> impl Iterator<Item = Move> {
    let home = |side: Color, square: Square| side.fold_wb(square, square.flip_vertical());
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter();
    sides.filter(move |wing| wing.king_to(side) == to).map(move |wing| Move::Castle {
        king: home(side, Square::E1),
        rook: match wing {
            CastlingSide::KingSide => home(side, Square::H1),
            CastlingSide::QueenSide => home(side, Square::A1),
        },
    })
}

/// The position before a move, where there can be one from which the move leads to the position.
fn before(position: &Chess, man: Piece, mv: Move) -> Option<Chess> {
    let mover = man.color;
    let mut setup = Setup::empty();
    setup.turn = mover;
    setup.castling_rights = position.castles().castling_rights();
    setup.board = position.board().clone();
    match mv {
        Move::Normal { role, from, capture, to, .. } => {
            setup.board.discard_piece_at(to);
            setup.board.set_piece_at(from, role.of(mover));
            if let Some(role) = capture {
                setup.board.set_piece_at(to, role.of(!mover));
            }
        }
        Move::EnPassant { from, to } => {
            setup.board.discard_piece_at(to);
            setup.board.set_piece_at(from, man);
            setup.board.set_piece_at(Square::from_coords(to.file(), from.rank()), Role::Pawn.of(!mover));
            setup.ep_square = Some(to);
        }
        Move::Castle { king, rook } => {
            let wing = CastlingSide::from_king_side(rook > king);
            let (king_to, rook_to) = (wing.king_to(mover), wing.rook_to(mover));
            if setup.board.piece_at(rook_to) != Some(Role::Rook.of(mover)) {
                return None;
            }
            setup.board.discard_piece_at(king_to);
            setup.board.discard_piece_at(rook_to);
            if setup.board.occupied().intersects(Bitboard::from(king) | Bitboard::from(rook)) {
                return None;
            }
            setup.board.set_piece_at(king, man);
            setup.board.set_piece_at(rook, Role::Rook.of(mover));
            setup.castling_rights |= Bitboard::from(rook);
        }
        Move::Put { .. } => return None,
    }
    let before = reachable_position(&setup).ok()?;
    leads_to(&before, mv, position).then_some(before)
}

fn leads_to(before: &Chess, mv: Move, position: &Chess) -> bool {
    if !before.is_legal(mv) {
        return false;
    }
    let mut after = before.clone();
    after.play_unchecked(mv);
    let passed = |position: &Chess| position.ep_square(EnPassantMode::Legal);
    after.board() == position.board()
        && after.castles().castling_rights() == position.castles().castling_rights()
        && passed(&after) == passed(position)
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom as _;
    use rand::{RngExt as _, SeedableRng};
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().expect(fen).into_position(CastlingMode::Standard).expect(fen)
    }

    /// The last moves of a position, as UCI writes them, in order and without repetition.
    fn last(fen: &str) -> Vec<String> {
        let mut moves: Vec<String> = retractions(&position(fen))
            .iter()
            .map(|found| found.mv.to_uci(CastlingMode::Standard).to_string())
            .collect();
        moves.sort();
        moves.dedup();
        moves
    }

    #[test]
    fn every_move_of_random_games_is_found_again() {
        let mut rng = StdRng::seed_from_u64(1);
        for _ in 0..20 {
            let mut game = Chess::default();
            for _ in 0..rng.random_range(20..120) {
                let Some(&mv) = game.legal_moves().choose(&mut rng) else { break };
                let before = game.clone();
                game.play_unchecked(mv);
                let is_found = |found: &Retraction| found.mv == mv && found.before.board() == before.board();
                assert!(retractions(&game).iter().any(is_found), "{mv:?} to {:?}", game.board());
            }
        }
    }

    #[test]
    fn special_moves_are_taken_back() {
        let castled = "r4rk1/8/8/8/8/8/8/4K3 w - - 0 1";
        assert!(last(castled).contains(&"e8g8".to_owned()), "{:?}", last(castled));
        let passed = "4k3/8/8/8/8/2p5/8/4K3 w - - 0 1";
        assert!(last(passed).contains(&"b4c3".to_owned()));
        let kinds = retractions(&position(passed));
        assert!(kinds.iter().any(|found| matches!(found.mv, Move::EnPassant { from: Square::B4, to: Square::C3 })));
        let promoted = "4k3/8/8/8/8/8/8/q3K3 w - - 0 1";
        assert!(last(promoted).iter().any(|mv| mv == "a2a1q") && last(promoted).iter().any(|mv| mv == "b2a1q"));
    }

    #[test]
    fn a_position_that_no_move_leads_to_has_none() {
        // In the start position only knights can have moved last, though no game comes back with White to move.
        let knights = ["b8", "g8"];
        assert!(last("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").iter().all(|mv| {
            let to = &mv[2..];
            knights.contains(&to)
        }));
        // Nothing of Black's can have moved: the king is walled in, and the pawns stand where they began.
        assert_eq!(last("kb6/ppp5/8/8/8/8/8/4K3 w - - 0 1"), Vec::<String>::new());
        // The king came from the only square that White's does not guard.
        assert_eq!(last("k7/8/1K6/8/8/8/8/8 w - - 0 1"), ["b8a8"]);
    }
}
