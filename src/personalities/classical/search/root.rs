//! The moves at the root and what became of them.

use shakmaty::Move;

use crate::engine::{Bound, Score};

/// A move to choose from.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// Of the current iteration; [`Score::INFINITE`] negated until searched.
    pub score: Score,
    pub bound: Bound,
    /// Of the iteration before.
    pub previous: Score,
    /// The line it begins, itself first.
    pub pv: Vec<Move>,
    /// Nodes spent on it in this search: the best move's share tells how sure it is.
    pub nodes: u64,
    pub seldepth: usize,
    /// Rank by tablebase, higher is better; equal for all where tables do not reach.
    pub tablebase_rank: i32,
    /// The score that the tablebase proves.
    pub tablebase_score: Option<Score>,
}

impl RootMove {
    pub fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            score: -Score::INFINITE,
            bound: Bound::Exact,
            previous: -Score::INFINITE,
            pv: vec![mv],
            nodes: 0,
            seldepth: 0,
            tablebase_rank: 0,
            tablebase_score: None,
        }
    }
}

/// Best first; moves that were not searched in this iteration keep the order of the last.
pub fn sort(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| std::cmp::Reverse((root.tablebase_rank, root.score, root.previous)));
}
