//! One file or folder a subcommand.

pub mod bench;
pub mod book;
pub mod constraints;
pub mod datagen;
pub mod dataset;
pub mod drill;
pub mod evaluate;
pub mod explore;
pub mod generate;
pub mod imitate;
pub mod merge;
pub mod nets;
pub mod openings;
pub mod parameters;
pub mod pattern;
pub mod perft;
pub mod play;
pub mod policy;
pub mod prove;
pub mod reproduce;
pub mod solve;
pub mod studio;
pub mod tune;
