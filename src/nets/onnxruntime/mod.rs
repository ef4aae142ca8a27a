//! Runs nets by ONNX Runtime, through the crate ort. Its library is loaded at run time, and only when it is needed.

mod binary;
pub mod library;
mod probe;

use std::collections::HashMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use ort::environment::Environment;
use ort::session::builder::{GraphOptimizationLevel, SessionBuilder};
use ort::session::{NoSelectedOutputs, RunOptions, Session, SessionInputValue};
use ort::value::{Outlet, Tensor, TensorElementType, ValueType};
use ort::{Error, ErrorCode};

pub use library::LibraryError;

use super::graph::{self, RunError};
use super::port::{Port, for_one};

/// The most time for the library to load a net and work out its constants: the largest nets of lc0 take seconds.
const PATIENCE_TO_LOAD: Duration = Duration::from_secs(60);
/// Time between two looks whether a run is to stop. Nets of the usual size are done before the first.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// A graph that ONNX Runtime has loaded.
pub struct Graph {
    session: Session,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    /// The outputs of the last run.
    results: HashMap<String, Vec<f32>>,
}

impl Graph {
    /// Loads a graph.
    ///
    /// # Errors
    /// Why ONNX Runtime refuses it, in one line.
    pub fn load(bytes: &[u8], environment: &Environment) -> Result<Graph, String> {
        // One move at a time is asked for: threads would cost more than they give.
        let builder = Session::builder(environment).map_err(|error| in_words(&error))?;
        let builder = builder.with_intra_threads(1).map_err(|error| in_words(&error))?;
        let builder = builder.with_optimization_level(GraphOptimizationLevel::Level3);
        let session = commit(builder.map_err(|error| in_words(&error))?, bytes)?;
        let ports = |outlets: &[Outlet]| outlets.iter().map(port).collect();
        let (inputs, outputs) = (ports(session.inputs()), ports(session.outputs()));
        Ok(Graph { session, inputs, outputs, results: HashMap::new() })
    }

    fn run_whole(&mut self, inputs: &[&[f32]], options: &RunOptions<NoSelectedOutputs>) -> Result<(), String> {
        let mut tensors = Vec::with_capacity(inputs.len());
        for (values, port) in inputs.iter().zip(&self.inputs) {
            let sizes = port.sizes.clone().ok_or_else(|| format!("the sizes of `{}` are not fixed", port.name))?;
            let tensor = Tensor::from_array((sizes, values.to_vec())).map_err(|error| in_words(&error))?;
            tensors.push(SessionInputValue::from(tensor));
        }
        let results = self.session.run_with_options(&tensors[..], options).map_err(|error| in_words(&error))?;
        for port in self.outputs.iter().filter(|port| port.sizes.is_some()) {
            let value = results.get(port.name.as_str()).ok_or_else(|| format!("no output `{}`", port.name))?;
            let values = value.try_extract_tensor::<f32>().map_err(|error| in_words(&error))?.1.to_vec();
            self.results.insert(port.name.clone(), values);
        }
        Ok(())
    }
}

impl graph::Graph for Graph {
    fn inputs(&self) -> &[Port] {
        &self.inputs
    }

    fn outputs(&self) -> &[Port] {
        &self.outputs
    }

    /// The library looks between two operations whether it is to stop.
    fn run(&mut self, inputs: &[&[f32]], stopped: &dyn Fn() -> bool) -> Result<(), RunError> {
        let options = RunOptions::new().map_err(|error| RunError::Failed(in_words(&error)))?;
        let mut asked = false;
        let done = watched(
            || self.run_whole(inputs, &options),
            BETWEEN_LOOKS,
            || {
                if stopped() {
                    asked = true;
                    let _ = options.terminate();
                }
            },
        );
        match done.and_then(|done| done) {
            Err(_) if asked => Err(RunError::Stopped),
            done => done.map_err(RunError::Failed),
        }
    }

    /// The library computes them all the same.
    fn keep_outputs(&mut self, names: &[&str]) {
        self.outputs.retain(|port| names.contains(&port.name.as_str()));
    }

    fn output(&self, name: &str) -> Option<&[f32]> {
        self.results.get(name).map(Vec::as_slice)
    }
}

/// Loads a net, and gives up when that takes too long.
fn commit(mut builder: SessionBuilder, bytes: &[u8]) -> Result<Session, String> {
    let canceler = builder.canceler();
    let (loading, done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watch = move || {
            let is_late = done.recv_timeout(PATIENCE_TO_LOAD) == Err(RecvTimeoutError::Timeout);
            is_late && canceler.cancel().is_ok()
        };
        let watcher = thread::Builder::new().spawn_scoped(scope, watch);
        let session = builder.commit_from_memory(bytes);
        drop(loading);
        let is_late = watcher.is_ok_and(|watcher| watcher.join().unwrap_or_default());
        session.map_err(|error| if is_late { "it takes too long to load".to_owned() } else { in_words(&error) })
    })
}

/// Does `work` on a thread of its own and calls `look` again and again, with `pause` between, until it is done.
///
/// # Errors
/// Fails if there is no thread for it.
fn watched<T: Send>(work: impl FnOnce() -> T + Send, pause: Duration, mut look: impl FnMut()) -> Result<T, String> {
    thread::scope(|scope| {
        let (at_work, done) = mpsc::channel::<()>();
        let work = move || {
            // Dropped at the end, whatever happens.
            let _at_work = at_work;
            work()
        };
        let worker = thread::Builder::new().spawn_scoped(scope, work);
        let worker = worker.map_err(|_| "there is no thread to run it".to_owned())?;
        while done.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            look();
        }
        worker.join().map_err(|_| "it broke down".to_owned())
    })
}

fn port(outlet: &Outlet) -> Port {
    let sizes = match outlet.dtype() {
        ValueType::Tensor { ty: TensorElementType::Float32, shape, .. } => {
            for_one(shape.iter().map(|&size| usize::try_from(size).ok()).collect())
        }
        _ => None,
    };
    Port { name: outlet.name().to_owned(), sizes }
}

/// An error of the library in a few words, with its own text unless that is about its source, or would be misread:
/// XBoard takes "not found" anywhere in a line for an engine that did not start.
fn in_words<R>(error: &Error<R>) -> String {
    let kind = match error.code() {
        ErrorCode::InvalidProtobuf => "it is no ONNX file, or a damaged one",
        ErrorCode::InvalidGraph => "its graph is faulty",
        ErrorCode::NotImplemented => "it has an operator that is not implemented",
        ErrorCode::InvalidArgument => "an argument does not fit",
        ErrorCode::NoModel => "it holds no graph",
        _ => "it does not run",
    };
    let text = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
    let unfit = ["no such file", "not found", "permission denied", "os error", "onnxruntime_src", "::"];
    if text.is_empty() || unfit.iter().any(|words| text.to_lowercase().contains(words)) {
        return kind.to_owned();
    }
    format!("{kind} ({text})")
}
