//! The loop over the moves of one node: which are pruned, extended or reduced, and what their results teach.

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::engine::{Bound, Depth, Ply, Score};

use super::prune::prunes_move;
use super::reduction::ONE_PLY;
use super::singular::Singularity;
use super::task::{Best, Facts, NodeKind, NodeTask, OrderedMove, Pv, Scout};
use super::{Search, Stopped};
use crate::personalities::classical::generate::is_noisy;
use crate::personalities::classical::history::{Context, PieceTo, bonus, malus};
use crate::personalities::classical::order::{Picked, Picker};
use crate::personalities::classical::params;
use crate::personalities::classical::position::Position;

/// The progress of the loop.
struct Progress {
    /// The node's alpha, raised by every move that beats it.
    alpha: Score,
    best: Best,
    /// Moves seen so far, pruned ones included.
    number: usize,
    /// Moves that were searched and did not become the best. Lists that overflow are long enough to learn from.
    quiets: ArrayVec<Move, 64>,
    captures: ArrayVec<Move, 32>,
}

impl Progress {
    fn new(alpha: Score) -> Progress {
        Progress {
            alpha,
            best: Best { score: -Score::INFINITE, mv: None },
            number: 0,
            quiets: ArrayVec::new(),
            captures: ArrayVec::new(),
        }
    }

    fn failed(&mut self, mv: &OrderedMove) {
        let _ = if mv.noisy { self.captures.try_push(mv.mv) } else { self.quiets.try_push(mv.mv) };
    }
}

