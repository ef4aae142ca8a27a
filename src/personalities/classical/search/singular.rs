//! Singular extensions: a move that alone holds the position is searched more deeply.

use crate::engine::{Bound, Depth, Score};

use super::task::{Facts, NodeKind, NodeTask, Scout};
use super::{Search, Stopped};
use crate::personalities::classical::generate::is_noisy;
use crate::personalities::classical::params;

/// The result of the search without the table's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Singularity {
    /// Search the table's move by so many plies deeper; less deep if negative.
    Extend(i32),
    /// Multi-cut: another move too reaches beta, so this score is returned at once.
    CutOff(Score),
}

impl Search<'_> {
    /// Searches all moves but the table's at about half the depth, against a bound a little below its score.
    ///
    /// If none of them reaches it, the table's move is singular: everything depends on it, and an error in its score
    /// would be the node's error. It is worth another ply, or two or three where the others fall far behind. If on the
    /// other hand a second move reaches even beta, the node will cut off without the table's move, and nothing need be
    /// searched.
    pub(super) fn singularity<K: NodeKind>(
        &mut self,
        at: &NodeTask,
        facts: &Facts,
        double_extensions: u8,
    ) -> Result<Singularity, Stopped> {
        let Some(entry) = facts.entry else { return Ok(Singularity::Extend(0)) };
        if K::ROOT
            || facts.excluded.is_some()
            || at.depth.0 < params::SINGULAR_DEPTH.get()
            || entry.depth < at.depth - params::SINGULAR_TABLE_DEPTH.get()
            || entry.bound == Bound::Upper
            || entry.score.is_decisive()
            || at.ply.0 as i32 >= self.root_depth.0 * params::SINGULAR_PLY_FACTOR
        {
            return Ok(Singularity::Extend(0));
        }

        let bound = entry.score - params::SINGULAR_MARGIN.get() * at.depth.0 / params::HUNDREDTHS;
        let depth = Depth((at.depth.0 - 1) / params::SINGULAR_DEPTH_DIVISOR);
        self.stack.at(at.ply).excluded = facts.table_move;
        let searched = self.node::<Scout>(at.scout_below(bound, depth));
        self.stack.at(at.ply).excluded = None;
        let score = searched?;

        if score < bound {
            return Ok(Singularity::Extend(extension::<K>(bound.0 - score.0, facts, double_extensions)));
        }
        if score >= at.beta && !score.is_decisive() {
            return Ok(Singularity::CutOff(score));
        }
        // Not singular, and likely to cut anyway: a shallower search will do.
        if entry.score >= at.beta {
            return Ok(Singularity::Extend(-params::NOT_SINGULAR_REDUCTION.get()));
        }
        Ok(Singularity::Extend(if at.cut_node { -params::NOT_SINGULAR_CUT_NODE_REDUCTION.get() } else { 0 }))
    }
}

