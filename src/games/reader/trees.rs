//! Reads the games of a text with all their variations.

use std::io::Read;
use std::path::Path;

use super::{GameFault, ReadTree, Reader, Text};
use crate::files::{self, Bounds};
use crate::games::foreign::{DecodedText, looks_like};
use crate::games::pgn::{NumberedError, PgnError, numbered_head};
use crate::games::unpacked;

/// The longest text that is read, unpacked.
pub const MOST_BYTES: u64 = 64 << 20;

/// The text of a file of games, plain or compressed with zstd.
///
/// # Errors
/// When the file cannot be read, is no PGN, or is longer than [`MOST_BYTES`].
pub fn text_of(path: &Path) -> Result<Vec<u8>, PgnError> {
    let file = files::open(path).map_err(|source| PgnError::Open { path: path.display().to_string(), source })?;
    text_of_stream(file)
}

/// As [`text_of`], of what a stream holds.
///
/// # Errors
/// As [`text_of`].
pub fn text_of_stream(stream: impl Read + Send + 'static) -> Result<Vec<u8>, PgnError> {
    let mut bytes = Vec::new();
    DecodedText::new(unpacked(stream, Bounds::of_text(MOST_BYTES))?).read_to_end(&mut bytes)?;
    match looks_like(&bytes) {
        Some(what) => Err(PgnError::Foreign(what)),
        None => Ok(bytes),
    }
}

/// Reads the games of a text one after another.
pub fn read_trees(text: impl Into<Vec<u8>>) -> TreeReader {
    TreeReader { reader: Reader::new(Text::of_bytes(text.into())) }
}

/// Games with their variations, one after another. A game whose start cannot be known is an error, and the next one
/// follows; one that cannot be read to its end says so beside its moves.
pub struct TreeReader {
    reader: Reader,
}

impl TreeReader {
    /// Game `number` (from 1), and nothing of the others.
    ///
    /// # Errors
    /// Where there is no such game, or its start cannot be known.
    pub fn numbered(mut self, number: u64) -> Result<ReadTree, NumberedError> {
        let head = numbered_head(&mut self.reader, number)?;
        self.reader.tree(head).map_err(NumberedError::Refused)
    }

    /// The first word that belongs to no game, if there is one.
    pub fn stray(&self) -> Option<&str> {
        self.reader.stray()
    }

    /// How many games there are behind those that were read.
    pub fn count_rest(mut self) -> u64 {
        while self.reader.head().is_some() {
            self.reader.pass();
        }
        self.reader.passed()
    }
}

impl Iterator for TreeReader {
    type Item = Result<ReadTree, GameFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let head = self.reader.head()?;
        Some(self.reader.tree(head))
    }
}
