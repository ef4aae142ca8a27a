//! The operations, with everything about them that does not depend on the input worked out beforehand.

use super::activations::{exponentials, mishes, sigmoids, tangents};
use super::kernels::{Layout, Panels, convolve, multiply, product};
use super::softmax::softmax;
use super::strided::StridedLoop;

/// Functions of one number.
#[derive(Clone, Copy, Debug)]
pub enum Unary {
    Relu,
    LeakyRelu(f32),
    /// factor · x from 0 on, below it factor · slope · (eˣ − 1).
    Elu {
        slope: f32,
        factor: f32,
    },
    Mish,
    /// ln(1 + eˣ).
    Softplus,
    Clip(f32, f32),
    Sigmoid,
    Tanh,
    Exp,
    Log,
    Sqrt,
    Neg,
    Abs,
    Reciprocal,
    /// To a whole number.
    Truncate,
}

/// Functions of two numbers.
#[derive(Clone, Copy, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    /// Of whole numbers.
    DivWhole,
    Pow,
    Max,
    Min,
}

/// The operation that makes many numbers one.
#[derive(Clone, Copy, Debug)]
pub enum Reduction {
    Sum,
    Mean,
    Max,
    Min,
}

/// A convolution; sizes are those of one group of channels.
#[derive(Debug)]
pub struct Convolution {
    pub groups: Vec<Panels>,
    pub bias: Vec<f32>,
    pub layout: Layout,
    pub relu: bool,
    /// Numbers in one channel of input, of its padded copy, and in one row of each.
    pub plane: usize,
    pub padded: usize,
    pub row: usize,
    pub padded_row: usize,
    /// The start of the copy in the padding.
    pub corner: usize,
    /// Channels of input of a group.
    pub channels: usize,
    /// Holds the padded input; empty where there is no padding.
    pub scratch: Vec<f32>,
    /// The rows and columns of output.
    pub out: [usize; 2],
    /// Holds the output of a group with what lies between the rows; empty where nothing does.
    pub between: Vec<f32>,
}

#[derive(Debug)]
pub enum Op {
    Convolution(Box<Convolution>),
    /// Rows times constant columns (a fully connected layer).
    Dense {
        depth: usize,
        columns: Vec<f32>,
        bias: Vec<f32>,
        relu: bool,
    },
    /// Batches of matrices times as many, or times the same one: sizes rows·depth, depth·columns, rows·columns.
    MatMul {
        depth: usize,
        first: usize,
        second: usize,
        same: bool,
        out: usize,
    },
    Unary(Unary),
    Binary {
        function: Binary,
        strided: StridedLoop,
        relu: bool,
    },
    /// Transposed, sliced or repeated.
    Copy(StridedLoop),
    /// Parts of `sizes` numbers from each input, in turn.
    Concat(Vec<usize>),
    /// Rows of a table, which the second input numbers.
    Gather {
        rows: usize,
        length: usize,
    },
    Reduce {
        reduction: Reduction,
        middle: usize,
        inner: usize,
    },
    Softmax {
        logarithm: bool,
        middle: usize,
        inner: usize,
    },
    /// Each row of the input brought to mean 0 and variance 1, then times `scale` plus `shift`.
    LayerNormalization {
        epsilon: f32,
        scale: Vec<f32>,
        shift: Vec<f32>,
    },
    /// Windows: for each number of a plane of output, the places in the plane of input.
    Pool {
        maximum: bool,
        plane: usize,
        windows: Vec<Vec<usize>>,
        count: Option<usize>,
    },
}

impl Op {
    /// Returns true if negative results can be made zero on the way; if so, they will be.
    pub fn take_relu(&mut self) -> bool {
        match self {
            Op::Convolution(convolution) => convolution.relu = true,
            Op::Dense { relu, .. } | Op::Binary { relu, .. } => *relu = true,
            _ => return false,
        }
        true
    }

