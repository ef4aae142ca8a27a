//! The tables of the record, and how a database is brought up to them.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::legacy::LegacyRecord;
use super::{RecordError, failure};

/// How long a writer waits for another one.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// One step for each form of the database, the oldest first: a database of form n lacks those from the n-th on. A step
/// that was published is never changed.
const STEPS: [&str; 1] = ["
    -- Positions that were asked, by the first four fields of their FEN. Streak: right answers since the last wrong one.
    CREATE TABLE positions (
        id INTEGER PRIMARY KEY,
        fen TEXT NOT NULL UNIQUE,
        right INTEGER NOT NULL,
        wrong INTEGER NOT NULL,
        streak INTEGER NOT NULL
    ) STRICT;
    -- Each answer since the record is a database: the move in UCI form, and when, in seconds since 1970.
    CREATE TABLE answers (
        id INTEGER PRIMARY KEY,
        position INTEGER NOT NULL REFERENCES positions,
        played TEXT NOT NULL,
        right INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX answers_of_position ON answers (position, at);
    -- Lines that were played to their end, moves in UCI form; the last time is not known of lines of the older record.
    CREATE TABLE lines (
        id INTEGER PRIMARY KEY,
        moves TEXT NOT NULL UNIQUE,
        times INTEGER NOT NULL,
        last_at INTEGER
    ) STRICT;
"];

/// The form that this program writes.
const FORM: i64 = STEPS.len() as i64;

/// Sets the connection up and makes what tables are missing; a database that has none yet begins with the counts of the
/// older record. Returns whether it was new.
///
/// # Errors
/// [`RecordError::Newer`], and when it cannot be read or written.
pub fn bring_up(connection: &mut Connection, path: &Path, older: Option<&LegacyRecord>) -> Result<bool, RecordError> {
    let failed = |error: rusqlite::Error| failure(path, &error);
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    let found = form(connection).map_err(failed)?;
    // Before anything is written: a newer database may want other settings.
    refuse_newer(found, path)?;
    set_up(connection).map_err(failed)?;
    if found == FORM {
        return Ok(false);
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    // Another program may have been first.
    let found = form(&transaction).map_err(failed)?;
    refuse_newer(found, path)?;
    for step in &STEPS[found.max(0) as usize..] {
        transaction.execute_batch(step).map_err(failed)?;
    }
    if let (0, Some(older)) = (found, older) {
        older.write(&transaction).map_err(failed)?;
    }
    transaction.pragma_update(None, "user_version", FORM).map_err(failed)?;
    transaction.commit().map_err(failed)?;
    Ok(found == 0)
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    // Readers do not wait for writers; what is committed survives a kill, and with FULL also a loss of power.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

fn form(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

fn refuse_newer(found: i64, path: &Path) -> Result<(), RecordError> {
    if found <= FORM {
        return Ok(());
    }
    Err(RecordError::Newer { path: path.display().to_string(), found, known: FORM })
}
