//! Technique 3: quiescence search.
//!
//! An evaluation in the middle of an exchange is worthless: the queen has just taken a pawn, and will be taken by
//! another. After a capture at the last ply the captures that follow are searched too, until there are none left or the
//! limit of their number is reached.

use shakmaty::Position as _;

use super::heuristics::evaluate;
use super::order::sort;
use super::search::{Node, Search, Stopped, Window};
use crate::engine::Score;

impl Search<'_> {
    /// The score of a position after the captures that are worth making, at most `depth` of them one after another.
    pub fn quiescence(&mut self, node: &Node, depth: i32, window: Window) -> Result<Score, Stopped> {
        self.counters.quiescence_nodes += 1;
        let known = self.table.find(node.key);
        if let Some(line) = known.and_then(|entry| self.known_line(entry, node.ply, 0, window)) {
            return Ok(line.score);
        }

        // Standing pat: nobody is forced to capture, so the mover has at least what the position is worth now.
        let (mut open, mut best) = (window, evaluate(&node.position, self.options.heuristics));
        // The first iteration cannot be broken off, but it can be made short.
        if depth == 0 || self.iteration == 1 && self.is_at_limit() {
            return Ok(best);
        }
        let mut captures = node.position.capture_moves();
        sort(&mut captures, known.map(|entry| entry.best), self.options.mvv_lva);
        for mv in captures {
            if self.options.alpha_beta {
                open.alpha = open.alpha.max(best);
                if open.alpha >= open.beta {
                    break;
                }
            }
            self.visit()?;
            best = best.max(-self.quiescence(&node.after(mv), depth - 1, open.reversed())?);
        }
        Ok(best)
    }
}
