//! What the nets see, and what they say: boards in, moves out.

pub mod cooperative;
pub mod features;
pub mod mockfish;
pub mod pattern;
pub mod planes;
pub mod seen;
mod session;
pub mod view;

pub use session::{NetError, Session};
