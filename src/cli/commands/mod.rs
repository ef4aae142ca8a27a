//! One file or folder a subcommand.

pub mod bench;
pub mod book;
pub mod drill;
pub mod explore;
pub mod generate;
pub mod imitate;
pub mod openings;
pub mod pattern;
pub mod perft;
pub mod play;
pub mod policy;
pub mod prove;
pub mod puzzles;
pub mod repertoire;
pub mod review;
pub mod solve;
pub mod studio;
