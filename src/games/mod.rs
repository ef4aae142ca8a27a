//! Games, read one at a time: PGN with clock times, EPD, puzzles, self-play files, the filter that picks those that
//! count, and the shards in which several machines read them. Games with all their variations are trees.

pub mod batches;
pub mod clock;
pub mod epd;
pub mod file;
pub mod filter;
mod foreign;
pub mod inputs;
mod left_out;
pub mod movetext;
pub mod pgn;
pub mod puzzles;
pub mod reader;
pub mod selfplay;
pub mod share;
pub mod sources;
pub mod split;
pub mod start;
pub mod tags;
pub mod time_control;
pub mod tree;
pub mod write;

use std::io::{self, BufRead, BufReader, Read};

use crate::files::Bounds;

/// The first bytes of every zstd frame (RFC 8878, section 3.1.1).
pub const ZSTD_MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();

/// The last three of the first bytes of every skippable frame (section 3.1.2).
const ZSTD_SKIPPABLE: [u8; 3] = [0x2A, 0x4D, 0x18];

/// Returns true if a file with these first bytes is compressed with zstd.
fn is_zstd(start: &[u8]) -> bool {
    start.starts_with(&ZSTD_MAGIC)
        || start.first().is_some_and(|byte| byte & 0xF0 == 0x50) && start[1..].starts_with(&ZSTD_SKIPPABLE)
}

/// The content of `source`, which is plain or compressed with zstd (recognised by its content), within bounds: some
/// hundred kilobytes can unpack to gigabytes.
///
/// # Errors
/// Fails if the first bytes cannot be read.
pub fn unpacked(source: impl Read + Send + 'static, bounds: Bounds) -> io::Result<Box<dyn Read + Send>> {
    let mut source = BufReader::new(source);
    let packed = is_zstd(source.fill_buf()?);
    Ok(match packed {
        true => Box::new(bounds.limit(zstd::Decoder::with_buffer(source)?)),
        false => Box::new(bounds.limit(source)),
    })
}
