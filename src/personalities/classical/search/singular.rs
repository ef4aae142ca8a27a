//! Singular extensions: a move that alone holds the position is searched more deeply.

use crate::engine::{Bound, Depth, Score};

use super::task::{Facts, NodeKind, Scout, Task};
use super::{Search, Stopped};
use crate::personalities::classical::params;

/// What the search without the table's move has shown.
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
    /// would be the node's error. It is worth another ply, two where the others fall far behind. If on the other hand a
    /// second move reaches even beta, the node will cut off without the table's move, and nothing need be searched.
    pub(super) fn singularity<K: NodeKind>(
        &mut self,
        at: &Task,
        facts: &Facts,
        double_extensions: u8,
    ) -> Result<Singularity, Stopped> {
        let Some(entry) = facts.entry else { return Ok(Singularity::Extend(0)) };
        if K::ROOT
            || facts.excluded.is_some()
            || at.depth.0 < params::SINGULAR_DEPTH
            || entry.depth < at.depth - params::SINGULAR_TABLE_DEPTH
            || entry.bound == Bound::Upper
            || entry.score.is_decisive()
            || at.ply.0 as i32 >= self.root_depth.0 * params::SINGULAR_PLY_FACTOR
        {
            return Ok(Singularity::Extend(0));
        }

        let bound = entry.score - params::SINGULAR_MARGIN * at.depth.0;
        let depth = Depth((at.depth.0 - 1) / params::SINGULAR_DEPTH_DIVISOR);
        self.stack.at(at.ply).excluded = facts.table_move;
        let searched = self.node::<Scout>(at.scout_below(bound, depth));
        self.stack.at(at.ply).excluded = None;
        let score = searched?;

        if score < bound {
            let far_below = !K::PV
                && score < bound - params::DOUBLE_EXTENSION_MARGIN
                && double_extensions < params::DOUBLE_EXTENSION_LIMIT;
            return Ok(Singularity::Extend(1 + i32::from(far_below)));
        }
        if bound >= at.beta && !bound.is_decisive() {
            return Ok(Singularity::CutOff(bound));
        }
        // Not singular, and likely to cut anyway: a shallower search will do.
        if entry.score >= at.beta {
            return Ok(Singularity::Extend(-params::NOT_SINGULAR_REDUCTION));
        }
        Ok(Singularity::Extend(if at.cut_node { -params::NOT_SINGULAR_CUT_NODE_REDUCTION } else { 0 }))
    }
}
