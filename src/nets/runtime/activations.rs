//! Functions of many numbers at once, written so that the compiler takes eight of them together.

/// Makes a function of an inlined one: compiled for AVX2 as well, where the processor has it.
macro_rules! fast {
    ($(#[$about:meta])* $name:ident = $each:expr) => {
        $(#[$about])*
        pub fn $name(numbers: &[f32], out: &mut [f32]) {
            #[inline(always)]
            fn all(numbers: &[f32], out: &mut [f32]) {
                for (out, &number) in out.iter_mut().zip(numbers) {
                    *out = $each(number);
                }
            }

            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma")]
                fn on_wide(numbers: &[f32], out: &mut [f32]) {
                    all(numbers, out);
                }

                if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                    // SAFETY: the processor has what the function is compiled for.
                    return unsafe { on_wide(numbers, out) };
                }
            }
            all(numbers, out);
        }
    };
}

fast! {
    /// e to the power of each number.
    exponentials = exponential
}

fast! {
    /// 1 / (1 + e⁻ˣ) of each number.
    sigmoids = sigmoid
}

fast! {
    /// The hyperbolic tangent of each number.
    tangents = tangent
}

fast! {
    /// x · tanh(ln(1 + eˣ)) of each number (Misra, 2019).
    mishes = mish
}

/// e to the power of a number: 2 to its whole part in base 2, times a polynomial (that of Cephes) for the rest, right
/// to the last bit or two. It has no branches, so the compiler takes eight at a time.
#[inline(always)]
fn exponential(number: f32) -> f32 {
    // Adding and subtracting 1.5 · 2²³ rounds to whole numbers.
    const ROUND: f32 = 12_582_912.0;
    let number = number.clamp(-87.3, 88.3);
    let rounded = number * std::f32::consts::LOG2_E + ROUND;
    let power = rounded - ROUND;
    // ln 2 in two parts, so that the difference keeps its bits.
    let rest = (number - power * 0.693_359_4) + power * 2.121_944_4e-4;
    let polynomial = ((((1.987_569_1e-4 * rest + 1.398_199_9e-3) * rest + 8.333_452e-3) * rest + 4.166_579_6e-2)
        * rest
        + 1.666_666_5e-1)
        * rest
        + 0.5;
    let mantissa = polynomial * rest * rest + rest + 1.0;
    // The whole part stands in the lowest bits of the rounded number.
    let exponent = (rounded.to_bits() << 23).wrapping_add(127 << 23);
    mantissa * f32::from_bits(exponent)
}

#[inline(always)]
fn sigmoid(number: f32) -> f32 {
    1.0 / (1.0 + exponential(-number))
}

#[inline(always)]
fn tangent(number: f32) -> f32 {
    1.0 - 2.0 / (1.0 + exponential(2.0 * number))
}

/// With e = eˣ it is x · (e² + 2e) / (e² + 2e + 2); from 20 on it is x itself.
#[inline(always)]
fn mish(number: f32) -> f32 {
    let power = exponential(if number < 20.0 { number } else { 20.0 });
    let product = power * (power + 2.0);
    number * (product / (product + 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_right() {
        let numbers: Vec<f32> = (-8000..8000).map(|i| i as f32 / 100.0).collect();
        let mut out = vec![0.0; numbers.len()];
        exponentials(&numbers, &mut out);
        for (number, out) in numbers.iter().zip(&out) {
            let exact = f64::from(*number).exp();
            assert!((f64::from(*out) / exact - 1.0).abs() < 3e-7, "e^{number} is {exact}, not {out}");
        }
        exponentials(&[0.0, -1e30, 1e30], &mut out[..3]);
        assert!(out[0] == 1.0 && out[1] < 1e-37 && out[2] > 1e38);
    }

    #[test]
    fn mishes_are_right() {
        let numbers: Vec<f32> = (-400..400).map(|i| i as f32 / 10.0).collect();
        let mut out = vec![0.0; numbers.len()];
        mishes(&numbers, &mut out);
        for (number, out) in numbers.iter().zip(&out) {
            let exact = f64::from(*number) * f64::from(*number).exp().ln_1p().tanh();
            assert!((f64::from(*out) - exact).abs() < 1e-5, "mish({number}) is {exact}, not {out}");
        }
    }
}
