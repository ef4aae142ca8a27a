//! The loops of `lanes.rs` with the instructions that the processor has: all give the same numbers as the scalar ones,
//! bit by bit. `unsafe` is in this file and in `simd128.rs` alone.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

use super::lanes::{self, Line, Plain};

/// Compiles the loops for a set of instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! compile {
    ($lanes:ty, $features:literal) => {
        #[target_feature(enable = $features)]
        pub fn update(from: &[Line], to: &mut [Line], rows: &[Line], added: &[usize], removed: &[usize]) {
            lanes::update::<$lanes>(from, to, rows, added, removed);
        }

        #[target_feature(enable = $features)]
        pub fn output(mover: &[Line], other: &[Line], weights: &[Line]) -> i32 {
            lanes::output::<$lanes>(mover, other, weights)
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::super::lanes::{self, Lanes, Line, ONE};

    /// Two registers of sixteen neurons. It exists only inside the functions below, which are compiled for AVX2.
    #[derive(Clone, Copy)]
    pub struct Wide([__m256i; 2]);

    impl Lanes for Wide {
        type Sums = [__m256i; 2];

        #[inline(always)]
        fn load(line: &Line) -> Wide {
            let from = (&raw const *line).cast::<__m256i>();
            // SAFETY: this runs on processors with AVX2 only; a line has 64 bytes, and is aligned to as many.
            Wide(unsafe { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] })
        }

        #[inline(always)]
        fn store(self, line: &mut Line) {
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
        fn no_sums() -> [__m256i; 2] {
            // SAFETY: this runs on processors with AVX2 only.
            unsafe { [_mm256_setzero_si256(); 2] }
        }

        #[inline(always)]
        fn activate(self, Wide(weights): Wide, mut sums: [__m256i; 2]) -> [__m256i; 2] {
            for ((neurons, weights), sum) in self.0.into_iter().zip(weights).zip(&mut sums) {
                // SAFETY: this runs on processors with AVX2 only.
                unsafe {
                    let value =
                        _mm256_min_epi16(_mm256_max_epi16(neurons, _mm256_setzero_si256()), _mm256_set1_epi16(ONE));
                    let product = _mm256_madd_epi16(_mm256_mullo_epi16(value, weights), value);
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
    }

    compile!(Wide, "avx2");
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::super::lanes::{self, Lanes, Line, ONE};

    /// One register of 32 neurons. It exists only inside the functions below, which are compiled for AVX-512 BW.
    #[derive(Clone, Copy)]
    pub struct Wide(__m512i);

    impl Lanes for Wide {
        type Sums = __m512i;

        #[inline(always)]
        fn load(line: &Line) -> Wide {
            // SAFETY: this runs on processors with AVX-512 only; a line has 64 bytes, and is aligned to as many.
            Wide(unsafe { _mm512_load_si512((&raw const *line).cast()) })
        }

        #[inline(always)]
        fn store(self, line: &mut Line) {
            // SAFETY: this runs on processors with AVX-512 only; a line has 64 bytes, and is aligned to as many.
            unsafe { _mm512_store_si512((&raw mut *line).cast(), self.0) };
        }

        #[inline(always)]
        fn plus(self, other: Wide) -> Wide {
            // SAFETY: this runs on processors with AVX-512 BW only.
            Wide(unsafe { _mm512_add_epi16(self.0, other.0) })
        }

        #[inline(always)]
        fn minus(self, other: Wide) -> Wide {
            // SAFETY: this runs on processors with AVX-512 BW only.
            Wide(unsafe { _mm512_sub_epi16(self.0, other.0) })
        }

        #[inline(always)]
        fn no_sums() -> __m512i {
            // SAFETY: this runs on processors with AVX-512 only.
            unsafe { _mm512_setzero_si512() }
        }

        #[inline(always)]
        fn activate(self, weights: Wide, sums: __m512i) -> __m512i {
            // SAFETY: this runs on processors with AVX-512 BW only.
            unsafe {
                let value = _mm512_min_epi16(_mm512_max_epi16(self.0, _mm512_setzero_si512()), _mm512_set1_epi16(ONE));
                _mm512_add_epi32(sums, _mm512_madd_epi16(_mm512_mullo_epi16(value, weights.0), value))
            }
        }

        #[inline(always)]
        fn total(sums: __m512i) -> i32 {
            // SAFETY: this runs on processors with AVX-512 only.
            unsafe { _mm512_reduce_add_epi32(sums) }
        }
    }

    compile!(Wide, "avx512f,avx512bw");
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;

    use super::super::lanes::{self, Lanes, Line, ONE};

    /// Four registers of eight neurons. It exists only inside the functions below, which are compiled for NEON.
    #[derive(Clone, Copy)]
    pub struct Wide(int16x8x4_t);

    impl Lanes for Wide {
        type Sums = int32x4x2_t;

        #[inline(always)]
        fn load(line: &Line) -> Wide {
            // SAFETY: this runs on processors with NEON only; a line has 32 numbers.
            Wide(unsafe { vld1q_s16_x4(line.0.as_ptr()) })
        }

        #[inline(always)]
        fn store(self, line: &mut Line) {
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
                    let value = vminq_s16(vmaxq_s16(neurons, vdupq_n_s16(0)), vdupq_n_s16(ONE));
                    let product = vmulq_s16(value, weights);
                    sums.0 = vmlal_s16(sums.0, vget_low_s16(product), vget_low_s16(value));
                    sums.1 = vmlal_high_s16(sums.1, product, value);
                }
            }
            sums
        }

        #[inline(always)]
        fn total(sums: int32x4x2_t) -> i32 {
            // SAFETY: this runs on processors with NEON only.
            unsafe { vaddvq_s32(vaddq_s32(sums.0, sums.1)) }
        }
    }

    compile!(Wide, "neon");
}

/// The loops compiled for a set of instructions. A value exists only where the processor has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Instructions);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Kernel {
    /// The definition of what the others compute.
    pub const SCALAR: Kernel = Kernel(Instructions::Scalar);

    /// What this processor can run, the fastest last.
    pub fn available() -> Vec<Kernel> {
        let mut kernels = vec![Kernel::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                kernels.push(Kernel(Instructions::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                kernels.push(Kernel(Instructions::Avx512));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            kernels.push(Kernel(Instructions::Neon));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        kernels.push(Kernel(Instructions::Simd128));
        kernels
    }

    /// The fastest that this processor can run.
    pub fn best() -> Kernel {
        Kernel::available().pop().unwrap_or(Kernel::SCALAR)
    }

    /// `to` = `from` + the rows `added` − the rows `removed`, modulo 2^16. `rows` holds rows as wide as `from`.
    #[inline]
    pub fn update(self, from: &[Line], to: &mut [Line], rows: &[Line], added: &[usize], removed: &[usize]) {
        match self.0 {
            Instructions::Scalar => lanes::update::<Plain>(from, to, rows, added, removed),
            // SAFETY: such a value was made where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::update(from, to, rows, added, removed) },
            // SAFETY: such a value was made where the processor has AVX-512 F and BW.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { avx512::update(from, to, rows, added, removed) },
            // SAFETY: such a value was made where the processor has NEON.
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => unsafe { neon::update(from, to, rows, added, removed) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => simd128::update(from, to, rows, added, removed),
        }
    }

    /// The sum of `weight · v²` over the neurons of the mover's half and the other's, `v` being a neuron between 0 and
    /// 255. The sum of the absolute weights times 255² must fit into 32 bits.
    #[inline]
    pub fn output(self, mover: &[Line], other: &[Line], weights: &[Line]) -> i32 {
        match self.0 {
            Instructions::Scalar => lanes::output::<Plain>(mover, other, weights),
            // SAFETY: such a value was made where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::output(mover, other, weights) },
            // SAFETY: such a value was made where the processor has AVX-512 F and BW.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { avx512::output(mover, other, weights) },
            // SAFETY: such a value was made where the processor has NEON.
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => unsafe { neon::output(mover, other, weights) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => simd128::output(mover, other, weights),
        }
    }
}

#[cfg(test)]
mod tests;
