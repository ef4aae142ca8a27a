//! What works on many games or positions and is no player: samples for training, tuning, benchmarks, judging play,
//! studies of constraints and openings, generating positions, the drill.

pub mod bench;
pub mod constraint_study;
pub mod drill;
pub mod generation;
pub mod judge;
pub mod opening_study;
pub mod perft;
pub mod position;
pub mod samples;
pub mod sources;
pub mod tune;
