//! The loops with the 128-bit instructions of WebAssembly, which a module has throughout or not at all.

use std::arch::wasm32::*;

use super::super::lanes::{self, CacheLine, Hidden, LINE, Lanes, ONE};
use super::super::layers::{self, Block, GROUP, Layers, SUMS, Sums};

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
    type Sixteen = [v128; 4];

    #[inline(always)]
    fn load(line: &CacheLine) -> Wide {
        let from = line.0.as_ptr();
        // SAFETY: a line has 32 numbers.
        let part = |index: usize| unsafe { v128_load(from.add(index * WIDTH).cast()) };
        Wide([part(0), part(1), part(2), part(3)])
    }

    #[inline(always)]
    fn store(self, line: &mut CacheLine) {
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
    fn clamped(self) -> Wide {
        Wide(self.0.map(|neurons| i16x8_min(i16x8_max(neurons, i16x8_splat(0)), i16x8_splat(ONE))))
    }

    #[inline(always)]
    fn no_sums() -> [v128; 2] {
        [i32x4_splat(0); 2]
    }

    #[inline(always)]
    fn activate(self, weights: Wide, mut sums: [v128; 2]) -> [v128; 2] {
        for (index, (neurons, weights)) in self.0.into_iter().zip(weights.0).enumerate() {
            let product = i32x4_dot_i16x8(i16x8_mul(neurons, weights), neurons);
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

    #[inline(always)]
    fn squares(self) -> [u8; LINE] {
        let [a, b, c, d] = self.0.map(|neurons| u16x8_shr(i16x8_add(i16x8_mul(neurons, neurons), i16x8_splat(256)), 9));
        let mut bytes = [0; LINE];
        let to = bytes.as_mut_ptr().cast::<v128>();
        // SAFETY: a line has 32 neurons.
        unsafe {
            v128_store(to, u8x16_narrow_i16x8(a, b));
            v128_store(to.add(1), u8x16_narrow_i16x8(c, d));
        }
        bytes
    }

    #[inline(always)]
    fn sixteen(sums: &[i32; SUMS]) -> [v128; 4] {
        let from = sums.as_ptr().cast::<v128>();
        // SAFETY: four registers hold sixteen sums.
        let part = |index: usize| unsafe { v128_load(from.add(index)) };
        [part(0), part(1), part(2), part(3)]
    }

    #[inline(always)]
    fn array(sums: [v128; 4]) -> [i32; SUMS] {
        let mut array = [0; SUMS];
        let to = array.as_mut_ptr().cast::<v128>();
        for (index, part) in sums.into_iter().enumerate() {
            // SAFETY: four registers hold sixteen sums.
            unsafe { v128_store(to.add(index), part) };
        }
        array
    }

    #[inline(always)]
    fn add_bytes(mut sums: [v128; 4], bytes: [u8; GROUP], weights: &Block) -> [v128; 4] {
        let bytes = i16x8_extend_low_i8x16(i64x2_splat(i64::from_ne_bytes(bytes)));
        let weights = weights.0.as_ptr().cast::<v128>();
        for (part, sums) in sums.iter_mut().enumerate() {
            // SAFETY: a block has 64 bytes.
            let weights = unsafe { v128_load(weights.add(part)) };
            let low = i32x4_dot_i16x8(bytes, i16x8_extend_low_i8x16(weights));
            let high = i32x4_dot_i16x8(bytes, i16x8_extend_high_i8x16(weights));
            *sums = i32x4_add(*sums, add_pairs(low, high));
        }
        sums
    }

    #[inline(always)]
    fn add_pair(self, pair: [i16; 2], mut sums: [v128; 4]) -> [v128; 4] {
        let pair = i32x4_splat(layers::packed(pair));
        for (sums, weights) in sums.iter_mut().zip(self.0) {
            *sums = i32x4_add(*sums, i32x4_dot_i16x8(pair, weights));
        }
        sums
    }
}

/// The sums of each two neighbours.
#[inline(always)]
fn add_pairs(low: v128, high: v128) -> v128 {
    i32x4_add(i32x4_shuffle::<0, 2, 4, 6>(low, high), i32x4_shuffle::<1, 3, 5, 7>(low, high))
}

pub fn update(from: &[CacheLine], to: &mut [CacheLine], rows: &[CacheLine], added: &[usize], removed: &[usize]) {
    lanes::update::<Wide>(from, to, rows, added, removed);
}

pub fn output(sides: [Hidden; 2], threat_rows: &[CacheLine], weights: &[CacheLine], layers: Option<&Layers>) -> Sums {
    layers::output::<Wide>(sides, threat_rows, weights, layers)
}
