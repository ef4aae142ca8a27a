//! From the nodes of a file to operations that are ready to run.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::budget::Budget;
use super::lowering::{Lowered, NodeReader};
use super::model::{Model, Node, TOO_LARGE, Tensor, count};
use super::op::Op;
use super::{Graph, LoadError, Place, Planned};

/// Nodes of a graph; the largest nets of lc0 have some thousand.
const MAX_NODES: usize = 1 << 14;

/// The versions of the operators that are known: what these do is the same in all of them, as far as it is read here.
const VERSIONS: RangeInclusive<u64> = 7..=24;

/// A value while the graph is built.
#[derive(Clone, Debug)]
pub struct Value {
    pub sizes: Vec<usize>,
    pub whole: bool,
    pub place: Place,
}

/// A graph while it is built.
pub struct Builder {
    pub values: HashMap<String, Value>,
    /// The number of times each name is read.
    uses: HashMap<String, usize>,
    /// Buffers with readers under more than one name.
    shared: Vec<bool>,
    pub version: u64,
    pub budget: Budget,
    pub graph: Graph,
}

/// Builds a graph.
///
/// # Errors
/// [`LoadError`].
pub fn build(model: Model) -> Result<Graph, LoadError> {
    if !VERSIONS.contains(&model.version) {
        let reason = format!("its operators are of version {}, {VERSIONS:?} are known", model.version);
        return Err(LoadError::Unsupported(reason));
    }
    if model.nodes.len() > MAX_NODES {
        return Err(LoadError::TooLarge(format!("it has {} operations, {MAX_NODES} are allowed", model.nodes.len())));
    }
    let mut uses: HashMap<String, usize> = HashMap::new();
    let read = model.nodes.iter().flat_map(|node| &node.inputs);
    for name in read.chain(model.outputs.iter().map(|output| &output.name)) {
        *uses.entry(name.clone()).or_default() += 1;
    }
    let graph = Graph {
        inputs: model.inputs,
        outputs: Vec::new(),
        ops: Vec::new(),
        constants: Vec::new(),
        buffers: Vec::new(),
        input_buffers: Vec::new(),
        output_places: Vec::new(),
        changed: Vec::new(),
        is_complete: false,
    };
    let mut builder = Builder {
        values: HashMap::new(),
        uses,
        shared: Vec::new(),
        version: model.version,
        budget: Budget::default(),
        graph,
    };
    for (name, tensor) in model.constants {
        builder.add_constant(name, tensor);
    }
    for index in 0..builder.graph.inputs.len() {
        let input = builder.graph.inputs[index].clone();
        let sizes = input.sizes.ok_or_else(|| {
            LoadError::Unsupported(format!("the sizes of its input `{}` are not all fixed", short(&input.name)))
        })?;
        let buffer = builder.add_buffer(&sizes).map_err(LoadError::TooLarge)?;
        builder.graph.input_buffers.push(buffer);
        builder.values.insert(input.name, Value { sizes, whole: false, place: Place::Buffer(buffer) });
    }
    for node in &model.nodes {
        if let Err(reason) = builder.add(node) {
            let operator = short(&node.kind);
            return Err(match builder.budget.is_exceeded() || reason.ends_with(TOO_LARGE) {
                true => LoadError::TooLarge(format!("{operator}: {reason}")),
                false => LoadError::Operator { operator, reason },
            });
        }
    }
    for mut output in model.outputs {
        let missing = || LoadError::Damaged(format!("no node gives `{}`", short(&output.name)));
        let value = builder.values.get(&output.name).ok_or_else(missing)?;
        output.sizes = Some(value.sizes.clone());
        builder.graph.output_places.push(value.place);
        builder.graph.outputs.push(output);
    }
    builder.tidy();
    Ok(builder.graph)
}

