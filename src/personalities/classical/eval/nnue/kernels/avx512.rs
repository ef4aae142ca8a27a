//! The loops with AVX-512 F and BW, and with VNNI where the processor has that too.

use std::arch::x86_64::*;

use super::super::lanes::{CacheLine, LINE, Lanes, ONE};
use super::super::layers::{self, Block, GROUP, SUMS};

/// One register of 32 neurons. It exists only inside the functions below, which are compiled for AVX-512 BW, and for
/// VNNI where that is in the type.
#[derive(Clone, Copy)]
pub struct Wide<const HAS_VNNI: bool>(__m512i);

/// Parts of sums, to which products are added in turn: an addition that is one instruction with its multiplication
/// takes several cycles, and the next one to the same register would wait for it.
type Parts = [__m512i; 4];

/// Adds a product to the first part, and moves that to the end.
#[inline(always)]
fn add([first, second, third, fourth]: Parts, with_product: impl FnOnce(__m512i) -> __m512i) -> Parts {
    [second, third, fourth, with_product(first)]
}

/// The sums of all parts.
#[inline(always)]
fn joined([first, second, third, fourth]: Parts) -> __m512i {
    // SAFETY: this runs on processors with AVX-512 only.
    unsafe { _mm512_add_epi32(_mm512_add_epi32(first, second), _mm512_add_epi32(third, fourth)) }
}

impl<const HAS_VNNI: bool> Lanes for Wide<HAS_VNNI> {
    type Sums = Parts;
    type Sixteen = Parts;

    #[inline(always)]
    fn load(line: &CacheLine) -> Self {
        // SAFETY: this runs on processors with AVX-512 only; a line has 64 bytes, and is aligned to as many.
        Wide(unsafe { _mm512_load_si512((&raw const *line).cast()) })
    }

    #[inline(always)]
    fn store(self, line: &mut CacheLine) {
        // SAFETY: this runs on processors with AVX-512 only; a line has 64 bytes, and is aligned to as many.
        unsafe { _mm512_store_si512((&raw mut *line).cast(), self.0) };
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        // SAFETY: this runs on processors with AVX-512 BW only.
        Wide(unsafe { _mm512_add_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: this runs on processors with AVX-512 BW only.
        Wide(unsafe { _mm512_sub_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn clamped(self) -> Self {
        // SAFETY: this runs on processors with AVX-512 BW only.
        Wide(unsafe { _mm512_min_epi16(_mm512_max_epi16(self.0, _mm512_setzero_si512()), _mm512_set1_epi16(ONE)) })
    }

    #[inline(always)]
    fn no_sums() -> Parts {
        // SAFETY: this runs on processors with AVX-512 only.
        unsafe { [_mm512_setzero_si512(); 4] }
    }

    #[inline(always)]
    fn activate(self, weights: Self, sums: Parts) -> Parts {
        // SAFETY: this runs on processors with AVX-512 BW only.
        add(sums, |sum| unsafe {
            _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_mullo_epi16(self.0, weights.0), self.0))
        })
    }

    #[inline(always)]
    fn total(sums: Parts) -> i32 {
        // SAFETY: this runs on processors with AVX-512 only.
        unsafe { _mm512_reduce_add_epi32(joined(sums)) }
    }

    #[inline(always)]
    fn squares(self) -> [u8; LINE] {
        let mut bytes = [0; LINE];
        // SAFETY: this runs on processors with AVX-512 BW only; a line has 32 neurons.
        unsafe {
            // The product of eight times each, over 2^15 and rounded.
            let eightfold = _mm512_slli_epi16::<3>(self.0);
            let packed = _mm512_cvtepi16_epi8(_mm512_mulhrs_epi16(eightfold, eightfold));
            _mm256_storeu_si256(bytes.as_mut_ptr().cast(), packed);
        }
        bytes
    }

    #[inline(always)]
    fn sixteen(sums: &[i32; SUMS]) -> Parts {
        let mut parts = Self::no_sums();
        // SAFETY: this runs on processors with AVX-512 only; a register holds sixteen sums.
        parts[0] = unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) };
        parts
    }

    #[inline(always)]
    fn array(sums: Parts) -> [i32; SUMS] {
        let mut array = [0; SUMS];
        // SAFETY: this runs on processors with AVX-512 only; a register holds sixteen sums.
        unsafe { _mm512_storeu_si512(array.as_mut_ptr().cast(), joined(sums)) };
        array
    }

    #[inline(always)]
    fn add_bytes(sums: Parts, bytes: [u8; GROUP], weights: &Block) -> Parts {
        // SAFETY: this runs on processors with AVX-512 BW only, and with VNNI where the type says so; a block has 64
        // bytes, and is aligned to as many.
        add(sums, |sum| unsafe {
            let bytes = _mm512_set1_epi64(i64::from_ne_bytes(bytes));
            let weights = _mm512_load_si512((&raw const *weights).cast());
            if HAS_VNNI {
                return _mm512_dpbusd_epi32(sum, bytes, weights);
            }
            // Two products of at most 127 · 127 fit into 16 bits.
            let two = _mm512_maddubs_epi16(bytes, weights);
            _mm512_add_epi32(sum, _mm512_madd_epi16(two, _mm512_set1_epi16(1)))
        })
    }

    #[inline(always)]
    fn add_pair(self, pair: [i16; 2], sums: Parts) -> Parts {
        let pair = layers::packed(pair);
        // SAFETY: this runs on processors with AVX-512 BW only.
        add(sums, |sum| unsafe { _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_set1_epi32(pair), self.0)) })
    }
}

pub mod plain {
    use super::super::super::lanes::{self, CacheLine, Hidden};
    use super::super::super::layers::{self, Layers, Sums};

    compile!(super::Wide<false>, "avx512f,avx512bw");
}

pub mod vnni {
    use super::super::super::lanes::{self, CacheLine, Hidden};
    use super::super::super::layers::{self, Layers, Sums};

    compile!(super::Wide<true>, "avx512f,avx512bw,avx512vnni");
}
