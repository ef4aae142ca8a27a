//! Techniques 5 and 6: iterative deepening and aspiration windows.
//!
//! The tree is searched to depth 1, then 2, and so on to the last. The shallow searches cost little beside the last one
//! and fill the table with the moves that it tries first; and when the time runs out there is the move of the deepest
//! iteration that was finished.

use std::cmp::Reverse;

use shakmaty::{Move, Position as _};

use super::order::sort;
use super::search::{Counters, Node, ScoredLine, Search, Stopped, Window};
use crate::engine::{Bound, Score};

/// No `go` searches deeper.
const DEEPEST: i64 = 100;
/// Another iteration is begun only before so much of the time for the move is spent: it takes several times as long as
/// all before it. Ours; the report has no clock.
const SHARE_FOR_ANOTHER: f64 = 0.2;

/// A finished iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    pub depth: i32,
    /// Best first: one, or as many as `MultiPV` asks for.
    pub lines: Vec<ScoredLine>,
    pub counters: Counters,
    /// Of this iteration and those before it.
    pub nodes: u64,
}

impl Search<'_> {
    /// Searches some moves of the root deeper and deeper, and calls `report` after each iteration. Returns the lines of
    /// the last that was finished.
    pub fn deepen(
        &mut self,
        root: &Node,
        moves: &[Move],
        mut report: impl FnMut(&Search<'_>, Iteration),
    ) -> Vec<ScoredLine> {
        let mut found: Vec<ScoredLine> = Vec::new();
        for depth in self.depths() {
            let Ok(iteration) = self.iterate(root, moves, depth, &found) else { break };
            found.clone_from(&iteration.lines);
            report(self, iteration);
            let finds_mate = found.first().is_some_and(|best| self.limits.is_asked_mate(best.score));
            if finds_mate || self.clock.has_spent(SHARE_FOR_ANOTHER, self.stop) {
                break;
            }
        }
        found
    }

    /// One, two, three … to the depth that the `go` asks for, or else the option; without iterative deepening only the
    /// first and the last.
    fn depths(&self) -> Vec<i32> {
        let last = self.limits.asked_depth().unwrap_or(self.options.depth.into()).clamp(1, DEEPEST) as i32;
        (1..=last).filter(|&depth| self.options.deepening || depth == 1 || depth == last).collect()
    }

    /// The best lines at one depth, each with a first move of its own.
    fn iterate(
        &mut self,
        root: &Node,
        moves: &[Move],
        depth: i32,
        before: &[ScoredLine],
    ) -> Result<Iteration, Stopped> {
        (self.iteration, self.counters) = (depth, Counters::default());
        let mut left = moves.to_vec();
        let mut found: Vec<ScoredLine> = Vec::new();
        while found.len() < self.lines && !left.is_empty() {
            let expected = before.get(found.len()).map(|line| line.score);
            let line = self.aspirate(root, &left, depth, expected)?;
            left.retain(|mv| *mv != line.moves[0]);
            found.push(line);
        }
        found.sort_by_key(|line| Reverse(line.score));
        Ok(Iteration { depth, lines: found, counters: self.counters, nodes: self.nodes })
    }

    /// Searches with a window around the score that the iteration before has found. It seldom changes by much, and the
    /// narrower the window the more is pruned. A score outside is no more than a bound: the search is repeated with an
    /// open window.
    fn aspirate(
        &mut self,
        root: &Node,
        moves: &[Move],
        depth: i32,
        expected: Option<Score>,
    ) -> Result<ScoredLine, Stopped> {
        let (width, is_pruning) = (self.options.window, self.options.alpha_beta);
        let window = match expected {
            Some(score) if width > 0 && is_pruning => Window { alpha: score - width, beta: score + width },
            _ => Window::OPEN,
        };
        let line = self.search_root(root, moves, depth, window)?;
        if window.bound_of(line.score) == Bound::Exact {
            return Ok(line);
        }
        self.counters.repeats += 1;
        self.search_root(root, moves, depth, Window::OPEN)
    }

    /// A root move must come out, so the table's score alone is no answer here, nor is a draw by repetition.
    fn search_root(&mut self, root: &Node, moves: &[Move], depth: i32, window: Window) -> Result<ScoredLine, Stopped> {
        let mut sorted = moves.to_vec();
        sort(&mut sorted, self.table.find(root.key).map(|entry| entry.best), self.options.mvv_lva);
        let line = self.search_moves(root, &sorted, depth, window)?;
        if moves.len() == root.position.legal_moves().len() {
            self.remember(root, depth, window, &line);
        }
        Ok(line)
    }
}
