//! Flags that several subcommands share.

pub mod board;
mod choices;
pub mod features;
pub mod force;
pub mod lines;
pub mod named_position;
pub mod nets;
pub mod number;
pub mod position;
pub mod reader;
pub mod repertoire;
pub mod split;
pub mod threads;
