//! What a position shall hold: piece counts as in seed 001, and where games meet them.

mod count;
mod met;
mod sieve;
mod tally;

pub use count::{CountError, FULL, PieceCount, ROLES};
pub use met::{Meeting, Watch};
pub use sieve::{Fate, Fates, Sieve};
pub use tally::{Ends, GameEnd, HalfMoves, Opening, Openings, Place, Tally};
