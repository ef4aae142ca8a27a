//! Motley: one UCI chess engine with a cast of personalities that share one move generator.
//!
//! The house has floors, and an arrow may only point down: [`cli`] → [`uci`] → [`cast`] → [`engine`] →
//! [`knowledge`], [`nets`] and [`data`] → the crates. `docs/architecture.md` draws it.

pub mod cast;
pub mod cli;
pub mod data;
pub mod engine;
pub mod hash;
pub mod knowledge;
pub mod nets;
pub mod uci;
