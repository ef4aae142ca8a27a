//! What works on many games or positions and is no player: samples for training, studies of nets, constraints and
//! openings, generating positions, proof games, moves taken back, test suites, the drill, tuning, benchmarks,
//! judging play.

pub mod accuracy;
pub mod arrays;
pub mod bench;
pub mod book_moves;
mod clustered;
pub mod constraint_study;
pub mod datagen;
pub mod datasets;
pub mod distance;
pub mod drill;
mod engine_line;
pub mod estimate;
pub mod generation;
pub mod imitate;
pub mod inputs;
pub mod judge;
pub mod level_study;
pub mod names;
pub mod opening_study;
pub mod pairing;
pub mod perft;
pub mod phase;
pub mod play_loss;
pub mod policy;
pub mod position;
pub mod predictions;
pub mod proof_game;
pub mod published;
pub mod rating_policy;
pub mod reproduce;
mod reservoir;
pub mod retro;
pub mod runtimes;
pub mod samples;
pub mod sources;
pub mod sparring;
pub mod suite;
pub mod textbook_study;
pub mod threads;
pub mod tune;
pub mod uci_engine;
