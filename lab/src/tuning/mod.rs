//! The tuner: gradient descent on the weights of the evaluation, over quiet positions of recorded games (after P.
//! Österlund's "Texel's tuning method").
//!
//! The target is a mixture of the game's result and the recorded score, both as points from 0 to 1. The evaluation
//! itself says which terms it counts in a position (`Coefficients`), so the tuner and the search cannot disagree about
//! it.

#[cfg(test)]
#[path = "../../../src/personalities/classical/eval/handmade/fixtures.rs"]
mod fixtures;
pub(super) mod model;
mod run;
mod samples;
#[cfg(test)]
mod tests;
mod train;
mod write;

pub use run::{Trained, TuneError, TuningRun};
pub use samples::SampleSelection;
pub use train::{Epoch, Losses, Settings, groups_named};
