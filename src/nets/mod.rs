//! Nets in ONNX: their inputs, and their outputs as moves and probabilities.

pub mod cooperative;
pub mod features;
pub mod input;
pub mod mockfish;
mod net;
pub mod pattern;
pub mod planes;

pub use net::{Net, NetError};
