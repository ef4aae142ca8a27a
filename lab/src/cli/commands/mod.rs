//! One file or folder a subcommand.

pub mod constraints;
pub mod datagen;
pub mod dataset;
pub mod evaluate;
pub mod games;
pub mod manual;
pub mod merge;
pub mod nets;
pub mod parameters;
pub mod reproduce;
pub mod tune;
