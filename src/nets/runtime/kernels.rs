//! The loops in which the time goes: eight numbers at a time, with AVX2 and FMA where the processor has them.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

use std::array::from_fn;

/// Numbers at a time.
pub const WIDTH: usize = 8;

/// Eight numbers.
trait Lanes: Copy {
    fn splat(value: f32) -> Self;
    fn load(from: &[f32; WIDTH]) -> Self;
    fn store(self) -> [f32; WIDTH];
    /// self · factor + summand
    fn times_plus(self, factor: Self, summand: Self) -> Self;
    fn plus(self, other: Self) -> Self;
}

/// Operations that every processor has.
#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128", not(test)), expect(dead_code))]
#[derive(Clone, Copy)]
struct Plain([f32; WIDTH]);

impl Lanes for Plain {
    #[inline(always)]
    fn splat(value: f32) -> Plain {
        Plain([value; WIDTH])
    }

    #[inline(always)]
    fn load(from: &[f32; WIDTH]) -> Plain {
        Plain(*from)
    }

    #[inline(always)]
    fn store(self) -> [f32; WIDTH] {
        self.0
    }

    #[inline(always)]
    fn times_plus(self, factor: Plain, summand: Plain) -> Plain {
        // `mul_add` is a call of a slow function where the processor has no such instruction.
        Plain(from_fn(|i| self.0[i] * factor.0[i] + summand.0[i]))
    }

    #[inline(always)]
    fn plus(self, other: Plain) -> Plain {
        Plain(from_fn(|i| self.0[i] + other.0[i]))
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256, _mm256_add_ps, _mm256_castsi256_ps, _mm256_fmadd_ps, _mm256_lddqu_si256, _mm256_set1_ps,
        _mm256_storeu_ps,
    };

    use super::{Lanes, WIDTH};

    /// A register of AVX2. It exists only inside functions that are compiled for it.
    #[derive(Clone, Copy)]
    pub struct Wide(__m256);

    // SAFETY, of all below: only functions that `kernel!` makes use the type, and they are called only when the
    // processor has AVX2 and FMA; loads and stores are of whole arrays, aligned or not.
    impl Lanes for Wide {
        #[inline(always)]
        fn splat(value: f32) -> Wide {
            Wide(unsafe { _mm256_set1_ps(value) })
        }

        #[inline(always)]
        fn load(from: &[f32; WIDTH]) -> Wide {
            // Not `_mm256_loadu_ps`: the compiler makes two loads of 16 bytes of it, for processors of 2011.
            Wide(unsafe { _mm256_castsi256_ps(_mm256_lddqu_si256(from.as_ptr().cast())) })
        }

        #[inline(always)]
        fn store(self) -> [f32; WIDTH] {
            let mut to = [0.0; WIDTH];
            unsafe { _mm256_storeu_ps(to.as_mut_ptr(), self.0) };
            to
        }

        #[inline(always)]
        fn times_plus(self, factor: Wide, summand: Wide) -> Wide {
            Wide(unsafe { _mm256_fmadd_ps(self.0, factor.0, summand.0) })
        }

        #[inline(always)]
        fn plus(self, other: Wide) -> Wide {
            Wide(unsafe { _mm256_add_ps(self.0, other.0) })
        }
    }
}

