//! Games in, samples out, all of it streaming.

pub mod epd;
pub mod pgn;
pub mod selfplay;
