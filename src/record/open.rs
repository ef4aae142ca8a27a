//! Opening a record: a file that is no database is set aside, and the older record is taken over.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use chrono::Local;
use rusqlite::{Connection, OpenFlags};

use super::legacy::LegacyRecord;
use super::{LEGACY, Record, RecordError, USUAL, failure, schema};

/// The first bytes of every database.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The ending of an older record.
const OLDER: &str = "json";

/// A record, and what the user should know about how it was opened.
pub struct Opened {
    pub record: Record,
    pub notices: Vec<Notice>,
}

/// What happened when a record was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A file was damaged; a new record begins.
    SetAside { path: PathBuf, kept: PathBuf },
    /// The counts of an older record stand in the database now.
    TakenOver { older: PathBuf, path: PathBuf },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::SetAside { path, kept } => {
                write!(f, "{} is damaged: it is kept as {}, and a new record begins", path.display(), kept.display())
            }
            Notice::TakenOver { older, path } => {
                write!(f, "your record {} is now in {}; the old file is kept", older.display(), path.display())
            }
        }
    }
}

impl Record {
    /// Opens a record that has begun, or whose older form is there; `None` where there is neither.
    ///
    /// # Errors
    /// As [`Record::open`].
    pub fn open_existing(path: &Path) -> Result<Option<Opened>, RecordError> {
        let (file, older) = places(path);
        let is_there = file.exists() || older.is_some_and(|older| older.exists());
        is_there.then(|| Record::open(path)).transpose()
    }

    /// Opens a record, or begins one. A file that is no database is set aside. A new record begins with the counts of
    /// an older one: `drill.json` beside the usual record. Where `path` names such a file (it ends in `.json`), the
    /// record lies beside it, with the ending `.sqlite`.
    ///
    /// # Errors
    /// When the file or its folder cannot be read or written, or a newer program wrote it.
    pub fn open(path: &Path) -> Result<Opened, RecordError> {
        let (path, older) = places(path);
        if path.is_dir() {
            let source = io::ErrorKind::IsADirectory.into();
            return Err(RecordError::Read { path: path.display().to_string(), source });
        }
        let failed = |source| RecordError::Write { path: path.display().to_string(), source };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut notices = Vec::new();
        // Two programs at once would each set aside what the other has just begun.
        let _lock = lock(&path)?;
        let is_new = !is_database(&path)?;
        if is_new && fs::metadata(&path).is_ok_and(|file| file.len() > 0) {
            notices.push(set_aside(&path)?);
        }
        let legacy = match &older {
            Some(older) if is_new => LegacyRecord::read(older)?.map(|legacy| (legacy, older)),
            _ => None,
        };
        let (connection, was_new) = match connect(&path, legacy.as_ref().map(|(legacy, _)| legacy)) {
            // It begins as a database and is damaged further on.
            Err(RecordError::Damaged { .. }) if !is_new => {
                notices.push(set_aside(&path)?);
                connect(&path, None)?
            }
            connected => connected?,
        };
        if let (true, Some((_, older))) = (was_new, legacy) {
            notices.push(Notice::TakenOver { older: older.clone(), path: path.clone() });
        }
        Ok(Opened { record: Record { connection, path, now: None }, notices })
    }
}

/// Where the record lies, and where an older one may lie.
fn places(path: &Path) -> (PathBuf, Option<PathBuf>) {
    if path.extension().is_some_and(|ending| ending == OLDER) {
        return (path.with_extension("sqlite"), Some(path.to_owned()));
    }
    let is_usual = path.file_name().is_some_and(|name| name == USUAL);
    (path.to_owned(), is_usual.then(|| path.with_file_name(LEGACY)))
}

fn connect(path: &Path, older: Option<&LegacyRecord>) -> Result<(Connection, bool), RecordError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(|error| failure(path, &error))?;
    let was_new = schema::bring_up(&mut connection, path, older)?;
    let sound: String =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).map_err(|error| failure(path, &error))?;
    if sound != "ok" {
        return Err(RecordError::Damaged { path: path.display().to_string(), what: sound });
    }
    Ok((connection, was_new))
}

/// Whether the file begins as a database does; one that is missing or empty does not.
fn is_database(path: &Path) -> Result<bool, RecordError> {
    let mut start = [0; MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    match read {
        Ok(()) => Ok(start == MAGIC),
        Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::UnexpectedEof].contains(&error.kind()) => Ok(false),
        Err(source) => Err(RecordError::Read { path: path.display().to_string(), source }),
    }
}

/// Waits until no other program begins or sets aside this record.
fn lock(path: &Path) -> Result<File, RecordError> {
    let name = with_ending(path, ".lock");
    let failed = |source| RecordError::Write { path: name.display().to_string(), source };
    let file = File::options().create(true).truncate(false).write(true).open(&name).map_err(failed)?;
    match file.lock() {
        // Some network folders know no locks.
        Err(error) if error.kind() != io::ErrorKind::Unsupported => Err(failed(error)),
        _ => Ok(file),
    }
}

/// Renames a damaged file and the two that SQLite keeps beside it.
fn set_aside(path: &Path) -> Result<Notice, RecordError> {
    let kept = free_name(path);
    for ending in ["", "-wal", "-shm"] {
        let (from, to) = (with_ending(path, ending), with_ending(&kept, ending));
        match fs::rename(&from, &to) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !ending.is_empty() => {}
            renamed => {
                renamed.map_err(|source| RecordError::Write { path: to.display().to_string(), source })?;
            }
        }
    }
    Ok(Notice::SetAside { path: path.to_owned(), kept })
}

/// "record.sqlite.damaged-2026-11-21", with a number behind it where that is taken.
fn free_name(path: &Path) -> PathBuf {
    let name = with_ending(path, &format!(".damaged-{}", Local::now().format("%Y-%m-%d")));
    let candidates = (2..).map(|number| with_ending(&name, &format!("-{number}")));
    std::iter::once(name.clone()).chain(candidates).find(|name| !name.exists()).expect("some number is free")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}
