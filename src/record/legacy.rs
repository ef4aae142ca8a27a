//! The record up to version 0.2, a JSON file without dates: taken over once, and kept.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use rusqlite::{Transaction, params};
use serde::Deserialize;

use super::{Answers, RecordError};
use crate::files::read_bytes;

/// The form of the file; another number is not read.
const VERSION: u32 = 1;
/// Years of answers have a hundredth of it.
const MAX_BYTES: u64 = 64 << 20;

/// The older record.
#[derive(Deserialize)]
pub struct LegacyRecord {
    version: u32,
    positions: BTreeMap<String, Answers>,
    lines: BTreeMap<String, u32>,
}

impl LegacyRecord {
    /// Reads the file; `None` where there is none, or it is damaged.
    ///
    /// # Errors
    /// Fails if it is there and cannot be read.
    pub fn read(path: &Path) -> Result<Option<LegacyRecord>, RecordError> {
        let text = match read_bytes(path, MAX_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(RecordError::Read { path: path.display().to_string(), source }),
        };
        Ok(LegacyRecord::parse(&text))
    }

    /// `None` where the bytes are no such file, or a damaged one.
    pub fn parse(text: &[u8]) -> Option<LegacyRecord> {
        let record: Option<LegacyRecord> = serde_json::from_slice(text).ok();
        record.filter(|record| record.version == VERSION)
    }

    /// Adds its counts to a database that has none yet.
    pub fn write(&self, transaction: &Transaction<'_>) -> rusqlite::Result<()> {
        let mut position =
            transaction.prepare("INSERT INTO positions (fen, right, wrong, streak) VALUES (?1, ?2, ?3, ?4)")?;
        for (fen, Answers { right, wrong, streak }) in &self.positions {
            position.execute(params![fen, right, wrong, streak])?;
        }
        let mut line = transaction.prepare("INSERT INTO lines (moves, times) VALUES (?1, ?2)")?;
        for (moves, times) in &self.lines {
            line.execute(params![moves, times])?;
        }
        Ok(())
    }
}
