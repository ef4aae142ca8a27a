//! What works on many games or positions and is no player: samples for training, tuning, benchmarks, judging play.

pub mod bench;
pub mod judge;
pub mod perft;
pub mod position;
pub mod samples;
pub mod tune;
