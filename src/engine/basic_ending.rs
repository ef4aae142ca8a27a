//! Basic endings: a queen or a rook against a bare king.
//!
//! Every move that keeps the piece wins there, so neither a net nor a short search of all moves has anything to choose
//! by, and moves at random never mate. People know a method, the better the higher their rating.

use shakmaty::{Chess, Position as _, Role};

/// Returns true if the opponent has a bare king and the mover a queen or a rook, whatever else he has.
pub fn is_basic_ending(position: &Chess) -> bool {
    let board = position.board();
    let own = board.by_color(position.turn());
    board.by_color(!position.turn()).count() == 1
        && [Role::Queen, Role::Rook].into_iter().any(|role| (own & board.by_role(role)).any())
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::engine::Game;

    #[test]
    fn a_bare_king_against_a_queen_or_rook_is_a_basic_ending() {
        let is_basic = |fen: &str| {
            let game = Game::from_fen(fen, CastlingMode::Standard).expect("a position");
            is_basic_ending(game.position())
        };
        assert!(is_basic("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") && is_basic("4k3/8/8/8/8/8/7Q/4K3 w - - 0 1"));
        assert!(is_basic("4k3/8/8/8/8/8/6PQ/4K3 w - - 0 1"));
        for other in ["4k3/7p/8/8/8/8/8/R3K3 w", "4k3/8/8/8/8/8/7P/4K3 w", "4k3/8/8/8/8/8/8/R3K3 b"] {
            assert!(!is_basic(&format!("{other} - - 0 1")), "{other}");
        }
    }
}
