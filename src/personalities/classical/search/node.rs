//! One node of the principal variation search, as a list of steps. The loop over its moves is in `moves.rs`.

use crate::engine::{Bound, Depth, Ply, Score};

use super::task::{Best, Facts, NodeKind, Task};
use super::{Search, Stopped};
use crate::chess::packed::PackedMove;
use crate::personalities::classical::noisy::is_noisy;
use crate::personalities::classical::params;
use crate::personalities::classical::table::TableEntry;

impl Search<'_> {
    /// The score of a position from its mover's view, exact inside the window, a bound outside (fail-soft).
    ///
    /// # Errors
    /// [`Stopped`] when the search has to end.
    pub(super) fn node<K: NodeKind>(&mut self, mut at: Task) -> Result<Score, Stopped> {
        self.stack.at(at.ply).pv.clear();
        // Horizon: from here on only captures are searched, until the position is quiet enough to be evaluated.
        if at.depth <= Depth::ZERO {
            return self.quiescence::<K>(at);
        }
        self.checkpoint()?;
        if let Some(score) = self.ends_by_rule::<K>(&mut at) {
            return Ok(score);
        }

        let mut facts = self.look_up::<K>(&at);
        if let Some(score) = table_cut::<K>(&at, &facts) {
            return Ok(score);
        }
        if let Some(score) = self.tablebase_cut::<K>(&mut at, &facts) {
            return Ok(score);
        }
        self.evaluate(&at, &mut facts);
        if let Some(score) = self.prune_before_moves::<K>(&at, &facts)? {
            return Ok(score);
        }
        // Internal iterative reduction: without a move from the table the order of the moves is poor and the search
        // expensive. One ply less costs little here: the table will hold a move when the node is searched again.
        if facts.table_move.is_none() && at.depth.0 >= params::INTERNAL_REDUCTION_DEPTH && (K::PV || at.cut_node) {
            at.depth -= 1;
        }
        self.search_moves::<K>(at, &facts)
    }

    /// The score of a node that the rules of the game or the distance to the root decide.
    fn ends_by_rule<K: NodeKind>(&mut self, at: &mut Task) -> Option<Score> {
        if K::PV {
            self.seldepth = self.seldepth.max(at.ply.0 + 1);
        }
        if K::ROOT {
            return None;
        }
        if let Some(score) = self.drawn_by_rule(at.position, at.ply) {
            return Some(score);
        }
        if at.ply >= Ply::MAX {
            return Some(if at.position.in_check() { Score::DRAW } else { self.raw_evaluation(at.position) });
        }
        clamp_to_mates(at)
    }

    /// Transposition table: most positions are reached by several orders of the same moves, and each earlier depth has
    /// left its results. The entry may answer the node; if not, its move is the best guess at the best move.
    fn look_up<K: NodeKind>(&mut self, at: &Task) -> Facts {
        let excluded = self.stack.at(at.ply).excluded;
        let entry = self.shared.table.probe(at.position.key(), at.ply);
        let table_move = if K::ROOT {
            self.root_moves.get(self.pv_index).map(|root| root.mv)
        } else {
            entry.and_then(|entry| entry.mv.unpack(at.position.chess()))
        };
        let was_pv = K::PV || entry.is_some_and(|entry| entry.was_pv);
        Facts { entry, table_move, excluded, raw: None, eval: None, estimate: Score::DRAW, improving: false, was_pv }
    }

    /// The static evaluation, and whether it has improved since our last turn: a side that improves is more likely to
    /// reach beta, so prunings against beta may be bolder and late moves deserve more.
    fn evaluate(&mut self, at: &Task, facts: &mut Facts) {
        // In check no evaluation means anything: the next move is forced, whatever it costs.
        if at.position.in_check() {
            self.stack.at(at.ply).eval = None;
            return;
        }
        let raw = match facts.entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.raw_evaluation(at.position),
        };
        let eval = self.corrected(at.position, at.ply, raw);
        self.stack.at(at.ply).eval = Some(eval);
        let before = self.stack.before(at.ply, 2).eval.or(self.stack.before(at.ply, 4).eval);
        facts.improving = before.is_some_and(|before| eval > before);
        facts.raw = Some(raw);
        facts.eval = Some(eval);
        // A search has looked further than an evaluation, so its bound is preferred where it is the tighter one.
        facts.estimate = match facts.entry {
            Some(entry) if entry.is_tighter_than(eval) && !entry.score.is_decisive() => entry.score,
            _ => eval,
        };
    }

    /// Stores the result in the table, and corrects the histories of the static evaluation by its error.
    pub(super) fn store_result(&mut self, at: &Task, facts: &Facts, best: &Best, bound: Bound) {
        let mv = best.mv.map_or(PackedMove::NONE, PackedMove::new);
        let entry = TableEntry { mv, score: best.score, eval: facts.raw, depth: at.depth, bound, was_pv: facts.was_pv };
        self.shared.table.store(at.position.key(), at.ply, entry);

        // Correction history: a static evaluation that was off here is off in the same direction wherever the same
        // pawns and pieces stand. A bound shows an error only where it lies beyond the evaluation; after a capture the
        // score differs because material has changed, not because the evaluation was wrong.
        let Some(eval) = facts.eval else { return };
        let informative = match bound {
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
            Bound::Exact => true,
        };
        if informative && !best.mv.is_some_and(is_noisy) && !best.score.is_decisive() {
            let context = self.stack.context(at.ply);
            self.memory.histories.update_correction(at.position, &context, best.score.0 - eval.0, at.depth.0);
        }
    }
}

/// Mate distance pruning: no line from here can be better than mate by the next move, nor worse than being mated now.
/// Where a mate that is already found is shorter than that, the window closes.
fn clamp_to_mates(at: &mut Task) -> Option<Score> {
    at.alpha = at.alpha.max(Score::mated_in(at.ply));
    at.beta = at.beta.min(Score::mate_in(at.ply.next()));
    (at.alpha >= at.beta).then_some(at.alpha)
}

/// Cutoff by the table: an earlier search at least as deep has shown that the score lies outside the window.
fn table_cut<K: NodeKind>(at: &Task, facts: &Facts) -> Option<Score> {
    let entry = facts.entry?;
    // On the principal variation the line itself is needed; without one of its moves the position is another one; and
    // near the fifty-move rule, which the key leaves out, a score from another path may be false.
    if K::PV
        || facts.excluded.is_some()
        || entry.depth < at.depth
        || at.position.halfmoves() >= params::TABLE_CUT_HALFMOVES
    {
        return None;
    }
    entry.decides(at.alpha, at.beta).then_some(entry.score)
}
