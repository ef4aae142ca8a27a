//! Runs nets: our own small runtime for ONNX graphs whose sizes are all fixed.
//!
//! Published runtimes know every operator there is and take longer to compile than everything else in Motley together.
//! Ours knows some fifty, those that nets of convolutions, matrices, attention and hand-written LSTM cells become.
//! All that does not depend on the input is worked out when a graph is loaded; a run is then a list of operations
//! over numbers that have their places already, on one thread.

mod activations;
mod budget;
mod build;
mod convolution;
mod data_movement;
mod elementwise;
mod kernels;
mod lowering;
mod matmul;
mod model;
mod normalization;
mod op;
#[cfg(test)]
mod operator_cases;
mod pooling;
mod protobuf;
mod reduction;
mod softmax;
mod steps;
mod strided;
mod window;

use std::collections::HashSet;

use thiserror::Error;

use super::graph::{self, RunError};
use super::port::Port;
use op::{Op, is_same};

/// Why a graph cannot be run here.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LoadError {
    /// Nothing else could run it either.
    #[error("{0}")]
    Damaged(String),
    /// An operator that is unknown, or whose attributes or sizes are not among those that are known.
    #[error("{operator}: {reason}")]
    Operator { operator: String, reason: String },
    #[error("{0}")]
    Unsupported(String),
    /// It would take more memory or time than a net may.
    #[error("it is too large: {0}")]
    TooLarge(String),
}

/// Steps (see [`budget`]) after which a run asks whether it is stopped: some hundredths of a second. Nets of the usual
/// size are done before, so that they choose the move even where the time is over at once.
const LOOK: u64 = 1 << 26;

/// The names of the operators that are known.
pub fn operators() -> impl Iterator<Item = &'static str> {
    lowering::OPERATORS.iter().map(|(name, _)| *name)
}

/// The place of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    Constant(usize),
    Buffer(usize),
}

/// An operation, with the places of its inputs and the buffer of its output.
#[derive(Debug)]
struct Planned {
    op: Op,
    inputs: Vec<Place>,
    output: usize,
    steps: u64,
}

/// A graph that is ready to run.
#[derive(Debug)]
pub struct Graph {
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    ops: Vec<Planned>,
    constants: Vec<Vec<f32>>,
    buffers: Vec<Vec<f32>>,
    /// The buffers of the inputs, the places of the outputs.
    input_buffers: Vec<usize>,
    output_places: Vec<Place>,
    /// For each buffer, whether the run that goes on, or the last one, has changed it.
    changed: Vec<bool>,
    /// The last run came to its end: each buffer holds what follows from the inputs.
    is_complete: bool,
}

impl Graph {
    /// Loads a graph.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn load(bytes: &[u8]) -> Result<Graph, LoadError> {
        build::build(model::Model::read(bytes)?)
    }
}

impl graph::Graph for Graph {
    fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    fn outputs(&self) -> &[Port] {
        &self.outputs
    }

    fn run(&mut self, inputs: &[&[f32]], stopped: &dyn Fn() -> bool) -> Result<(), RunError> {
        if inputs.len() != self.input_buffers.len() {
            let expected = self.input_buffers.len();
            return Err(RunError::Failed(format!("expected {expected} inputs, found {}", inputs.len())));
        }
        let was_complete = std::mem::take(&mut self.is_complete);
        self.changed.resize(self.buffers.len(), true);
        for (input, &index) in inputs.iter().zip(&self.input_buffers) {
            let buffer = &mut self.buffers[index];
            if input.len() != buffer.len() {
                let (expected, found) = (buffer.len(), input.len());
                return Err(RunError::Failed(format!("expected an input of {expected} numbers, found {found}")));
            }
            self.changed[index] = !was_complete || !is_same(buffer, input);
            buffer.copy_from_slice(input);
        }
        let mut since_look = 0;
        for planned in &mut self.ops {
            // What follows from the same numbers as in the last run is there already: where one position is looked at
            // for several people, the first convolution.
            self.changed[planned.output] = !was_complete || planned.reads_any(&self.changed);
            if !self.changed[planned.output] {
                continue;
            }
            since_look += planned.steps;
            if since_look > LOOK {
                since_look = planned.steps;
                if stopped() {
                    return Err(RunError::Stopped);
                }
            }
            planned.run(&self.constants, &mut self.buffers).map_err(RunError::Failed)?;
        }
        self.is_complete = true;
        Ok(())
    }

