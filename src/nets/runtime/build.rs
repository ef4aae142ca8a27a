//! From the nodes of a file to steps.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use super::node::{Lowered, NodeReader};
use super::onnx::{Model, Node, Tensor, count};
use super::{Graph, Place, Planned};

/// All that a graph may hold beside its weights, in numbers.
const MAX_NUMBERS: usize = 1 << 27;

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
    /// How often each name is read.
    uses: HashMap<String, usize>,
    /// Buffers with readers under more than one name.
    shared: Vec<bool>,
    pub version: u64,
    numbers: usize,
    pub graph: Graph,
}

/// Builds a graph.
///
/// # Errors
/// Says what is wrong with it, or which operator is not known.
pub fn build(model: Model) -> Result<Graph, String> {
    if !VERSIONS.contains(&model.version) {
        return Err(format!("its operators are of version {}, {VERSIONS:?} are known", model.version));
    }
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
        input_buffers: Vec::new(),
        output_places: Vec::new(),
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
        builder.graph.input_buffers.push(buffer);
        builder.values.insert(input.name, Value { sizes, whole: false, place: Place::Buffer(buffer) });
    }
    for node in &model.nodes {
        builder.add(node).map_err(|reason| format!("{}: {reason}", short(&node.kind)))?;
    }
    for mut output in model.outputs {
        let value = builder.values.get(&output.name).ok_or_else(|| format!("no node gives `{}`", output.name))?;
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
        let lowered = (NodeReader { builder: self, node }).read()?;
        match lowered {
            Lowered::Same { sizes, whole } => {
                let input = &node.inputs[0];
                let place = self.values.get(input).ok_or("its input is missing")?.place;
                if let (Place::Buffer(buffer), true) = (place, self.uses.get(input) > Some(&1)) {
                    self.shared[buffer] = true;
                }
                self.values.insert(name, Value { sizes, whole, place });
            }
            Lowered::Constant(tensor) => self.add_constant(name, tensor),
            Lowered::Step { step, inputs, sizes, whole } => {
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
        let places = self.graph.steps.iter().flat_map(|planned| &planned.inputs).chain(&self.graph.output_places);
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
