//! The loops with the 128-bit instructions of WebAssembly, which a module has throughout or not at all.

use std::arch::wasm32::*;

use super::super::lanes::{self, Lanes, Line, ONE};

/// Numbers in a register.
const WIDTH: usize = 8;

/// Four registers of eight neurons.
#[derive(Clone, Copy)]
pub struct Wide([v128; 4]);

impl Wide {
    #[inline(always)]
    fn with(self, other: Wide, operation: impl Fn(v128, v128) -> v128) -> Wide {
        let (a, b) = (self.0, other.0);
        Wide([operation(a[0], b[0]), operation(a[1], b[1]), operation(a[2], b[2]), operation(a[3], b[3])])
    }
}

impl Lanes for Wide {
    type Sums = [v128; 2];

    #[inline(always)]
    fn load(line: &Line) -> Wide {
        let from = line.0.as_ptr();
        // SAFETY: a line has 32 numbers.
        let part = |index: usize| unsafe { v128_load(from.add(index * WIDTH).cast()) };
        Wide([part(0), part(1), part(2), part(3)])
    }

    #[inline(always)]
    fn store(self, line: &mut Line) {
        let to = line.0.as_mut_ptr();
        for (index, part) in self.0.into_iter().enumerate() {
            // SAFETY: a line has 32 numbers.
            unsafe { v128_store(to.add(index * WIDTH).cast(), part) };
        }
    }

    #[inline(always)]
    fn plus(self, other: Wide) -> Wide {
        self.with(other, |a, b| i16x8_add(a, b))
    }

    #[inline(always)]
    fn minus(self, other: Wide) -> Wide {
        self.with(other, |a, b| i16x8_sub(a, b))
    }

    #[inline(always)]
    fn no_sums() -> [v128; 2] {
        [i32x4_splat(0); 2]
    }

    #[inline(always)]
    fn activate(self, weights: Wide, mut sums: [v128; 2]) -> [v128; 2] {
        for (index, (neurons, weights)) in self.0.into_iter().zip(weights.0).enumerate() {
            let value = i16x8_min(i16x8_max(neurons, i16x8_splat(0)), i16x8_splat(ONE));
            let product = i32x4_dot_i16x8(i16x8_mul(value, weights), value);
            sums[index % 2] = i32x4_add(sums[index % 2], product);
        }
        sums
    }

    #[inline(always)]
    fn total(sums: [v128; 2]) -> i32 {
        let four = i32x4_add(sums[0], sums[1]);
        let two = i32x4_add(four, i64x2_shuffle::<1, 0>(four, four));
        i32x4_extract_lane::<0>(two).wrapping_add(i32x4_extract_lane::<1>(two))
    }
}

pub fn update(from: &[Line], to: &mut [Line], rows: &[Line], added: &[usize], removed: &[usize]) {
    lanes::update::<Wide>(from, to, rows, added, removed);
}

pub fn output(mover: &[Line], other: &[Line], weights: &[Line]) -> i32 {
    lanes::output::<Wide>(mover, other, weights)
}
