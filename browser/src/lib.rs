//! Motley as WebAssembly: a WASI reactor for a worker in a browser. `browser/README.md` describes the interface.
//!
//! The worker shows the engine a system with one thread, standard input and output, a clock, random bits, and files.
#![cfg(target_family = "wasm")]

mod input;
mod studio;
mod uci;
