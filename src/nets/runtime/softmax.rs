//! Numbers that become probabilities: of rows, and of columns.

use super::activations::exponentials;
use super::op::Reduction;

/// Of stretches of `middle` numbers that lie `inner` apart.
pub fn softmax(logarithm: bool, middle: usize, inner: usize, input: &[f32], out: &mut [f32]) {
    if inner == 1 {
        let mut shifted = vec![0.0; middle];
        for (input, out) in input.chunks_exact(middle).zip(out.chunks_exact_mut(middle)) {
            softmax_row(logarithm, input, &mut shifted, out);
        }
        return;
    }
    let (mut shifted, mut joined) = (vec![0.0; inner], vec![0.0; inner]);
    for (input, out) in input.chunks_exact(middle * inner).zip(out.chunks_exact_mut(middle * inner)) {
        softmax_columns(logarithm, input, [&mut shifted, &mut joined], out);
    }
}

/// Of each column of rows as long as the two spaces, row by row, since one column is far apart in memory.
fn softmax_columns(logarithm: bool, input: &[f32], [shifted, joined]: [&mut [f32]; 2], out: &mut [f32]) {
    let inner = joined.len();
    let middle = input.len() / inner;
    Reduction::Max.run(middle, inner, input, joined);
    for (row, out) in input.chunks_exact(inner).zip(out.chunks_exact_mut(inner)) {
        out.iter_mut().zip(row.iter().zip(&*joined)).for_each(|(out, (value, greatest))| *out = value - greatest);
    }
    if logarithm {
        joined.fill(0.0);
        for out in out.chunks_exact(inner) {
            exponentials(out, shifted);
            joined.iter_mut().zip(&*shifted).for_each(|(sum, value)| *sum += value);
        }
        joined.iter_mut().for_each(|sum| *sum = sum.ln());
        for out in out.chunks_exact_mut(inner) {
            out.iter_mut().zip(&*joined).for_each(|(out, logarithm)| *out -= logarithm);
        }
    } else {
        for out in out.chunks_exact_mut(inner) {
            shifted.copy_from_slice(out);
            exponentials(shifted, out);
        }
        Reduction::Sum.run(middle, inner, out, joined);
        for out in out.chunks_exact_mut(inner) {
            out.iter_mut().zip(&*joined).for_each(|(out, sum)| *out /= sum);
        }
    }
}

/// `shifted` is space for as many numbers as `input` and `out` have.
fn softmax_row(logarithm: bool, input: &[f32], shifted: &mut [f32], out: &mut [f32]) {
    let mut greatest = [f32::NEG_INFINITY];
    Reduction::Max.run(input.len(), 1, input, &mut greatest);
    shifted.iter_mut().zip(input).for_each(|(shifted, value)| *shifted = value - greatest[0]);
    exponentials(shifted, out);
    let mut sum = [0.0];
    Reduction::Sum.run(input.len(), 1, out, &mut sum);
    if logarithm {
        let logarithm = sum[0].ln();
        out.iter_mut().zip(shifted).for_each(|(out, value)| *out = *value - logarithm);
    } else {
        out.iter_mut().for_each(|value| *value /= sum[0]);
    }
}
