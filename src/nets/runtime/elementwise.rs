//! Functions of the numbers of one tensor, or of two that are broadcast.

use super::data_movement::{broadcast, broadcast_strides};
use super::lowering::{Lowered, NodeReader};
use super::op::{Binary, Op, Unary};
use super::strided::StridedLoop;

impl NodeReader<'_> {
    pub fn unary(&self, function: Unary) -> Result<Lowered, String> {
        let input = self.input(0)?.clone();
        let (sizes, whole) = (input.sizes.clone(), input.whole);
        Ok(Lowered::Op { op: Op::Unary(function), inputs: vec![input], sizes, whole })
    }

    pub fn clip(&self) -> Result<Lowered, String> {
        let bound = |index, name, usual| -> Result<f32, String> {
            let known = self.known(index)?.and_then(|(_, values)| values.first().copied());
            Ok(known.unwrap_or_else(|| self.float(name, usual)))
        };
        let (low, high) = (bound(1, "min", f32::NEG_INFINITY)?, bound(2, "max", f32::INFINITY)?);
        self.unary(Unary::Clip(low, high))
    }

    pub fn selu(&self) -> Result<Lowered, String> {
        let slope = self.float("alpha", 1.673_263_2);
        self.unary(Unary::Elu { slope, factor: self.float("gamma", 1.050_701) })
    }

    pub fn binary(&self, function: Binary) -> Result<Lowered, String> {
        let (a, b) = (self.input(0)?, self.input(1)?);
        if self.node.inputs.len() != 2 {
            return Err("only two inputs are known".to_owned());
        }
        let whole = a.whole && b.whole;
        let function = if let (Binary::Div, true) = (function, whole) { Binary::DivWhole } else { function };
        let sizes = broadcast(&a.sizes, &b.sizes)?;
        let ways = broadcast_strides(&a.sizes, &sizes).into_iter().zip(broadcast_strides(&b.sizes, &sizes));
        let axes: Vec<_> = sizes.iter().copied().zip(ways.map(|(a, b)| [a, b])).collect();
        let op = Op::Binary { function, strided: StridedLoop::new(&axes, 0), relu: false };
        Ok(Lowered::Op { op, inputs: vec![a.clone(), b.clone()], sizes, whole })
    }
}
