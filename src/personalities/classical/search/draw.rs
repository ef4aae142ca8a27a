//! Draws by rule: repetition, fifty moves, dead positions.

use shakmaty::Position as _;

use crate::engine::{Ply, Score};

use super::Search;
use crate::personalities::classical::position::Position;

impl Search<'_> {
    /// The score of a position that the rules call drawn.
    #[inline]
    pub(super) fn drawn_by_rule(&self, position: &Position, ply: Ply) -> Option<Score> {
        let halfmoves = position.halfmoves() as usize;
        if halfmoves < 4 {
            return position.is_dead().then_some(Score::DRAW);
        }
        // Mate on the hundredth ply still counts.
        let fifty_moves = halfmoves >= 100 && !(position.in_check() && position.chess().legal_moves().is_empty());
        (fifty_moves || self.is_repetition(ply, halfmoves) || position.is_dead()).then_some(Score::DRAW)
    }

    /// A position that comes back inside the search will come back again, so once is enough; positions of the game
    /// before the root must have stood twice.
    fn is_repetition(&self, ply: Ply, halfmoves: usize) -> bool {
        let Some((current, earlier)) = self.keys.split_last() else { return false };
        let mut seen_before_root = false;
        // Only positions with the same side to move, since the last irreversible move; the nearest that can be equal is
        // four plies away.
        for (back, key) in earlier.iter().rev().enumerate().take(halfmoves).skip(3).step_by(2) {
            if key != current {
                continue;
            }
            if back + 1 < ply.0 || seen_before_root {
                return true;
            }
            seen_before_root = true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::uci::UciMove;

    use super::super::fixtures::{with_search, with_search_of};
    use super::*;
    use crate::engine::{Game, Limits};

    #[test]
    fn a_repetition_counts_once_inside_the_search_and_twice_before_it() {
        const SHUFFLE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let drawn = |moves: usize, ply: usize| {
            let mut game = Game::default();
            for uci in SHUFFLE.iter().cycle().take(moves) {
                let mv = uci.parse::<UciMove>().unwrap().to_move(game.position()).unwrap();
                game.play(mv);
            }
            with_search_of(&game, &Limits::default(), |search, position| search.drawn_by_rule(position, Ply(ply)))
        };
        assert_eq!(drawn(4, 0), None, "once before the root");
        assert_eq!(drawn(4, 4), None, "the first of them is the root itself");
        assert_eq!(drawn(4, 5), Some(Score::DRAW), "both inside the search");
        assert_eq!(drawn(8, 0), Some(Score::DRAW), "twice before the root");
        assert_eq!(drawn(3, 9), None, "no position twice");
    }

    #[test]
    fn fifty_moves_draw_but_mate_on_the_last_of_them_counts() {
        let drawn = |fen: &str| with_search(fen, |search, position| search.drawn_by_rule(position, Ply(1)));
        assert_eq!(drawn("7k/8/8/8/8/8/R7/R3K3 b - - 99 90"), None);
        assert_eq!(drawn("7k/8/8/8/8/8/R7/R3K3 b - - 100 90"), Some(Score::DRAW));
        assert_eq!(drawn("R6k/1R6/8/8/8/8/8/4K3 b - - 100 90"), None, "mate");
        assert_eq!(drawn("R6k/8/8/8/8/8/8/4K3 b - - 100 90"), Some(Score::DRAW), "check alone");
    }

    #[test]
    fn positions_without_mating_material_are_drawn_at_once() {
        let drawn = |fen: &str| with_search(fen, |search, position| search.drawn_by_rule(position, Ply(1)));
        assert_eq!(drawn("7k/8/8/8/8/8/8/N3K3 w - - 0 1"), Some(Score::DRAW));
        assert_eq!(drawn("7k/8/8/8/8/8/8/R3K3 w - - 0 1"), None);
    }
}