/// Makes a function of a generic one: it asks the processor what it has.
macro_rules! kernel {
    ($(#[$about:meta])* $name:ident = $generic:ident($($argument:ident: $kind:ty),*)) => {
        $(#[$about])*
        pub fn $name($($argument: $kind),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma")]
                fn on_wide($($argument: $kind),*) {
                    $generic::<wide::Wide>($($argument),*)
                }

                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                    // SAFETY: the processor has what the function is compiled for.
                    return unsafe { on_wide($($argument),*) };
                }
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            return $generic::<simd128::Wide>($($argument),*);
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            $generic::<Plain>($($argument),*)
        }
    };
}

/// Channels of output that are computed together: six times two registers of sums, and those that feed them, are all
/// that AVX2 has.
const TOGETHER: usize = 6;

/// The weights of a convolution, or of one group of it, in the order in which they are used: for some channels of
/// output together, for every place under the kernel, the weight of each channel.
#[derive(Debug)]
pub struct Panels {
    /// First channel, number of channels (6, 4, 2 or 1), weights.
    panels: Vec<(usize, usize, Vec<f32>)>,
}

impl Panels {
    /// `weights` holds `depth` numbers for each channel.
    pub fn new(weights: &[f32], depth: usize) -> Panels {
        let channels = weights.len().checked_div(depth).unwrap_or(0);
        let mut panels = Vec::new();
        let mut first = 0;
        while first < channels {
            let left = channels - first;
            let size = match left {
                8 | 4..TOGETHER => 4,
                TOGETHER.. => TOGETHER,
                2 | 3 => 2,
                _ => 1,
            };
            let panel =
                (0..depth).flat_map(|k| (0..size).map(move |m| weights[(first + m) * depth + k])).collect::<Vec<_>>();
            panels.push((first, size, panel));
            first += size;
        }
        Panels { panels }
    }
}

/// The places that a convolution reads and writes.
#[derive(Debug, Default)]
pub struct Layout {
    /// For every place under the kernel, how far from a stretch's beginning it lies.
    pub places: Vec<usize>,
    /// Stretches of up to eight neighbours in a row of output: where the source of the first one is, where the first
    /// one is written within its channel, how many there are.
    pub stretches: Vec<(usize, usize, usize)>,
    /// The numbers in one channel of output.
    pub plane: usize,
}

kernel! {
    /// Every channel of `out` becomes the sum of `source` under the kernel, plus the channel's bias; with `relu` no
    /// less than 0.
    convolve = convolve_with(
        source: &[f32],
        panels: &Panels,
        layout: &Layout,
        bias: &[f32],
        relu: bool,
        out: &mut [f32]
    )
}

#[inline(always)]
fn convolve_with<L: Lanes>(
    source: &[f32],
    panels: &Panels,
    layout: &Layout,
    bias: &[f32],
    relu: bool,
    out: &mut [f32],
) {
    let farthest = layout.places.iter().max().copied().unwrap_or(0)
        + layout.stretches.iter().map(|stretch| stretch.0).max().unwrap_or(0);
    assert!(farthest + WIDTH <= source.len(), "a convolution stays in its source");
    for (first, size, weights) in &panels.panels {
        let out = &mut out[first * layout.plane..(first + size) * layout.plane];
        let bias = &bias[*first..first + size];
        let mut pairs = layout.stretches.chunks_exact(2);
        macro_rules! each_stretch {
            ($size:literal) => {{
                for pair in &mut pairs {
                    panel::<L, $size, 2>(source, weights, layout, [pair[0], pair[1]], bias, relu, out);
                }
                for &single in pairs.remainder() {
                    panel::<L, $size, 1>(source, weights, layout, [single], bias, relu, out);
                }
            }};
        }
        match size {
            6 => each_stretch!(6),
            4 => each_stretch!(4),
            2 => each_stretch!(2),
            _ => each_stretch!(1),
        }
    }
}

#[inline(always)]
fn panel<L: Lanes, const M: usize, const N: usize>(
    source: &[f32],
    weights: &[f32],
    layout: &Layout,
    stretches: [(usize, usize, usize); N],
    bias: &[f32],
    relu: bool,
    out: &mut [f32],
) {
    let mut sums = [[L::splat(0.0); N]; M];
    for (sums, &bias) in sums.iter_mut().zip(bias) {
        *sums = [L::splat(bias); N];
    }
    let (weights, _) = weights.as_chunks::<M>();
    for (weights, &place) in weights.iter().zip(&layout.places) {
        let mut values = [L::splat(0.0); N];
        for n in 0..N {
            // SAFETY: `convolve_with` has made sure that the farthest place of the farthest stretch is inside.
            values[n] = L::load(unsafe { &*source.as_ptr().add(place + stretches[n].0).cast() });
        }
        for m in 0..M {
            let weight = L::splat(weights[m]);
            for n in 0..N {
                sums[m][n] = weight.times_plus(values[n], sums[m][n]);
            }
        }
    }
    for (m, sums) in sums.iter().enumerate() {
        for (sum, &(_, to, length)) in sums.iter().zip(&stretches) {
            let mut values = sum.store();
            if relu {
                values = values.map(|value| if value > 0.0 { value } else { 0.0 });
            }
            let to = m * layout.plane + to;
            if length == WIDTH {
                out[to..to + WIDTH].copy_from_slice(&values);
            } else {
                out[to..to + length].copy_from_slice(&values[..length]);
            }
        }
    }
}

kernel! {
    /// A row times a matrix whose columns are stored one after the other, plus a bias; with `relu` no less than 0.
    multiply = multiply_with(row: &[f32], columns: &[f32], bias: &[f32], relu: bool, out: &mut [f32])
}

#[inline(always)]
fn multiply_with<L: Lanes>(row: &[f32], columns: &[f32], bias: &[f32], relu: bool, out: &mut [f32]) {
    let depth = row.len();
    assert!(columns.len() == depth * out.len() && bias.len() == out.len(), "a matrix fits its row");
    let mut done = 0;
    while done + 4 <= out.len() {
        let sums = dots::<L, 4>(row, &columns[done * depth..(done + 4) * depth]);
        out[done..done + 4].copy_from_slice(&sums);
        done += 4;
    }
    while done < out.len() {
        out[done] = dots::<L, 1>(row, &columns[done * depth..(done + 1) * depth])[0];
        done += 1;
    }
    for (out, bias) in out.iter_mut().zip(bias) {
        *out += bias;
        if relu && *out <= 0.0 {
            *out = 0.0;
        }
    }
}

/// The products of a row with some columns.
#[inline(always)]
fn dots<L: Lanes, const N: usize>(row: &[f32], columns: &[f32]) -> [f32; N] {
    let depth = row.len();
    let (chunks, rest) = row.as_chunks::<WIDTH>();
    let columns: [&[f32]; N] = from_fn(|n| &columns[n * depth..(n + 1) * depth]);
    let chunked: [&[[f32; WIDTH]]; N] = from_fn(|n| &columns[n].as_chunks::<WIDTH>().0[..chunks.len()]);
    let mut sums = [[L::splat(0.0); 2]; N];
    let mut pairs = chunks.chunks_exact(2);
    for (index, pair) in (&mut pairs).enumerate() {
        for half in 0..2 {
            let values = L::load(&pair[half]);
            for n in 0..N {
                sums[n][half] = values.times_plus(L::load(&chunked[n][2 * index + half]), sums[n][half]);
            }
        }
    }
    if let [last] = pairs.remainder() {
        let values = L::load(last);
        for n in 0..N {
            sums[n][0] = values.times_plus(L::load(&chunked[n][chunks.len() - 1]), sums[n][0]);
        }
    }
    // No closure around the registers here: it might be compiled apart, without AVX2.
    let mut results = [0.0; N];
    for n in 0..N {
        let eight = sums[n][0].plus(sums[n][1]).store();
        for value in eight {
            results[n] += value;
        }
        for (a, b) in columns[n][depth - rest.len()..].iter().zip(rest) {
            results[n] += a * b;
        }
    }
    results
}

kernel! {
    /// `out` becomes the product of two matrices, each stored row by row; `depth` is the length of a row of the first.
    product = product_with(first: &[f32], second: &[f32], depth: usize, out: &mut [f32])
}

#[inline(always)]
fn product_with<L: Lanes>(first: &[f32], second: &[f32], depth: usize, out: &mut [f32]) {
    let width = second.len() / depth;
    for (row, out) in first.chunks_exact(depth).zip(out.chunks_exact_mut(width)) {
        let mut column = 0;
        // Four registers of sums go down the second matrix together.
        while column + 4 * WIDTH <= width {
            let mut sums = [L::splat(0.0); 4];
            for (&value, below) in row.iter().zip(second.chunks_exact(width)) {
                let (chunks, _) = below[column..column + 4 * WIDTH].as_chunks::<WIDTH>();
                let value = L::splat(value);
                for n in 0..4 {
                    sums[n] = value.times_plus(L::load(&chunks[n]), sums[n]);
                }
            }
            for (out, sum) in out[column..column + 4 * WIDTH].chunks_exact_mut(WIDTH).zip(sums) {
                out.copy_from_slice(&sum.store());
            }
            column += 4 * WIDTH;
        }
        for (column, out) in out.iter_mut().enumerate().skip(column) {
            *out = row.iter().zip(second[column..].iter().step_by(width)).map(|(a, b)| a * b).sum();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_all_sizes() {
        for depth in [1, 7, 8, 16, 24, 33] {
            for width in [1, 3, 4, 6, 31, 32, 40] {
                let first: Vec<f32> = (0..depth).map(|i| (i % 5) as f32 - 2.0).collect();
                let second: Vec<f32> = (0..depth * width).map(|i| (i % 7) as f32 - 3.0).collect();
                let exact: Vec<f32> =
                    (0..width).map(|n| (0..depth).map(|k| first[k] * second[k * width + n]).sum()).collect();
                let mut out = vec![9.0; width];
                product(&first, &second, depth, &mut out);
                assert_eq!(out, exact);
                let columns: Vec<f32> = (0..depth * width).map(|i| second[i % depth * width + i / depth]).collect();
                multiply(&first, &columns, &vec![1.0; width], false, &mut out);
                assert_eq!(out, exact.iter().map(|sum| sum + 1.0).collect::<Vec<_>>());
            }
        }
    }

    /// A test where there is no instruction that multiplies and adds in one step.
    #[cfg(target_arch = "wasm32")]
    #[test]
    fn sums_are_those_of_the_plain_form_bit_by_bit() {
        for depth in [1, 7, 8, 16, 24, 33] {
            let number = |i: usize| (i as f32 * 0.7).sin() / 3.0;
            let row: Vec<f32> = (0..depth).map(number).collect();
            let columns: Vec<f32> = (0..depth * 40).map(number).collect();
            let (mut wide, mut plain) = (vec![9.0; 40], vec![9.0; 40]);
            multiply(&row, &columns, &[0.1; 40], false, &mut wide);
            multiply_with::<Plain>(&row, &columns, &[0.1; 40], false, &mut plain);
            assert_eq!(wide, plain);
            product(&row, &columns, depth, &mut wide);
            product_with::<Plain>(&row, &columns, depth, &mut plain);
            assert_eq!(wide, plain);
        }
    }
}
