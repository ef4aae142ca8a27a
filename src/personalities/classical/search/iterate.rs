//! Iterative deepening: depth by depth, each with a window around the last score.

use std::sync::atomic::Ordering;
use std::time::Duration;

use shakmaty::Move;

use crate::engine::{Bound, Depth, Info, Ply, Score, ScoreKind};

use super::node::{NodeKind, Root, Task};
use super::{Search, Stopped, root};
use crate::personalities::classical::params;
use crate::personalities::classical::wdl;

/// Bounds and the root move in hand are worth a line only to somebody who waits.
const PATIENCE: Duration = Duration::from_secs(3);

impl Search<'_> {
    pub(super) fn iterate(&mut self) {
        let deepest = self.shared.limits.depth.map_or(Depth::MAX, |depth| Depth(depth.clamp(1, Depth::MAX.0)));
        let mut stability = Stability::default();
        let mut depth = Depth(1);
        while depth <= deepest {
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            if self.iteration(depth).is_err() {
                self.report_lines(depth);
                break;
            }
            self.completed = depth;
            if self.is_main() && self.may_stop_after(&mut stability) {
                break;
            }
            depth += 1;
        }
        if self.is_main() {
            self.shared.halt.store(true, Ordering::Relaxed);
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

    /// Searches with a narrow window around the last score and widens it on the side where the score falls out.
    fn aspirate(&mut self, depth: Depth) -> Result<(), Stopped> {
        let expected = self.root_moves[self.pv_index].previous;
        let (mut alpha, mut beta, mut width) = (-Score::INFINITE, Score::INFINITE, params::ASPIRATION_WIDTH);
        if depth.0 >= params::ASPIRATION_DEPTH && !expected.is_decisive() {
            width += expected.0 * expected.0 / 16_384;
            (alpha, beta) = (expected - width, expected + width);
        }
        let mut reduced = 0;
        loop {
            let root = self.root.clone();
            let task = Task {
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
                beta = Score((alpha.0 + beta.0) / 2);
                alpha = (score - width).max(-Score::INFINITE);
                reduced = 0;
            } else if score >= beta {
                beta = (score + width).min(Score::INFINITE);
                reduced = (reduced + 1).min(3);
            } else {
                return Ok(());
            }
            width += width / 2;
            if width > 600 || score.is_decisive() {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
            if self.shared.multi_pv == 1 && self.shared.clock.elapsed() > PATIENCE {
                self.report_lines(depth);
            }
        }
    }

    /// Whether the main thread ends the search after a complete iteration.
    fn may_stop_after(&mut self, stability: &mut Stability) -> bool {
        let shared = self.shared;
        let best = &self.root_moves[0];
        let turn = self.root.turn();
        if let Some(moves) = shared.limits.mate
            && matches!(best.score.kind(), ScoreKind::Mate(n) if n > 0 && n.unsigned_abs() <= moves)
        {
            return true;
        }
        let limits = shared.limits;
        if limits.infinite {
            return false;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let stretch = stability.stretch(best.mv, best.score, share);
        // One legal move needs no thought, and a mate found is not found sooner by looking on.
        let forced = self.root_moves.len() == 1
            || best.score.is_mate() && self.completed.0 > 2 * (Score::MATE.0 - best.score.0.abs()) + 4;
        let has_clock = limits.clock(turn).is_some();
        let enough = shared.clock.is_over_soft_bound(stretch) || forced && has_clock;
        let pondering = limits.ponder && !shared.stop.is_ponder_hit();
        self.stop_on_ponder_hit = enough;
        enough && !pondering
    }

    /// Moves of the lines before are taken, and what a tablebase ranks lower would throw the result away.
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
        if !K::ROOT || self.shared.clock.elapsed() < PATIENCE {
            return;
        }
        let (depth, number) = (self.root_depth, number + self.pv_index);
        if let Some(report) = &mut self.report {
            report.current_move(depth, mv, number);
        }
    }

    fn report_lines(&mut self, depth: Depth) {
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

/// How settled the choice is: the longer the same move stays best, and the more of the nodes went into it, the sooner
/// we may stop.
#[derive(Default)]
struct Stability {
    best: Option<Move>,
    unchanged: usize,
    score: Score,
}

impl Stability {
    /// Factor on the soft time bound.
    fn stretch(&mut self, best: Move, score: Score, share_of_nodes: f64) -> f64 {
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        let drop = if self.best.is_some() { f64::from((self.score.0 - score.0).clamp(-20, 60)) } else { 0.0 };
        self.best = Some(best);
        self.score = score;
        let by_move = [2.0, 1.3, 1.05, 0.9, 0.8][self.unchanged.min(4)];
        let by_nodes = 1.7 - 1.2 * share_of_nodes;
        let by_score = 1.0 + drop * 0.008;
        by_move * by_nodes * by_score
    }
}