    /// Works out the result, which has its right length already.
    ///
    /// # Errors
    /// Fails if an index is outside its table.
    pub fn run(&mut self, inputs: &[&[f32]], out: &mut [f32]) -> Result<(), String> {
        match self {
            Op::Convolution(convolution) => convolution.run(inputs[0], out),
            Op::Dense { depth, columns, bias, relu } => dense(inputs[0], *depth, columns, bias, *relu, out),
            Op::MatMul { depth, first, second, same, out: size } => {
                for (index, (a, out)) in inputs[0].chunks_exact(*first).zip(out.chunks_exact_mut(*size)).enumerate() {
                    let from = if *same { 0 } else { index * *second };
                    product(a, &inputs[1][from..from + *second], *depth, out);
                }
            }
            Op::Unary(function) => function.run(inputs[0], out),
            Op::Binary { function, strided, relu } => {
                function.run(strided, inputs[0], inputs[1], out);
                if *relu {
                    out.iter_mut().for_each(|out| *out = if *out > 0.0 { *out } else { 0.0 });
                }
            }
            Op::Copy(strided) => strided.copy(inputs[0], out),
            Op::Concat(sizes) => {
                let whole: usize = sizes.iter().sum();
                let mut begin = 0;
                for (input, &size) in inputs.iter().zip(&*sizes) {
                    if size > 0 {
                        for (out, part) in out.chunks_exact_mut(whole).zip(input.chunks_exact(size)) {
                            out[begin..begin + size].copy_from_slice(part);
                        }
                    }
                    begin += size;
                }
            }
            Op::Gather { rows, length } => {
                let (table, indices) = (inputs[0], inputs[1]);
                let per_table = indices.len() * *length;
                for (table, out) in table.chunks_exact(*rows * *length).zip(out.chunks_exact_mut(per_table)) {
                    for (&index, out) in indices.iter().zip(out.chunks_exact_mut(*length)) {
                        let index = if index < 0.0 { index + *rows as f32 } else { index };
                        if !(0.0..*rows as f32).contains(&index) {
                            return Err(format!("row {index} of a table of {rows}"));
                        }
                        let from = index as usize * *length;
                        out.copy_from_slice(&table[from..from + *length]);
                    }
                }
            }
            Op::Reduce { reduction, middle, inner } => reduction.run(*middle, *inner, inputs[0], out),
            Op::Softmax { logarithm, middle, inner } => softmax(*logarithm, *middle, *inner, inputs[0], out),
            Op::LayerNormalization { epsilon, scale, shift } => {
                for (input, out) in inputs[0].chunks_exact(scale.len()).zip(out.chunks_exact_mut(scale.len())) {
                    normalize(input, *epsilon, scale, shift, out);
                }
            }
            Op::Pool { maximum, plane, windows, count } => {
                for (input, out) in inputs[0].chunks_exact(*plane).zip(out.chunks_exact_mut(windows.len())) {
                    for (window, out) in windows.iter().zip(out) {
                        let values = window.iter().map(|&place| input[place]);
                        *out = if *maximum {
                            values.fold(f32::NEG_INFINITY, f32::max)
                        } else {
                            values.sum::<f32>() / count.unwrap_or(window.len()) as f32
                        };
                    }
                }
            }
        }
        Ok(())
    }
}

/// Rows of `depth` numbers times constant columns. A row that is the same as the one before it has the same result:
/// those that fill up an input are computed once.
fn dense(rows: &[f32], depth: usize, columns: &[f32], bias: &[f32], relu: bool, out: &mut [f32]) {
    let (mut last, width) = (None, bias.len());
    for (index, row) in rows.chunks_exact(depth).enumerate() {
        let (done, out) = out.split_at_mut(index * width);
        match last.replace(row) {
            Some(last) if is_same(last, row) => out[..width].copy_from_slice(&done[(index - 1) * width..]),
            _ => multiply(row, columns, bias, relu, &mut out[..width]),
        }
    }
}

/// Returns true if the numbers are the same bit by bit: zeros with another sign are others.
pub fn is_same(a: &[f32], b: &[f32]) -> bool {
    a.iter().zip(b).all(|(a, b)| a.to_bits() == b.to_bits())
}

impl Convolution {
    fn run(&mut self, input: &[f32], out: &mut [f32]) {
        let group_in = self.channels * self.plane;
        let groups = self.groups.len();
        let [height, width] = self.out;
        let group_out = self.bias.len() / groups * height * width;
        let parts = input.chunks_exact(group_in).zip(out.chunks_exact_mut(group_out)).enumerate();
        for (index, (input, out)) in parts {
            let group = index % groups;
            let channels = self.bias.len() / groups;
            let bias = &self.bias[group * channels..(group + 1) * channels];
            let source = if self.scratch.is_empty() {
                input
            } else {
                let planes = self.scratch.chunks_exact_mut(self.padded);
                for (from, to) in input.chunks_exact(self.plane).zip(planes) {
                    let rows = to[self.corner..].chunks_mut(self.padded_row);
                    for (from, to) in from.chunks_exact(self.row).zip(rows) {
                        to[..self.row].copy_from_slice(from);
                    }
                }
                &self.scratch
            };
            let panels = &self.groups[group];
            if self.between.is_empty() {
                convolve(source, panels, &self.layout, bias, self.relu, out);
                continue;
            }
            convolve(source, panels, &self.layout, bias, self.relu, &mut self.between);
            let planes = self.between.chunks_exact(self.layout.plane).zip(out.chunks_exact_mut(height * width));
            for (from, to) in planes {
                for (from, to) in from.chunks(self.padded_row).zip(to.chunks_exact_mut(width)) {
                    to.copy_from_slice(&from[..width]);
                }
            }
        }
    }
}

