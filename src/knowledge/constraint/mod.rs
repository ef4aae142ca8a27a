//! What a position shall hold: piece counts as in seed 001, and a small language around them.

mod condition;
mod count;
mod goal;
mod impossible;
mod language;

pub use condition::{Atom, Condition, Range, Region, Scene, side_has};
pub use count::{CountError, FULL, PieceCount, ROLES};
pub use goal::{Goal, Literal, Placement, TooManyWays};
pub use impossible::Impossible;
pub use language::LanguageError;
