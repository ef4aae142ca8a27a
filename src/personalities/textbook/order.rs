//! Technique 9: the order in which a node tries its moves.
//!
//! Alpha-beta cuts off most where the best move comes first. First stands the table's move, then the captures, the most
//! valuable victim before others and of equal ones the least valuable aggressor first (MVV-LVA), then the rest.

use std::cmp::Reverse;

use shakmaty::Move;

use super::heuristics::piece_value;

/// Sorts the moves. Without `mvv_lva` only the table's move is drawn to the front; moves of equal rank stay in the
/// order in which they were generated.
pub fn sort(moves: &mut [Move], table_move: Option<Move>, mvv_lva: bool) {
    // A quiet move has no priority, which is less than any: `None < Some(-9900)`.
    let priority = |mv: &Move| capture_priority(mv).filter(|_| mvv_lva);
    moves.sort_by_key(|mv| Reverse((table_move == Some(*mv), priority(mv))));
}

/// The victim's value less the aggressor's; `None` for a move that captures nothing.
fn capture_priority(mv: &Move) -> Option<i32> {
    mv.capture().map(|victim| piece_value(victim) - piece_value(mv.role()))
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::engine::Game;

    /// A pawn can take a queen or a rook, another one a pawn en passant, the queen three pieces, the king one.
    const CAPTURES: &str = "4k3/8/8/2q1rPp1/3P4/4Q3/3n4/3K4 w - g6 0 1";

    fn sorted(table_move: Option<&str>, mvv_lva: bool) -> Vec<String> {
        let game = Game::from_fen(CAPTURES, CastlingMode::Standard).unwrap();
        let mut moves = game.legal_moves();
        sort(&mut moves, table_move.map(|uci| game.read_uci(uci).unwrap()), mvv_lva);
        moves.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect()
    }

    #[test]
    fn captures_come_by_victim_less_aggressor_and_quiet_moves_last() {
        let sorted = sorted(None, true);
        let expected = ["d4c5", "d4e5", "f5g6", "e3e5", "e3d2", "e3g5", "d1d2"];
        let values = "1000−100, 525−100, 100−100, 525−1000, 350−1000, 100−1000, 350−10000";
        assert_eq!(sorted[..7], expected, "{values}");
        assert!(sorted[7..].iter().all(|mv| !expected.contains(&mv.as_str())) && sorted.len() > 10);
    }

    #[test]
    fn the_tables_move_comes_first_with_and_without_mvv_lva() {
        let with = sorted(Some("e3f2"), true);
        assert_eq!(with[..2], ["e3f2", "d4c5"]);
        let mut without = sorted(Some("e3f2"), false);
        let mut generated = sorted(None, false);
        generated.retain(|mv| mv != "e3f2");
        assert_eq!(without.remove(0), "e3f2");
        assert_eq!(without, generated);
    }
}
