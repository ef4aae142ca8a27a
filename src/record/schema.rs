//! The tables of the record, and how a database is brought up to them.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use rusqlite::{Connection, Row, TransactionBehavior};

use super::legacy::LegacyRecord;
use super::recognise::APPLICATION_ID;
use super::{RecordError, failure};

/// The time that a writer waits for another one.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// One step for each form of the database, the oldest first: a database of form n lacks those from the n-th on. A step
/// that was published is never changed.
pub(super) const STEPS: [&str; 2] = [
    "
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
",
    "
    -- When a position is asked again, in seconds since 1970, and what that comes from (src/record/memory.rs): the last
    -- answer, the stability in days, the difficulty from 1 to 10. Without these the next answer counts as the first.
    ALTER TABLE positions ADD COLUMN due INTEGER;
    ALTER TABLE positions ADD COLUMN answered_at INTEGER;
    ALTER TABLE positions ADD COLUMN stability REAL;
    ALTER TABLE positions ADD COLUMN difficulty REAL;
    -- The grades of FSRS: 1 wrong, 2 right with a hint or after long thought, 3 right.
    ALTER TABLE answers ADD COLUMN grade INTEGER;
    -- Puzzles from the learner's games. Position: the first four fields of the FEN. Moves are in UCI form. Kind: how
    -- the game went wrong. Loss, found: thousandths. Theme, sentence, before, found: null where they are not known.
    CREATE TABLE puzzles (
        id INTEGER PRIMARY KEY,
        position TEXT NOT NULL UNIQUE,
        fen TEXT NOT NULL,
        before TEXT,
        solution TEXT NOT NULL,
        kind TEXT NOT NULL,
        played TEXT NOT NULL,
        loss INTEGER NOT NULL,
        found INTEGER,
        theme TEXT,
        sentence TEXT,
        player TEXT NOT NULL,
        white TEXT NOT NULL,
        black TEXT NOT NULL,
        event TEXT NOT NULL,
        site TEXT NOT NULL,
        date TEXT NOT NULL,
        found_at INTEGER NOT NULL,
        right INTEGER NOT NULL DEFAULT 0,
        wrong INTEGER NOT NULL DEFAULT 0,
        streak INTEGER NOT NULL DEFAULT 0,
        due INTEGER NOT NULL,
        answered_at INTEGER,
        stability REAL,
        difficulty REAL
    ) STRICT;
    CREATE INDEX puzzles_by_date ON puzzles (due);
    -- Each answer: the first move that was wrong, or the first move of the solution.
    CREATE TABLE puzzle_answers (
        id INTEGER PRIMARY KEY,
        puzzle INTEGER NOT NULL REFERENCES puzzles,
        played TEXT NOT NULL,
        grade INTEGER NOT NULL,
        at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX answers_of_puzzle ON puzzle_answers (puzzle, at);
",
];

/// Gives dates to positions without one: positions that were answered wrong are due now.
const FIRST_DATES: &str = "UPDATE positions SET due = unixepoch() WHERE wrong > 0 AND due IS NULL";

/// The form that this program writes.
const FORM: i64 = STEPS.len() as i64;

/// Sets the connection up and makes what tables are missing; a database that has none yet begins with the counts of the
/// older record. Returns whether it was new.
///
/// # Errors
/// [`RecordError::Newer`], [`RecordError::Foreign`] where the tables are not those of a record, and when it cannot be
/// read or written.
pub fn bring_up(connection: &mut Connection, path: &Path, older: Option<&LegacyRecord>) -> Result<bool, RecordError> {
    let failed = |error: rusqlite::Error| failure(path, &error);
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    let found = form(connection).map_err(failed)?;
    // Before anything is written: a newer database may want other settings.
    refuse_newer(found, path)?;
    check(connection, found, path)?;
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
    transaction.execute(FIRST_DATES, []).map_err(failed)?;
    transaction.pragma_update(None, "user_version", FORM).map_err(failed)?;
    transaction.commit().map_err(failed)?;
    Ok(found == 0)
}

fn set_up(connection: &Connection) -> rusqlite::Result<()> {
    // First, and so in the file itself: changes are beside it once there is a WAL, also if the program is killed.
    let id: i32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    if id != APPLICATION_ID {
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    }
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

/// Returns true if the database has neither tables nor a form.
///
/// # Errors
/// Fails if it cannot be read.
pub fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(objects(connection)?.is_empty() && form(connection)? == 0)
}

/// Makes sure that a database without our `application_id` is a record by its tables.
///
/// # Errors
/// [`RecordError::Foreign`], and when it cannot be read.
pub fn check_unmarked(connection: &Connection, path: &Path) -> Result<(), RecordError> {
    let found = form(connection).map_err(|error| failure(path, &error))?;
    match found {
        1..=FORM => check(connection, found, path),
        // A newer program marks its records.
        _ => Err(RecordError::Foreign {
            path: path.display().to_string(),
            what: "it is the database of another program".to_owned(),
        }),
    }
}

/// Makes sure that the pages hang together.
///
/// # Errors
/// [`RecordError::Damaged`], and when it cannot be read.
pub fn check_content(connection: &Connection, path: &Path) -> Result<(), RecordError> {
    let sound: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(|error| failure(path, &error))?;
    if sound == "ok" {
        return Ok(());
    }
    Err(RecordError::Damaged { path: path.display().to_string(), what: sound })
}

/// A table, an index, a view or a trigger.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Object {
    kind: String,
    name: String,
    table: String,
    /// The statement that made it, without regard to spaces.
    sql: String,
}

/// All of them but SQLite's own.
fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    let mut select = connection.prepare(
        "SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'",
    )?;
    let object = |row: &Row<'_>| {
        let sql: String = row.get(3)?;
        let sql = sql.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Object { kind: row.get(0)?, name: row.get(1)?, table: row.get(2)?, sql })
    };
    select.query_map([], object)?.collect()
}

/// The objects of a record of each form, from 0 on.
fn expected(form: i64) -> &'static [Object] {
    static EXPECTED: LazyLock<Vec<Vec<Object>>> = LazyLock::new(|| {
        let connection = Connection::open_in_memory().expect("room for empty tables");
        let mut forms = vec![Vec::new()];
        for step in STEPS {
            connection.execute_batch(step).expect("our own statements");
            forms.push(objects(&connection).expect("our own tables"));
        }
        forms
    });
    EXPECTED.get(form.max(0) as usize).map_or(&[], Vec::as_slice)
}

/// Makes sure that the tables are those of a record, so that nothing but them is ever read: a view in the place of a
/// table may have no end, and a trigger writes what it likes. Tables of others beside them are left alone.
fn check(connection: &Connection, form: i64, path: &Path) -> Result<(), RecordError> {
    let found = objects(connection).map_err(|error| failure(path, &error))?;
    let expected = expected(form);
    let is_ours = |name: &str| expected.iter().any(|object| object.name.eq_ignore_ascii_case(name));
    let foreign = |what: String| Err(RecordError::Foreign { path: path.display().to_string(), what });
    for object in &found {
        let Object { kind, name, table, .. } = object;
        let name: String = name.chars().take(40).collect();
        if kind != "table" && kind != "index" {
            return foreign(format!("it has the {kind} `{name}`"));
        }
        if (is_ours(&object.name) || is_ours(table)) && !expected.contains(object) {
            return foreign(format!("its {kind} `{name}` is not as Motley makes it"));
        }
    }
    match expected.iter().find(|object| !found.contains(object)) {
        Some(Object { kind, name, .. }) => foreign(format!("it has no {kind} `{name}`")),
        None => Ok(()),
    }
}
