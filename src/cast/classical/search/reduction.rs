//! Late move reductions: the later a move comes in a good order, the less deep it deserves to be searched.

use crate::engine::Depth;

use crate::cast::classical::params;

/// One ply in the units of reductions.
pub const ONE_PLY: i32 = 1024;

/// Base reductions by depth and move number.
#[derive(Debug)]
pub struct Reductions {
    quiet: [[i32; 64]; 64],
    noisy: [[i32; 64]; 64],
}

impl Reductions {
    pub fn new() -> Reductions {
        Reductions {
            quiet: table(params::REDUCTION_BASE, params::REDUCTION_DIVISOR),
            noisy: table(params::REDUCTION_NOISY_BASE, params::REDUCTION_NOISY_DIVISOR),
        }
    }

    /// In 1/1024 ply.
    #[inline]
    pub fn base(&self, noisy: bool, depth: Depth, move_number: usize) -> i32 {
        let table = if noisy { &self.noisy } else { &self.quiet };
        table[depth.0.clamp(0, 63) as usize][move_number.min(63)]
    }
}

fn table(base: f64, divisor: f64) -> [[i32; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, slot) in row.iter_mut().enumerate().skip(1) {
            let plies = base + (depth as f64).ln() * (number as f64).ln() / divisor;
            *slot = (plies * f64::from(ONE_PLY)) as i32;
        }
    }
    table
}
