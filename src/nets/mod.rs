//! Nets in ONNX: their inputs, and their outputs as moves and probabilities.

pub mod cooperative;
pub mod features;
pub mod file_net;
mod graph;
pub mod input;
pub mod lc0;
pub mod mockfish;
mod net;
#[cfg(target_family = "wasm")]
mod no_onnxruntime;
#[cfg(not(target_family = "wasm"))]
mod onnxruntime;
pub mod pattern;
pub mod planes;
mod port;
pub mod rated;
mod runtime;
mod runtime_choice;
pub mod shipped;
pub mod thinking_time;

#[cfg(target_family = "wasm")]
use no_onnxruntime as onnxruntime;

pub use graph::{Graph, GraphError, NEVER, RunError, load_onnx, load_own};
pub use net::{Net, NetError};
pub use onnxruntime::{LibraryError, library};
pub use port::Port;
pub use runtime::{LoadError, operators};
pub use runtime_choice::{NetRuntime, RuntimeChoice};
