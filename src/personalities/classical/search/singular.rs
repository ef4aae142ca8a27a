//! Singular extensions: a move that alone holds the position is looked at more deeply.

use crate::engine::{Bound, Score};

use super::node::{Facts, NodeKind, Scout, Task};
use super::{Search, Stopped};
use crate::personalities::classical::params;

impl Search<'_> {
    /// By how many plies to extend the table's move. All other moves are searched at half depth against a bound a
    /// little below its score: if none reaches it, the move is singular.
    ///
    /// The inner `Err` is a score to return at once (multi-cut): several moves beat beta, so one of them surely does.
    pub(super) fn singularity<K: NodeKind>(
        &mut self,
        at: &Task,
        facts: &Facts,
        double_extensions: u8,
    ) -> Result<Result<i32, Score>, Stopped> {
        let Some(seen) = facts.seen else { return Ok(Ok(0)) };
        if K::ROOT
            || facts.excluded.is_some()
            || at.depth.0 < params::SINGULAR_DEPTH
            || seen.depth < at.depth - 3
            || seen.bound == Bound::Upper
            || seen.score.is_decisive()
            || at.ply.0 as i32 >= self.root_depth.0 * 2
        {
            return Ok(Ok(0));
        }

        let bound = seen.score - params::SINGULAR_MARGIN * at.depth.0;
        self.stack.at(at.ply).excluded = facts.table_move;
        let searched = self.node::<Scout>(at.scout_below(bound, (at.depth - 1).halved()));
        self.stack.at(at.ply).excluded = None;
        let score = searched?;

        if score < bound {
            let far_below = !K::PV
                && score < bound - params::DOUBLE_EXTENSION_MARGIN
                && double_extensions < params::DOUBLE_EXTENSION_LIMIT;
            return Ok(Ok(1 + i32::from(far_below)));
        }
        if bound >= at.beta && !bound.is_decisive() {
            return Ok(Err(bound));
        }
        // Not singular, and likely to cut anyway: look less deeply.
        if seen.score >= at.beta {
            return Ok(Ok(-2));
        }
        Ok(Ok(if at.cut_node { -1 } else { 0 }))
    }
}
