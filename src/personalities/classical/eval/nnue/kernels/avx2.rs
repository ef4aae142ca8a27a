//! The loops with AVX2.

use std::arch::x86_64::*;

use super::super::lanes::{self, CacheLine, Hidden, LINE, Lanes, ONE};
use super::super::layers::{self, Block, Blocks, GROUP, Layers, SUMS, Sums};

/// Two registers of sixteen neurons. It exists only inside the functions below, which are compiled for AVX2.
#[derive(Clone, Copy)]
pub struct Wide([__m256i; 2]);

impl Lanes for Wide {
    type Sums = [__m256i; 2];
    type Sixteen = [__m256i; 2];

    #[inline(always)]
    fn load(line: &CacheLine) -> Wide {
        let from = (&raw const *line).cast::<__m256i>();
        // SAFETY: this runs on processors with AVX2 only; a line has 64 bytes, and is aligned to as many.
        Wide(unsafe { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] })
    }

    #[inline(always)]
    fn store(self, line: &mut CacheLine) {
        let to = (&raw mut *line).cast::<__m256i>();
        // SAFETY: this runs on processors with AVX2 only; a line has 64 bytes, and is aligned to as many.
        unsafe {
            _mm256_store_si256(to, self.0[0]);
            _mm256_store_si256(to.add(1), self.0[1]);
        }
    }

    #[inline(always)]
    fn plus(self, Wide(other): Wide) -> Wide {
        // SAFETY: this runs on processors with AVX2 only.
        Wide(unsafe { [_mm256_add_epi16(self.0[0], other[0]), _mm256_add_epi16(self.0[1], other[1])] })
    }

    #[inline(always)]
    fn minus(self, Wide(other): Wide) -> Wide {
        // SAFETY: this runs on processors with AVX2 only.
        Wide(unsafe { [_mm256_sub_epi16(self.0[0], other[0]), _mm256_sub_epi16(self.0[1], other[1])] })
    }

    #[inline(always)]
    fn clamped(self) -> Wide {
        // SAFETY: this runs on processors with AVX2 only.
        let clamp = |neurons| unsafe {
            _mm256_min_epi16(_mm256_max_epi16(neurons, _mm256_setzero_si256()), _mm256_set1_epi16(ONE))
        };
        Wide([clamp(self.0[0]), clamp(self.0[1])])
    }

    #[inline(always)]
    fn no_sums() -> [__m256i; 2] {
        // SAFETY: this runs on processors with AVX2 only.
        unsafe { [_mm256_setzero_si256(); 2] }
    }

    #[inline(always)]
    fn activate(self, Wide(weights): Wide, mut sums: [__m256i; 2]) -> [__m256i; 2] {
        for ((neurons, weights), sum) in self.0.into_iter().zip(weights).zip(&mut sums) {
            // SAFETY: this runs on processors with AVX2 only.
            unsafe {
                let product = _mm256_madd_epi16(_mm256_mullo_epi16(neurons, weights), neurons);
                *sum = _mm256_add_epi32(*sum, product);
            }
        }
        sums
    }

    #[inline(always)]
    fn total(sums: [__m256i; 2]) -> i32 {
        // SAFETY: this runs on processors with AVX2 only.
        unsafe {
            let eight = _mm256_add_epi32(sums[0], sums[1]);
            let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
            let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
        }
    }

    #[inline(always)]
    fn squares(self) -> [u8; LINE] {
        // SAFETY: this runs on processors with AVX2 only.
        let square = |neurons| unsafe {
            // The product of eight times each, over 2^15 and rounded.
            let eightfold = _mm256_slli_epi16::<3>(neurons);
            _mm256_mulhrs_epi16(eightfold, eightfold)
        };
        let mut bytes = [0; LINE];
        // SAFETY: this runs on processors with AVX2 only; a line has 32 neurons.
        unsafe {
            let packed = _mm256_packus_epi16(square(self.0[0]), square(self.0[1]));
            // Packing took eight neurons of each register in turn.
            let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
            _mm256_storeu_si256(bytes.as_mut_ptr().cast(), ordered);
        }
        bytes
    }

    #[inline(always)]
    fn sixteen(sums: &[i32; SUMS]) -> [__m256i; 2] {
        let from = sums.as_ptr().cast::<__m256i>();
        // SAFETY: this runs on processors with AVX2 only; two registers hold sixteen sums.
        unsafe { [_mm256_loadu_si256(from), _mm256_loadu_si256(from.add(1))] }
    }

    #[inline(always)]
    fn array(sums: [__m256i; 2]) -> [i32; SUMS] {
        let mut array = [0; SUMS];
        let to = array.as_mut_ptr().cast::<__m256i>();
        // SAFETY: this runs on processors with AVX2 only; two registers hold sixteen sums.
        unsafe {
            _mm256_storeu_si256(to, sums[0]);
            _mm256_storeu_si256(to.add(1), sums[1]);
        }
        array
    }

    #[inline(always)]
    fn add_bytes(mut sums: [__m256i; 2], bytes: [u8; GROUP], weights: &Block) -> [__m256i; 2] {
        let weights = (&raw const *weights).cast::<__m256i>();
        for (part, sum) in sums.iter_mut().enumerate() {
            // SAFETY: this runs on processors with AVX2 only; a block has 64 bytes, and is aligned to as many.
            unsafe {
                let bytes = _mm256_set1_epi64x(i64::from_ne_bytes(bytes));
                // Two products of at most 127 · 127 fit into 16 bits.
                let two = _mm256_maddubs_epi16(bytes, _mm256_load_si256(weights.add(part)));
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(two, _mm256_set1_epi16(1)));
            }
        }
        sums
    }

    #[inline(always)]
    fn add_line(mut sums: [__m256i; 2], bytes: [u8; LINE], blocks: &Blocks, are_small: bool) -> [__m256i; 2] {
        let groups = bytes.as_chunks().0;
        if !are_small {
            for (bytes, block) in groups.iter().zip(blocks) {
                sums = Self::add_bytes(sums, *bytes, block);
            }
            return sums;
        }
        for (part, sum) in sums.iter_mut().enumerate() {
            // SAFETY: this runs on processors with AVX2 only; a block has 64 bytes, and is aligned to as many.
            unsafe {
                let mut products = _mm256_setzero_si256();
                for (bytes, block) in groups.iter().zip(blocks) {
                    let weights = _mm256_load_si256((&raw const *block).cast::<__m256i>().add(part));
                    let two = _mm256_maddubs_epi16(_mm256_set1_epi64x(i64::from_ne_bytes(*bytes)), weights);
                    products = _mm256_add_epi16(products, two);
                }
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(products, _mm256_set1_epi16(1)));
            }
        }
        sums
    }

    #[inline(always)]
    fn add_pair(self, pair: [i16; 2], mut sums: [__m256i; 2]) -> [__m256i; 2] {
        let pair = layers::packed(pair);
        for (sum, weights) in sums.iter_mut().zip(self.0) {
            // SAFETY: this runs on processors with AVX2 only.
            unsafe { *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(_mm256_set1_epi32(pair), weights)) };
        }
        sums
    }
}

compile!(Wide, "avx2");
