//! The task of a node and the facts it finds out before its moves: the types that the steps of the search share.

use shakmaty::Move;

use crate::engine::{Depth, Ply, Score};

use crate::personalities::classical::position::Position;
use crate::personalities::classical::table::TableEntry;

/// The kind of a node, known when the code is compiled.
pub trait NodeKind {
    const ROOT: bool;
    /// On the principal variation: searched with an open window, never pruned on a guess.
    const PV: bool;
}

pub struct Root;
pub struct Pv;
/// Searched only to compare with one bound.
pub struct Scout;

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeKind for Scout {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// A position to search, and how.
#[derive(Clone, Copy)]
pub struct NodeTask<'p> {
    pub position: &'p Position,
    pub ply: Ply,
    pub depth: Depth,
    pub alpha: Score,
    pub beta: Score,
    /// A cutoff is expected: the node before it was searched in the hope that it fails low.
    pub cut_node: bool,
}

impl NodeTask<'_> {
    /// The same position as a scout at `bound`.
    pub fn scout_below(self, bound: Score, depth: Depth) -> Self {
        NodeTask { alpha: bound - 1, beta: bound, depth, ..self }
    }

    /// The task of a child. `alpha` and `beta` are from this node's view, where a good score for the child is a bad
    /// one.
    pub fn child<'c>(
        &self,
        position: &'c Position,
        depth: Depth,
        alpha: Score,
        beta: Score,
        cut_node: bool,
    ) -> NodeTask<'c> {
        NodeTask { position, ply: self.ply.next(), depth, alpha: -beta, beta: -alpha, cut_node }
    }
}

/// The facts that a node finds out before it searches its moves.
pub struct Facts {
    pub entry: Option<TableEntry>,
    pub table_move: Option<Move>,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    /// The static evaluation before correction, for the table.
    pub raw: Option<Score>,
    /// The corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The evaluation, or the table's score where its bound is tighter.
    pub estimate: Score,
    /// Our evaluation has risen since our last move.
    pub improving: bool,
    pub was_pv: bool,
}

impl Facts {
    /// By how many centipawns the static evaluation was changed; zero in check.
    #[inline]
    pub fn corrected_by(&self) -> i32 {
        self.eval.zip(self.raw).map_or(0, |(eval, raw)| (eval.0 - raw.0).abs())
    }
}

/// A move in the order in which its node tries it.
#[derive(Clone, Copy)]
pub struct OrderedMove {
    pub mv: Move,
    pub noisy: bool,
    /// Points of the move's histories.
    pub history: i32,
    /// From 1.
    pub number: usize,
    /// The base reduction, in 1/1024 ply.
    pub reduction: i32,
}

/// The best that a node has found so far.
pub struct Best {
    pub score: Score,
    /// `None` while no move has raised alpha.
    pub mv: Option<Move>,
}
