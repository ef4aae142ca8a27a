//! From the nodes of a file to steps.

use std::collections::HashMap;

use super::kernels::{Layout, Panels, WIDTH};
use super::onnx::{Model, Node, Tensor, count, is_float};
use super::step::{Binary, Convolution, Fold, Step, Unary};
use super::walk::{Walk, steps};
use super::{Graph, Place, Planned, at};

/// All that a graph may hold beside its weights, in numbers.
const MAX_NUMBERS: usize = 1 << 27;

type Sizes = Vec<usize>;
/// Sizes and numbers of a constant.
type Known<'a> = (&'a [usize], &'a [f32]);

/// A value while the graph is built.
#[derive(Clone, Debug)]
struct Value {
    sizes: Sizes,
    whole: bool,
    place: Place,
}

/// What a node turns out to be.
enum Meaning {
    /// The input itself, with other sizes.
    Same {
        sizes: Sizes,
        whole: bool,
    },
    Constant(Tensor),
    Step {
        step: Step,
        inputs: Vec<Value>,
        sizes: Sizes,
        whole: bool,
    },
}

struct Builder {
    values: HashMap<String, Value>,
    /// How often each name is read.
    uses: HashMap<String, usize>,
    /// Buffers with readers under more than one name.
    shared: Vec<bool>,
    version: u64,
    numbers: usize,
    graph: Graph,
}

pub fn build(model: Model) -> Result<Graph, String> {
    let mut uses: HashMap<String, usize> = HashMap::new();
    let read = model.nodes.iter().flat_map(|node| &node.inputs);
    for name in read.chain(model.outputs.iter().map(|output| &output.name)) {
        *uses.entry(name.clone()).or_default() += 1;
    }
    let graph = Graph {
        inputs: model.inputs,
        outputs: Vec::new(),
        steps: Vec::new(),
        constants: Vec::new(),
        buffers: Vec::new(),
        takes: Vec::new(),
        gives: Vec::new(),
    };
    let mut builder =
        Builder { values: HashMap::new(), uses, shared: Vec::new(), version: model.version, numbers: 0, graph };
    for (name, tensor) in model.constants {
        builder.add_constant(name, tensor);
    }
    for index in 0..builder.graph.inputs.len() {
        let input = builder.graph.inputs[index].clone();
        let sizes = input.sizes.ok_or_else(|| format!("the sizes of its input `{}` are not all fixed", input.name))?;
        let buffer = builder.add_buffer(&sizes)?;
        builder.graph.takes.push(buffer);
        builder.values.insert(input.name, Value { sizes, whole: false, place: Place::Buffer(buffer) });
    }
    for node in &model.nodes {
        builder.add(node).map_err(|reason| format!("{}: {reason}", short(&node.kind)))?;
    }
    for mut output in model.outputs {
        let value = builder.values.get(&output.name).ok_or_else(|| format!("no node gives `{}`", output.name))?;
        output.sizes = Some(value.sizes.clone());
        builder.graph.gives.push(value.place);
        builder.graph.outputs.push(output);
    }
    builder.tidy();
    Ok(builder.graph)
}

/// A name from a file, no longer than fits a line.
fn short(name: &str) -> String {
    name.chars().filter(|char| !char.is_control()).take(40).collect()
}

impl Builder {
    fn add_constant(&mut self, name: String, tensor: Tensor) {
        let place = Place::Constant(self.graph.constants.len());
        self.graph.constants.push(tensor.values);
        self.values.insert(name, Value { sizes: tensor.sizes, whole: tensor.whole, place });
    }

    fn add_buffer(&mut self, sizes: &[usize]) -> Result<usize, String> {
        let numbers = count(sizes)?;
        self.numbers += numbers;
        if numbers == 0 || self.numbers > MAX_NUMBERS {
            return Err(format!("sizes {sizes:?} are empty or too large"));
        }
        self.graph.buffers.push(vec![0.0; numbers]);
        self.shared.push(false);
        Ok(self.graph.buffers.len() - 1)
    }

