//! What works on many games or positions and is no player: samples for training, studies of
//! nets, test suites, tuning, benchmarks, judging play.

pub mod accuracy;
pub mod bench;
pub mod datasets;
pub mod inputs;
pub mod judge;
pub mod perft;
pub mod play_loss;
pub mod policy;
pub mod position;
pub mod predictions;
pub mod samples;
pub mod suite;
pub mod threads;
pub mod tune;
