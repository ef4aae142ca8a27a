//! What the nets see, and what they say: boards in, moves out.

pub mod cooperative;
pub mod features;
pub mod input;
pub mod mockfish;
mod net;
pub mod pattern;
pub mod planes;

pub use net::{Net, NetError};