    fn add(&mut self, node: &Node) -> Result<(), String> {
        let name = node.outputs.first().cloned().ok_or("it has no output")?;
        if let ("Relu", Some(input)) = (node.kind.as_str(), node.inputs.first())
            && let Some(value) = self.values.get(input).cloned()
            && self.uses.get(input) == Some(&1)
            && let Some(last) = self.graph.steps.last_mut()
            && value.place == Place::Buffer(last.output)
            && !self.shared[last.output]
            && last.step.take_relu()
        {
            self.values.insert(name, value);
            return Ok(());
        }
        let meaning = (Reading { builder: self, node }).read()?;
        match meaning {
            Meaning::Same { sizes, whole } => {
                let input = &node.inputs[0];
                let place = self.values.get(input).ok_or("its input is missing")?.place;
                if let (Place::Buffer(buffer), true) = (place, self.uses.get(input) > Some(&1)) {
                    self.shared[buffer] = true;
                }
                self.values.insert(name, Value { sizes, whole, place });
            }
            Meaning::Constant(tensor) => self.add_constant(name, tensor),
            Meaning::Step { step, inputs, sizes, whole } => {
                let output = self.add_buffer(&sizes)?;
                let places: Vec<Place> = inputs.iter().map(|value| value.place).collect();
                let known = places.iter().all(|place| matches!(place, Place::Constant(_)));
                let mut planned = Planned { step, inputs: places, output };
                if known {
                    // Nothing here depends on the input: the result is a constant.
                    planned.run(&self.graph.constants, &mut self.graph.buffers)?;
                    let values = std::mem::take(&mut self.graph.buffers[output]);
                    self.add_constant(name, Tensor { sizes, values, whole });
                } else {
                    self.graph.steps.push(planned);
                    self.values.insert(name, Value { sizes, whole, place: Place::Buffer(output) });
                }
            }
        }
        Ok(())
    }

    /// Frees the constants that no step reads any more: weights are kept by the steps in another order.
    fn tidy(&mut self) {
        let mut needed = vec![false; self.graph.constants.len()];
        let places = self.graph.steps.iter().flat_map(|planned| &planned.inputs).chain(&self.graph.gives);
        for place in places {
            if let Place::Constant(index) = place {
                needed[*index] = true;
            }
        }
        for (constant, needed) in self.graph.constants.iter_mut().zip(needed) {
            if !needed {
                *constant = Vec::new();
            }
        }
    }
}

/// A node that is being understood.
struct Reading<'a> {
    builder: &'a Builder,
    node: &'a Node,
}