/// A name from a file, no longer than fits a line.
pub fn short(name: &str) -> String {
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
        if numbers == 0 {
            return Err(format!("sizes {sizes:?} are empty"));
        }
        self.budget.hold(numbers)?;
        self.graph.buffers.push(vec![0.0; numbers]);
        self.shared.push(false);
        Ok(self.graph.buffers.len() - 1)
    }

    fn add(&mut self, node: &Node) -> Result<(), String> {
        let name = node.outputs.first().cloned().ok_or("it has no output")?;
        if let ("Relu", Some(input)) = (node.kind.as_str(), node.inputs.first())
            && let Some(value) = self.values.get(input).cloned()
            && self.uses.get(input) == Some(&1)
            && let Some(last) = self.graph.ops.last_mut()
            && value.place == Place::Buffer(last.output)
            && !self.shared[last.output]
            && last.op.take_relu()
        {
            self.values.insert(name, value);
            return Ok(());
        }
        match (NodeReader { builder: self, node }).read()? {
            Lowered::Several(outputs) => {
                let mut named = node.outputs.iter().zip(outputs);
                named.try_for_each(|(name, lowered)| self.put(node, name.clone(), lowered))
            }
            lowered => self.put(node, name, lowered),
        }
    }

    /// Adds an output of a node.
    fn put(&mut self, node: &Node, name: String, lowered: Lowered) -> Result<(), String> {
        match lowered {
            Lowered::Same { sizes, whole } => {
                let input = &node.inputs[0];
                let place = self.values.get(input).ok_or("its input is missing")?.place;
                if let (Place::Buffer(buffer), true) = (place, self.uses.get(input) > Some(&1)) {
                    self.shared[buffer] = true;
                }
                self.values.insert(name, Value { sizes, whole, place });
            }
            Lowered::Constant(tensor) => {
                self.budget.hold(tensor.values.len())?;
                self.add_constant(name, tensor);
            }
            Lowered::Several(_) => return Err("an output is several".to_owned()),
            Lowered::Op { op, inputs, sizes, whole } => {
                let output = self.add_buffer(&sizes)?;
                let lengths = inputs.iter().map(|value| count(&value.sizes)).collect::<Result<Vec<_>, _>>()?;
                if lengths.contains(&0) && !matches!(op, Op::Concat(_)) {
                    return Err("an input is empty".to_owned());
                }
                let steps = op.steps(&lengths, count(&sizes)?);
                let places: Vec<Place> = inputs.iter().map(|value| value.place).collect();
                let known = places.iter().all(|place| matches!(place, Place::Constant(_)));
                let mut planned = Planned { op, inputs: places, output, steps };
                if known {
                    // Nothing here depends on the input: the result is a constant.
                    self.budget.fold(steps)?;
                    planned.run(&self.graph.constants, &mut self.graph.buffers)?;
                    let values = std::mem::take(&mut self.graph.buffers[output]);
                    self.add_constant(name, Tensor { sizes, values, whole });
                } else {
                    self.budget.run(steps)?;
                    self.graph.ops.push(planned);
                    self.values.insert(name, Value { sizes, whole, place: Place::Buffer(output) });
                }
            }
        }
        Ok(())
    }

    /// Frees the constants that no operation reads any more: weights are kept by the operations in another order.
    fn tidy(&mut self) {
        let mut needed = vec![false; self.graph.constants.len()];
        let places = self.graph.ops.iter().flat_map(|planned| &planned.inputs).chain(&self.graph.output_places);
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

#[cfg(test)]
mod tests {
    use super::super::model::Attribute;
    use super::*;
    use crate::nets::graph::{Graph as _, NEVER};
    use crate::nets::port::Port;

    /// Runs one operator on `x` with these sizes; `constants` are its other inputs. Returns all outputs.
    fn results(
        kind: &str,
        attributes: &[(&str, Attribute)],
        x: (&[usize], &[f32]),
        constants: &[Tensor],
        outputs: usize,
    ) -> Result<Vec<Vec<f32>>, String> {
        let port = |name: String, sizes| Port { name, sizes };
        let names: Vec<String> = (0..outputs).map(|index| format!("y{index}")).collect();
        let others = (0..constants.len()).map(|index| format!("c{index}"));
        let node = Node {
            kind: kind.to_owned(),
            inputs: std::iter::once("x".to_owned()).chain(others.clone()).collect(),
            outputs: names.clone(),
            attributes: attributes.iter().map(|(name, attribute)| ((*name).to_owned(), attribute.clone())).collect(),
        };
        let mut graph = build(Model {
            nodes: vec![node],
            constants: others.zip(constants.iter().cloned()).collect(),
            inputs: vec![port("x".to_owned(), Some(x.0.to_vec()))],
            outputs: names.iter().map(|name| port(name.clone(), None)).collect(),
            version: 18,
        })
        .map_err(|error| error.to_string())?;
        graph.run(&[x.1], NEVER).map_err(|error| error.to_string())?;
        Ok(names.iter().map(|name| graph.output(name).expect("an output").to_vec()).collect())
    }

    fn vector(values: &[f32], whole: bool) -> Tensor {
        Tensor { sizes: vec![values.len()], values: values.to_vec(), whole }
    }

    fn int(int: i64) -> Attribute {
        Attribute { int, ..Attribute::default() }
    }

    fn near(found: &[f32], expected: &[f32]) {
        let is_near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-5);
        assert!(found.len() == expected.len() && is_near, "{found:?}, not {expected:?}");
    }

    #[test]
    fn functions_of_one_number_are_those_of_the_format() {
        // The numbers are those of PyTorch.
        for (kind, expected) in [
            ("Mish", [-0.252_501_5, 0.0, 0.865_098_4, 30.0]),
            ("Softplus", [0.126_928_01, std::f32::consts::LN_2, 1.313_261_7, 30.0]),
            ("Selu", [-1.520_166_5, 0.0, 1.050_701, 31.521_03]),
            ("Elu", [-0.864_664_7, 0.0, 1.0, 30.0]),
        ] {
            near(&results(kind, &[], (&[4], &[-2.0, 0.0, 1.0, 30.0]), &[], 1).unwrap()[0], &expected);
        }
        near(&results("Reciprocal", &[], (&[2], &[4.0, -0.5]), &[], 1).unwrap()[0], &[0.25, -2.0]);
    }

    #[test]
    fn rows_are_normalized() {
        let parameters = [vector(&[1.0, 2.0, 1.0], false), vector(&[0.0, 1.0, -1.0], false)];
        let found = results("LayerNormalization", &[], (&[2, 3], &[1.0, 2.0, 3.0, 5.0, 5.0, 5.0]), &parameters, 1);
        near(&found.unwrap()[0], &[-1.224_735_6, 1.0, 0.224_735_6, 0.0, 1.0, -1.0]);
        let short = [vector(&[1.0], false)];
        assert!(results("LayerNormalization", &[], (&[2, 3], &[0.0; 6]), &short, 1).is_err());
    }

    #[test]
    fn a_tensor_is_split_into_its_outputs() {
        let x: (&[usize], &[f32]) = (&[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let along = [("axis", int(1))];
        let found = results("Split", &along, x, &[vector(&[2.0, 1.0], true)], 2).unwrap();
        assert_eq!(found, [vec![1.0, 2.0, 4.0, 5.0], vec![3.0, 6.0]]);
        assert_eq!(results("Split", &[], x, &[], 2).unwrap(), [vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]]);
        assert!(results("Split", &along, x, &[vector(&[2.0, 2.0], true)], 2).is_err());
        assert!(results("Split", &along, x, &[vector(&[3.0], true)], 2).is_err());
    }
}
