//! Other engines as programs that speak UCI, and games between two sides.

mod line;
pub mod pairing;
pub mod uci_engine;
