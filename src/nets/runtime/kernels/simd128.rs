//! Eight numbers in the registers of WebAssembly.

use std::arch::wasm32::{f32x4_add, f32x4_mul, f32x4_splat, v128, v128_load, v128_store};

use super::{Lanes, WIDTH};

/// Two registers of WebAssembly. The sums are those of `Plain`, bit by bit: products are rounded before they are
/// added.
#[derive(Clone, Copy)]
pub struct Wide([v128; 2]);

impl Lanes for Wide {
    #[inline(always)]
    fn splat(value: f32) -> Wide {
        Wide([f32x4_splat(value); 2])
    }

    #[inline(always)]
    fn load(from: &[f32; WIDTH]) -> Wide {
        let from = from.as_ptr().cast::<v128>();
        // SAFETY: eight numbers are two registers, aligned or not.
        Wide(unsafe { [v128_load(from), v128_load(from.add(1))] })
    }

    #[inline(always)]
    fn store(self) -> [f32; WIDTH] {
        let mut numbers = [0.0; WIDTH];
        let to = numbers.as_mut_ptr().cast::<v128>();
        // SAFETY: eight numbers are two registers, aligned or not.
        unsafe {
            v128_store(to, self.0[0]);
            v128_store(to.add(1), self.0[1]);
        }
        numbers
    }

    #[inline(always)]
    fn times_plus(self, factor: Wide, summand: Wide) -> Wide {
        let sum = |i: usize| f32x4_add(f32x4_mul(self.0[i], factor.0[i]), summand.0[i]);
        Wide([sum(0), sum(1)])
    }

    #[inline(always)]
    fn plus(self, other: Wide) -> Wide {
        Wide([f32x4_add(self.0[0], other.0[0]), f32x4_add(self.0[1], other.0[1])])
    }
}
