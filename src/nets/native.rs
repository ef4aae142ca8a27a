//! The native ONNX Runtime in the place of our own.

use std::collections::HashMap;
use std::sync::OnceLock;

use ort::environment::Environment;
use ort::session::builder::GraphOptimizationLevel;
use ort::session::{Session, SessionInputValue};
use ort::value::{Outlet, Tensor, TensorElementType, ValueType};

use super::port::{Port, for_one};

/// A graph that is ready to run.
pub struct Graph {
    session: Session,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    /// What the last run gave.
    results: HashMap<String, Vec<f32>>,
}

impl Graph {
    /// Loads a graph.
    ///
    /// # Errors
    /// What the library says, or that there is none.
    pub fn load(bytes: &[u8]) -> Result<Graph, String> {
        let describe = |e: &dyn std::fmt::Display| e.to_string();
        let session = Session::builder(environment()?)
            .map_err(|e| describe(&e))?
            // One move at a time is asked for: threads would cost more than they give.
            .with_intra_threads(1)
            .map_err(|e| describe(&e))?
            .with_optimization_level(GraphOptimizationLevel::Level3)
            .map_err(|e| describe(&e))?
            .commit_from_memory(bytes)
            .map_err(|e| describe(&e))?;
        let (inputs, outputs) =
            (session.inputs().iter().map(port).collect(), session.outputs().iter().map(port).collect());
        Ok(Graph { session, inputs, outputs, results: HashMap::new() })
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
    /// What the library says.
    pub fn run(&mut self, inputs: &[&[f32]]) -> Result<(), String> {
        let failed = |e: ort::Error| e.to_string();
        let mut tensors = Vec::with_capacity(inputs.len());
        for (values, port) in inputs.iter().zip(&self.inputs) {
            let sizes = port.sizes.clone().ok_or_else(|| format!("the sizes of `{}` are not fixed", port.name))?;
            let tensor = Tensor::from_array((sizes, values.to_vec())).map_err(failed)?;
            tensors.push(SessionInputValue::from(tensor));
        }
        let results = self.session.run(&tensors[..]).map_err(failed)?;
        for port in self.outputs.iter().filter(|port| port.sizes.is_some()) {
            let value = results.get(port.name.as_str()).ok_or_else(|| format!("no output `{}`", port.name))?;
            let values = value.try_extract_tensor::<f32>().map_err(failed)?.1.to_vec();
            self.results.insert(port.name.clone(), values);
        }
        Ok(())
    }

    /// An output of the last run, by name.
    pub fn output(&self, name: &str) -> Option<&[f32]> {
        self.results.get(name).map(Vec::as_slice)
    }
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

/// The library, loaded when it is first needed; a failure (there is none) stays.
fn environment() -> Result<&'static Environment, String> {
    static ENVIRONMENT: OnceLock<Result<Environment, String>> = OnceLock::new();
    ENVIRONMENT.get_or_init(start).as_ref().map_err(Clone::clone)
}

/// `ORT_DYLIB_PATH` names the library; without it the system's loader looks for it.
fn start() -> Result<Environment, String> {
    let library = std::env::var_os("ORT_DYLIB_PATH").unwrap_or_else(|| {
        format!("{}onnxruntime{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX).into()
    });
    let missing = || format!("the ONNX Runtime cannot be loaded from `{}`", library.display());
    // The loader's own text may be the system's.
    ort::init_from(&library).map_err(|_| missing())?.with_telemetry(false).build().map_err(|e| e.to_string())
}
