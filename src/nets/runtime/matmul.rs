//! Products of matrices: Gemm and MatMul.

use super::Place;
use super::lowering::{Lowered, NodeReader};
use super::model::count;
use super::op::Op;

impl NodeReader<'_> {
    /// Rows of `depth` times constant columns.
    pub fn dense(&self, columns: Vec<f32>, bias: Vec<f32>, depth: usize) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let mut sizes = input.sizes.clone();
        match sizes.last_mut() {
            Some(last) if *last == depth && depth > 0 && !bias.is_empty() => *last = bias.len(),
            _ => return Err(format!("{:?} does not fit a matrix of {depth} rows", input.sizes)),
        }
        let op = Op::Dense { depth, columns, bias, relu: false };
        Ok(Lowered::Op { op, inputs: vec![input.clone()], sizes, whole: false })
    }

    pub fn gemm(&self) -> Result<Lowered, String> {
        let (sizes, values) = self.known(1)?.ok_or("it has no matrix")?;
        let &[rows, columns] = sizes else { return Err("its matrix has other sizes than two".to_owned()) };
        if self.int("transA", 0) != 0 || self.input(0)?.sizes.len() != 2 {
            return Err("its first matrix is not known beforehand, or lies the wrong way".to_owned());
        }
        let transposed = self.int("transB", 0) != 0;
        self.builder.budget.hold(values.len())?;
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
            Some(([_] | [1, _], values)) if values.len() == width => values.iter().map(|value| value * beta).collect(),
            Some((sizes, _)) => return Err(format!("a bias of {sizes:?} for {width} columns")),
        };
        self.dense(matrix, bias, depth)
    }

    pub fn matmul(&self) -> Result<Lowered, String> {
        let (a, b) = (self.input(0)?, self.input(1)?);
        if let (Place::Constant(_), &[rows, columns]) = (b.place, &b.sizes[..])
            && let Place::Buffer(_) = a.place
        {
            self.builder.budget.hold(count(&b.sizes)?)?;
            return self.dense(flip(self.numbers(b), rows, columns), vec![0.0; columns], rows);
        }
        let ([outer_a @ .., rows, depth], [outer_b @ .., depth_b, columns]) = (&a.sizes[..], &b.sizes[..]) else {
            return Err("only matrices are known".to_owned());
        };
        let same = outer_b.len() <= outer_a.len() && outer_b.iter().all(|&size| size == 1);
        if depth != depth_b || *depth == 0 || *columns == 0 || (!same && outer_a != outer_b) {
            return Err(format!("{:?} and {:?} do not fit", a.sizes, b.sizes));
        }
        let sizes = [outer_a, &[*rows, *columns]].concat();
        let op = Op::MatMul { depth: *depth, first: rows * depth, second: depth * columns, same, out: rows * columns };
        Ok(Lowered::Op { op, inputs: vec![a.clone(), b.clone()], sizes, whole: false })
    }
}

/// A matrix whose rows become its columns.
fn flip(values: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    (0..columns).flat_map(|column| (0..rows).map(move |row| values[row * columns + column])).collect()
}
