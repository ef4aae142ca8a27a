//! The learner's record: what was asked and answered, when, and the lines that were drilled. It is an SQLite database,
//! so that several pages and terminals can write to it at the same time and none of them loses an answer.

mod answers;
mod guard;
mod legacy;
mod memory;
mod open;
mod place;
mod puzzles;
mod read;
mod recognise;
mod rows;
mod schedule;
mod schema;

pub use answers::{Answers, Counts, Due};
pub use memory::{Grade, Memory};
pub use open::{Notice, Opened};
pub use puzzles::{NewPuzzle, Puzzle, PuzzleSource};
pub use rows::RowName;
pub use schedule::{Schedule, when};

use std::io;
use std::path::{Path, PathBuf};

use chrono::Utc;
use etcetera::{BaseStrategy, choose_base_strategy};
use rusqlite::ffi::SQLITE_IOERR_SHMSIZE;
use rusqlite::{Connection, OptionalExtension as _, Row, TransactionBehavior, params};
use thiserror::Error;

use self::guard::Watch;
use crate::files::io_error::reason;

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
    #[error("{path} is no record of Motley's ({what}): name another file with --record")]
    Foreign { path: String, what: String },
    #[error("{path}: {row} is faulty ({what})")]
    Row { path: String, row: RowName, what: String },
    #[error("{path} was not read or written within {seconds} seconds")]
    Slow { path: String, seconds: u64 },
    #[error("{path} is damaged ({what})")]
    Damaged { path: String, what: String },
    #[error("{path} does not work as a record ({what})")]
    Database { path: String, what: String },
}

/// An open record. What is noted is on the disk when a function returns, also if the program is killed right after.
pub struct Record {
    connection: Connection,
    path: PathBuf,
    /// The moment that every answer gets, in seconds since 1970, instead of that of the system's clock.
    now: Option<i64>,
    watch: Watch,
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
        Record::new_in_memory(Path::new("the record in memory"), None)
    }

    /// The path of the record.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets its clock stand at a moment, in seconds since 1970: what days of practice lead to can be tried at once.
    pub fn set_now(&mut self, now: i64) {
        self.now = Some(now);
    }

    /// The moment by its clock, in seconds since 1970.
    pub fn now(&self) -> i64 {
        self.now.unwrap_or_else(|| Utc::now().timestamp())
    }

    /// Notes an answer in a position, by the first four fields of its FEN; `played` is the move, in UCI form. The
    /// counts stay at their largest number once they have reached it.
    ///
    /// # Errors
    /// Fails if it cannot be written: then nothing is noted.
    pub fn note(&mut self, position: &str, played: &str, right: bool) -> Result<(), RecordError> {
        self.note_graded(position, played, Grade::of(right)).map(|_| ())
    }

    /// As [`Record::note`]; returns when the position is asked again.
    ///
    /// # Errors
    /// Fails if it cannot be written: then nothing is noted.
    pub fn note_graded(&mut self, position: &str, played: &str, grade: Grade) -> Result<Schedule, RecordError> {
        let (now, right) = (self.now(), grade.is_right());
        self.write(|transaction| {
            // Read in the transaction that writes: another program may have noted an answer meanwhile.
            let before = transaction
                .query_row(
                    "SELECT answered_at, stability, difficulty FROM positions WHERE fen = ?1",
                    [position],
                    |row| Schedule::read(row, 0),
                )
                .optional()?;
            let next = Schedule::next(before.flatten(), grade, now);
            let Memory { stability, difficulty } = next.memory;
            transaction.execute(
                "INSERT INTO positions (fen, right, wrong, streak, due, answered_at, stability, difficulty)
                 VALUES (?1, ?2, 1 - ?2, ?2, ?4, ?5, ?6, ?7)
                 ON CONFLICT (fen) DO UPDATE SET
                    right = min(right + excluded.right, ?3),
                    wrong = min(wrong + excluded.wrong, ?3),
                    streak = CASE ?2 WHEN 1 THEN min(streak + 1, ?3) ELSE 0 END,
                    due = excluded.due, answered_at = excluded.answered_at,
                    stability = excluded.stability, difficulty = excluded.difficulty",
                params![position, right, u32::MAX, next.due, now, stability, difficulty],
            )?;
            transaction.execute(
                "INSERT INTO answers (position, played, right, at, grade)
                 SELECT id, ?2, ?3, ?4, ?5 FROM positions WHERE fen = ?1",
                params![position, played, right, now, grade.number()],
            )?;
            Ok(next)
        })
    }

    /// Notes a line that was played to its end, moves in UCI form with spaces between them.
    ///
    /// # Errors
    /// Fails if it cannot be written: then nothing is noted.
    pub fn note_line(&mut self, moves: &str) -> Result<(), RecordError> {
        let now = self.now();
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO lines (moves, times, last_at) VALUES (?1, 1, ?2)
                 ON CONFLICT (moves) DO UPDATE SET times = min(times + 1, ?3), last_at = excluded.last_at",
                params![moves, now, u32::MAX],
            )?;
            Ok(())
        })
    }

    /// All counts at this moment.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn counts(&self) -> Result<Counts, RecordError> {
        let mut counts = Counts::at(self.now());
        let answers = |row: &Row<'_>| {
            let answers = Answers { right: row.get(2)?, wrong: row.get(3)?, streak: row.get(4)? };
            let due: Option<i64> = row.get(5)?;
            Ok((row.get(1)?, answers, due))
        };
        for (fen, answers, due) in
            self.rows("positions", "SELECT id, fen, right, wrong, streak, due FROM positions", [], answers)?
        {
            let fen: String = fen;
            due.into_iter().for_each(|due| counts.set_date(fen.clone(), due));
            counts.set(fen, answers);
        }
        let line = |row: &Row<'_>| Ok((row.get(1)?, row.get(2)?));
        for (moves, times) in self.rows("lines", "SELECT id, moves, times FROM lines", [], line)? {
            counts.set_line(moves, times);
        }
        Ok(counts)
    }

    /// Writes all that `work` does, or nothing of it.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, RecordError> {
        self.watch.begin();
        let written = || -> rusqlite::Result<T> {
            // Immediate: a transaction that begins as a reader could not wait for another writer.
            let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        written().map_err(|error| failure(&self.path, &error))
    }
}

/// An error of SQLite, in our own words where the user can do something about it.
fn failure(path: &Path, error: &rusqlite::Error) -> RecordError {
    use rusqlite::ErrorCode;
    let path = path.display().to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            RecordError::Busy { path, seconds: schema::PATIENCE.as_secs() }
        }
        Some(ErrorCode::DiskFull) => RecordError::Full { path },
        // The memory that programs share beside the database.
        Some(ErrorCode::SystemIoFailure) if error.sqlite_extended_error_code() == Some(SQLITE_IOERR_SHMSIZE) => {
            RecordError::Full { path }
        }
        Some(ErrorCode::OperationInterrupted) => RecordError::Slow { path, seconds: guard::MOST_TIME.as_secs() },
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
