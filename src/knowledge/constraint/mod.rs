//! What a position shall hold: piece counts as in seed 001.

mod count;

pub use count::{CountError, FULL, PieceCount, ROLES};
