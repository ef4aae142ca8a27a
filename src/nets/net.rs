//! Nets in ONNX, ready to run.

use std::path::Path;

use thiserror::Error;

use super::graph::{self, Graph, RunError};
use super::port::Port;
use super::runtime_choice::RuntimeChoice;
use crate::files::io_error::reason;
use crate::files::{Shipped, read_bytes};
use crate::work::caught::quietly;

/// Larger files are refused unread: the largest net that anyone here ever trained has 60 MB.
const MAX_BYTES: u64 = 1 << 28;

/// Why a net cannot be used.
#[derive(Debug, Error)]
pub enum NetError {
    #[error("cannot read the net `{path}`: {reason}")]
    Read { path: String, reason: String },
    #[error("the net `{path}` cannot be run: {reason}")]
    Load { path: String, reason: String },
    #[error("the net `{path}` has another shape: expected {expected}, found {found}")]
    Shape { path: String, expected: String, found: String },
    #[error("the net broke down: {0}")]
    Run(String),
    #[error("the net was stopped")]
    Stopped,
}

/// A graph with inputs and outputs that are all of static shape, all of 32-bit floats.
pub struct Net {
    graph: Box<dyn Graph>,
    /// For error messages.
    name: String,
    /// Names and sizes.
    inputs: Vec<(String, Vec<usize>)>,
}

impl Net {
    /// Loads a graph with the runtime that was chosen. `name` stands for it in error messages.
    ///
    /// # Errors
    /// [`NetError::Load`] when the bytes are no graph that can be run, [`NetError::Shape`] when an input or output is
    /// not a tensor of floats with fixed sizes.
    pub fn load(name: &str, bytes: &[u8], choice: &RuntimeChoice) -> Result<Net, NetError> {
        let refuse = |reason: String| NetError::Load { path: name.to_owned(), reason };
        let graph = graph::load(bytes, choice).map_err(|error| refuse(one_line(&error.to_string())))?;
        let shape = |found| NetError::Shape {
            path: name.to_owned(),
            expected: "inputs of floats with fixed sizes".to_owned(),
            found,
        };
        let fixed = |input: &Port| match &input.sizes {
            Some(sizes) => Ok((input.name.clone(), sizes.clone())),
            None => Err(shape(format!("`{}`", one_line(&input.name)))),
        };
        let inputs = graph.inputs().iter().map(fixed).collect::<Result<Vec<_>, _>>()?;
        Ok(Net { graph, name: name.to_owned(), inputs })
    }

    /// One of the nets that the binary carries, with the runtime that was chosen, or with Motley's own where that
    /// refuses it.
    ///
    /// # Errors
    /// [`NetError::Read`] where the net lies beside the program and cannot be had. No others, since Motley's own
    /// runtime knows all of these nets.
    pub fn embedded(name: &str, file: Shipped, choice: &RuntimeChoice) -> Result<Net, NetError> {
        let refuse = |error| NetError::Read { path: name.to_owned(), reason: reason(&error) };
        let bytes = file.read().map_err(refuse)?;
        Net::load(name, &bytes, choice).or_else(|_| Net::load(name, &bytes, &RuntimeChoice::default()))
    }

    /// Loads a graph from a file.
    ///
    /// # Errors
    /// [`NetError::Read`], and those of [`Net::load`].
    pub fn open(path: &Path, choice: &RuntimeChoice) -> Result<Net, NetError> {
        let name = path.display().to_string();
        let refuse = |reason: String| NetError::Read { path: name.clone(), reason };
        Net::load(&name, &read_bytes(path, MAX_BYTES).map_err(|error| refuse(reason(&error)))?, choice)
    }

    /// The sizes of the only input; none where there are several.
    pub fn input(&self) -> &[usize] {
        match &self.inputs[..] {
            [(_, sizes)] => sizes,
            _ => &[],
        }
    }

