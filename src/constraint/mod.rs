//! What a position shall hold: piece counts as in seed 001, a small language around them, and where games meet them.

mod condition;
mod goal;
mod impossible;
mod language;
mod met;
mod tally;

pub use condition::{Atom, Condition, Range, Region, Scene, side_has};
pub use goal::{Goal, Literal, NoGoal, Placement, TooManyWays};
pub use impossible::Impossible;
pub use language::LanguageError;
pub use met::{Meeting, Watch};
pub use tally::{Ends, GameEnd, HalfMoves, Opening, Openings, Place, Tally};
