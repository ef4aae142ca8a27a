//! Writes one file of the games of several: a single zstd frame, which is smaller than one for each game.

use std::io::{self, Write as _};
use std::path::Path;

use super::RecordedGame;
use super::run_file::{JOINED, skippable};
use crate::files::PartialFile;

const LEVEL: i32 = 19;

/// A file under way, which appears when it is complete. The descriptions of the runs stand at its beginning, in
/// skippable frames.
pub struct JoinedFile {
    encoder: zstd::Encoder<'static, PartialFile>,
}

impl JoinedFile {
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn create(path: &Path, descriptions: &[String]) -> io::Result<JoinedFile> {
        let mut file = PartialFile::create(path)?;
        descriptions.iter().try_for_each(|text| file.write_all(&skippable(JOINED, text.as_bytes())))?;
        Ok(JoinedFile { encoder: zstd::Encoder::new(file, LEVEL)? })
    }

    /// # Errors
    /// Fails if the file cannot be written.
    pub fn push(&mut self, game: &RecordedGame) -> io::Result<()> {
        self.encoder.write_all(&game.to_bytes())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.encoder.finish()?.finish()
    }
}
