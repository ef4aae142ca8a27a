//! A graph of operators that is ready to run, by whichever runtime.

use thiserror::Error;

use super::onnxruntime::{self, LibraryError, library};
use super::port::Port;
use super::runtime::{self, LoadError};
use super::runtime_choice::{NetRuntime, RuntimeChoice};
use crate::work::caught::quietly;

/// The operations of both runtimes.
pub trait Graph: Send {
    fn inputs(&self) -> &[Port];

    fn outputs(&self) -> &[Port];

    /// Runs the graph. Inputs are in its own order; each has as many numbers as its sizes say. A run that takes more
    /// than some hundredths of a second asks now and then whether it is `stopped`.
    ///
    /// # Errors
    /// [`RunError`]: when it was stopped, when an input has another length or is used as an index and is outside of its
    /// table.
    fn run(&mut self, inputs: &[&[f32]], stopped: &dyn Fn() -> bool) -> Result<(), RunError>;

    /// Of the outputs only these are asked for from now on: a runtime may leave out what serves the others alone.
    fn keep_outputs(&mut self, names: &[&str]);

    /// An output of the last run, by name.
    fn output(&self, name: &str) -> Option<&[f32]>;
}

/// For runs that nothing stops.
pub const NEVER: &dyn Fn() -> bool = &|| false;

/// Why a run has no result.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RunError {
    #[error("it was stopped")]
    Stopped,
    /// In the runtime's words.
    #[error("{0}")]
    Failed(String),
}

/// Why neither runtime that may be used runs a graph.
#[derive(Debug, Error)]
pub enum GraphError {
    /// A file that is damaged, or asks for too much.
    #[error(transparent)]
    Own(LoadError),
    #[error("{lacking}; ONNX Runtime may run it, but {library}")]
    NoLibrary { lacking: LoadError, library: LibraryError },
    #[error("{lacking}; ONNX Runtime refuses it too: {refusal}")]
    Both { lacking: LoadError, refusal: String },
    #[error("ONNX Runtime refuses it: {0}")]
    Onnx(String),
}

/// Loads a graph with the runtime that was chosen. A graph that Motley's own runtime cannot run is handed to ONNX
/// Runtime; where the library of ONNX Runtime cannot be used, Motley's own is.
///
/// # Errors
/// [`GraphError`].
pub fn load(bytes: &[u8], choice: &RuntimeChoice) -> Result<Box<dyn Graph>, GraphError> {
    match choice.runtime {
        NetRuntime::Own => load_own_first(bytes, choice),
        NetRuntime::Onnx | NetRuntime::Auto => match library::load(&choice.library) {
            Err(_) => load_own_first(bytes, choice),
            Ok(library) => match load_onnx(bytes, &library) {
                Err(_) if choice.runtime == NetRuntime::Auto => load_own_first(bytes, choice),
                loaded => loaded.map_err(GraphError::Onnx),
            },
        },
    }
}

fn load_own_first(bytes: &[u8], choice: &RuntimeChoice) -> Result<Box<dyn Graph>, GraphError> {
    let lacking = match load_own(bytes) {
        Ok(graph) => return Ok(graph),
        Err(error @ (LoadError::Damaged(_) | LoadError::TooLarge(_))) => return Err(GraphError::Own(error)),
        Err(lacking) => lacking,
    };
    match library::load(&choice.library) {
        Err(library) => Err(GraphError::NoLibrary { lacking, library }),
        Ok(library) => load_onnx(bytes, &library).map_err(|refusal| GraphError::Both { lacking, refusal }),
    }
}

/// Loads a graph with Motley's own runtime.
///
/// # Errors
/// [`LoadError`].
pub fn load_own(bytes: &[u8]) -> Result<Box<dyn Graph>, LoadError> {
    // A damaged graph has to be an error wherever the runtime finds the damage.
    let graph = quietly(|| runtime::Graph::load(bytes));
    let broken = |_| Err(LoadError::Damaged("the runtime broke down while it loaded".to_owned()));
    Ok(Box::new(graph.unwrap_or_else(broken)?))
}

/// Loads a graph with ONNX Runtime.
///
/// # Errors
/// Why it is refused, in one line.
pub fn load_onnx(bytes: &[u8], library: &library::Loaded) -> Result<Box<dyn Graph>, String> {
    let graph = quietly(|| onnxruntime::Graph::load(bytes, &library.environment));
    Ok(Box::new(graph.unwrap_or_else(|_| Err("it broke down while it loaded the net".to_owned()))?))
}
