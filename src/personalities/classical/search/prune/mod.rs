//! Pruning: what is not searched because a cheaper test shows that it will hardly matter.

use crate::engine::{Bound, Depth, Score};

use super::reduction::ONE_PLY;
use super::task::{Facts, NodeKind, NodeTask, OrderedMove, Scout};
use super::{Search, Stopped};
use crate::chess::packed::PackedMove;
use crate::personalities::classical::history::PieceTo;
use crate::personalities::classical::order::{Picked, Picker};
use crate::personalities::classical::params;
use crate::personalities::classical::see::exchange_reaches;
use crate::personalities::classical::table::TableEntry;

impl Search<'_> {
    /// Tries to answer a node before any of its moves is searched in full. In check the evaluation means nothing, on
    /// the principal variation the exact score is needed, and a singular search asks about certain moves: nothing is
    /// pruned there.
    pub(super) fn prune_before_moves<K: NodeKind>(
        &mut self,
        at: &NodeTask,
        facts: &Facts,
    ) -> Result<Option<Score>, Stopped> {
        let Some(eval) = facts.eval else { return Ok(None) };
        if K::PV || facts.excluded.is_some() {
            return Ok(None);
        }
        if let Some(score) = reverse_futility(at, facts) {
            return Ok(Some(score));
        }
        if let Some(score) = self.razor(at, facts)? {
            return Ok(Some(score));
        }
        if let Some(score) = self.null_move(at, facts, eval)? {
            return Ok(Some(score));
        }
        self.probcut(at, facts, eval)
    }

    /// Razoring: the evaluation is so far below alpha that only winning material at once could help. Quiescence looks
    /// for exactly that; where it finds nothing, its score is believed.
    fn razor(&mut self, at: &NodeTask, facts: &Facts) -> Result<Option<Score>, Stopped> {
        let margin = params::RAZORING_BASE.get() + params::RAZORING_MARGIN.get() * at.depth.0;
        if at.depth.0 > params::RAZORING_DEPTH.get() || facts.estimate + margin > at.alpha {
            return Ok(None);
        }
        let score = self.quiescence::<Scout>(NodeTask { beta: at.alpha + 1, ..*at })?;
        Ok((score <= at.alpha && !score.is_decisive()).then_some(score))
    }

    /// Null move: nearly every position has a move that is better than passing. So if we pass and a shallower search
    /// still finds us above beta, a move would get there too.
    ///
    /// Not without pieces, where passing can be the best "move" of all (zugzwang); deep cutoffs are verified for the
    /// same reason, by a search in which we may not pass. Nor by a side that is losing anyway: there it saves little,
    /// and hides mates by zugzwang. Nor twice in a row, which would only search the same position less deep.
    fn null_move(&mut self, at: &NodeTask, facts: &Facts, eval: Score) -> Result<Option<Score>, Stopped> {
        let after_pass = self.stack.before(at.ply, 1).played == PieceTo::NONE;
        if at.depth.0 < params::NULL_MOVE_DEPTH.get()
            || after_pass
            || at.ply < self.null_move_from
            || facts.estimate < at.beta
            || eval + params::NULL_MOVE_DEPTH_SLOPE.get() * at.depth.0 < at.beta + params::NULL_MOVE_BASE.get()
            || at.beta.0 < params::NULL_MOVE_LEAST_BETA.get()
            || !at.position.has_pieces(at.position.turn())
        {
            return Ok(None);
        }
        let Some(child) = at.position.pass() else { return Ok(None) };

        let surplus = ((facts.estimate.0 - at.beta.0) / params::NULL_MOVE_EVAL_DIVISOR.get())
            .min(params::NULL_MOVE_EVAL_REDUCTION.get());
        let depth = at.depth
            - (params::NULL_MOVE_REDUCTION.get() + at.depth.0 / params::NULL_MOVE_DEPTH_DIVISOR.get() + surplus);
        self.enter(at, None, &child);
        self.stack.play(at.ply, PieceTo::NONE, false);
        let score = -self.node::<Scout>(at.child(&child, depth, at.beta - 1, at.beta, !at.cut_node))?;
        self.leave();
        if score < at.beta {
            return Ok(None);
        }
        // A mate found after passing is no mate.
        let score = if score.is_win() { at.beta } else { score };
        if at.depth.0 < params::NULL_MOVE_VERIFY_DEPTH.get() || self.null_move_from > at.ply {
            return Ok(Some(score));
        }
        let before = self.null_move_from;
        let (part, whole) = params::NULL_MOVE_VERIFY_SHARE;
        self.null_move_from.0 = at.ply.0 + depth.0.max(0) as usize * part / whole;
        let verified = self.node::<Scout>(at.scout_below(at.beta, depth));
        self.null_move_from = before;
        Ok((verified? >= at.beta).then_some(score))
    }

    /// Probcut: scores at neighbouring depths are close to each other. So a capture that a shallow search finds a
    /// margin above beta would be found above beta by the full search too.
    fn probcut(&mut self, at: &NodeTask, facts: &Facts, eval: Score) -> Result<Option<Score>, Stopped> {
        let bound = at.beta + params::PROBCUT_MARGIN.get();
        let vetoed = facts
            .entry
            .is_some_and(|entry| entry.depth >= at.depth - params::PROBCUT_TABLE_DEPTH.get() && entry.score < bound);
        if at.depth.0 < params::PROBCUT_DEPTH.get() || at.beta.is_decisive() || vetoed {
            return Ok(None);
        }
        let (side, context) = (at.position.turn(), self.stack.context(at.ply));
        let mut picker = Picker::noisy(facts.table_move, (bound.0 - eval.0).max(1));
        while let Some(Picked { mv, .. }) = picker.next(at.position, &self.memory.histories, &context) {
            if picker.is_past_good_captures() {
                break;
            }
            // The picker returns the table's move without testing its exchange.
            if Some(mv) == facts.table_move && !exchange_reaches(at.position, mv, bound.0 - eval.0) {
                continue;
            }
            let child = at.position.play(mv);
            self.enter(at, Some(mv), &child);
            self.stack.play(at.ply, PieceTo::new(side, mv), false);
            let depth = at.depth - params::PROBCUT_REDUCTION.get();
            let mut score = -self.quiescence::<Scout>(at.child(&child, Depth::ZERO, bound - 1, bound, false))?;
            if score >= bound && depth > Depth::ZERO {
                score = -self.node::<Scout>(at.child(&child, depth, bound - 1, bound, !at.cut_node))?;
            }
            self.leave();
            if score >= bound {
                let entry = TableEntry {
                    mv: PackedMove::new(mv),
                    score,
                    eval: facts.raw,
                    depth: depth + 1,
                    bound: Bound::Lower,
                    was_pv: facts.was_pv,
                };
                self.shared.table.store(at.position.key(), at.ply, entry);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }
}

/// Returns true if a move is not worth playing out. Called only where at least one move was searched and we are not
/// being mated.
pub(super) fn prunes_move(at: &NodeTask, facts: &Facts, alpha: Score, mv: &OrderedMove, picker: &mut Picker) -> bool {
    let OrderedMove { mv, noisy, history, number, reduction } = *mv;
    // Late move pruning: the order is good, so after many moves without a cutoff the rest will not bring one. The fewer
    // plies are left, the less is lost if it would have.
    let share = if facts.improving { params::HUNDREDTHS } else { params::LATE_MOVE_NOT_IMPROVING.get() };
    let limit = (params::LATE_MOVE_BASE.get() + params::LATE_MOVE_FACTOR.get() * at.depth.0 * at.depth.0) * share
        / (params::HUNDREDTHS * params::HUNDREDTHS);
    if number as i32 > limit {
        picker.skip_quiets();
    }
    if noisy {
        // Pruning by exchange: a capture that loses more than a few plies of search could win back.
        let margin = params::EXCHANGE_NOISY_MARGIN.get() * at.depth.0
            + history * params::EXCHANGE_NOISY_BY_HISTORY.get() / params::HISTORY_LIMIT;
        return at.depth.0 <= params::EXCHANGE_DEPTH.get()
            && picker.is_past_good_captures()
            && !exchange_reaches(at.position, mv, -margin);
    }

    let lmr_depth = (at.depth.0 - reduction / ONE_PLY).max(0);
    // Futility: a quiet move changes the evaluation little, and few plies follow in which more could happen. It will
    // not lift an evaluation this far below alpha.
    let futile = is_futile(facts, alpha, lmr_depth);
    // History pruning: a move that has failed in many similar positions will fail here.
    let failing = lmr_depth <= params::HISTORY_PRUNING_DEPTH.get()
        && history < -params::HISTORY_PRUNING_MARGIN.get() * at.depth.0;
    // Checks can be worth anything, and there are few of them.
    if (futile || failing) && !at.position.gives_check(mv) {
        return true;
    }
    // Pruning by exchange: a quiet move to a square where the piece is lost.
    lmr_depth <= params::EXCHANGE_DEPTH.get()
        && !exchange_reaches(at.position, mv, -params::EXCHANGE_QUIET_MARGIN.get() * lmr_depth * lmr_depth)
}

/// Returns true if the evaluation is so far below alpha that no quiet move searched to `lmr_depth` will lift it above.
fn is_futile(facts: &Facts, alpha: Score, lmr_depth: i32) -> bool {
    lmr_depth <= params::FUTILITY_DEPTH.get()
        && facts
            .eval
            .is_some_and(|eval| eval + params::FUTILITY_BASE.get() + params::FUTILITY_MARGIN.get() * lmr_depth <= alpha)
}

/// Reverse futility: we stand so far above beta that the opponent's moves in the few plies left will not bring us below
/// it. The score returned lies between beta and the evaluation, because the surplus is not proven.
fn reverse_futility(at: &NodeTask, facts: &Facts) -> Option<Score> {
    let mut margin = params::REVERSE_FUTILITY_MARGIN.get() * at.depth.0;
    if facts.improving {
        margin -= params::REVERSE_FUTILITY_IMPROVING.get();
    }
    if at.cut_node && facts.entry.is_none() {
        margin += params::REVERSE_FUTILITY_CUT_NODE.get() * at.depth.0;
    }
    (at.depth.0 <= params::REVERSE_FUTILITY_DEPTH.get()
        && !facts.was_pv
        && facts.estimate - margin >= at.beta
        && !at.beta.is_loss()
        && !facts.estimate.is_decisive())
    .then(|| Score((facts.estimate.0 + at.beta.0) / 2))
}

#[cfg(test)]
mod tests;