    fn keep_outputs(&mut self, names: &[&str]) {
        let outputs = std::mem::take(&mut self.outputs).into_iter().zip(std::mem::take(&mut self.output_places));
        (self.outputs, self.output_places) = outputs.filter(|(port, _)| names.contains(&port.name.as_str())).unzip();
        // From the last operation to the first: each comes before those that read its result.
        let mut needed: HashSet<Place> = self.output_places.iter().copied().collect();
        for planned in self.ops.iter().rev() {
            if needed.contains(&Place::Buffer(planned.output)) {
                needed.extend(&planned.inputs);
            }
        }
        self.ops.retain(|planned| needed.contains(&Place::Buffer(planned.output)));
    }

    fn output(&self, name: &str) -> Option<&[f32]> {
        let index = self.outputs.iter().position(|output| output.name == name)?;
        Some(at(self.output_places[index], &self.constants, &self.buffers))
    }
}

fn at<'a>(place: Place, constants: &'a [Vec<f32>], buffers: &'a [Vec<f32>]) -> &'a [f32] {
    match place {
        Place::Constant(index) => &constants[index],
        Place::Buffer(index) => &buffers[index],
    }
}

impl Planned {
    /// Returns true if it reads a buffer that is marked.
    fn reads_any(&self, marked: &[bool]) -> bool {
        self.inputs.iter().any(|place| matches!(place, Place::Buffer(index) if marked[*index]))
    }

