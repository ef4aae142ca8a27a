//! The search of one thread, and the state it shares with the others (Lazy SMP: all threads search the same tree from
//! the same root and meet in the transposition table).

mod draw;
#[cfg(test)]
pub mod fixtures;
mod iterate;
mod mate;
mod moves;
mod node;
mod prune;
mod quiescence;
mod reduction;
mod root;
mod singular;
mod stack;
mod tablebase;
mod task;
mod time;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use shakmaty::Move;
use thiserror::Error;

use crate::engine::{Clock, Depth, Game, Limits, Ply, Reporter, Score, Stop};

use super::eval::StaticEvaluation;
use super::eval::nnue::Nnue;
use super::history::Histories;
use super::params;
use super::position::Position;
use super::table::Table;
use reduction::Reductions;
pub use root::RootMove;
use stack::Stack;
pub use tablebase::Probing;
use task::NodeTask;

/// The search has to end: the node at hand has no result, and `?` returns through all of them.
#[derive(Debug, Error)]
#[error("the search was stopped")]
pub struct Stopped;

/// The memory that one thread keeps from move to move.
pub struct ThreadMemory {
    pub histories: Histories,
    pub evaluation: StaticEvaluation,
}

impl ThreadMemory {
    /// The most bytes that a thread needs, its stack included.
    pub const MOST_BYTES: usize = 8 * (1 << 20) + params::THREAD_STACK;

    /// For a thread that evaluates by a network, or without one by the hand-made terms.
    pub fn new(nnue: Option<Arc<Nnue>>) -> ThreadMemory {
        ThreadMemory { histories: Histories::new(), evaluation: StaticEvaluation::new(nnue) }
    }
}

/// The state that all threads of one search share.
pub struct SharedSearch<'a> {
    pub table: &'a Table,
    pub limits: &'a Limits,
    pub clock: Clock,
    /// The GUI's flag.
    pub stop: &'a Stop,
    /// Raised by the main thread when all threads have to end.
    pub halt: AtomicBool,
    pub counters: Vec<Counters>,
    pub multi_pv: usize,
    /// `None` without tablebases, and where the root's ranking has already settled the result.
    pub probing: Option<Probing>,
    /// Probes made at the root.
    pub root_hits: u64,
}

/// One thread's totals, for the others to add up. Each has its cache lines to itself (two, because processors fetch
/// them in pairs).
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Counters {
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

impl SharedSearch<'_> {
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counters| counters.nodes.load(Ordering::Relaxed)).sum()
    }

    fn tablebase_hits(&self) -> u64 {
        self.root_hits
            + self.counters.iter().map(|counters| counters.tablebase_hits.load(Ordering::Relaxed)).sum::<u64>()
    }
}

/// One thread's search.
pub struct Search<'a> {
    shared: &'a SharedSearch<'a>,
    memory: &'a mut ThreadMemory,
    reductions: Reductions,
    thread: usize,
    root: Position,
    root_moves: Vec<RootMove>,
    /// The line of `MultiPV` that is being searched, from 0.
    pv_index: usize,
    stack: Stack,
    /// Keys of the game's and the line's positions, the current one last.
    keys: Vec<u64>,
    nodes: u64,
    next_check: u64,
    tablebase_hits: u64,
    seldepth: usize,
    completed: Depth,
    root_depth: Depth,
    /// Passing is forbidden before this ply while a null move cutoff is verified.
    null_move_from: Ply,
    /// The time that the soft bound allows was used while pondering.
    stop_on_ponder_hit: bool,
    /// Only the main thread reports.
    report: Option<&'a mut dyn Reporter>,
}

impl<'a> Search<'a> {
    /// `root_moves` are the moves to choose from; there must be one at least.
    pub fn new(
        shared: &'a SharedSearch<'a>,
        memory: &'a mut ThreadMemory,
        thread: usize,
        game: &Game,
        root_moves: Vec<RootMove>,
    ) -> Search<'a> {
        memory.evaluation.start();
        Search {
            stop_on_ponder_hit: false,
            report: None,
            shared,
            memory,
            reductions: Reductions::new(),
            thread,
            root: Position::new(game.position().clone()),
            root_moves,
            pv_index: 0,
            stack: Stack::new(),
            keys: game.keys().to_vec(),
            nodes: 0,
            next_check: 0,
            tablebase_hits: 0,
            seldepth: 0,
            completed: Depth::ZERO,
            root_depth: Depth::ZERO,
            null_move_from: Ply::ROOT,
        }
    }

    /// Makes this the main thread, which observes the limits and reports its results.
    #[must_use]
    pub fn reporting_to(mut self, report: &'a mut dyn Reporter) -> Search<'a> {
        self.report = Some(report);
        self
    }

    /// Searches until a limit is reached and returns the root moves, best first.
    pub fn run(mut self) -> Vec<RootMove> {
        self.iterate();
        self.publish_counters();
        self.root_moves
    }

    const fn is_main(&self) -> bool {
        self.report.is_some()
    }

    fn publish_counters(&self) {
        let counters = &self.shared.counters[self.thread];
        counters.nodes.store(self.nodes, Ordering::Relaxed);
        counters.tablebase_hits.store(self.tablebase_hits, Ordering::Relaxed);
    }

    /// Ends the search when its time has come. Cheap: most calls are one comparison.
    #[inline]
    fn checkpoint(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.next_check { Ok(()) } else { self.check_limits() }
    }

    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        self.publish_counters();
        self.next_check = self.nodes + params::CHECK_INTERVAL;
        let shared = self.shared;
        if self.is_main() {
            let mut over =
                shared.clock.is_out_of_time(shared.stop) || self.stop_on_ponder_hit && shared.stop.is_ponder_hit();
            if let Some(limit) = shared.limits.nodes {
                over |= shared.nodes() >= limit;
                self.next_check = self.next_check.min(self.nodes + limit.saturating_sub(shared.nodes()).max(1));
            }
            if over && self.completed > Depth::ZERO {
                shared.halt.store(true, Ordering::Relaxed);
            }
        }
        if shared.halt.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Goes to the child of a node by a move, or by passing; [`Search::leave`] comes back.
    #[inline]
    fn enter(&mut self, at: &NodeTask, mv: Option<Move>, child: &Position) {
        self.memory.evaluation.enter(at.ply.next(), at.position.turn(), mv);
        self.shared.table.prefetch(child.key());
        self.memory.histories.prefetch_correction(child);
        self.keys.push(child.key());
        self.nodes += 1;
    }

    #[inline]
    fn leave(&mut self) {
        self.keys.pop();
    }

    /// The static evaluation of the position at `ply`, without correction.
    #[inline]
    fn raw_evaluation(&mut self, position: &Position, ply: Ply) -> Score {
        self.memory.evaluation.evaluate(position, ply)
    }

    /// Corrected by the errors in similar positions, and drawn toward zero as the fifty-move rule comes nearer.
    #[inline]
    fn corrected(&self, position: &Position, ply: Ply, raw: Score) -> Score {
        let correction = self.memory.histories.correction(position, &self.stack.context(ply));
        let halfmoves = position.halfmoves() as i32;
        let faded = raw.0 * (params::FIFTY_MOVE_FADE.get() - halfmoves) / params::FIFTY_MOVE_FADE.get();
        Score((faded + correction).clamp(-Score::EVAL_LIMIT.0, Score::EVAL_LIMIT.0))
    }
}