impl Search<'_> {
    pub(super) fn search_moves<K: NodeKind>(&mut self, at: NodeTask, facts: &Facts) -> Result<Score, Stopped> {
        let has_pieces = at.position.has_pieces(at.position.turn());
        let context = self.stack.context(at.ply);
        let double_extensions = if K::ROOT { 0 } else { self.stack.before(at.ply, 1).double_extensions };
        self.stack.at(at.ply.next()).cutoffs = 0;

        let mut progress = Progress::new(at.alpha);
        let mut picker = Picker::all(facts.table_move);
        while let Some(Picked { mv, noisy, history }) = picker.next(at.position, &self.memory.histories, &context) {
            if Some(mv) == facts.excluded || (K::ROOT && !self.is_root_candidate(mv)) {
                continue;
            }
            progress.number += 1;
            let number = progress.number;
            let mv =
                OrderedMove { mv, noisy, history, number, reduction: self.reductions.base(noisy, at.depth, number) };

            // Nothing is pruned before one move is known that does not get us mated, nor without pieces, where every
            // quiet move may be the one that wins or loses a zugzwang.
            if !K::ROOT
                && !progress.best.score.is_loss()
                && has_pieces
                && prunes_move(&at, facts, progress.alpha, &mv, &mut picker)
            {
                continue;
            }

            self.report_current_move::<K>(mv.mv, number);
            let extension = match self.extension::<K>(&at, facts, mv.mv, double_extensions)? {
                Singularity::Extend(plies) => plies,
                Singularity::CutOff(score) => return Ok(score),
            };
            let nodes_before = self.nodes;
            self.stack.at(at.ply).double_extensions = double_extensions + u8::from(extension >= 2);
            let score = self.search_move::<K>(&at, facts, &mv, progress.alpha, extension)?;
            if K::ROOT {
                self.record_root_move(mv.mv, number, score, progress.alpha, at.beta, self.nodes - nodes_before);
            }
            if self.cuts_off::<K>(&at, &mv, score, &mut progress) {
                break;
            }
        }
        Ok(self.finish::<K>(&at, facts, &progress, &context))
    }

    /// Plies by which to search a move deeper than the others.
    #[inline]
    fn extension<K: NodeKind>(
        &mut self,
        at: &NodeTask,
        facts: &Facts,
        mv: Move,
        double_extensions: u8,
    ) -> Result<Singularity, Stopped> {
        if Some(mv) == facts.table_move {
            self.singularity::<K>(at, facts, double_extensions)
        } else {
            Ok(Singularity::Extend(0))
        }
    }

    /// Plays a move, searches it and takes it back. The score is from this node's view.
    fn search_move<K: NodeKind>(
        &mut self,
        at: &NodeTask,
        facts: &Facts,
        mv: &OrderedMove,
        alpha: Score,
        extension: i32,
    ) -> Result<Score, Stopped> {
        let child = at.position.play_announcing(mv.mv, |key| self.shared.table.prefetch(key));
        self.enter(at, Some(mv.mv), &child);
        self.stack.play(at.ply, PieceTo::new(at.position.turn(), mv.mv), !mv.noisy);
        let score = self.search_child::<K>(at, facts, mv, &child, at.depth - 1 + extension, alpha)?;
        self.leave();
        Ok(score)
    }

    /// Principal variation search: the first move is searched with the whole window. If the order is good it is the
    /// best one, so for the others it is enough to show with a window of one point, which is cheap, that they are no
    /// better. Only a move that beats alpha against expectation gets the whole window too.
    #[inline]
    fn search_child<K: NodeKind>(
        &mut self,
        at: &NodeTask,
        facts: &Facts,
        mv: &OrderedMove,
        child: &Position,
        depth: Depth,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        let full_moves = params::REDUCTION_FULL_MOVES + usize::from(K::ROOT);
        if at.depth.0 >= params::REDUCTION_DEPTH.get() && mv.number > full_moves {
            let score = self.search_late_move::<K>(at, facts, mv, child, depth, alpha)?;
            if !K::PV || score <= alpha {
                return Ok(score);
            }
        } else if !K::PV || mv.number > 1 {
            let score = -self.node::<Scout>(at.child(child, depth, alpha, alpha + 1, !at.cut_node))?;
            if !K::PV || score <= alpha {
                return Ok(score);
            }
        }
        Ok(-self.node::<Pv>(at.child(child, depth, alpha, at.beta, false))?)
    }

    /// Late move reduction: in a good order a late move is seldom the best, so it is searched less deep. One that does
    /// well in spite of it is searched again to the full depth, and the histories learn how that ended.
    #[inline]
    fn search_late_move<K: NodeKind>(
        &mut self,
        at: &NodeTask,
        facts: &Facts,
        mv: &OrderedMove,
        child: &Position,
        depth: Depth,
        alpha: Score,
    ) -> Result<Score, Stopped> {
        let reduction = mv.reduction + self.reduction_adjustment(at, facts, mv, child.in_check());
        let reduced = depth - (reduction / ONE_PLY).clamp(0, (depth.0 - 1).max(0));
        let score = -self.node::<Scout>(at.child(child, reduced, alpha, alpha + 1, true))?;
        if score <= alpha || reduced >= depth {
            return Ok(score);
        }
        let score = -self.node::<Scout>(at.child(child, depth, alpha, alpha + 1, !at.cut_node))?;
        if !mv.noisy {
            let bonus = if score > alpha { bonus(depth) } else { -malus(depth) };
            self.memory.histories.update_continuations(at.position.turn(), mv.mv, &self.stack.context(at.ply), bonus);
        }
        Ok(score)
    }

    /// Takes a move's score into account; whether the node is done.
    #[inline]
    fn cuts_off<K: NodeKind>(
        &mut self,
        at: &NodeTask,
        mv: &OrderedMove,
        score: Score,
        progress: &mut Progress,
    ) -> bool {
        if score > progress.best.score {
            progress.best.score = score;
        }
        if score <= progress.alpha {
            progress.failed(mv);
            return false;
        }
        progress.best.mv = Some(mv.mv);
        if K::PV {
            self.stack.extend_pv(at.ply, mv.mv);
        }
        // Cutoff: this move is so good that the opponent would not have allowed the position. He has something better
        // before it, and how much too good the move is does not matter.
        if score >= at.beta {
            return true;
        }
        progress.alpha = score;
        false
    }

    /// The node's score once its moves are searched; stores it and what was learnt.
    fn finish<K: NodeKind>(&mut self, at: &NodeTask, facts: &Facts, progress: &Progress, context: &Context) -> Score {
        let best = &progress.best;
        if progress.number == 0 {
            return match facts.excluded {
                // No other move exists, so none reaches the bound.
                Some(_) => at.alpha,
                None if at.position.in_check() => Score::mated_in(at.ply),
                None => Score::DRAW,
            };
        }
        let bound = match best.score {
            score if score >= at.beta => Bound::Lower,
            _ if best.mv.is_some() && K::PV => Bound::Exact,
            _ => Bound::Upper,
        };
        if let Some(mv) = best.mv
            && bound == Bound::Lower
        {
            self.stack.at(at.ply).cutoffs += 1;
            self.learn_from_cutoff(at, mv, context, &progress.quiets, &progress.captures);
        }
        if bound == Bound::Upper && facts.excluded.is_none() {
            // The opponent's move left us no good answer.
            let bonus = bonus(at.depth) * params::BONUS_UNANSWERED.get() / params::HUNDREDTHS;
            self.learn_of_last_move(at.ply, bonus);
        }
        // A singular search has left out a move, and a second line at the root has left out the first: their results
        // are not the position's.
        if facts.excluded.is_none() && !(K::ROOT && self.pv_index > 0) {
            self.store_result(at, facts, best, bound);
        }
        best.score
    }

    /// Histories: the move that led to this node earns `bonus`, if it is a quiet one.
    #[inline]
    pub(super) fn learn_of_last_move(&mut self, ply: Ply, bonus: i32) {
        let last = self.stack.before(ply, 1);
        if ply > Ply::ROOT && last.is_quiet {
            let (played, context) = (last.played, self.stack.context(Ply(ply.0 - 1)));
            self.memory.histories.update_played(played, &context, bonus);
        }
    }

    /// Histories: the move that cut is rewarded, those tried before it in vain are punished, because what refuted one
    /// position refutes many like it.
    fn learn_from_cutoff(&mut self, at: &NodeTask, best: Move, context: &Context, quiets: &[Move], captures: &[Move]) {
        let (side, bonus, malus) = (at.position.turn(), bonus(at.depth), malus(at.depth));
        let histories = &mut self.memory.histories;
        if is_noisy(best) {
            histories.update_capture(side, best, bonus);
        } else {
            // A cutoff by the first quiet move in a shallow search is no news.
            if at.depth.0 >= params::BONUS_FIRST_MOVE_DEPTH.get() || !quiets.is_empty() {
                histories.update_quiet(at.position, best, context, bonus);
            }
            for &mv in quiets {
                histories.update_quiet(at.position, mv, context, -malus);
            }
        }
        for &mv in captures {
            self.memory.histories.update_capture(side, mv, -malus);
        }
    }
}

#[cfg(test)]
mod tests;
