//! The learner's record: what was asked and answered, when, and the lines that were drilled. It is an SQLite database,
//! so that several pages and terminals can write to it at the same time and none of them loses an answer.

mod answers;
mod legacy;
mod open;
mod schema;

pub use answers::{Answers, Counts};
pub use open::{Notice, Opened};

use std::io;
use std::path::{Path, PathBuf};

use chrono::Utc;
use etcetera::{BaseStrategy, choose_base_strategy};
use rusqlite::{Connection, TransactionBehavior, params};
use thiserror::Error;

use crate::io_error::reason;

/// The name of the usual record, and of the file that held it up to version 0.2.
const USUAL: &str = "record.sqlite";
const LEGACY: &str = "drill.json";

/// Why there is no record, or why something was not noted in it.
#[derive(Debug, Error)]
pub enum RecordError {
    #[error("cannot find a folder for your record: {0}; name a file with --record")]
    NoHome(#[from] etcetera::HomeDirError),
    #[error("cannot read {path}: {}", reason(.source))]
    Read { path: String, source: io::Error },
    #[error("cannot write {path}: {}", reason(.source))]
    Write { path: String, source: io::Error },
    #[error(
        "{path} was written by a newer Motley (form {found}, this one knows {known}): update Motley, or name another \
         file with --record"
    )]
    Newer { path: String, found: i64, known: i64 },
    #[error("another program has kept {path} busy for {seconds} seconds: try again")]
    Busy { path: String, seconds: u64 },
    #[error("the disk is full: nothing was noted in {path}")]
    Full { path: String },
    #[error("{path} cannot be written: check who may write to it and to its folder")]
    ReadOnly { path: String },
    #[error("{path} is damaged ({what})")]
    Damaged { path: String, what: String },
    #[error("{path} does not work as a record ({what})")]
    Database { path: String, what: String },
}

/// An open record. What is noted is on the disk when a function returns, also if the program is killed right after.
pub struct Record {
    connection: Connection,
    path: PathBuf,
}

impl Record {
    /// `record.sqlite` in Motley's folder of the platform's data folder.
    ///
    /// # Errors
    /// [`RecordError::NoHome`].
    pub fn usual_path() -> Result<PathBuf, RecordError> {
        Ok(choose_base_strategy()?.data_dir().join("motley").join(USUAL))
    }

    /// A record that ends with the value.
    ///
    /// # Errors
    /// [`RecordError::Database`] where there is no memory for it.
    pub fn in_memory() -> Result<Record, RecordError> {
        let path = PathBuf::from("the record in memory");
        let mut connection = Connection::open_in_memory().map_err(|error| failure(&path, &error))?;
        schema::bring_up(&mut connection, &path, None)?;
        Ok(Record { connection, path })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes an answer in a position, by the first four fields of its FEN; `played` is the move, in UCI form. The
    /// counts stay at their largest number once they have reached it.
    ///
    /// # Errors
    /// When it cannot be written: then nothing is noted.
    pub fn note(&mut self, position: &str, played: &str, right: bool) -> Result<(), RecordError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO positions (fen, right, wrong, streak) VALUES (?1, ?2, 1 - ?2, ?2)
                 ON CONFLICT (fen) DO UPDATE SET
                    right = min(right + excluded.right, ?3),
                    wrong = min(wrong + excluded.wrong, ?3),
                    streak = CASE ?2 WHEN 1 THEN min(streak + 1, ?3) ELSE 0 END",
                params![position, right, u32::MAX],
            )?;
            transaction.execute(
                "INSERT INTO answers (position, played, right, at)
                 SELECT id, ?2, ?3, ?4 FROM positions WHERE fen = ?1",
                params![position, played, right, Utc::now().timestamp()],
            )
        })
    }

    /// Notes a line that was played to its end, moves in UCI form with spaces between them.
    ///
    /// # Errors
    /// When it cannot be written: then nothing is noted.
    pub fn note_line(&mut self, moves: &str) -> Result<(), RecordError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO lines (moves, times, last_at) VALUES (?1, 1, ?2)
                 ON CONFLICT (moves) DO UPDATE SET times = min(times + 1, ?3), last_at = excluded.last_at",
                params![moves, Utc::now().timestamp(), u32::MAX],
            )
        })
    }

    /// All counts at this moment.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn counts(&self) -> Result<Counts, RecordError> {
        let read = || -> rusqlite::Result<Counts> {
            let mut counts = Counts::default();
            let mut positions = self.connection.prepare("SELECT fen, right, wrong, streak FROM positions")?;
            let answers = |row: &rusqlite::Row<'_>| {
                Ok((row.get(0)?, Answers { right: row.get(1)?, wrong: row.get(2)?, streak: row.get(3)? }))
            };
            for entry in positions.query_map([], answers)? {
                let (fen, answers): (String, Answers) = entry?;
                counts.set(fen, answers);
            }
            let mut lines = self.connection.prepare("SELECT moves, times FROM lines")?;
            for entry in lines.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))? {
                let (moves, times): (String, u32) = entry?;
                counts.set_line(moves, times);
            }
            Ok(counts)
        };
        read().map_err(|error| failure(&self.path, &error))
    }

    /// Writes all that `work` does, or nothing of it.
    fn write(
        &mut self,
        work: impl FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<usize>,
    ) -> Result<(), RecordError> {
        let written = || -> rusqlite::Result<()> {
            // Immediate: a transaction that begins as a reader could not wait for another writer.
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            work(&transaction)?;
            transaction.commit()
        };
        written().map_err(|error| failure(&self.path, &error))
    }
}

/// What SQLite says, in our own words where the user can do something about it.
fn failure(path: &Path, error: &rusqlite::Error) -> RecordError {
    use rusqlite::ErrorCode;
    let path = path.display().to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            RecordError::Busy { path, seconds: schema::PATIENCE.as_secs() }
        }
        Some(ErrorCode::DiskFull) => RecordError::Full { path },
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
            RecordError::ReadOnly { path }
        }
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            RecordError::Damaged { path, what: error.to_string().to_lowercase() }
        }
        _ => RecordError::Database { path, what: error.to_string().to_lowercase() },
    }
}

#[cfg(test)]
mod tests;
