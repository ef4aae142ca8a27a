//! The cost of an operation, in the steps of a [`Budget`](super::budget::Budget).

use super::op::{Convolution, Op};

/// The steps for beginning a row. That is several times what it costs: no net that people train begins millions of rows
/// in one operation, and under a fuzzer, which slows the program, nothing could stop such a run for seconds.
const ROW: usize = 256;

impl Op {
    /// The number of steps of a run, from the lengths of the inputs and of the output.
    pub fn steps(&self, inputs: &[usize], out: usize) -> u64 {
        let all = inputs.iter().sum::<usize>() + out;
        let (each, times) = match self {
            Op::Convolution(convolution) => convolution.steps(inputs[0]),
            Op::Dense { depth, .. } | Op::MatMul { depth, .. } => (out, *depth),
            Op::Pool { windows, plane, .. } => (inputs[0] / plane, windows.iter().map(Vec::len).sum()),
            // A power, the slowest of them, takes some twenty times as long as a multiplication.
            Op::Unary(_) | Op::Binary { .. } | Op::Softmax { .. } | Op::LayerNormalization { .. } => (all, 8),
            Op::Copy(_) | Op::Concat(_) | Op::Gather { .. } | Op::Reduce { .. } => (all, 1),
        };
        let rows = self.rows(out).unwrap_or(0).saturating_mul(ROW);
        (each as u64).saturating_mul(times as u64).saturating_add(all as u64).saturating_add(rows as u64)
    }

    /// The number of rows begun for an output of `out` numbers, or `None` where rows do not count. Many short rows take
    /// longer than their numbers say.
    fn rows(&self, out: usize) -> Option<usize> {
        match self {
            Op::Softmax { middle, inner: 1, .. } => out.checked_div(*middle),
            Op::Softmax { inner, .. } => out.checked_div(*inner),
            Op::LayerNormalization { scale, .. } => out.checked_div(scale.len()),
            Op::Reduce { .. } => Some(out),
            Op::Gather { length, .. } => out.checked_div(*length),
            Op::Concat(parts) => Some(out.checked_div(parts.iter().sum())?.saturating_mul(parts.len())),
            _ => None,
        }
    }
}

impl Convolution {
    /// The numbers that are computed, those between the rows too, and the multiplications for each.
    fn steps(&self, input: usize) -> (usize, usize) {
        let images = input / (self.channels * self.plane * self.groups.len());
        (images * self.bias.len() * self.layout.plane, self.layout.places.len())
    }
}
