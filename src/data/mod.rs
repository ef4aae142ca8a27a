//! Games in, samples out, all of it streaming.

pub mod epd;
pub mod pgn;
pub mod puzzles;
pub mod samples;
pub mod selfplay;

/// The first bytes of every zstd frame (RFC 8878, section 3.1.1).
pub(crate) const ZSTD_MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();