/// Plies for a singular move, the others being `lead` centipawns behind its bound: more than one only off the principal
/// variation and not too often in a line.
fn extension<K: NodeKind>(lead: i32, facts: &Facts, double_extensions: u8) -> i32 {
    let is_quiet = !facts.table_move.is_some_and(is_noisy);
    if K::PV || double_extensions >= params::DOUBLE_EXTENSION_LIMIT || lead <= params::DOUBLE_EXTENSION_MARGIN.get() {
        1
    } else if is_quiet && lead > params::TRIPLE_EXTENSION_MARGIN.get() {
        3
    } else {
        2
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{FREE_QUEEN, entry, facts, mv, scout, with_search};
    use super::super::task::{Pv, Root};
    use super::*;
    use crate::engine::Ply;

    /// Only taking the queen back keeps White from being lost.
    const ONE_ANSWER: &str = "4k3/5ppp/8/8/8/8/3q1PPP/R2K4 w - - 0 1";
    const MANY_ANSWERS: &str = "4k3/pppp4/8/8/8/8/PP1P4/3QK3 w - - 0 1";

    fn with_entry(fen: &str, uci: &str, score: i32, test: impl FnOnce(&mut Search, &NodeTask, Facts)) {
        with_search(fen, |search, position| {
            let table_move = mv(position, uci);
            let entry = Some(entry(table_move, score, params::SINGULAR_DEPTH.get(), Bound::Lower));
            let facts = Facts { entry, table_move: Some(table_move), ..facts(score) };
            test(search, &scout(position, params::SINGULAR_DEPTH.get(), score + 200), facts);
        });
    }

    #[test]
    fn a_move_without_alternative_is_extended_by_the_distance_of_the_others_and_once_on_the_principal_variation() {
        with_entry(MANY_ANSWERS, "d1a4", 3000, |search, at, facts| {
            // All others are 2,000 below the score in the table.
            assert_eq!(search.singularity::<Scout>(at, &facts, 0).unwrap(), Singularity::Extend(3));
            assert_eq!(search.singularity::<Pv>(at, &facts, 0).unwrap(), Singularity::Extend(1));
            let limit = params::DOUBLE_EXTENSION_LIMIT;
            assert_eq!(search.singularity::<Scout>(at, &facts, limit - 1).unwrap(), Singularity::Extend(3));
            assert_eq!(search.singularity::<Scout>(at, &facts, limit).unwrap(), Singularity::Extend(1));
            assert_eq!(search.stack.at(at.ply).excluded, None);
        });
        with_entry(FREE_QUEEN, "c3d5", 3000, |search, at, facts| {
            assert_eq!(search.singularity::<Scout>(at, &facts, 0).unwrap(), Singularity::Extend(2), "a capture");
        });
        with_entry(ONE_ANSWER, "d1d2", 300, |search, at, facts| {
            let nodes = search.nodes;
            let found = search.singularity::<Scout>(at, &facts, 0).unwrap();
            assert!(matches!(found, Singularity::Extend(1 | 2)), "no other legal move: {found:?}");
            assert_eq!(search.nodes, nodes, "and none to search");
        });
    }

    #[test]
    fn several_moves_above_beta_end_the_node() {
        with_entry(MANY_ANSWERS, "d1a4", 300, |search, at, facts| {
            // Below the table's score and its margin, but what the other moves have reached counts.
            let at = NodeTask { alpha: Score(-1), beta: Score(0), ..*at };
            let cut = search.singularity::<Scout>(&at, &facts, 0).unwrap();
            assert!(matches!(cut, Singularity::CutOff(score) if score >= Score(0)), "{cut:?}");
            let above = NodeTask { alpha: Score(2999), beta: Score(3000), ..at };
            assert!(!matches!(search.singularity::<Scout>(&above, &facts, 0).unwrap(), Singularity::CutOff(_)));
        });
    }

    #[test]
    fn a_move_that_is_not_singular_is_searched_less_deep_where_a_cutoff_is_expected() {
        let extension = |score: i32, beta: i32, cut_node: bool| {
            let mut found = Singularity::Extend(0);
            with_entry(MANY_ANSWERS, "d1a4", score, |search, at, facts| {
                let at = NodeTask { alpha: Score(beta - 1), beta: Score(beta), cut_node, ..*at };
                found = search.singularity::<Scout>(&at, &facts, 0).unwrap();
            });
            found
        };
        // The other moves are worth some 1,000: they reach the bound of a score of 300, but not beta.
        let reduction = params::NOT_SINGULAR_CUT_NODE_REDUCTION.get();
        assert_eq!(extension(300, 3000, true), Singularity::Extend(-reduction));
        assert_eq!(extension(300, 3000, false), Singularity::Extend(0));
        // Where the table's score reaches beta and theirs lies between the bound and beta.
        let Singularity::CutOff(Score(theirs)) = extension(300, 0, false) else { panic!("they are far above 0") };
        let reduced = Singularity::Extend(-params::NOT_SINGULAR_REDUCTION.get());
        let margin = params::SINGULAR_MARGIN.get() * params::SINGULAR_DEPTH.get() / params::HUNDREDTHS;
        assert!((theirs + 1..=theirs + margin).any(|score| extension(score, score, false) == reduced));
    }

    #[test]
    fn nothing_is_asked_without_a_trustworthy_score_from_the_table() {
        with_entry(MANY_ANSWERS, "d1a4", 3000, |search, at, facts| {
            let with = |change: &dyn Fn(&mut Facts)| {
                let mut changed = Facts { ..facts };
                change(&mut changed);
                changed
            };
            let shallow = params::SINGULAR_DEPTH.get() - params::SINGULAR_TABLE_DEPTH.get() - 1;
            let skipped = [
                with(&|facts| facts.entry = None),
                with(&|facts| facts.excluded = facts.table_move),
                with(&|facts| facts.entry.as_mut().unwrap().bound = Bound::Upper),
                with(&|facts| facts.entry.as_mut().unwrap().depth = Depth(shallow)),
                with(&|facts| facts.entry.as_mut().unwrap().score = Score::mate_in(Ply(9))),
            ];
            for facts in &skipped {
                assert_eq!(search.singularity::<Scout>(at, facts, 0).unwrap(), Singularity::Extend(0));
            }
            assert_eq!(search.singularity::<Root>(at, &facts, 0).unwrap(), Singularity::Extend(0));
            let shallow = NodeTask { depth: at.depth - 1, ..*at };
            assert_eq!(search.singularity::<Scout>(&shallow, &facts, 0).unwrap(), Singularity::Extend(0));
            let far = NodeTask { ply: Ply(40), ..*at };
            assert_eq!(search.singularity::<Scout>(&far, &facts, 0).unwrap(), Singularity::Extend(0));
            assert_eq!(search.nodes, 0, "no search was made");
            let enough = with(&|facts| facts.entry.as_mut().unwrap().depth = Depth(4));
            assert_eq!(search.singularity::<Scout>(at, &enough, 0).unwrap(), Singularity::Extend(3));
        });
    }
}
