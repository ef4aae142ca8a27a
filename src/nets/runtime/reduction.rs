//! Many numbers that become one: sums, means, greatest and least.

use super::lowering::{Lowered, NodeReader, axis};
use super::model::count;
use super::op::{Op, Reduction};

impl NodeReader<'_> {
    pub fn reduce(&self, reduction: Reduction, global: bool) -> Result<Lowered, String> {
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
            return Err("it has nothing to reduce".to_owned());
        }
        let sizes = (0..rank).filter(|at| keep || !axes.contains(at));
        let sizes = sizes.map(|at| if axes.contains(&at) { 1 } else { input.sizes[at] }).collect();
        let op = Op::Reduce { reduction, middle, inner };
        Ok(Lowered::Op { op, inputs: vec![input.clone()], sizes, whole: input.whole })
    }
}
