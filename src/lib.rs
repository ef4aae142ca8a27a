//! Motley: one UCI chess engine with several players that share one move generator.
//!
//! An arrow may only point down: [`cli`], [`studio`] and [`uci`] → [`lab`] → [`personalities`] → [`engine`] → [`book`],
//! [`constraint`], [`drawing`], [`games`], [`nets`], [`openings`], [`record`], [`tablebase`] → [`chess`] →
//! [`files`], [`io_error`] → the crates. `docs/architecture.md` draws it.

pub mod book;
mod caught;
pub mod chess;
pub mod cli;
pub mod constraint;
pub mod drawing;
pub mod engine;
pub mod files;
pub mod games;
pub mod io_error;
pub mod lab;
pub mod nets;
pub mod openings;
pub mod personalities;
pub mod record;
pub mod studio;
pub mod tablebase;
pub mod uci;
