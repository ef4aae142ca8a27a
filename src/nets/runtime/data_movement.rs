//! Operators that move numbers about without changing them.

use super::lowering::{Lowered, NodeReader, Sizes, axis};
use super::model::count;
use super::op::Op;
use super::strided::{StridedLoop, strides_of};

impl NodeReader<'_> {
    pub fn reshape(&self) -> Result<Lowered, String> {
        let input = self.input(0)?;
        let old = &input.sizes;
        let sizes: Sizes = match self.node.kind.as_str() {
            "Flatten" => {
                let at = axis(self.int("axis", 1), old.len() + 1)?;
                vec![old[..at].iter().product(), old[at..].iter().product()]
            }
            "Unsqueeze" => {
                let axes = self.list(1, "axes")?.ok_or("it has no axes")?;
                let rank = old.len() + axes.len();
                let axes = axes.into_iter().map(|at| axis(at, rank)).collect::<Result<Vec<_>, _>>()?;
                let mut left = old.iter();
                let sizes = (0..rank).map(|at| if axes.contains(&at) { Some(1) } else { left.next().copied() });
                sizes.collect::<Option<_>>().ok_or("an axis is named twice")?
            }
            "Squeeze" => {
                let axes = match self.list(1, "axes")? {
                    Some(axes) => axes.into_iter().map(|at| axis(at, old.len())).collect::<Result<Vec<_>, _>>()?,
                    None => (0..old.len()).filter(|&at| old[at] == 1).collect(),
                };
                (0..old.len()).filter(|at| !axes.contains(at)).map(|at| old[at]).collect()
            }
            _ => {
                let wanted = self.list(1, "shape")?.ok_or("it has no sizes")?;
                let all = count(old)?;
                let mut sizes = Vec::new();
                for (at, &size) in wanted.iter().enumerate() {
                    sizes.push(match size {
                        0 if self.int("allowzero", 0) == 0 => *old.get(at).ok_or("sizes do not fit")?,
                        -1 => 1,
                        _ => usize::try_from(size).map_err(|_| "sizes do not fit")?,
                    });
                }
                if let Some(at) = wanted.iter().position(|&size| size == -1) {
                    let rest = count(&sizes)?;
                    sizes[at] = all.checked_div(rest).ok_or("sizes do not fit")?;
                }
                sizes
            }
        };
        if count(&sizes)? != count(old)? {
            return Err(format!("{old:?} cannot become {sizes:?}"));
        }
        Ok(Lowered::Same { sizes, whole: input.whole })
    }

    pub fn copy(&self, axes: &[(usize, isize)], begin: usize) -> Result<Lowered, String> {
        let input = self.input(0)?.clone();
        let sizes: Sizes = axes.iter().map(|&(size, _)| size).collect();
        // The loop multiplies sizes with strides.
        count(&sizes)?;
        let axes: Vec<_> = axes.iter().map(|&(size, step)| (size, [step, 0])).collect();
        let whole = input.whole;
        Ok(Lowered::Op { op: Op::Copy(StridedLoop::new(&axes, begin)), inputs: vec![input], sizes, whole })
    }

    pub fn transpose(&self) -> Result<Lowered, String> {
        let old = &self.input(0)?.sizes;
        let order = self.ints("perm").unwrap_or_else(|| (0..old.len() as i64).rev().collect());
        let order = order.into_iter().map(|at| axis(at, old.len())).collect::<Result<Vec<_>, _>>()?;
        if order.len() != old.len() || (0..old.len()).any(|at| !order.contains(&at)) {
            return Err("its order is none".to_owned());
        }
        let strides = strides_of(old);
        self.copy(&order.into_iter().map(|at| (old[at], strides[at])).collect::<Vec<_>>(), 0)
    }

    pub fn slice(&self) -> Result<Lowered, String> {
        let old = &self.input(0)?.sizes;
        let starts = self.list(1, "starts")?.ok_or("it has no starts")?;
        let ends = self.list(2, "ends")?.ok_or("it has no ends")?;
        let axes = self.list(3, "axes")?.unwrap_or_else(|| (0..starts.len() as i64).collect());
        let strides = self.list(4, "steps")?.unwrap_or_else(|| vec![1; starts.len()]);
        if ends.len() != starts.len() || axes.len() != starts.len() || strides.len() != starts.len() {
            return Err("its starts, ends, axes and steps are not as many".to_owned());
        }
        let mut ways: Vec<(usize, isize)> = old.iter().copied().zip(strides_of(old)).collect();
        let mut is_cut = vec![false; old.len()];
        let mut begin = 0;
        for (((start, end), at), stride) in starts.into_iter().zip(ends).zip(axes).zip(strides) {
            let at = axis(at, old.len())?;
            if std::mem::replace(&mut is_cut[at], true) {
                return Err("an axis twice".to_owned());
            }
            let size = old[at] as i64;
            let wrap = |position: i64| if position < 0 { position.saturating_add(size) } else { position };
            let length = if stride > 0 {
                let (start, end) = (wrap(start).clamp(0, size), wrap(end).clamp(0, size));
                begin += start as usize * strides_of(old)[at] as usize;
                ((end - start).max(0) as u64).div_ceil(stride as u64)
            } else if stride < 0 {
                let (start, end) = (wrap(start).clamp(0, size - 1), wrap(end).clamp(-1, size - 1));
                begin += start as usize * strides_of(old)[at] as usize;
                ((start - end).max(0) as u64).div_ceil(stride.unsigned_abs())
            } else {
                return Err("a step of 0".to_owned());
            };
            // A stride longer than the tensor is taken once at most.
            ways[at] = (length as usize, ways[at].1 * stride.clamp(-size, size) as isize);
        }
        self.copy(&ways, begin)
    }

    /// The parts along an axis, one for each output.
    pub fn split(&self) -> Result<Lowered, String> {
        let old = &self.input(0)?.sizes;
        let at = axis(self.int("axis", 0), old.len())?;
        let outputs = self.node.outputs.len();
        let lengths = match self.list(1, "split")? {
            // None is longer than the axis, so that their sum is a number.
            Some(lengths) => {
                lengths.into_iter().map(|length| usize::try_from(length).unwrap_or(0).min(old[at] + 1)).collect()
            }
            None => {
                let length = old[at].div_ceil(outputs.max(1)).max(1);
                (0..outputs).map(|part| length.min(old[at].saturating_sub(part * length))).collect::<Vec<_>>()
            }
        };
        if lengths.len() != outputs || lengths.contains(&0) || lengths.iter().sum::<usize>() != old[at] {
            return Err(format!("{old:?} cannot be split into {lengths:?}"));
        }
        let strides = strides_of(old);
        let mut begin = 0;
        let part = |length: usize| {
            let mut ways: Vec<(usize, isize)> = old.iter().copied().zip(strides.iter().copied()).collect();
            ways[at].0 = length;
            let lowered = self.copy(&ways, begin * strides[at] as usize);
            begin += length;
            lowered
        };
        Ok(Lowered::Several(lengths.into_iter().map(part).collect::<Result<_, _>>()?))
    }

    pub fn expand(&self) -> Result<Lowered, String> {
        let old = &self.input(0)?.sizes;
        let wanted = self.list(1, "shape")?.ok_or("it has no sizes")?;
        let wanted = wanted.into_iter().map(|size| usize::try_from(size).map_err(|_| "sizes do not fit"));
        let sizes = broadcast(old, &wanted.collect::<Result<Vec<_>, _>>()?)?;
        let ways = broadcast_strides(old, &sizes);
        self.copy(&sizes.into_iter().zip(ways).collect::<Vec<_>>(), 0)
    }

    pub fn concat(&self) -> Result<Lowered, String> {
        let inputs = (0..self.node.inputs.len()).map(|index| self.input(index).cloned());
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let first = inputs.first().ok_or("it has no input")?;
        let at = axis(self.int("axis", 0), first.sizes.len())?;
        let mut sizes = first.sizes.clone();
        sizes[at] = 0;
        for input in &inputs {
            let is_alike = |axis: usize| axis == at || input.sizes[axis] == first.sizes[axis];
            if input.sizes.len() != sizes.len() || !(0..sizes.len()).all(is_alike) {
                return Err("sizes do not fit".to_owned());
            }
            sizes[at] = sizes[at].checked_add(input.sizes[at]).ok_or("sizes do not fit")?;
        }
        let parts = inputs.iter().map(|input| input.sizes[at..].iter().product()).collect();
        let whole = first.whole;
        Ok(Lowered::Op { op: Op::Concat(parts), inputs, sizes, whole })
    }

    pub fn gather(&self) -> Result<Lowered, String> {
        let (table, indices) = (self.input(0)?, self.input(1)?);
        let at = axis(self.int("axis", 0), table.sizes.len())?;
        let sizes = [&table.sizes[..at], &indices.sizes, &table.sizes[at + 1..]].concat();
        let op = Op::Gather { rows: table.sizes[at], length: count(&table.sizes[at + 1..])? };
        let whole = table.whole;
        Ok(Lowered::Op { op, inputs: vec![table.clone(), indices.clone()], sizes, whole })
    }
}

/// The sizes that two tensors have together, sizes of 1 being repeated.
pub fn broadcast(a: &[usize], b: &[usize]) -> Result<Sizes, String> {
    let rank = a.len().max(b.len());
    let size = |sizes: &[usize], at: usize| (at + sizes.len()).checked_sub(rank).map_or(1, |at| sizes[at]);
    let sizes = (0..rank).map(|at| match (size(a, at), size(b, at)) {
        (a, b) if a == b => Some(a),
        (1, other) | (other, 1) => Some(other),
        _ => None,
    });
    sizes.collect::<Option<Sizes>>().ok_or_else(|| format!("{a:?} and {b:?} do not fit"))
}

/// The strides of a tensor that is broadcast to these sizes: 0 along the axes that are repeated.
pub fn broadcast_strides(old: &[usize], sizes: &[usize]) -> Vec<isize> {
    let mut ways = vec![0; sizes.len() - old.len()];
    ways.extend(strides_of(old).into_iter().zip(old).map(|(stride, &size)| if size == 1 { 0 } else { stride }));
    ways
}