    fn run(&mut self, constants: &[Vec<f32>], buffers: &mut [Vec<f32>]) -> Result<(), String> {
        const MOST: usize = 8;
        // The buffer is taken out meanwhile: no operation reads what it writes.
        let mut out = std::mem::take(&mut buffers[self.output]);
        let result = if self.inputs.len() <= MOST {
            let mut inputs = [&[][..]; MOST];
            for (input, &place) in inputs.iter_mut().zip(&self.inputs) {
                *input = at(place, constants, buffers);
            }
            self.op.run(&inputs[..self.inputs.len()], &mut out)
        } else {
            let inputs: Vec<&[f32]> = self.inputs.iter().map(|&place| at(place, constants, buffers)).collect();
            self.op.run(&inputs, &mut out)
        };
        buffers[self.output] = out;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nets::graph::{Graph as _, NEVER};

    const STANDARD: &[u8] = include_bytes!("../../../nets/mockfish/standard.onnx");
    const RATED: &[u8] = include_bytes!("../../../nets/mockfish/rated.onnx");
    const TACTICS: &[u8] = include_bytes!("../../../nets/mockfish/tactics.onnx");
    const FIRST: &[u8] = include_bytes!("../../../nets/cooperative/first.onnx");
    const SECOND: &[u8] = include_bytes!("../../../nets/cooperative/second.onnx");
    const WHOLE_GAME: &[u8] = motley_pattern_nets::WHOLE_GAME;
    const KUMAR: &[u8] = motley_pattern_nets::KUMAR;

    /// Runs a graph on a pattern of zeros and ones.
    fn run(graph: &mut Graph) -> Result<(), String> {
        let inputs: Vec<Vec<f32>> = graph
            .inputs()
            .iter()
            .map(|port| {
                let length = port.sizes.iter().flatten().product();
                (0..length)
                    .map(|i: usize| if (i * 7919 + i / 64 * 31).is_multiple_of(11) { 1.0 } else { 0.0 })
                    .collect()
            })
            .collect();
        graph.run(&inputs.iter().map(Vec::as_slice).collect::<Vec<_>>(), NEVER).map_err(|error| error.to_string())
    }

    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "there the nets that ship lie beside the program")]
    fn no_net_that_ships_takes_long_enough_to_be_stopped() {
        for net in crate::nets::shipped::SHIPPED {
            let graph = Graph::load(net.bytes).expect(net.path);
            let steps: u64 = graph.ops.iter().map(|planned| planned.steps).sum();
            println!("{}: {steps} steps", net.path);
            assert!(steps < LOOK, "{}: {steps} steps", net.path);
        }
    }

    /// The numbers are another runtime's: tract 0.23, ONNX Runtime for both of Cooperative's and the net of whole
    /// games.
    #[test]
    fn numbers_agree_with_another_runtime() {
        let expected: [(&[u8], &str, &[f32]); 8] = [
            (STANDARD, "seven", &[-7.773_597_7, -16.342_575, -7.878_748, -17.990_335, -9.639_362]),
            (STANDARD, "moves", &[-6.020_928_4, -10.103_571, -10.624_865, -8.892_522, -9.075_356]),
            (STANDARD, "value", &[0.081_979_27, 0.011_144_589, 0.906_876_1]),
            (TACTICS, "tactic", &[0.005_468_942, 0.994_531_1]),
            (FIRST, "share", &[0.000_013_798_5]),
            (SECOND, "share", &[0.000_067_949_3]),
            (WHOLE_GAME, "logit", &[-0.476_447_58]),
            (KUMAR, "after", &[0.577_284_4, 0.004_765_5, -0.242_899_3, 0.006_070_008, -0.004_786_51]),
        ];
        for (bytes, output, numbers) in expected {
            let mut graph = Graph::load(bytes).unwrap();
            run(&mut graph).unwrap();
            let found = graph.output(output).unwrap();
            for (found, number) in found.iter().zip(numbers) {
                // Of numbers near zero, a hundredth of themselves.
                let allowed = (number.abs() / 100.0).min(2e-5);
                assert!((found - number).abs() < allowed, "{output}: {found} instead of {number}");
            }
            let before = found.to_vec();
            run(&mut graph).unwrap();
            assert_eq!(graph.output(output).unwrap(), before, "a second run gives the same");
        }
    }

    #[test]
    fn a_run_gives_what_it_gives_alone_whichever_inputs_have_changed() {
        let mut graph = Graph::load(RATED).unwrap();
        let input = |length: usize, seed: usize| -> Vec<f32> {
            (0..length).map(|i| if (i * 7919 + seed * 31).is_multiple_of(11) { 0.5 } else { 0.0 }).collect()
        };
        let [planes, who] = [0, 1].map(|port: usize| graph.inputs()[port].numbers());
        let alone = |seeds: [usize; 2]| {
            let mut graph = Graph::load(RATED).unwrap();
            graph.run(&[&input(planes, seeds[0]), &input(who, seeds[1])], NEVER).unwrap();
            graph.output("moves").unwrap().to_vec()
        };
        for seeds in [[1, 1], [1, 2], [2, 2], [2, 2], [1, 1]] {
            graph.run(&[&input(planes, seeds[0]), &input(who, seeds[1])], NEVER).unwrap();
            assert_eq!(graph.output("moves").unwrap(), alone(seeds), "{seeds:?}");
        }
        // Of a run that failed nothing is taken over.
        graph.run(&[&input(planes, 2), &[]], NEVER).unwrap_err();
        graph.run(&[&input(planes, 2), &input(who, 1)], NEVER).unwrap();
        assert_eq!(graph.output("moves").unwrap(), alone([2, 1]));
    }

    #[test]
    fn what_serves_other_outputs_alone_is_left_out() {
        let (mut whole, mut part) = (Graph::load(STANDARD).unwrap(), Graph::load(STANDARD).unwrap());
        part.keep_outputs(&["moves"]);
        run(&mut whole).unwrap();
        run(&mut part).unwrap();
        assert_eq!(part.output("moves"), whole.output("moves"));
        assert_eq!((part.output("seven"), part.outputs().len()), (None, 1));
        let steps = |graph: &Graph| graph.ops.iter().map(|planned| planned.steps).sum::<u64>();
        assert!(steps(&part) * 20 < steps(&whole) * 19, "{} of {}", steps(&part), steps(&whole));
    }

    /// Bytes that are changed at random give an error or other numbers, nothing worse.
    #[test]
    fn damage_is_an_error_or_goes_unnoticed() {
        let mut random = 1_u64;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % below
        };
        // Most of a file is weights; their description stands at both ends.
        for _ in 0..300 {
            let mut bytes = FIRST.to_vec();
            for _ in 0..1 + next(3) {
                let at = next(4000);
                let at = if next(2) == 0 { at } else { bytes.len() - 1 - at };
                bytes[at] = next(256) as u8;
            }
            if let Ok(mut graph) = Graph::load(&bytes) {
                let _ = run(&mut graph);
            }
        }
    }

    #[test]
    fn what_is_not_known_is_named() {
        let mut bytes = FIRST.to_vec();
        while let Some(at) = bytes.windows(7).position(|word| word == b"Sigmoid") {
            bytes[at..at + 7].copy_from_slice(b"Sigmund");
        }
        let error = Graph::load(&bytes).unwrap_err();
        assert!(matches!(&error, LoadError::Operator { operator, .. } if operator == "Sigmund"), "{error}");
    }
}
