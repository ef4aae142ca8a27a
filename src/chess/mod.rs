//! The base on shakmaty that everything else stands on: piece counts, packed moves, a board seen from one side,
//! notation.

pub mod hash;
pub mod notation;
pub mod packed;
mod piece_count;
pub mod view;

pub use piece_count::{CountError, FULL, PieceCount, ROLES};
