//! Iterative deepening: depth by depth, each with a window around the last score.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use shakmaty::Move;

use crate::engine::{Bound, Depth, Info, Ply, Score};

use super::mate::deepest_iteration;
use super::task::{NodeKind, NodeTask, Root};
use super::time::Stability;
use super::{RootMove, Search, Stopped, root};
use crate::personalities::classical::params;
use crate::personalities::classical::wdl;

impl Search<'_> {
    /// Iterative deepening: searches to depth 1, 2, 3 … until a limit is reached. It costs less than to begin with the
    /// last depth, because each iteration orders the moves of the next by the table and the histories, and there is a
    /// best move at any time.
    pub(super) fn iterate(&mut self) {
        if self.deepen().is_continue() && self.is_main() && self.search_for_mate().is_err() {
            self.report_lines(self.completed);
        }
        if self.is_main() {
            self.shared.halt.store(true, Ordering::Relaxed);
        }
    }

    /// The iterations themselves. Breaks where a limit other than the depth has ended them.
    fn deepen(&mut self) -> ControlFlow<()> {
        let deepest = deepest_iteration(self.shared.limits);
        let mut stability = Stability::default();
        let mut depth = Depth(1);
        while depth <= deepest {
            let ranked = (self.shared.multi_pv > 1).then(|| self.root_moves.clone());
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            if self.iteration(depth).is_err() {
                self.report_interrupted(depth, ranked);
                return ControlFlow::Break(());
            }
            self.completed = depth;
            if self.is_main() && self.may_stop_after(&mut stability) {
                return ControlFlow::Break(());
            }
            depth += 1;
        }
        ControlFlow::Continue(())
    }

    /// Reports an iteration that was cut short. Several lines are those of the depth before, because only lines of one
    /// depth can be compared.
    fn report_interrupted(&mut self, depth: Depth, ranked: Option<Vec<RootMove>>) {
        match ranked.filter(|_| self.completed > Depth::ZERO) {
            Some(ranked) => {
                self.root_moves = ranked;
                self.report_lines(self.completed);
            }
            None => self.report_lines(depth),
        }
    }

    /// All lines of one depth.
    fn iteration(&mut self, depth: Depth) -> Result<(), Stopped> {
        self.root_depth = depth;
        let lines = self.shared.multi_pv.min(self.root_moves.len());
        for line in 0..lines {
            self.pv_index = line;
            self.seldepth = 0;
            let result = self.aspirate(depth);
            root::sort(&mut self.root_moves[line..]);
            root::sort(&mut self.root_moves[..=line]);
            result?;
        }
        self.report_lines(depth);
        Ok(())
    }

    /// Aspiration windows: the score seldom changes much from one depth to the next, and a narrow window around the
    /// last one cuts off more. Where the score lies outside, the window is widened on that side and the search
    /// repeated.
    fn aspirate(&mut self, depth: Depth) -> Result<(), Stopped> {
        let expected = self.root_moves[self.pv_index].previous;
        let (mut alpha, mut beta, mut width) = (-Score::INFINITE, Score::INFINITE, params::ASPIRATION_WIDTH.get());
        if depth.0 >= params::ASPIRATION_DEPTH.get() && !expected.is_decisive() {
            width += expected.0 * expected.0 / params::ASPIRATION_SCORE_DIVISOR.get();
            (alpha, beta) = (expected - width, expected + width);
        }
        let mut reduced = 0;
        loop {
            let root = self.root.clone();
            let task = NodeTask {
                position: &root,
                ply: Ply::ROOT,
                depth: Depth((depth.0 - reduced).max(1)),
                alpha,
                beta,
                cut_node: false,
            };
            let result = self.node::<Root>(task);
            root::sort(&mut self.root_moves[self.pv_index..]);
            let score = result?;
            if score <= alpha {
                // The best move may be about to change: this has to be searched to the full depth.
                beta = Score((alpha.0 + beta.0) / 2);
                alpha = (score - width).max(-Score::INFINITE);
                reduced = 0;
            } else if score >= beta {
                // A move is better than expected. It will be played anyway: less depth is enough to measure by how
                // much.
                beta = (score + width).min(Score::INFINITE);
                reduced = (reduced + 1).min(params::ASPIRATION_FAIL_HIGH_REDUCTION.get());
            } else {
                return Ok(());
            }
            width += width * params::ASPIRATION_GROWTH.get() / params::HUNDREDTHS;
            if width > params::ASPIRATION_WIDEST.get() || score.is_decisive() {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
            if self.shared.multi_pv == 1 && self.shared.clock.elapsed() > params::DETAILS_AFTER {
                self.report_lines(depth);
            }
        }
    }

    /// Returns true if the current line may begin with `mv`: the moves of the lines before are taken, and what a
    /// tablebase ranks lower would throw the result away.
    pub(super) fn is_root_candidate(&self, mv: Move) -> bool {
        let rank = self.root_moves[self.pv_index].tablebase_rank;
        self.root_moves[self.pv_index..].iter().any(|root| root.mv == mv && root.tablebase_rank == rank)
    }

    /// Keeps what the search of a root move brought; only the first move and those that raised alpha have a true score
    /// and line.
    pub(super) fn record_root_move(
        &mut self,
        mv: Move,
        number: usize,
        score: Score,
        alpha: Score,
        beta: Score,
        nodes: u64,
    ) {
        let seldepth = self.seldepth;
        let line: Vec<Move> = std::iter::once(mv).chain(self.stack.at(Ply(1)).pv.iter().copied()).collect();
        let Some(root_move) = self.root_moves.iter_mut().find(|root| root.mv == mv) else { return };
        root_move.nodes += nodes;
        if number > 1 && score <= alpha {
            root_move.score = -Score::INFINITE;
            return;
        }
        root_move.score = score;
        root_move.bound = match score {
            score if score <= alpha => Bound::Upper,
            score if score >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        root_move.pv = line;
        root_move.seldepth = seldepth;
    }

    #[inline]
    pub(super) fn report_current_move<K: NodeKind>(&mut self, mv: Move, number: usize) {
        if !K::ROOT || self.shared.clock.elapsed() < params::DETAILS_AFTER {
            return;
        }
        let (depth, number) = (self.root_depth, number + self.pv_index);
        if let Some(report) = &mut self.report {
            report.current_move(depth, mv, number);
        }
    }

    pub(super) fn report_lines(&mut self, depth: Depth) {
        self.publish_counters();
        let Some(report) = &mut self.report else { return };
        let shared = self.shared;
        let (nodes, time) = (shared.nodes(), shared.clock.elapsed());
        for (index, root_move) in self.root_moves.iter().take(shared.multi_pv).enumerate() {
            let fresh = root_move.score != -Score::INFINITE;
            let (score, bound) =
                if fresh { (root_move.score, root_move.bound) } else { (root_move.previous, Bound::Exact) };
            if score == -Score::INFINITE {
                continue;
            }
            let score = root_move.tablebase_score.filter(|_| !score.is_mate()).unwrap_or(score);
            report.info(&Info {
                depth: if fresh { depth } else { Depth((depth.0 - 1).max(1)) },
                seldepth: root_move.seldepth,
                multipv: index + 1,
                score,
                bound,
                wdl: Some(wdl::chances(score)),
                nodes,
                hashfull: shared.table.permille_full(),
                tbhits: shared.tablebase_hits(),
                time,
                pv: root_move.pv.clone(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::with_search;
    use super::*;

    #[test]
    fn only_moves_of_the_highest_rank_and_of_later_lines_are_candidates() {
        with_search("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", |search, _| {
            let moves: Vec<Move> = search.root_moves.iter().map(|root| root.mv).collect();
            search.root_moves[2].tablebase_rank = -1;
            assert!(search.is_root_candidate(moves[1]) && !search.is_root_candidate(moves[2]));
            search.pv_index = 1;
            assert!(!search.is_root_candidate(moves[0]), "taken by the line before");
        });
    }
}
