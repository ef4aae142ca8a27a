//! Motley: one UCI chess engine with several players that share one move generator.
//!
//! [`engine`] is what every player is given, [`personalities`] are the players, and [`chess`] is the base below them.
//! Which folder may import which stands in `docs/architecture.md`, and a test compares the imports with it. The
//! laboratory is a package of its own, in `lab/`.

pub mod bench;
pub mod book;
mod caught;
pub mod chess;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod constraint;
pub mod drill;
pub mod engine;
pub mod explore;
pub mod files;
pub mod games;
pub mod generation;
pub mod imitate;
pub mod io_error;
pub mod manners;
pub mod nets;
pub mod openings;
pub mod parallel;
pub mod personalities;
pub mod picture;
pub mod predictions;
pub mod proof_game;
pub mod puzzles;
pub mod record;
pub mod repertoire;
pub mod review;
pub mod sparring;
pub mod statistics;
pub mod studio;
pub mod tablebase;
pub mod themes;
pub mod uci;
