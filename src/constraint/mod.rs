//! Conditions on positions: piece counts, as in Petrželka, *Generating valid chess positions using AI methods*; a small
//! language around them; goals that a search can be directed at; where games meet them; and positions that no game
//! reaches.

mod condition;
mod goal;
mod impossible;
mod language;
mod locked;
mod meetings;
mod parser;
mod pawns;
mod range;
mod statistics;
mod unreachable;
mod verdict;

pub use condition::{Atom, Condition, JudgedPosition, Region, side_has};
pub use goal::{Goal, Literal, Placement, TooManyWays};
pub use impossible::{Impossible, NoGoal};
pub use language::{completions, read_condition};
pub use meetings::{ConstraintSet, Meeting};
pub use parser::LanguageError;
pub use pawns::PawnKind;
pub use range::{Range, SignedRange};
pub use statistics::{ConstraintStatistics, Ends, GameEnd, HalfMoves, Opening, Openings, SquareStatistics};
pub use unreachable::{Unreachable, reachable_position};
pub use verdict::{Judgement, Verdict};
