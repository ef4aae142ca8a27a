//! Late move reductions: the later a move comes in a good order, the less deep it deserves to be searched.

use crate::engine::Depth;

use crate::personalities::classical::params;

/// One ply in the units of reductions.
pub const ONE_PLY: i32 = 1024;

/// Base reductions by depth and move number: `base + ln(depth) × ln(number) / divisor`.
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
