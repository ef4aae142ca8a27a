//! Runs nets: our own small runtime for ONNX graphs whose sizes are all fixed.
//!
//! Published runtimes know every operator there is and take longer to compile than everything else in Motley together.
//! Ours knows some forty, those that nets of convolutions, matrices and hand-written LSTM cells are exported to. All that
//! does not depend on the input is worked out when a graph is loaded; a run is then a list of steps over numbers that
//! have their places already, on one thread.

mod build;
mod kernels;
mod onnx;
mod step;
mod walk;

pub use onnx::Port;

use step::Step;

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Constant(usize),
    Buffer(usize),
}

/// A step, with the places of its inputs and the buffer of its output.
#[derive(Debug)]
struct Planned {
    step: Step,
    inputs: Vec<Place>,
    output: usize,
}

/// A graph that is ready to run.
#[derive(Debug)]
pub struct Graph {
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    steps: Vec<Planned>,
    constants: Vec<Vec<f32>>,
    buffers: Vec<Vec<f32>>,
    /// The buffers of the inputs, the places of the outputs.
    takes: Vec<usize>,
    gives: Vec<Place>,
}

impl Graph {
    /// Loads a graph.
    ///
    /// # Errors
    /// Says what is wrong with it, or which operator is not known.
    pub fn load(bytes: &[u8]) -> Result<Graph, String> {
        build::build(onnx::Model::read(bytes)?)
    }

    pub fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    pub fn outputs(&self) -> &[Port] {
        &self.outputs
    }

    /// Runs the graph. Inputs are in its own order; each has as many numbers as its sizes say.
    ///
    /// # Errors
    /// When an input has another length, or is used as an index and is outside of its table.
    pub fn run(&mut self, inputs: &[&[f32]]) -> Result<(), String> {
        if inputs.len() != self.takes.len() {
            return Err(format!("expected {} inputs, found {}", self.takes.len(), inputs.len()));
        }
        for (input, &buffer) in inputs.iter().zip(&self.takes) {
            let buffer = &mut self.buffers[buffer];
            if input.len() != buffer.len() {
                return Err(format!("expected an input of {} numbers, found {}", buffer.len(), input.len()));
            }
            buffer.copy_from_slice(input);
        }
        for planned in &mut self.steps {
            planned.run(&self.constants, &mut self.buffers)?;
        }
        Ok(())
    }

    /// An output of the last run, by name.
    pub fn output(&self, name: &str) -> Option<&[f32]> {
        let index = self.outputs.iter().position(|output| output.name == name)?;
        Some(at(self.gives[index], &self.constants, &self.buffers))
    }
}

fn at<'a>(place: Place, constants: &'a [Vec<f32>], buffers: &'a [Vec<f32>]) -> &'a [f32] {
    match place {
        Place::Constant(index) => &constants[index],
        Place::Buffer(index) => &buffers[index],
    }
}

impl Planned {
    fn run(&mut self, constants: &[Vec<f32>], buffers: &mut [Vec<f32>]) -> Result<(), String> {
        const MOST: usize = 8;
        // The buffer is taken out meanwhile: no step reads what it writes.
        let mut out = std::mem::take(&mut buffers[self.output]);
        let result = if self.inputs.len() <= MOST {
            let mut inputs = [&[][..]; MOST];
            for (input, &place) in inputs.iter_mut().zip(&self.inputs) {
                *input = at(place, constants, buffers);
            }
            self.step.run(&inputs[..self.inputs.len()], &mut out)
        } else {
            let inputs: Vec<&[f32]> = self.inputs.iter().map(|&place| at(place, constants, buffers)).collect();
            self.step.run(&inputs, &mut out)
        };
        buffers[self.output] = out;
        result
    }
}
