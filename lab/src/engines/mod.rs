//! Other engines as programs that speak UCI, games between two sides, and the network of one as a teacher.

mod line;
pub mod pairing;
pub mod stockfish_net;
pub mod uci_engine;