    /// The names and sizes of all inputs, in the order of the graph.
    pub fn inputs(&self) -> &[(String, Vec<usize>)] {
        &self.inputs
    }

    /// The names of the outputs and their sizes, as far as they are fixed tensors of floats.
    pub fn outputs(&self) -> impl Iterator<Item = (&str, Vec<usize>)> {
        self.graph.outputs().iter().filter_map(|output| Some((output.name.as_str(), output.sizes.clone()?)))
    }

    /// Of the outputs only these are asked for from now on, which may take less time.
    pub fn keep_outputs(&mut self, names: &[&str]) {
        self.graph.keep_outputs(names);
    }

    /// Makes sure that the graph has these outputs.
    ///
    /// # Errors
    /// [`NetError::Shape`] names what was found instead.
    pub fn expect_outputs(&self, wanted: &[(&str, &[usize])]) -> Result<(), NetError> {
        let found: Vec<(&str, Vec<usize>)> = self.outputs().collect();
        if wanted.iter().all(|&(name, sizes)| found.iter().any(|(other, shape)| *other == name && shape == sizes)) {
            return Ok(());
        }
        Err(self.misshapen(format!("outputs {wanted:?}"), format!("{found:?}")))
    }

    /// The error of a graph that is sound but not the one that was asked for.
    pub fn misshapen(&self, expected: String, found: String) -> NetError {
        NetError::Shape { path: self.name.clone(), expected, found }
    }

    /// Runs a graph with one input and hands the outputs to `read`, by name.
    ///
    /// # Errors
    /// [`NetError::Run`]; a graph whose sizes were checked does not fail. [`NetError::Stopped`].
    pub fn run<T>(
        &mut self,
        input: Vec<f32>,
        stopped: &dyn Fn() -> bool,
        read: impl FnOnce(&dyn Fn(&str) -> Result<Vec<f32>, NetError>) -> Result<T, NetError>,
    ) -> Result<T, NetError> {
        self.run_all([input], stopped, read)
    }

    /// The same with all inputs, in the order of [`Net::inputs`].
    ///
    /// # Errors
    /// [`NetError::Run`]; a graph whose sizes were checked does not fail. [`NetError::Stopped`].
    pub fn run_all<T, const N: usize>(
        &mut self,
        inputs: [Vec<f32>; N],
        stopped: &dyn Fn() -> bool,
        read: impl FnOnce(&dyn Fn(&str) -> Result<Vec<f32>, NetError>) -> Result<T, NetError>,
    ) -> Result<T, NetError> {
        let graph = &mut self.graph;
        let inputs = inputs.each_ref().map(Vec::as_slice);
        // An index that a damaged net works out wrongly must not end the program.
        match quietly(|| graph.run(&inputs, stopped)) {
            Ok(Ok(())) => {}
            Ok(Err(RunError::Stopped)) => return Err(NetError::Stopped),
            Ok(Err(RunError::Failed(reason))) => return Err(NetError::Run(one_line(&reason))),
            Err(_) => return Err(NetError::Run("the runtime broke down".to_owned())),
        }
        let graph = &self.graph;
        let take = |name: &str| -> Result<Vec<f32>, NetError> {
            let values = graph.output(name).ok_or_else(|| NetError::Run(format!("no output `{name}`")))?;
            Ok(values.to_vec())
        };
        read(&take)
    }
}

/// Runtimes like to explain themselves over many lines; the protocol has one.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 300;
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_graph_is_an_error_of_one_line() {
        for bytes in [&b""[..], b"garbage", &[0; 4096], &[8, 7, 18, 4]] {
            let error = Net::load("some net", bytes, &RuntimeChoice::default()).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains("some net") && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn folders_and_missing_files_are_no_nets() {
        for path in [Path::new("/nowhere/net.onnx"), Path::new("/")] {
            assert!(matches!(Net::open(path, &RuntimeChoice::default()), Err(NetError::Read { .. })));
        }
    }
}
