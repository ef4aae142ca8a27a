//! The loops with SSSE3, which every x86-64 processor of the last fifteen years has.

use std::arch::x86_64::*;

use super::super::lanes::{self, CacheLine, Hidden, LINE, Lanes, ONE};
use super::super::layers::{self, Block, GROUP, Layers, SUMS, Sums};

/// Four registers of eight neurons. It exists only inside the functions below, which are compiled for SSSE3.
#[derive(Clone, Copy)]
pub struct Wide([__m128i; 4]);

impl Wide {
    #[inline(always)]
    fn with(self, other: Wide, operation: impl Fn(__m128i, __m128i) -> __m128i) -> Wide {
        let (a, b) = (self.0, other.0);
        Wide([operation(a[0], b[0]), operation(a[1], b[1]), operation(a[2], b[2]), operation(a[3], b[3])])
    }
}

/// Four registers at this place, which is aligned to 16 bytes and has 64.
#[inline(always)]
fn loaded<T>(from: &T) -> [__m128i; 4] {
    const { assert!(size_of::<T>() == 64) };
    let from = (&raw const *from).cast::<__m128i>();
    // SAFETY: four registers have 64 bytes, and so has `T`.
    let part = |index: usize| unsafe { _mm_loadu_si128(from.add(index)) };
    [part(0), part(1), part(2), part(3)]
}

impl Lanes for Wide {
    type Sums = [__m128i; 2];
    type Sixteen = [__m128i; 4];

    #[inline(always)]
    fn load(line: &CacheLine) -> Wide {
        Wide(loaded(line))
    }

    #[inline(always)]
    fn store(self, line: &mut CacheLine) {
        let to = (&raw mut *line).cast::<__m128i>();
        for (index, part) in self.0.into_iter().enumerate() {
            // SAFETY: a line has 64 bytes, and is aligned to as many.
            unsafe { _mm_store_si128(to.add(index), part) };
        }
    }

    #[inline(always)]
    fn plus(self, other: Wide) -> Wide {
        // SAFETY: every x86-64 processor has SSE2.
        self.with(other, |a, b| unsafe { _mm_add_epi16(a, b) })
    }

    #[inline(always)]
    fn minus(self, other: Wide) -> Wide {
        // SAFETY: every x86-64 processor has SSE2.
        self.with(other, |a, b| unsafe { _mm_sub_epi16(a, b) })
    }

    #[inline(always)]
    fn clamped(self) -> Wide {
        // SAFETY: every x86-64 processor has SSE2.
        Wide(
            self.0.map(|neurons| unsafe {
                _mm_min_epi16(_mm_max_epi16(neurons, _mm_setzero_si128()), _mm_set1_epi16(ONE))
            }),
        )
    }

    #[inline(always)]
    fn no_sums() -> [__m128i; 2] {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe { [_mm_setzero_si128(); 2] }
    }

    #[inline(always)]
    fn activate(self, weights: Wide, mut sums: [__m128i; 2]) -> [__m128i; 2] {
        for (index, (neurons, weights)) in self.0.into_iter().zip(weights.0).enumerate() {
            // SAFETY: every x86-64 processor has SSE2.
            unsafe {
                let product = _mm_madd_epi16(_mm_mullo_epi16(neurons, weights), neurons);
                sums[index % 2] = _mm_add_epi32(sums[index % 2], product);
            }
        }
        sums
    }

    #[inline(always)]
    fn total(sums: [__m128i; 2]) -> i32 {
        // SAFETY: every x86-64 processor has SSE2.
        unsafe {
            let four = _mm_add_epi32(sums[0], sums[1]);
            let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
        }
    }

    #[inline(always)]
    fn squares(self) -> [u8; LINE] {
        let mut bytes = [0; LINE];
        let to = bytes.as_mut_ptr().cast::<__m128i>();
        // SAFETY: this runs on processors with SSSE3 only; a line has 32 neurons.
        unsafe {
            let [a, b, c, d] = self.0.map(|neurons| {
                // The product of eight times each, over 2^15 and rounded.
                let eightfold = _mm_slli_epi16::<3>(neurons);
                _mm_mulhrs_epi16(eightfold, eightfold)
            });
            _mm_storeu_si128(to, _mm_packus_epi16(a, b));
            _mm_storeu_si128(to.add(1), _mm_packus_epi16(c, d));
        }
        bytes
    }

    #[inline(always)]
    fn sixteen(sums: &[i32; SUMS]) -> [__m128i; 4] {
        loaded(sums)
    }

    #[inline(always)]
    fn array(sums: [__m128i; 4]) -> [i32; SUMS] {
        let mut array = [0; SUMS];
        let to = array.as_mut_ptr().cast::<__m128i>();
        for (index, part) in sums.into_iter().enumerate() {
            // SAFETY: every x86-64 processor has SSE2; four registers hold sixteen sums.
            unsafe { _mm_storeu_si128(to.add(index), part) };
        }
        array
    }

    #[inline(always)]
    fn add_bytes(mut sums: [__m128i; 4], bytes: [u8; GROUP], weights: &Block) -> [__m128i; 4] {
        for (sum, weights) in sums.iter_mut().zip(loaded(weights)) {
            // SAFETY: this runs on processors with SSSE3 only.
            unsafe {
                // Two products of at most 127 · 127 fit into 16 bits.
                let two = _mm_maddubs_epi16(_mm_set1_epi64x(i64::from_ne_bytes(bytes)), weights);
                *sum = _mm_add_epi32(*sum, _mm_madd_epi16(two, _mm_set1_epi16(1)));
            }
        }
        sums
    }

    #[inline(always)]
    fn add_pair(self, pair: [i16; 2], mut sums: [__m128i; 4]) -> [__m128i; 4] {
        let pair = layers::packed(pair);
        for (sum, weights) in sums.iter_mut().zip(self.0) {
            // SAFETY: every x86-64 processor has SSE2.
            unsafe { *sum = _mm_add_epi32(*sum, _mm_madd_epi16(_mm_set1_epi32(pair), weights)) };
        }
        sums
    }
}

compile!(Wide, "ssse3");
