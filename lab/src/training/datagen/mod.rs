//! Games for training: an engine plays itself, and every move is written with its score.
//!
//! The file itself is the state of a run: game i has random numbers of its own from the seed and i, and stands in the
//! file with its number, so a run that was ended in any way goes on with the games that are missing.

mod game;
mod join;
mod opening;
mod run;
mod searcher;
mod settings;
mod stats;

pub use join::{JoinError, join};
pub use run::{DatagenError, Progress, Run};
pub use settings::{Adjudication, Settings, Span};
pub use stats::FileStats;
