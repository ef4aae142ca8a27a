//! Nets in ONNX: their inputs, and their outputs as moves and probabilities.

pub mod cooperative;
pub mod features;
pub mod file_net;
pub mod input;
pub mod lc0;
pub mod mockfish;
#[cfg(feature = "native")]
mod native;
mod net;
pub mod pattern;
pub mod planes;
mod port;
pub mod rated;
#[cfg(not(feature = "native"))]
mod runtime;
pub mod thinking_time;

pub use net::{Net, NetError};
