//! Studies of nets, levels, techniques and constraints, on games and positions that nothing was trained on.

pub mod accuracy;
pub mod characters;
pub mod constraints;
pub mod expected_moves;
pub mod levels;
pub mod mates;
pub mod play_loss;
pub mod proof_games;
pub mod rating_estimates;
mod reservoir;
pub mod resignations;
pub mod runtimes;
pub mod share_calibration;
pub mod textbook;
pub mod themes;
pub mod threads;
pub mod winner;
