//! Operators on numbers, rows and matrices.

use super::Place;
use super::node::{Lowered, NodeReader, axis};
use super::onnx::count;
use super::shapes::{broadcast, stretched};
use super::step::{Binary, Fold, Step};
use super::walk::Walk;

impl NodeReader<'_> {
    pub fn binary(&self, function: Binary) -> Result<Lowered, String> {
        let (a, b) = (self.input(0)?, self.input(1)?);
        if self.node.inputs.len() != 2 {
            return Err("only two inputs are known".to_owned());
        }
        let whole = a.whole && b.whole;
        let function = if let (Binary::Div, true) = (function, whole) { Binary::DivWhole } else { function };
        let sizes = broadcast(&a.sizes, &b.sizes)?;
        let ways = stretched(&a.sizes, &sizes).into_iter().zip(stretched(&b.sizes, &sizes));
        let axes: Vec<_> = sizes.iter().copied().zip(ways.map(|(a, b)| [a, b])).collect();
        let step = Step::Binary { function, walk: Walk::new(&axes, 0), relu: false };
        Ok(Lowered::Step { step, inputs: vec![a.clone(), b.clone()], sizes, whole })
    }

    /// Rows of `depth` times constant columns.
    pub fn rows(&self, columns: Vec<f32>, bias: Vec<f32>, depth: usize) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let mut sizes = input.sizes.clone();
        match sizes.last_mut() {
            Some(last) if *last == depth && depth > 0 && !bias.is_empty() => *last = bias.len(),
            _ => return Err(format!("{:?} does not fit a matrix of {depth} rows", input.sizes)),
        }
        let step = Step::Rows { depth, columns, bias, relu: false };
        Ok(Lowered::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }

    pub fn gemm(&self) -> Result<Lowered, String> {
        let (sizes, values) = self.known(1)?.ok_or("it has no matrix")?;
        let &[rows, columns] = sizes else { return Err("its matrix has other sizes than two".to_owned()) };
        if self.int("transA", 0) != 0 || self.input(0)?.sizes.len() != 2 {
            return Err("its first matrix is not known beforehand, or lies the wrong way".to_owned());
        }
        let transposed = self.int("transB", 0) != 0;
        let (depth, width) = if transposed { (columns, rows) } else { (rows, columns) };
        let mut matrix = if transposed { values.to_vec() } else { flip(values, rows, columns) };
        let alpha = self.float("alpha", 1.0);
        if alpha != 1.0 {
            matrix.iter_mut().for_each(|weight| *weight *= alpha);
        }
        let beta = self.float("beta", 1.0);
        let bias = match self.known(2)? {
            None => vec![0.0; width],
            Some((_, [value])) => vec![value * beta; width],
            Some((_, values)) if values.len() == width => values.iter().map(|value| value * beta).collect(),
            Some((sizes, _)) => return Err(format!("a bias of {sizes:?} for {width} columns")),
        };
        self.rows(matrix, bias, depth)
    }

    pub fn matmul(&self) -> Result<Lowered, String> {
        let (a, b) = (self.input(0)?, self.input(1)?);
        if let (Place::Constant(_), &[rows, columns]) = (b.place, &b.sizes[..])
            && let Place::Buffer(_) = a.place
        {
            return self.rows(flip(self.numbers(b), rows, columns), vec![0.0; columns], rows);
        }
        let ([outer_a @ .., rows, depth], [outer_b @ .., depth_b, columns]) = (&a.sizes[..], &b.sizes[..]) else {
            return Err("only matrices are known".to_owned());
        };
        let same = outer_b.iter().all(|&size| size == 1);
        if depth != depth_b || *depth == 0 || *columns == 0 || (!same && outer_a != outer_b) {
            return Err(format!("{:?} and {:?} do not fit", a.sizes, b.sizes));
        }
        let sizes = [outer_a, &[*rows, *columns]].concat();
        let step =
            Step::Product { depth: *depth, first: rows * depth, second: depth * columns, same, out: rows * columns };
        Ok(Lowered::Step { step, inputs: vec![a.clone(), b.clone()], sizes, whole: false })
    }

    pub fn fold(&self, fold: Fold, global: bool) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let rank = input.sizes.len();
        let axes = if global { Some((2..rank as i64).collect()) } else { self.list(1, "axes")? };
        let keep = global || self.int("keepdims", 1) != 0;
        let mut axes = match axes {
            Some(axes) if !axes.is_empty() => {
                axes.into_iter().map(|at| axis(at, rank)).collect::<Result<Vec<_>, _>>()?
            }
            _ if self.int("noop_with_empty_axes", 0) != 0 => {
                return Ok(Lowered::Same { sizes: input.sizes.clone(), whole: input.whole });
            }
            _ => (0..rank).collect(),
        };
        axes.sort_unstable();
        axes.dedup();
        let (Some(&first), Some(&last)) = (axes.first(), axes.last()) else { return Err("it has no axes".to_owned()) };
        if last - first + 1 != axes.len() {
            return Err("only neighbouring axes are known".to_owned());
        }
        let middle = count(&input.sizes[first..=last])?;
        let inner = count(&input.sizes[last + 1..])?;
        if middle == 0 || inner == 0 {
            return Err("it has nothing to fold".to_owned());
        }
        let sizes = (0..rank).filter(|at| keep || !axes.contains(at));
        let sizes = sizes.map(|at| if axes.contains(&at) { 1 } else { input.sizes[at] }).collect();
        let step = Step::Fold { fold, middle, inner };
        Ok(Lowered::Step { step, inputs: vec![input.clone()], sizes, whole: input.whole })
    }

    /// A normalisation over the last axes; scale and shift are known beforehand.
    pub fn layer_normalization(&self) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let at = axis(self.int("axis", -1), input.sizes.len())?;
        let length = count(&input.sizes[at..])?;
        let (_, scale) = self.known(1)?.ok_or("it has no scale")?;
        let shift = self.known(2)?.map_or_else(|| vec![0.0; length], |(_, shift)| shift.to_vec());
        if length == 0 || scale.len() != length || shift.len() != length || self.node.outputs.len() > 1 {
            return Err("its scale, shift or outputs do not fit".to_owned());
        }
        let step = Step::LayerNormalization { epsilon: self.float("epsilon", 1e-5), scale: scale.to_vec(), shift };
        let sizes = input.sizes.clone();
        Ok(Lowered::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }

    pub fn softmax(&self, logarithm: bool) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let rank = input.sizes.len();
        // Before version 13 all axes from the first one on count as one.
        let old = self.builder.version < 13;
        let at = axis(self.int("axis", if old { 1 } else { -1 }), rank)?;
        let end = if old { rank } else { at + 1 };
        let (middle, inner) = (count(&input.sizes[at..end])?, count(&input.sizes[end..])?);
        if middle == 0 || inner == 0 {
            return Err("it is empty".to_owned());
        }
        let step = Step::Softmax { logarithm, middle, inner };
        let sizes = input.sizes.clone();
        Ok(Lowered::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }
}

/// A matrix whose rows become its columns.
fn flip(values: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    (0..columns).flat_map(|column| (0..rows).map(move |row| values[row * columns + column])).collect()
}
