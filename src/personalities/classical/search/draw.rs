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
        // Mate on the hundredth half move still counts.
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
