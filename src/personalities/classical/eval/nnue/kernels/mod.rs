//! The loops of `lanes.rs` with the instructions that the processor has: all give the same numbers as the scalar ones,
//! bit by bit. `unsafe` is in this file and in those of the sets of instructions alone.

use super::lanes::{self, CacheLine, Hidden, Plain};
use super::layers::{self, Layers, Sums};

/// Compiles the loops for a set of instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! compile {
    ($lanes:ty, $features:literal) => {
        #[target_feature(enable = $features)]
        pub fn update(
            from: &[CacheLine],
            to: &mut [CacheLine],
            rows: &[CacheLine],
            added: &[usize],
            removed: &[usize],
        ) {
            lanes::update::<$lanes>(from, to, rows, added, removed);
        }

        #[target_feature(enable = $features)]
        pub fn output(
            sides: [Hidden; 2],
            threat_rows: &[CacheLine],
            weights: &[CacheLine],
            layers: Option<&Layers>,
        ) -> Sums {
            layers::output::<$lanes>(sides, threat_rows, weights, layers)
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(target_arch = "x86_64")]
mod ssse3;

/// The loops compiled for a set of instructions. A value exists only where the processor has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Instructions);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Ssse3,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Kernel {
    /// The definition of what the others compute.
    pub const SCALAR: Kernel = Kernel(Instructions::Scalar);

    /// The kernels that this processor can run, the fastest last.
    pub fn available() -> Vec<Kernel> {
        let mut kernels = vec![Kernel::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("ssse3") {
                kernels.push(Kernel(Instructions::Ssse3));
            }
            if is_x86_feature_detected!("avx2") {
                kernels.push(Kernel(Instructions::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                kernels.push(Kernel(Instructions::Avx512));
                if is_x86_feature_detected!("avx512vnni") {
                    kernels.push(Kernel(Instructions::Avx512Vnni));
                }
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
    pub fn update(
        self,
        from: &[CacheLine],
        to: &mut [CacheLine],
        rows: &[CacheLine],
        added: &[usize],
        removed: &[usize],
    ) {
        match self.0 {
            Instructions::Scalar => lanes::update::<Plain>(from, to, rows, added, removed),
            // SAFETY: such a value was made where the processor has SSSE3.
            #[cfg(target_arch = "x86_64")]
            Instructions::Ssse3 => unsafe { ssse3::update(from, to, rows, added, removed) },
            // SAFETY: such a value was made where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::update(from, to, rows, added, removed) },
            // SAFETY: such a value was made where the processor has AVX-512 F and BW.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { avx512::plain::update(from, to, rows, added, removed) },
            // SAFETY: such a value was made where the processor has AVX-512 F, BW and VNNI.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512Vnni => unsafe { avx512::vnni::update(from, to, rows, added, removed) },
            // SAFETY: such a value was made where the processor has NEON.
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => unsafe { neon::update(from, to, rows, added, removed) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => simd128::update(from, to, rows, added, removed),
        }
    }

    /// The sums of the hidden layer, from the mover's neurons and the other's; see `output` of `layers.rs`.
    #[inline]
    pub fn output(
        self,
        sides: [Hidden; 2],
        threat_rows: &[CacheLine],
        weights: &[CacheLine],
        layers: Option<&Layers>,
    ) -> Sums {
        match self.0 {
            Instructions::Scalar => layers::output::<Plain>(sides, threat_rows, weights, layers),
            // SAFETY: such a value was made where the processor has SSSE3.
            #[cfg(target_arch = "x86_64")]
            Instructions::Ssse3 => unsafe { ssse3::output(sides, threat_rows, weights, layers) },
            // SAFETY: such a value was made where the processor has AVX2.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { avx2::output(sides, threat_rows, weights, layers) },
            // SAFETY: such a value was made where the processor has AVX-512 F and BW.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { avx512::plain::output(sides, threat_rows, weights, layers) },
            // SAFETY: such a value was made where the processor has AVX-512 F, BW and VNNI.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512Vnni => unsafe { avx512::vnni::output(sides, threat_rows, weights, layers) },
            // SAFETY: such a value was made where the processor has NEON.
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => unsafe { neon::output(sides, threat_rows, weights, layers) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => simd128::output(sides, threat_rows, weights, layers),
        }
    }
}

#[cfg(test)]
mod tests;
