//! One node of the principal variation search, as a list of steps. The loop over its moves is in `moves.rs`.

use crate::engine::{Bound, Depth, Ply, Score};

use super::task::{Best, Facts, NodeKind, NodeTask};
use super::{Search, Stopped};
use crate::chess::packed::PackedMove;
use crate::personalities::classical::generate::is_noisy;
use crate::personalities::classical::params;
use crate::personalities::classical::table::TableEntry;

impl Search<'_> {
    /// The score of a position from its mover's view, exact inside the window, a bound outside (fail-soft).
    ///
    /// # Errors
    /// [`Stopped`] when the search has to end.
    pub(super) fn node<K: NodeKind>(&mut self, mut at: NodeTask) -> Result<Score, Stopped> {
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
        if facts.table_move.is_none() && at.depth.0 >= params::INTERNAL_REDUCTION_DEPTH.get() && (K::PV || at.cut_node)
        {
            at.depth -= 1;
        }
        self.search_moves::<K>(at, &facts)
    }

    /// The score of a node that the rules of the game or the distance to the root decide.
    fn ends_by_rule<K: NodeKind>(&mut self, at: &mut NodeTask) -> Option<Score> {
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
            return Some(if at.position.in_check() { Score::DRAW } else { self.raw_evaluation(at.position, at.ply) });
        }
        clamp_to_mates(at)
    }

    /// Transposition table: most positions are reached by several orders of the same moves, and each earlier depth has
    /// left its results. The entry may answer the node; if not, its move is the best guess at the best move.
    fn look_up<K: NodeKind>(&mut self, at: &NodeTask) -> Facts {
        let excluded = self.stack.at(at.ply).excluded;
        let entry = self.shared.table.probe(at.position.key(), at.ply);
        let table_move = if K::ROOT {
            self.root_moves.get(self.pv_index).map(|root| root.mv)
        } else {
            entry.and_then(|entry| at.position.unpack(entry.mv))
        };
        let was_pv = K::PV || entry.is_some_and(|entry| entry.was_pv);
        Facts { entry, table_move, excluded, raw: None, eval: None, estimate: Score::DRAW, improving: false, was_pv }
    }

    /// The static evaluation, and whether it has improved since our last turn: a side that improves is more likely to
    /// reach beta, so prunings against beta may be bolder and late moves deserve more.
    pub(super) fn evaluate(&mut self, at: &NodeTask, facts: &mut Facts) {
        // In check no evaluation means anything: the next move is forced, whatever it costs.
        if at.position.in_check() {
            self.stack.at(at.ply).eval = None;
            return;
        }
        let raw = match facts.entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.raw_evaluation(at.position, at.ply),
        };
        let eval = self.corrected(at.position, at.ply, raw);
        self.stack.at(at.ply).eval = Some(eval);
        if facts.excluded.is_none() {
            self.learn_of_change(at.ply, eval);
        }
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

    /// Histories: the opponent's move earns what it did to the evaluation, which shows how good it is before anything
    /// is searched. `eval` is from the view of the side that answers it.
    fn learn_of_change(&mut self, ply: Ply, eval: Score) {
        let Some(theirs) = self.stack.before(ply, 1).eval else { return };
        let limit = params::BONUS_BY_EVALUATION_LIMIT.get();
        let bonus = -(eval.0 + theirs.0) * params::BONUS_BY_EVALUATION.get();
        self.learn_of_last_move(ply, bonus.clamp(-limit, limit));
    }

    /// Stores the result in the table, and corrects the histories of the static evaluation by its error.
    pub(super) fn store_result(&mut self, at: &NodeTask, facts: &Facts, best: &Best, bound: Bound) {
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
/// If a mate that is already found is shorter than that, the window closes.
fn clamp_to_mates(at: &mut NodeTask) -> Option<Score> {
    at.alpha = at.alpha.max(Score::mated_in(at.ply));
    at.beta = at.beta.min(Score::mate_in(at.ply.next()));
    (at.alpha >= at.beta).then_some(at.alpha)
}

/// Cutoff by the table: an earlier search at least as deep has shown that the score lies outside the window.
fn table_cut<K: NodeKind>(at: &NodeTask, facts: &Facts) -> Option<Score> {
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

#[cfg(test)]
mod tests {
    use super::super::fixtures::{entry, facts, mv, scout, with_search};
    use super::super::task::{Pv, Root, Scout};
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn mate_and_stalemate_have_their_scores() {
        with_search("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", |search, position| {
            let at = NodeTask { alpha: -Score::INFINITE, beta: Score::INFINITE, ..scout(position, 3, 0) };
            assert_eq!(search.node::<Pv>(at).unwrap(), Score::mate_in(at.ply.next()));
        });
        with_search("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", |search, position| {
            assert_eq!(search.node::<Scout>(scout(position, 3, 0)).unwrap(), Score::mated_in(Ply(1)));
        });
        with_search("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", |search, position| {
            let at = NodeTask { alpha: -Score::INFINITE, beta: Score::INFINITE, ..scout(position, 3, 0) };
            assert_eq!(search.node::<Pv>(at).unwrap(), Score::DRAW);
        });
    }

    #[test]
    fn a_mate_in_hand_closes_the_window() {
        with_search(START, |_, position| {
            let window = |alpha, beta| NodeTask { alpha, beta, ply: Ply(6), ..scout(position, 3, 0) };
            let mut better = window(Score::mate_in(Ply(7)), Score::INFINITE);
            assert_eq!(clamp_to_mates(&mut better), Some(Score::mate_in(Ply(7))));
            let mut open = window(Score::mate_in(Ply(9)), Score::INFINITE);
            assert_eq!(clamp_to_mates(&mut open), None);
            assert_eq!(open.beta, Score::mate_in(Ply(7)));
            let mut worse = window(-Score::INFINITE, Score::mated_in(Ply(6)));
            assert!(clamp_to_mates(&mut worse).is_some());
        });
    }

    #[test]
    fn the_table_answers_only_with_enough_depth_and_a_bound_outside_the_window() {
        let cut = |halfmoves: u32, depth: i32, bound: Bound, score: i32, excluded: bool| {
            let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {halfmoves} 60");
            with_search(&fen, |_, position| {
                let table_move = mv(position, "e2e4");
                let excluded = excluded.then_some(table_move);
                let facts = Facts { entry: Some(entry(table_move, score, depth, bound)), excluded, ..facts(0) };
                let at = scout(position, 5, 50);
                assert_eq!(table_cut::<Pv>(&at, &facts), None);
                table_cut::<Scout>(&at, &facts).is_some()
            })
        };
        assert!(cut(0, 5, Bound::Lower, 50, false) && cut(0, 5, Bound::Upper, 49, false));
        assert!(cut(0, 5, Bound::Exact, 9, false));
        assert!(!cut(0, 5, Bound::Lower, 49, false) && !cut(0, 5, Bound::Upper, 50, false));
        assert!(!cut(0, 4, Bound::Lower, 50, false), "a shallower search");
        assert!(!cut(0, 5, Bound::Lower, 50, true), "without its move it is another position");
        assert!(cut(params::TABLE_CUT_HALFMOVES - 1, 5, Bound::Lower, 50, false));
        assert!(!cut(params::TABLE_CUT_HALFMOVES, 5, Bound::Lower, 50, false));
    }

    #[test]
    fn the_evaluation_improves_by_that_of_our_last_turn() {
        with_search(START, |search, position| {
            let now = search.raw_evaluation(position, Ply::ROOT).0;
            let mut improving = |two_back: Option<i32>, four_back: Option<i32>| {
                search.stack.at(Ply(3)).eval = two_back.map(Score);
                search.stack.at(Ply(1)).eval = four_back.map(Score);
                let at = NodeTask { ply: Ply(5), ..scout(position, 3, 0) };
                let mut facts = facts(0);
                search.evaluate(&at, &mut facts);
                facts.improving
            };
            assert!(!improving(Some(now), None) && improving(Some(now - 1), None));
            assert!(improving(Some(-900), None) && !improving(Some(900), Some(-900)));
            assert!(improving(None, Some(-900)), "in check two plies ago");
            assert!(!improving(None, None));
        });
    }

    #[test]
    fn a_tighter_bound_replaces_the_evaluation_as_estimate() {
        with_search(START, |search, position| {
            let at = scout(position, 3, 0);
            let mut estimate = |score: i32, bound: Bound| {
                let mut facts = Facts { entry: Some(entry(mv(position, "e2e4"), score, 1, bound)), ..facts(0) };
                search.evaluate(&at, &mut facts);
                (facts.estimate.0, facts.eval.unwrap().0)
            };
            assert_eq!(estimate(500, Bound::Lower).0, 500);
            assert_eq!(estimate(-500, Bound::Upper).0, -500);
            let (kept, eval) = estimate(-500, Bound::Lower);
            assert_eq!(kept, eval);
            let (kept, eval) = estimate(Score::mate_in(Ply(5)).0, Bound::Lower);
            assert_eq!(kept, eval, "a mate is no evaluation");
        });
    }

    #[test]
    fn only_results_that_show_an_error_correct_the_evaluation() {
        with_search(START, |search, position| {
            let mut corrected = |score: i32, uci: &str, bound: Bound| {
                search.memory.histories = crate::personalities::classical::history::Histories::new();
                let best = Best { score: Score(score), mv: Some(mv(position, uci)) };
                search.store_result(&scout(position, 8, 0), &facts(0), &best, bound);
                search.corrected(position, Ply(1), Score::DRAW).0
            };
            assert!(corrected(200, "e2e4", Bound::Exact) > 0 && corrected(-200, "e2e4", Bound::Exact) < 0);
            assert!(corrected(200, "e2e4", Bound::Lower) > 0 && corrected(-200, "e2e4", Bound::Upper) < 0);
            assert_eq!(corrected(-200, "e2e4", Bound::Lower), 0, "the score may be higher");
            assert_eq!(corrected(200, "e2e4", Bound::Upper), 0, "the score may be lower");
            assert_eq!(corrected(Score::mate_in(Ply(9)).0, "e2e4", Bound::Exact), 0);
        });
        with_search("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", |search, position| {
            let best = Best { score: Score(900), mv: Some(mv(position, "c3d5")) };
            search.store_result(&scout(position, 8, 0), &facts(0), &best, Bound::Exact);
            assert_eq!(search.corrected(position, Ply(1), Score::DRAW).0, 0, "material has changed");
        });
    }

    #[test]
    fn the_root_takes_its_move_from_the_last_iteration() {
        with_search(START, |search, position| {
            let facts = search.look_up::<Root>(&NodeTask { ply: Ply::ROOT, ..scout(position, 1, 0) });
            assert_eq!(facts.table_move, Some(search.root_moves[0].mv));
            assert_eq!(search.look_up::<Scout>(&scout(position, 1, 0)).table_move, None);
        });
    }

    #[test]
    fn a_node_without_a_table_move_is_searched_a_ply_less_where_it_is_likely_to_cut() {
        let depth = |cut_node: bool, with_move: bool| {
            with_search(START, |search, position| {
                if with_move {
                    let entry = entry(mv(position, "e2e4"), 0, 1, Bound::Lower);
                    search.shared.table.store(position.key(), Ply(1), entry);
                }
                let at = NodeTask { cut_node, ..scout(position, params::INTERNAL_REDUCTION_DEPTH.get(), 30) };
                search.node::<Scout>(at).unwrap();
                search.shared.table.probe(position.key(), at.ply).unwrap().depth
            })
        };
        assert_eq!(depth(true, false), Depth(params::INTERNAL_REDUCTION_DEPTH.get() - 1));
        assert_eq!(depth(false, false), Depth(params::INTERNAL_REDUCTION_DEPTH.get()));
        assert_eq!(depth(true, true), Depth(params::INTERNAL_REDUCTION_DEPTH.get()));
    }
}
