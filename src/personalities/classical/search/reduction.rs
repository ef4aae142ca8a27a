//! Late move reductions: the later a move comes in a good order, the less deep it deserves to be searched.

use super::Search;
use super::task::{Facts, OrderedMove, Task};
use crate::engine::Depth;
use crate::personalities::classical::noisy::is_noisy;
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
            false => params::REDUCTION_BASE + product / params::REDUCTION_DIVISOR,
            true => params::REDUCTION_NOISY_BASE + product / params::REDUCTION_NOISY_DIVISOR,
        }
    }
}

impl Search<'_> {
    /// How much more (or, negative, less) than usual to reduce a late move, in 1/1024 ply.
    #[inline]
    pub(super) fn reduction_adjustment(
        &mut self,
        at: &Task,
        facts: &Facts,
        mv: &OrderedMove,
        gives_check: bool,
    ) -> i32 {
        let mut change = 0;
        if facts.was_pv {
            change -= params::REDUCTION_PV;
        }
        if at.cut_node {
            change += params::REDUCTION_CUT_NODE;
        }
        if !facts.improving {
            change += params::REDUCTION_NOT_IMPROVING;
        }
        if gives_check {
            change -= params::REDUCTION_CHECK;
        }
        if facts.table_move.is_some_and(is_noisy) {
            change += params::REDUCTION_NOISY_TABLE_MOVE;
        }
        if self.stack.at(at.ply.next()).cutoffs > params::REDUCTION_CUTOFFS {
            change += params::REDUCTION_MANY_CUTOFFS;
        }
        let divisor = if mv.noisy { params::REDUCTION_NOISY_HISTORY } else { params::REDUCTION_HISTORY };
        change - mv.history * ONE_PLY / divisor
    }
}
