//! The loops with NEON.

use std::arch::aarch64::*;

use super::super::lanes::{self, CacheLine, Hidden, LINE, Lanes, ONE};
use super::super::layers::{self, Block, GROUP, Layers, SUMS, Sums};

/// Four registers of eight neurons. It exists only inside the functions below, which are compiled for NEON.
#[derive(Clone, Copy)]
pub struct Wide(int16x8x4_t);

impl Lanes for Wide {
    type Sums = int32x4x2_t;
    type Sixteen = int32x4x4_t;

    #[inline(always)]
    fn load(line: &CacheLine) -> Wide {
        // SAFETY: this runs on processors with NEON only; a line has 32 numbers.
        Wide(unsafe { vld1q_s16_x4(line.0.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, line: &mut CacheLine) {
        // SAFETY: this runs on processors with NEON only; a line has 32 numbers.
        unsafe { vst1q_s16_x4(line.0.as_mut_ptr(), self.0) };
    }

    #[inline(always)]
    fn plus(self, other: Wide) -> Wide {
        let (a, b) = (self.0, other.0);
        // SAFETY: this runs on processors with NEON only.
        let add = |a, b| unsafe { vaddq_s16(a, b) };
        Wide(int16x8x4_t(add(a.0, b.0), add(a.1, b.1), add(a.2, b.2), add(a.3, b.3)))
    }

    #[inline(always)]
    fn minus(self, other: Wide) -> Wide {
        let (a, b) = (self.0, other.0);
        // SAFETY: this runs on processors with NEON only.
        let subtract = |a, b| unsafe { vsubq_s16(a, b) };
        Wide(int16x8x4_t(subtract(a.0, b.0), subtract(a.1, b.1), subtract(a.2, b.2), subtract(a.3, b.3)))
    }

    #[inline(always)]
    fn clamped(self) -> Wide {
        let Wide(a) = self;
        // SAFETY: this runs on processors with NEON only.
        let clamp = |neurons| unsafe { vminq_s16(vmaxq_s16(neurons, vdupq_n_s16(0)), vdupq_n_s16(ONE)) };
        Wide(int16x8x4_t(clamp(a.0), clamp(a.1), clamp(a.2), clamp(a.3)))
    }

    #[inline(always)]
    fn no_sums() -> int32x4x2_t {
        // SAFETY: this runs on processors with NEON only.
        unsafe { int32x4x2_t(vdupq_n_s32(0), vdupq_n_s32(0)) }
    }

    #[inline(always)]
    fn activate(self, weights: Wide, sums: int32x4x2_t) -> int32x4x2_t {
        let (a, b) = (self.0, weights.0);
        let mut sums = sums;
        for (neurons, weights) in [(a.0, b.0), (a.1, b.1), (a.2, b.2), (a.3, b.3)] {
            // SAFETY: this runs on processors with NEON only.
            unsafe {
                let product = vmulq_s16(neurons, weights);
                sums.0 = vmlal_s16(sums.0, vget_low_s16(product), vget_low_s16(neurons));
                sums.1 = vmlal_high_s16(sums.1, product, neurons);
            }
        }
        sums
    }

    #[inline(always)]
    fn total(sums: int32x4x2_t) -> i32 {
        // SAFETY: this runs on processors with NEON only.
        unsafe { vaddvq_s32(vaddq_s32(sums.0, sums.1)) }
    }

    #[inline(always)]
    fn squares(self) -> [u8; LINE] {
        // SAFETY: this runs on processors with NEON only.
        let square = |neurons| unsafe {
            let neurons = vreinterpretq_u16_s16(neurons);
            vmovn_u16(vrshrq_n_u16::<9>(vmulq_u16(neurons, neurons)))
        };
        let Wide(a) = self;
        let mut bytes = [0; LINE];
        // SAFETY: this runs on processors with NEON only; a line has 32 neurons.
        unsafe { vst1_u8_x4(bytes.as_mut_ptr(), uint8x8x4_t(square(a.0), square(a.1), square(a.2), square(a.3))) };
        bytes
    }

    #[inline(always)]
    fn sixteen(sums: &[i32; SUMS]) -> int32x4x4_t {
        // SAFETY: this runs on processors with NEON only; four registers hold sixteen sums.
        unsafe { vld1q_s32_x4(sums.as_ptr()) }
    }

    #[inline(always)]
    fn array(sums: int32x4x4_t) -> [i32; SUMS] {
        let mut array = [0; SUMS];
        // SAFETY: this runs on processors with NEON only; four registers hold sixteen sums.
        unsafe { vst1q_s32_x4(array.as_mut_ptr(), sums) };
        array
    }

    #[inline(always)]
    fn add_bytes(sums: int32x4x4_t, bytes: [u8; GROUP], weights: &Block) -> int32x4x4_t {
        // SAFETY: this runs on processors with NEON only; a block has 64 weights.
        let (bytes, w) =
            unsafe { (vreinterpretq_s8_s64(vdupq_n_s64(i64::from_ne_bytes(bytes))), vld1q_s8_x4(weights.0.as_ptr())) };
        // SAFETY: this runs on processors with NEON only.
        let add = |sums, weights| unsafe {
            let products = vmull_s8(vget_low_s8(bytes), vget_low_s8(weights));
            // Two products of at most 127 · 127 fit into 16 bits.
            vpadalq_s16(sums, vpaddq_s16(products, vmull_high_s8(bytes, weights)))
        };
        int32x4x4_t(add(sums.0, w.0), add(sums.1, w.1), add(sums.2, w.2), add(sums.3, w.3))
    }

    #[inline(always)]
    fn add_pair(self, pair: [i16; 2], sums: int32x4x4_t) -> int32x4x4_t {
        let Wide(w) = self;
        // SAFETY: this runs on processors with NEON only.
        let add = |sums, weights| unsafe {
            let pair = vreinterpretq_s16_s32(vdupq_n_s32(layers::packed(pair)));
            let products = vmull_s16(vget_low_s16(pair), vget_low_s16(weights));
            vaddq_s32(sums, vpaddq_s32(products, vmull_high_s16(pair, weights)))
        };
        int32x4x4_t(add(sums.0, w.0), add(sums.1, w.1), add(sums.2, w.2), add(sums.3, w.3))
    }
}

compile!(Wide, "neon");
