//! Late move reductions: the later a move comes in a good order, the less deep it deserves to be searched.
//! `moves.rs` searches with them (`search_late_move`).

use super::Search;
use super::task::{Facts, NodeTask, OrderedMove};
use crate::engine::Depth;
use crate::personalities::classical::generate::is_noisy;
use crate::personalities::classical::params;

/// One ply in the units of reductions.
pub const ONE_PLY: i32 = 1024;

/// Base reductions by depth and move number: `base + ln(depth) × ln(number) / divisor`. Logarithms, because the tenth
/// move is much less promising than the first, the thirtieth hardly less than the twentieth.
#[derive(Debug)]
pub struct Reductions {
    /// Natural logarithms, in units of 1/1024.
    logarithms: [i32; 64],
}

impl Reductions {
    pub fn new() -> Reductions {
        Reductions { logarithms: std::array::from_fn(|n| ((n.max(1) as f64).ln() * f64::from(ONE_PLY)) as i32) }
    }

    /// In 1/1024 ply.
    #[inline]
    pub fn base(&self, noisy: bool, depth: Depth, move_number: usize) -> i32 {
        let product = self.logarithms[depth.0.clamp(0, 63) as usize] * self.logarithms[move_number.min(63)];
        match noisy {
            false => params::REDUCTION_BASE.get() + product / params::REDUCTION_DIVISOR.get(),
            true => params::REDUCTION_NOISY_BASE.get() + product / params::REDUCTION_NOISY_DIVISOR.get(),
        }
    }
}

impl Search<'_> {
    /// The reduction of a late move beyond the usual one (negative if less), in 1/1024 ply.
    #[inline]
    pub(super) fn reduction_adjustment(
        &mut self,
        at: &NodeTask,
        facts: &Facts,
        mv: &OrderedMove,
        gives_check: bool,
    ) -> i32 {
        let mut change = 0;
        if facts.was_pv {
            change -= params::REDUCTION_PV.get();
        }
        if at.cut_node {
            change += params::REDUCTION_CUT_NODE.get();
        }
        if !facts.improving {
            change += params::REDUCTION_NOT_IMPROVING.get();
        }
        if gives_check {
            change -= params::REDUCTION_CHECK.get();
        }
        if facts.table_move.is_some_and(is_noisy) {
            change += params::REDUCTION_NOISY_TABLE_MOVE.get();
        }
        if self.stack.at(at.ply.next()).cutoffs > params::REDUCTION_CUTOFFS {
            change += params::REDUCTION_MANY_CUTOFFS.get();
        }
        change -=
            params::REDUCTION_BY_CORRECTION.get() * facts.corrected_by().min(params::REDUCTION_BY_CORRECTION_LIMIT);
        let divisor = if mv.noisy { params::REDUCTION_NOISY_HISTORY.get() } else { params::REDUCTION_HISTORY.get() };
        change - mv.history * ONE_PLY / divisor
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{facts, mv, scout, with_search};
    use super::*;
    use crate::engine::{Ply, Score};

    #[test]
    fn reductions_grow_with_depth_and_number_and_are_smaller_for_captures() {
        let reductions = Reductions::new();
        assert_eq!(reductions.base(false, Depth(1), 1), params::REDUCTION_BASE.get());
        assert_eq!(reductions.base(true, Depth(1), 1), params::REDUCTION_NOISY_BASE.get());
        for n in 2..60 {
            assert!(reductions.base(false, Depth(n + 1), 9) >= reductions.base(false, Depth(n), 9));
            assert!(reductions.base(false, Depth(9), n as usize + 1) >= reductions.base(false, Depth(9), n as usize));
            assert!(reductions.base(true, Depth(n), 9) < reductions.base(false, Depth(n), 9));
        }
        // ln 20 × ln 30 × 1024 / 2356 is 4.43.
        let growth = reductions.base(false, Depth(20), 30) - params::REDUCTION_BASE.get();
        assert!((f64::from(growth) / f64::from(ONE_PLY) - 4.43).abs() < 0.01, "{growth}");
        assert_eq!(reductions.base(false, Depth(200), 300), reductions.base(false, Depth(63), 63));
    }

    #[test]
    fn each_circumstance_changes_the_reduction_in_its_direction() {
        with_search("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", |search, position| {
            let takes = mv(position, "c3d5");
            let quiet = OrderedMove { mv: mv(position, "c3b5"), noisy: false, history: 0, number: 5, reduction: 0 };
            let at = scout(position, 5, 0);
            let improving = || Facts { improving: true, ..facts(0) };
            let mut change = |at: &NodeTask, facts: &Facts, mv: &OrderedMove, check: bool| {
                search.reduction_adjustment(at, facts, mv, check)
            };
            assert_eq!(change(&at, &improving(), &quiet, false), 0);
            assert_eq!(change(&at, &facts(0), &quiet, false), params::REDUCTION_NOT_IMPROVING.get());
            assert_eq!(change(&at, &improving(), &quiet, true), -params::REDUCTION_CHECK.get());
            let was_pv = Facts { was_pv: true, ..improving() };
            assert_eq!(change(&at, &was_pv, &quiet, false), -params::REDUCTION_PV.get());
            let cut_node = NodeTask { cut_node: true, ..at };
            assert_eq!(change(&cut_node, &improving(), &quiet, false), params::REDUCTION_CUT_NODE.get());
            let capture_best = Facts { table_move: Some(takes), ..improving() };
            assert_eq!(change(&at, &capture_best, &quiet, false), params::REDUCTION_NOISY_TABLE_MOVE.get());
            let uncertain = Facts { raw: Some(Score(30)), ..improving() };
            assert_eq!(change(&at, &uncertain, &quiet, false), -30 * params::REDUCTION_BY_CORRECTION.get());
            let liked = OrderedMove { history: params::REDUCTION_HISTORY.get(), ..quiet };
            assert_eq!(change(&at, &improving(), &liked, false), -ONE_PLY);
            search.stack.at(Ply(2)).cutoffs = params::REDUCTION_CUTOFFS;
            assert_eq!(search.reduction_adjustment(&at, &improving(), &quiet, false), 0);
            search.stack.at(Ply(2)).cutoffs = params::REDUCTION_CUTOFFS + 1;
            let hopeless = search.reduction_adjustment(&at, &improving(), &quiet, false);
            assert_eq!(hopeless, params::REDUCTION_MANY_CUTOFFS.get());
        });
    }
}
