//! The 1858 moves of lc0's nets, in their order.

use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Move, Role, Square};

use crate::chess::view::seen_by;

/// The number of moves.
pub const MOVES: usize = PLAIN + 3 * PROMOTIONS;

/// Moves of queens and knights on an empty board.
const PLAIN: usize = 1792;
/// From a square of the seventh rank straight ahead or to a neighbouring file.
const PROMOTIONS: usize = 22;

/// The number of each move. First come the moves of queens and knights from a1, b1, … h8, each to its targets in the
/// same order; then the promotions by from and to, each to a queen, a rook and a bishop. A promotion to a knight is the
/// plain move, castling the king's move to the square of its rook.
pub struct MoveNumbers {
    /// From × 64 + to.
    plain: Vec<Option<u16>>,
}

impl MoveNumbers {
    pub fn new() -> MoveNumbers {
        let mut numbers = 0..;
        let pairs = Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)));
        let plain = pairs.map(|(from, to)| targets(from).contains(to).then(|| numbers.next()).flatten()).collect();
        MoveNumbers { plain }
    }

    /// The number of a legal move of `mover`.
    pub fn of(&self, mover: Color, mv: Move) -> usize {
        let from = seen_by(mover, mv.from().unwrap_or(Square::A1));
        // Of a castling move this is the square of the rook.
        let to = seen_by(mover, mv.to());
        let plain = self.plain[from.to_usize() * 64 + to.to_usize()].expect("men move as queens or knights do");
        match mv.promotion() {
            Some(Role::Queen) => promotion(from, to),
            Some(Role::Rook) => promotion(from, to) + 1,
            Some(Role::Bishop) => promotion(from, to) + 2,
            _ => usize::from(plain),
        }
    }
}

/// The squares that a queen or a knight goes to on an empty board.
fn targets(from: Square) -> Bitboard {
    rook_attacks(from, Bitboard::EMPTY) | bishop_attacks(from, Bitboard::EMPTY) | knight_attacks(from)
}

/// The number of a promotion to a queen.
fn promotion(from: Square, to: Square) -> usize {
    // Three targets for each file; the first file has no left neighbour.
    let pair = 2 * usize::from(from.file()) + usize::from(to.file());
    PLAIN + 3 * pair
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

    use super::*;
    use crate::chess::notation::parse_move;

    fn number(fen: &str, uci: &str) -> usize {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        MoveNumbers::new().of(position.turn(), parse_move(&position, uci).expect("a legal move"))
    }

    #[test]
    fn the_moves_are_as_many_as_lc0_has() {
        let numbers = MoveNumbers::new();
        assert_eq!(numbers.plain.iter().flatten().count(), PLAIN);
        assert_eq!((promotion(Square::A7, Square::A8), MOVES), (1792, 1858));
        assert_eq!(promotion(Square::H7, Square::H8) + 2, MOVES - 1);
    }

    /// The numbers are the places in lc0's own list.
    #[test]
    fn moves_have_the_places_of_the_list() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let black = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(number(start, "b1a3"), 34);
        assert_eq!(number(start, "b1c3"), 36);
        assert_eq!((number(start, "e2e4"), number(black, "e7e5")), (322, 322));
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!((number(castling, "e1g1"), number(castling, "e1c1")), (103, 97));
        let black = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
        assert_eq!((number(black, "e8g8"), number(black, "e8c8")), (103, 97));
    }

    #[test]
    fn promotions_are_numbered_by_squares_and_then_by_kind() {
        let white = "1n1n3k/P1P5/8/8/8/8/8/K7 w - - 0 1";
        let named = |moves: [&str; 4]| moves.map(|uci| number(white, uci));
        assert_eq!(named(["a7a8q", "a7a8r", "a7a8b", "a7b8q"]), [1792, 1793, 1794, 1795]);
        assert_eq!(named(["c7b8q", "c7c8q", "c7d8q", "c7d8b"]), [1807, 1810, 1813, 1815]);
        assert!(number(white, "a7a8n") < PLAIN);
        let black = "7k/8/8/8/8/8/7p/K7 b - - 0 1";
        assert_eq!(number(black, "h2h1b"), MOVES - 1);
    }
}