impl<'a> Reading<'a> {
    fn optional(&self, index: usize) -> Result<Option<&'a Value>, String> {
        match self.node.inputs.get(index).map(String::as_str) {
            None | Some("") => Ok(None),
            Some(name) => {
                self.builder.values.get(name).map(Some).ok_or_else(|| format!("its input `{}` is missing", short(name)))
            }
        }
    }

    fn input(&self, index: usize) -> Result<&'a Value, String> {
        self.optional(index)?.ok_or_else(|| format!("it has no input {index}"))
    }

    /// An input that has to be known beforehand.
    fn known(&self, index: usize) -> Result<Option<Known<'a>>, String> {
        let Some(value) = self.optional(index)? else { return Ok(None) };
        match value.place {
            Place::Constant(_) => Ok(Some((&value.sizes, self.numbers(value)))),
            Place::Buffer(_) => Err(format!("its input {index} depends on the net's input")),
        }
    }

    fn numbers(&self, value: &Value) -> &'a [f32] {
        at(value.place, &self.builder.graph.constants, &self.builder.graph.buffers)
    }

    fn int(&self, name: &str, usual: i64) -> i64 {
        self.node.attributes.get(name).map_or(usual, |attribute| attribute.int)
    }

    fn float(&self, name: &str, usual: f32) -> f32 {
        self.node.attributes.get(name).map_or(usual, |attribute| attribute.float)
    }

    fn ints(&self, name: &str) -> Option<Vec<i64>> {
        self.node.attributes.get(name).map(|attribute| attribute.ints.clone())
    }

    /// Whole numbers that newer versions of an operator take as an input and older ones as an attribute.
    fn list(&self, index: usize, name: &str) -> Result<Option<Vec<i64>>, String> {
        match self.known(index)? {
            Some((_, values)) => Ok(Some(values.iter().map(|&value| value as i64).collect())),
            None => Ok(self.ints(name)),
        }
    }

    fn read(&self) -> Result<Meaning, String> {
        let unary = |function| {
            let input = self.input(0)?.clone();
            let (sizes, whole) = (input.sizes.clone(), input.whole);
            Ok(Meaning::Step { step: Step::Unary(function), inputs: vec![input], sizes, whole })
        };
        match self.node.kind.as_str() {
            "Constant" => self.constant(),
            "Identity" | "Dropout" => {
                let input = self.input(0)?;
                Ok(Meaning::Same { sizes: input.sizes.clone(), whole: input.whole })
            }
            "Cast" => {
                let input = self.input(0)?;
                if is_float(self.int("to", 1)) || input.whole {
                    let whole = !is_float(self.int("to", 1));
                    return Ok(Meaning::Same { sizes: input.sizes.clone(), whole });
                }
                let sizes = input.sizes.clone();
                let step = Step::Unary(Unary::Truncate);
                Ok(Meaning::Step { step, inputs: vec![input.clone()], sizes, whole: true })
            }
            "Shape" => {
                let sizes = &self.input(0)?.sizes;
                let values = sizes.iter().map(|&size| size as f32).collect();
                Ok(Meaning::Constant(Tensor { sizes: vec![sizes.len()], values, whole: true }))
            }
            "Reshape" | "Flatten" | "Unsqueeze" | "Squeeze" => self.reshape(),
            "Transpose" => self.transpose(),
            "Slice" => self.slice(),
            "Expand" => self.expand(),
            "Concat" => self.concat(),
            "Gather" => self.gather(),
            "Relu" => unary(Unary::Relu),
            "LeakyRelu" => unary(Unary::LeakyRelu(self.float("alpha", 0.01))),
            "Sigmoid" => unary(Unary::Sigmoid),
            "Tanh" => unary(Unary::Tanh),
            "Exp" => unary(Unary::Exp),
            "Log" => unary(Unary::Log),
            "Sqrt" => unary(Unary::Sqrt),
            "Neg" => unary(Unary::Neg),
            "Abs" => unary(Unary::Abs),
            "Clip" => {
                let bound = |index, name, usual| -> Result<f32, String> {
                    let known = self.known(index)?.and_then(|(_, values)| values.first().copied());
                    Ok(known.unwrap_or_else(|| self.float(name, usual)))
                };
                let (low, high) = (bound(1, "min", f32::NEG_INFINITY)?, bound(2, "max", f32::INFINITY)?);
                unary(Unary::Clip(low, high))
            }
            "Add" => self.binary(Binary::Add),
            "Sub" => self.binary(Binary::Sub),
            "Mul" => self.binary(Binary::Mul),
            "Div" => self.binary(Binary::Div),
            "Pow" => self.binary(Binary::Pow),
            "Max" => self.binary(Binary::Max),
            "Min" => self.binary(Binary::Min),
            "Gemm" => self.gemm(),
            "MatMul" => self.matmul(),
            "Conv" => self.convolution(),
            "BatchNormalization" => self.normalization(),
            "MaxPool" => self.pool(true),
            "AveragePool" => self.pool(false),
            "GlobalAveragePool" => self.fold(Fold::Mean, true),
            "GlobalMaxPool" => self.fold(Fold::Max, true),
            "ReduceMean" => self.fold(Fold::Mean, false),
            "ReduceSum" => self.fold(Fold::Sum, false),
            "ReduceMax" => self.fold(Fold::Max, false),
            "ReduceMin" => self.fold(Fold::Min, false),
            "Softmax" => self.softmax(false),
            "LogSoftmax" => self.softmax(true),
            _ => Err("this operator is not known".to_owned()),
        }
    }

    fn constant(&self) -> Result<Meaning, String> {
        let attributes = &self.node.attributes;
        let vector = |values: Vec<f32>, whole| Tensor { sizes: vec![values.len()], values, whole };
        let scalar = |value, whole| Tensor { sizes: Vec::new(), values: vec![value], whole };
        let tensor = if let Some(tensor) = attributes.get("value").and_then(|attribute| attribute.tensor.clone()) {
            tensor
        } else if let Some(attribute) = attributes.get("value_float") {
            scalar(attribute.float, false)
        } else if let Some(attribute) = attributes.get("value_int") {
            scalar(attribute.int as f32, true)
        } else if let Some(attribute) = attributes.get("value_floats") {
            vector(attribute.floats.clone(), false)
        } else if let Some(attribute) = attributes.get("value_ints") {
            vector(attribute.ints.iter().map(|&value| value as f32).collect(), true)
        } else {
            return Err("it has no value that is known".to_owned());
        };
        Ok(Meaning::Constant(tensor))
    }

    fn reshape(&self) -> Result<Meaning, String> {
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
        Ok(Meaning::Same { sizes, whole: input.whole })
    }

    fn copy(&self, axes: &[(usize, isize)], begin: usize) -> Result<Meaning, String> {
        let input = self.input(0)?.clone();
        let sizes: Sizes = axes.iter().map(|&(size, _)| size).collect();
        let axes: Vec<_> = axes.iter().map(|&(size, step)| (size, [step, 0])).collect();
        let whole = input.whole;
        Ok(Meaning::Step { step: Step::Copy(Walk::new(&axes, begin)), inputs: vec![input], sizes, whole })
    }

    fn transpose(&self) -> Result<Meaning, String> {
        let old = &self.input(0)?.sizes;
        let order = self.ints("perm").unwrap_or_else(|| (0..old.len() as i64).rev().collect());
        let order = order.into_iter().map(|at| axis(at, old.len())).collect::<Result<Vec<_>, _>>()?;
        if order.len() != old.len() || (0..old.len()).any(|at| !order.contains(&at)) {
            return Err("its order is none".to_owned());
        }
        let steps = steps(old);
        self.copy(&order.into_iter().map(|at| (old[at], steps[at])).collect::<Vec<_>>(), 0)
    }

    fn slice(&self) -> Result<Meaning, String> {
        let old = &self.input(0)?.sizes;
        let starts = self.list(1, "starts")?.ok_or("it has no starts")?;
        let ends = self.list(2, "ends")?.ok_or("it has no ends")?;
        let axes = self.list(3, "axes")?.unwrap_or_else(|| (0..starts.len() as i64).collect());
        let strides = self.list(4, "steps")?.unwrap_or_else(|| vec![1; starts.len()]);
        if ends.len() != starts.len() || axes.len() != starts.len() || strides.len() != starts.len() {
            return Err("its starts, ends, axes and steps are not as many".to_owned());
        }
        let mut ways: Vec<(usize, isize)> = old.iter().copied().zip(steps(old)).collect();
        let mut begin = 0;
        for (((start, end), at), stride) in starts.into_iter().zip(ends).zip(axes).zip(strides) {
            let at = axis(at, old.len())?;
            let size = old[at] as i64;
            let wrap = |position: i64| if position < 0 { position.saturating_add(size) } else { position };
            let length = if stride > 0 {
                let (start, end) = (wrap(start).clamp(0, size), wrap(end).clamp(0, size));
                begin += start as usize * steps(old)[at] as usize;
                ((end - start).max(0) as u64).div_ceil(stride as u64)
            } else if stride < 0 {
                let (start, end) = (wrap(start).clamp(0, size - 1), wrap(end).clamp(-1, size - 1));
                begin += start as usize * steps(old)[at] as usize;
                ((start - end).max(0) as u64).div_ceil(stride.unsigned_abs())
            } else {
                return Err("a step of 0".to_owned());
            };
            // A stride longer than the tensor is taken once at most.
            ways[at] = (length as usize, ways[at].1 * stride.clamp(-size, size) as isize);
        }
        self.copy(&ways, begin)
    }

    fn expand(&self) -> Result<Meaning, String> {
        let old = &self.input(0)?.sizes;
        let wanted = self.list(1, "shape")?.ok_or("it has no sizes")?;
        let wanted = wanted.into_iter().map(|size| usize::try_from(size).map_err(|_| "sizes do not fit"));
        let sizes = broadcast(old, &wanted.collect::<Result<Vec<_>, _>>()?)?;
        let ways = stretched(old, &sizes);
        self.copy(&sizes.into_iter().zip(ways).collect::<Vec<_>>(), 0)
    }

    fn concat(&self) -> Result<Meaning, String> {
        let inputs = (0..self.node.inputs.len()).map(|index| self.input(index).cloned());
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let first = inputs.first().ok_or("it has no input")?;
        let at = axis(self.int("axis", 0), first.sizes.len())?;
        let mut sizes = first.sizes.clone();
        sizes[at] = 0;
        for input in &inputs {
            let mut others = input.sizes.clone();
            let size = others.get_mut(at).ok_or("sizes do not fit")?;
            sizes[at] += std::mem::replace(size, sizes[at]);
            if others.len() != sizes.len() || (0..sizes.len()).any(|axis| axis != at && others[axis] != sizes[axis]) {
                return Err("sizes do not fit".to_owned());
            }
        }
        let parts = inputs.iter().map(|input| input.sizes[at..].iter().product()).collect();
        let whole = first.whole;
        Ok(Meaning::Step { step: Step::Concat(parts), inputs, sizes, whole })
    }

    fn gather(&self) -> Result<Meaning, String> {
        let (table, indices) = (self.input(0)?, self.input(1)?);
        let at = axis(self.int("axis", 0), table.sizes.len())?;
        let sizes = [&table.sizes[..at], &indices.sizes, &table.sizes[at + 1..]].concat();
        let step = Step::Gather { rows: table.sizes[at], length: count(&table.sizes[at + 1..])? };
        let whole = table.whole;
        Ok(Meaning::Step { step, inputs: vec![table.clone(), indices.clone()], sizes, whole })
    }

    fn binary(&self, function: Binary) -> Result<Meaning, String> {
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
        Ok(Meaning::Step { step, inputs: vec![a.clone(), b.clone()], sizes, whole })
    }

    /// Rows of `depth` times constant columns.
    fn rows(&self, columns: Vec<f32>, bias: Vec<f32>, depth: usize) -> Result<Meaning, String> {
        let input = self.input(0)?;
        let mut sizes = input.sizes.clone();
        match sizes.last_mut() {
            Some(last) if *last == depth && depth > 0 && !bias.is_empty() => *last = bias.len(),
            _ => return Err(format!("{:?} does not fit a matrix of {depth} rows", input.sizes)),
        }
        let step = Step::Rows { depth, columns, bias, relu: false };
        Ok(Meaning::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }

    fn gemm(&self) -> Result<Meaning, String> {
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

    fn matmul(&self) -> Result<Meaning, String> {
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
        Ok(Meaning::Step { step, inputs: vec![a.clone(), b.clone()], sizes, whole: false })
    }

    /// The window of a convolution or pool over an image.
    fn window(&self, height: usize, width: usize, kernel: [usize; 2]) -> Result<Window, String> {
        let pair = |name| -> Result<[usize; 2], String> {
            let Some(list) = self.ints(name) else { return Ok([1, 1]) };
            let list = list.into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>().ok();
            let pair = list.and_then(|list| <[usize; 2]>::try_from(list).ok());
            pair.filter(|pair| pair.iter().all(|size| (1..=256).contains(size))).ok_or_else(|| format!("bad {name}"))
        };
        let (strides, dilations) = (pair("strides")?, pair("dilations")?);
        let reach = |axis: usize| (kernel[axis] - 1).checked_mul(dilations[axis]).map(|reach| reach + 1);
        let (Some(reach_y), Some(reach_x)) = (reach(0), reach(1)) else { return Err("too large".to_owned()) };
        let pads = match self.node.attributes.get("auto_pad").map_or("", |attribute| attribute.text.as_str()) {
            "" | "NOTSET" => match self.ints("pads") {
                None => [0; 4],
                Some(pads) => {
                    let pads = pads.into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>().ok();
                    let pads = pads.and_then(|pads| <[usize; 4]>::try_from(pads).ok());
                    pads.filter(|pads| pads.iter().all(|&pad| pad <= 256)).ok_or("bad pads")?
                }
            },
            "VALID" => [0; 4],
            other => return Err(format!("padding {} is not known", short(other))),
        };
        let size = |length: usize, pads: usize, reach: usize, stride: usize| {
            (length + pads).checked_sub(reach).map(|room| room / stride + 1).ok_or("the kernel is too large")
        };
        let out = [
            size(height, pads[0] + pads[2], reach_y, strides[0])?,
            size(width, pads[1] + pads[3], reach_x, strides[1])?,
        ];
        count(&[height + pads[0] + pads[2], width + pads[1] + pads[3]])?;
        Ok(Window { strides, dilations, pads, out })
    }

    fn convolution(&self) -> Result<Meaning, String> {
        let input = self.input(0)?;
        let (kernel, weights) = self.known(1)?.ok_or("it has no weights")?;
        let (&[batch, channels, height, width], &[out, per_group, kernel_y, kernel_x]) = (&input.sizes[..], kernel)
        else {
            return Err("only images are known".to_owned());
        };
        let groups = usize::try_from(self.int("group", 1)).map_err(|_| "bad groups")?;
        if groups == 0 || per_group.checked_mul(groups) != Some(channels) || out % groups != 0 || weights.is_empty() {
            return Err(format!("{kernel:?} does not fit {:?}", input.sizes));
        }
        let bias = match self.known(2)? {
            None => vec![0.0; out],
            Some((_, bias)) if bias.len() == out => bias.to_vec(),
            Some(_) => return Err("its bias does not fit".to_owned()),
        };
        let window = self.window(height, width, [kernel_y, kernel_x])?;
        let [stride_y, stride_x] = window.strides;
        let [out_y, out_x] = window.out;
        if stride_x != 1 {
            return Err("only steps of 1 within a row are known".to_owned());
        }

        // The image is copied into a frame of zeros where the kernel reaches beyond it, or where the last stretch of a
        // row would be read beyond the end.
        let [top, left, bottom, right] = window.pads;
        let padded_row = width + left + right;
        let padded = (height + top + bottom) * padded_row;
        let plain = window.pads == [0; 4] && out_x % WIDTH == 0;
        let mut layout = Layout { plane: out_y * out_x, ..Layout::default() };
        for channel in 0..per_group {
            for y in 0..kernel_y {
                for x in 0..kernel_x {
                    let place = y * window.dilations[0] * padded_row + x * window.dilations[1];
                    layout.places.push(channel * padded + place);
                }
            }
        }
        let long = (out_y - 1) * padded_row + out_x;
        let mut between = Vec::new();
        if plain && out_x == width && stride_y == 1 {
            // The rows follow one another in both: one long row.
            let stretches = (0..layout.plane).step_by(WIDTH);
            layout.stretches.extend(stretches.map(|from| (from, from, WIDTH.min(layout.plane - from))));
        } else if stride_y == 1 && long.div_ceil(WIDTH) < out_y * out_x.div_ceil(WIDTH) {
            // Short rows: computed as one long row together with what lies between them.
            layout.stretches.extend((0..long).step_by(WIDTH).map(|from| (from, from, WIDTH)));
            layout.plane = long.next_multiple_of(WIDTH);
            between = vec![0.0; count(&[out / groups, layout.plane])?];
        } else {
            for y in 0..out_y {
                for x in (0..out_x).step_by(WIDTH) {
                    layout.stretches.push((y * stride_y * padded_row + x, y * out_x + x, WIDTH.min(out_x - x)));
                }
            }
        }
        let depth = per_group * kernel_y * kernel_x;
        count(&[out, depth])?;
        let scratch = if plain { Vec::new() } else { vec![0.0; count(&[per_group, padded])? + WIDTH] };
        let step = Step::Convolution(Box::new(Convolution {
            groups: weights.chunks_exact(weights.len() / groups).map(|group| Panels::new(group, depth)).collect(),
            bias,
            layout,
            relu: false,
            plane: height * width,
            padded,
            row: width,
            padded_row,
            corner: top * padded_row + left,
            channels: per_group,
            scratch,
            out: [out_y, out_x],
            between,
        }));
        let sizes = vec![batch, out, out_y, out_x];
        Ok(Meaning::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }

    fn pool(&self, maximum: bool) -> Result<Meaning, String> {
        let input = self.input(0)?;
        let &[batch, channels, height, width] = &input.sizes[..] else {
            return Err("only images are known".to_owned());
        };
        let kernel = self.ints("kernel_shape").ok_or("it has no kernel")?;
        let kernel = kernel.into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>().ok();
        let kernel = kernel.and_then(|kernel| <[usize; 2]>::try_from(kernel).ok());
        let kernel = kernel.filter(|kernel| kernel.iter().all(|size| (1..=256).contains(size))).ok_or("bad kernel")?;
        if self.int("ceil_mode", 0) != 0 || self.node.outputs.len() > 1 {
            return Err("this kind of window is not known".to_owned());
        }
        let window = self.window(height, width, kernel)?;
        let mut windows = Vec::new();
        for y in 0..window.out[0] {
            for x in 0..window.out[1] {
                let mut places = Vec::new();
                for in_y in 0..kernel[0] {
                    for in_x in 0..kernel[1] {
                        let row = (y * window.strides[0] + in_y * window.dilations[0]).checked_sub(window.pads[0]);
                        let column = (x * window.strides[1] + in_x * window.dilations[1]).checked_sub(window.pads[1]);
                        if let (Some(row), Some(column)) = (row, column)
                            && row < height
                            && column < width
                        {
                            places.push(row * width + column);
                        }
                    }
                }
                windows.push(places);
            }
        }
        let all = self.int("count_include_pad", 0) != 0;
        let count = all.then_some(kernel[0] * kernel[1]);
        let step = Step::Pool { maximum, plane: height * width, windows, count };
        let sizes = vec![batch, channels, window.out[0], window.out[1]];
        Ok(Meaning::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }

    /// A convolution of each channel alone, with a kernel of one number.
    fn normalization(&self) -> Result<Meaning, String> {
        let input = self.input(0)?;
        let &[_, channels, height, width] = &input.sizes[..] else {
            return Err("only images are known".to_owned());
        };
        let parameter = |index| match self.known(index)? {
            Some((_, values)) if values.len() == channels => Ok(values),
            _ => Err("its parameters do not fit".to_owned()),
        };
        let (scale, shift, mean, variance) = (parameter(1)?, parameter(2)?, parameter(3)?, parameter(4)?);
        let epsilon = self.float("epsilon", 1e-5);
        let plane = height * width;
        let factors: Vec<f32> = scale.iter().zip(variance).map(|(scale, var)| scale / (var + epsilon).sqrt()).collect();
        let bias = factors.iter().zip(mean).zip(shift).map(|((factor, mean), shift)| shift - mean * factor).collect();
        let stretches = (0..plane).step_by(WIDTH).map(|from| (from, from, WIDTH.min(plane - from))).collect();
        let plain = plane % WIDTH == 0;
        let step = Step::Convolution(Box::new(Convolution {
            groups: factors.iter().map(|&factor| Panels::new(&[factor], 1)).collect(),
            bias,
            layout: Layout { places: vec![0], stretches, plane },
            relu: false,
            plane,
            padded: plane,
            row: plane,
            padded_row: plane,
            corner: 0,
            channels: 1,
            out: [1, plane],
            between: Vec::new(),
            scratch: if plain { Vec::new() } else { vec![0.0; plane + WIDTH] },
        }));
        let sizes = input.sizes.clone();
        Ok(Meaning::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }

    fn fold(&self, fold: Fold, global: bool) -> Result<Meaning, String> {
        let input = self.input(0)?;
        let rank = input.sizes.len();
        let axes = if global { Some((2..rank as i64).collect()) } else { self.list(1, "axes")? };
        let keep = global || self.int("keepdims", 1) != 0;
        let mut axes = match axes {
            Some(axes) if !axes.is_empty() => {
                axes.into_iter().map(|at| axis(at, rank)).collect::<Result<Vec<_>, _>>()?
            }
            _ if self.int("noop_with_empty_axes", 0) != 0 => {
                return Ok(Meaning::Same { sizes: input.sizes.clone(), whole: input.whole });
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
        Ok(Meaning::Step { step, inputs: vec![input.clone()], sizes, whole: input.whole })
    }

    fn softmax(&self, logarithm: bool) -> Result<Meaning, String> {
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
        Ok(Meaning::Step { step, inputs: vec![input.clone()], sizes, whole: false })
    }
}

/// How a kernel goes over an image.
struct Window {
    strides: [usize; 2],
    dilations: [usize; 2],
    /// Top, left, bottom, right.
    pads: [usize; 4],
    /// The size of the result.
    out: [usize; 2],
}

/// An axis of so many; negative ones count from the end.
fn axis(at: i64, rank: usize) -> Result<usize, String> {
    let wrapped = if at < 0 { at.saturating_add(rank as i64) } else { at };
    usize::try_from(wrapped).ok().filter(|&at| at < rank).ok_or_else(|| format!("no axis {at} of {rank}"))
}

/// A matrix whose rows become its columns.
fn flip(values: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    (0..columns).flat_map(|column| (0..rows).map(move |row| values[row * columns + column])).collect()
}

/// The sizes that two tensors have together, sizes of 1 being stretched.
fn broadcast(a: &[usize], b: &[usize]) -> Result<Sizes, String> {
    let rank = a.len().max(b.len());
    let size = |sizes: &[usize], at: usize| (at + sizes.len()).checked_sub(rank).map_or(1, |at| sizes[at]);
    let sizes = (0..rank).map(|at| match (size(a, at), size(b, at)) {
        (a, b) if a == b => Some(a),
        (1, other) | (other, 1) => Some(other),
        _ => None,
    });
    sizes.collect::<Option<Sizes>>().ok_or_else(|| format!("{a:?} and {b:?} do not fit"))
}

/// The steps in a tensor that is stretched to these sizes: none along the axes that are stretched.
fn stretched(old: &[usize], sizes: &[usize]) -> Vec<isize> {
    let mut ways = vec![0; sizes.len() - old.len()];
    ways.extend(steps(old).into_iter().zip(old).map(|(step, &size)| if size == 1 { 0 } else { step }));
    ways
}