impl Unary {
    fn run(self, input: &[f32], out: &mut [f32]) {
        let mut each = |function: &dyn Fn(f32) -> f32| {
            out.iter_mut().zip(input).for_each(|(out, &value)| *out = function(value));
        };
        match self {
            Unary::Relu => out.iter_mut().zip(input).for_each(|(out, &x)| *out = if x > 0.0 { x } else { 0.0 }),
            Unary::LeakyRelu(slope) => each(&|x| if x < 0.0 { slope * x } else { x }),
            Unary::Elu { slope, factor } => each(&|x| factor * if x < 0.0 { slope * x.exp_m1() } else { x }),
            Unary::Mish => mishes(input, out),
            Unary::Softplus => each(&|x| x.max(0.0) + (-x.abs()).exp().ln_1p()),
            Unary::Clip(low, high) => each(&|x| x.max(low).min(high)),
            Unary::Sigmoid => sigmoids(input, out),
            Unary::Tanh => tangents(input, out),
            Unary::Exp => exponentials(input, out),
            Unary::Log => each(&f32::ln),
            Unary::Sqrt => each(&f32::sqrt),
            Unary::Neg => each(&|x| -x),
            Unary::Abs => each(&f32::abs),
            Unary::Reciprocal => each(&f32::recip),
            Unary::Truncate => each(&f32::trunc),
        }
    }
}

impl Binary {
    fn run(self, strided: &StridedLoop, a: &[f32], b: &[f32], out: &mut [f32]) {
        match self {
            Binary::Add => strided.join(a, b, out, |a, b| a + b),
            Binary::Sub => strided.join(a, b, out, |a, b| a - b),
            Binary::Mul => strided.join(a, b, out, |a, b| a * b),
            Binary::Div => strided.join(a, b, out, |a, b| a / b),
            Binary::DivWhole => strided.join(a, b, out, |a, b| (a / b).trunc()),
            Binary::Pow => strided.join(a, b, out, f32::powf),
            Binary::Max => strided.join(a, b, out, f32::max),
            Binary::Min => strided.join(a, b, out, f32::min),
        }
    }
}

impl Reduction {
    pub fn run(self, middle: usize, inner: usize, input: &[f32], out: &mut [f32]) {
        let join = |a: f32, b: f32| match self {
            Reduction::Sum | Reduction::Mean => a + b,
            Reduction::Max => a.max(b),
            Reduction::Min => a.min(b),
        };
        let first = match self {
            Reduction::Sum | Reduction::Mean => 0.0,
            Reduction::Max => f32::NEG_INFINITY,
            Reduction::Min => f32::INFINITY,
        };
        if inner == 1 {
            for (input, out) in input.chunks_exact(middle).zip(&mut *out) {
                // Eight results side by side: one alone would wait for each addition.
                let (chunks, rest) = input.as_chunks::<8>();
                let mut eight = [first; 8];
                for chunk in chunks {
                    eight.iter_mut().zip(chunk).for_each(|(eight, &value)| *eight = join(*eight, value));
                }
                *out = eight.iter().chain(rest).fold(first, |all, &value| join(all, value));
            }
        } else {
            out.fill(first);
            for (input, out) in input.chunks_exact(middle * inner).zip(out.chunks_exact_mut(inner)) {
                for row in input.chunks_exact(inner) {
                    out.iter_mut().zip(row).for_each(|(out, &value)| *out = join(*out, value));
                }
            }
        }
        if let Reduction::Mean = self {
            out.iter_mut().for_each(|out| *out /= middle as f32);
        }
    }
}

/// One row of a layer normalisation.
fn normalize(input: &[f32], epsilon: f32, scale: &[f32], shift: &[f32], out: &mut [f32]) {
    let mut mean = [0.0];
    Reduction::Mean.run(input.len(), 1, input, &mut mean);
    out.iter_mut().zip(input).for_each(|(out, value)| *out = (value - mean[0]) * (value - mean[0]));
    let mut variance = [0.0];
    Reduction::Mean.run(input.len(), 1, out, &mut variance);
    let factor = 1.0 / (variance[0] + epsilon).sqrt();
    for ((out, value), (scale, shift)) in out.iter_mut().zip(input).zip(scale.iter().zip(shift)) {
        *out = (value - mean[0]) * factor * scale + shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_repeat_have_the_same_results_as_any_others() {
        let columns: Vec<f32> = (0..9 * 5).map(|i| (i % 7) as f32 - 3.0).collect();
        let bias = [0.5, 1.0, -1.0, 0.0, 2.0];
        let row = |first: f32| -> Vec<f32> { (0..9).map(|i| first * (i % 4) as f32).collect() };
        let rows = [row(1.0), row(2.0), row(2.0), row(0.0), row(-0.0), row(1.0)];
        let mut out = vec![9.0; 6 * 5];
        dense(&rows.concat(), 9, &columns, &bias, true, &mut out);
        for (row, out) in rows.iter().zip(out.chunks_exact(5)) {
            let mut alone = [9.0; 5];
            multiply(row, &columns, &bias, true, &mut alone);
            assert_eq!(out, alone);
        }
    }
}
