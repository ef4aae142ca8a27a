//! Flags that several subcommands share.

pub mod board;
pub mod features;
pub mod force;
pub mod lines;
pub mod nets;
pub mod position;
pub mod reader;
pub mod split;
