//! Play at the level of a person: the move is sampled as people of that rating choose it, errors included.
//!
//! The rated net says what people of a rating play. It sees patterns and counts nothing, so a short search of every
//! move corrects it: how much a person minds losing a pawn, or finds a mate, was fitted on the games of people by
//! rating ([`weights`]). Temperature and sharpness make the steps between the ratings those of the scale (`strength`).
//! A [`Character`] changes the odds of some kinds of moves.

pub mod character;
mod features;
mod level;
mod limited;
pub mod opponent;
mod predictor;
mod scores;
mod strength;
mod technique;
pub mod weights;

pub use character::Character;
pub use features::{Before, FEATURES, NAMES, NetProbability, expectation, features, lateness, replace_net_numbers};
pub use level::{Decision, LevelPlayer};
pub use limited::Limited;
pub use predictor::{Person, PersonMove, Predictor, Seen, visit_plies};
pub use scores::{MoveScorer, ScoredMove};
pub use strength::Strength;
