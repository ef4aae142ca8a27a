//! Technique 2: minimax with alpha-beta pruning.
//!
//! The report writes two functions, one for the side that maximises the score and one for the side that minimises it.
//! Here it is one (negamax): every score is from the view of the side to move, and what is good for one side is as bad
//! for the other, so a child's score is negated on its way up.

use shakmaty::{Chess, Move, Position as _};

use super::heuristics::evaluate;
use super::options::TextbookOptions;
use super::order::sort;
use super::table::{Entry, Table, count_mate_from};
use crate::chess::key::position_key;
use crate::engine::{Bound, Clock, Limits, Ply, Score, Stop, is_drawn};

/// A position of the tree. Technique 1, the state space, is shakmaty's: positions, their legal moves, the rules. A move
/// is played on a copy, so nothing has to be undone.
pub struct Node {
    pub position: Chess,
    pub key: u64,
    /// Plies from the root.
    pub ply: Ply,
    /// The move that led here was a capture.
    pub after_capture: bool,
}

impl Node {
    pub fn root(position: &Chess) -> Node {
        Node { position: position.clone(), key: position_key(position), ply: Ply::ROOT, after_capture: false }
    }

    pub fn after(&self, mv: Move) -> Node {
        let mut position = self.position.clone();
        position.play_unchecked(mv);
        let key = position_key(&position);
        Node { position, key, ply: self.ply.next(), after_capture: mv.is_capture() }
    }
}

/// The scores that matter: the mover has `alpha` for certain already, and the opponent will not allow `beta` or more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub const OPEN: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The same window from the opponent's view.
    pub fn reversed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The bound that a score of a search with this window sets on the true one.
    pub fn bound_of(self, score: Score) -> Bound {
        match score {
            score if score >= self.beta => Bound::Lower,
            score if score <= self.alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

/// The counts that the report gives for each iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes whose remaining moves were pruned, quiescence search left out.
    pub cutoffs: u64,
    /// Calls of quiescence search.
    pub quiescence_nodes: u64,
    /// Nodes that were not searched because the table had their score.
    pub table_hits: u64,
    /// Searches that were repeated because the score lay outside the aspiration window.
    pub repeats: u64,
}

/// A move with the best moves after it.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredLine {
    pub score: Score,
    pub moves: Vec<Move>,
}

/// The limits do not allow another node.
pub struct Stopped;

/// The search of one `go`.
pub struct Search<'a> {
    pub options: &'a TextbookOptions,
    pub table: &'a mut Table,
    pub limits: &'a Limits,
    pub clock: &'a Clock,
    pub stop: &'a Stop,
    /// Lines to report (`MultiPV`).
    pub lines: usize,
    /// Keys of the positions of the game and of those between the root and the node, the node's own last.
    pub path: Vec<u64>,
    /// The depth of the current iteration.
    pub iteration: i32,
    /// Of the current iteration.
    pub counters: Counters,
    /// Of all iterations.
    pub nodes: u64,
}

impl Search<'_> {
    /// The score of a node that is searched `depth` plies deep, with the best moves from it on.
    pub fn alpha_beta(&mut self, node: &Node, depth: i32, window: Window) -> Result<ScoredLine, Stopped> {
        self.visit()?;
        let mut moves = node.position.legal_moves();
        if let Some(score) = self.score_of_ended_game(node, moves.is_empty()) {
            return Ok(ScoredLine { score, moves: Vec::new() });
        }

        // The last ply. After a capture the other side may take back, so there is no telling what the position is worth
        // before that has been looked at.
        if depth == 0 {
            let score = match node.after_capture {
                true => self.quiescence(node, self.options.quiescence, window)?,
                false => evaluate(&node.position, self.options.heuristics),
            };
            return Ok(ScoredLine { score, moves: Vec::new() });
        }

        let known = self.table.find(node.key);
        if let Some(line) = known.and_then(|entry| self.known_line(entry, node.ply, depth, window)) {
            return Ok(line);
        }
        sort(&mut moves, known.map(|entry| entry.best), self.options.mvv_lva);
        let best = self.search_moves(node, &moves, depth, window)?;
        self.remember(node, depth, window, &best);
        Ok(best)
    }

    /// The best of the moves, tried in the order in which they stand, with the best moves after it.
    pub fn search_moves(
        &mut self,
        node: &Node,
        moves: &[Move],
        depth: i32,
        window: Window,
    ) -> Result<ScoredLine, Stopped> {
        let (mut open, mut best) = (window, ScoredLine { score: -Score::INFINITE, moves: Vec::new() });
        for &mv in moves {
            let child = node.after(mv);
            self.path.push(child.key);
            let reply = self.alpha_beta(&child, depth - 1, open.reversed())?;
            self.path.pop();
            if -reply.score > best.score {
                best = ScoredLine { score: -reply.score, moves: [vec![mv], reply.moves].concat() };
            }
            // Pruning: what this node is certain of already raises alpha for the moves that follow. Once it is more
            // than the opponent allows he will not enter the node, and no further move can change that.
            if self.options.alpha_beta {
                open.alpha = open.alpha.max(best.score);
                if open.alpha >= open.beta {
                    self.counters.cutoffs += 1;
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Counts a node, if there may be another. The first iteration is always finished, so that there is a move to play.
    pub fn visit(&mut self) -> Result<(), Stopped> {
        if self.iteration > 1 && self.is_at_limit() {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Returns true if the search has to end.
    pub fn is_at_limit(&self) -> bool {
        self.limits.nodes.is_some_and(|most| self.nodes >= most) || self.clock.is_out_of_time(self.stop)
    }

    /// The line of the table's entry, where that saves the search.
    pub fn known_line(&mut self, entry: Entry, ply: Ply, depth: i32, window: Window) -> Option<ScoredLine> {
        let from_root = Entry { score: count_mate_from(entry.score, -(ply.0 as i32)), ..entry };
        let is_hit = from_root.settles(depth, window);
        self.counters.table_hits += u64::from(is_hit);
        is_hit.then(|| ScoredLine { score: from_root.score, moves: vec![entry.best] })
    }

    /// Stores what a search with `window` has found.
    pub fn remember(&mut self, node: &Node, depth: i32, window: Window, line: &ScoredLine) {
        let bound = if self.options.table_bounds { window.bound_of(line.score) } else { Bound::Exact };
        let score = count_mate_from(line.score, node.ply.0 as i32);
        self.table.store(Entry { key: node.key, depth, score, bound, best: line.moves[0] });
    }

    /// Mate, stalemate and the other draws by the rules. The report gives every mate the same value; here a nearer one
    /// is worth more, or the engine might put it off for ever.
    fn score_of_ended_game(&self, node: &Node, has_no_move: bool) -> Option<Score> {
        if has_no_move && node.position.is_check() {
            return Some(Score::mated_in(node.ply));
        }
        // A position cannot come back over a capture or a pawn's move.
        let recent = self.path.iter().rev().take(node.position.halfmoves() as usize + 1);
        let is_third_time = recent.filter(|key| **key == node.key).count() >= 3;
        (is_drawn(&node.position) || is_third_time).then_some(Score::DRAW)
    }
}

#[cfg(test)]
mod tests;
