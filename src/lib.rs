//! Motley: one UCI chess engine with several players that share one move generator.
//!
//! An arrow may only point down: [`cli`], [`studio`] and [`uci`] → what players are used for ([`drill`], [`explore`],
//! [`generation`], …) → [`personalities`] → [`engine`] → [`book`], [`constraint`], [`picture`], [`games`], [`nets`],
//! [`openings`], [`record`], [`tablebase`], [`themes`] → [`chess`] → [`files`], [`io_error`], [`parallel`],
//! [`statistics`] → the crates.
//! `docs/architecture.md` draws it. The laboratory is a package of its own, in `lab/`.

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
pub mod position;
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
