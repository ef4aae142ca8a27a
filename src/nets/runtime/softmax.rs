//! Numbers that become probabilities: of rows, and of columns.

use super::activations::exponentials;
use super::op::Reduction;

/// Of stretches of `middle` numbers that lie `inner` apart. Memory is read in its order, since the numbers of a column
/// may lie far apart.
pub fn softmax(logarithm: bool, middle: usize, inner: usize, input: &[f32], out: &mut [f32]) {
    // A row that has the greatest number and the sum to itself, or one across all columns.
    let length = if inner == 1 { middle } else { inner };
    let (mut shifted, mut greatest, mut sums) = (vec![0.0; length], vec![0.0; inner], vec![0.0; inner]);
    for (input, out) in input.chunks_exact(middle * inner).zip(out.chunks_exact_mut(middle * inner)) {
        Reduction::Max.run(middle, inner, input, &mut greatest);
        for (row, out) in input.chunks_exact(length).zip(out.chunks_exact_mut(length)) {
            shifted.copy_from_slice(row);
            change(&mut shifted, &greatest, |value, greatest| value - greatest);
            exponentials(&shifted, out);
        }
        Reduction::Sum.run(middle, inner, out, &mut sums);
        if logarithm {
            out.copy_from_slice(input);
            sums.iter_mut().for_each(|sum| *sum = sum.ln());
            for out in out.chunks_exact_mut(length) {
                change(out, &greatest, |value, greatest| value - greatest);
                change(out, &sums, |value, logarithm| value - logarithm);
            }
        } else {
            out.chunks_exact_mut(length).for_each(|out| change(out, &sums, |value, sum| value / sum));
        }
    }
}

/// Changes each number by that of `others`, which are as many, or one for all.
fn change(numbers: &mut [f32], others: &[f32], changed: impl Fn(f32, f32) -> f32) {
    if let &[one] = others {
        numbers.iter_mut().for_each(|number| *number = changed(*number, one));
    } else {
        numbers.iter_mut().zip(others).for_each(|(number, &other)| *number = changed(*number, other));
    }
}
