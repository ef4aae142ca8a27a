//! Motley: one UCI chess engine with several players that share one move generator.
//!
//! [`engine`] is what every player is given, [`personalities`] are the players, and [`chess`] is the base below them.
//! `docs/architecture.md` says which folder may import which, and a test compares the imports with it. The laboratory
//! is a package of its own, in `lab/`.

pub mod bench;
pub mod book;
pub mod chess;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod constraint;
pub mod engine;
pub mod files;
pub mod games;
pub mod lessons;
pub mod message;
pub mod nets;
pub mod openings;
pub mod personalities;
pub mod picture;
pub mod record;
pub mod sparring;
pub mod statistics;
pub mod studies;
pub mod studio;
pub mod tablebase;
pub mod themes;
pub mod uci;
pub mod work;
