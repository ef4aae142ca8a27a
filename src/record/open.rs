//! Opening a record to write in it: what is no record is refused, a damaged one is set aside, an older one taken over.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::guard::Watch;
use super::legacy::LegacyRecord;
use super::place::{check_file, lock, places, set_aside};
use super::recognise::{Found, recognise};
use super::schema::PATIENCE;
use super::{Record, RecordError, failure, schema};

/// A record, and what the user should know about how it was opened.
pub struct Opened {
    pub record: Record,
    pub notices: Vec<Notice>,
}

/// An event at the opening of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Another program is opening or setting aside the record.
    Waiting { path: PathBuf },
    /// A record was damaged; a new one begins.
    SetAside { path: PathBuf, kept: PathBuf },
    /// The counts of an older record stand in the database now.
    TakenOver { older: PathBuf, path: PathBuf },
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Waiting { path } => {
                let seconds = PATIENCE.as_secs();
                write!(f, "another program keeps {} locked: waiting for {seconds} seconds at most", path.display())
            }
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
    pub fn open_existing(path: &Path, tell: &mut dyn FnMut(&Notice)) -> Result<Option<Opened>, RecordError> {
        let (file, older) = places(path);
        let is_there = file.exists() || older.is_some_and(|older| older.exists());
        is_there.then(|| Record::open_telling(path, tell)).transpose()
    }

    /// Opens a record to write in it, or begins one. A damaged record is set aside. A new record begins with the counts
    /// of an older one: `drill.json` beside the usual record. Where `path` names such a file (it ends in `.json`), the
    /// record lies beside it, with the ending `.sqlite`. A file that is no record is refused and left as it is, but in
    /// the place of the usual record, which is Motley's own.
    ///
    /// # Errors
    /// Fails if the file or its folder cannot be read or written, if it is no record or a newer program wrote it, and
    /// if another program keeps it locked for ten seconds.
    pub fn open(path: &Path) -> Result<Opened, RecordError> {
        Record::open_telling(path, &mut |_| {})
    }

    /// The same; that it waits for another program is told at once.
    ///
    /// # Errors
    /// As [`Record::open`].
    pub fn open_telling(path: &Path, tell: &mut dyn FnMut(&Notice)) -> Result<Opened, RecordError> {
        let (path, older) = places(path);
        check_file(&path)?;
        // Before a lock or a folder is made for it.
        let is_usual = Record::usual_path().is_ok_and(|usual| usual == path);
        refuse_foreign(recognise(&path), is_usual)?;
        let failed = |source| RecordError::Write { path: path.display().to_string(), source };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut notices = Vec::new();
        // Two programs at once would each set aside what the other has just begun.
        let _lock = lock(&path, tell)?;
        let found = refuse_foreign(recognise(&path), is_usual)?;
        if found.is_none() {
            notices.push(set_aside(&path)?);
        }
        let legacy = match &older {
            Some(older) if found != Some(Found::Ours) => LegacyRecord::read(older)?.map(|legacy| (legacy, older)),
            _ => None,
        };
        let (record, was_new) = match connect(&path, legacy.as_ref().map(|(legacy, _)| legacy)) {
            Err(RecordError::Damaged { .. }) if found == Some(Found::Ours) => {
                notices.push(set_aside(&path)?);
                connect(&path, None)?
            }
            connected => connected?,
        };
        if let (true, Some((_, older))) = (was_new, legacy) {
            notices.push(Notice::TakenOver { older: older.clone(), path: path.clone() });
        }
        Ok(Opened { record, notices })
    }
}

/// The record found; `None` for something else in the usual place, which is set aside.
fn refuse_foreign(found: Result<Found, RecordError>, is_usual: bool) -> Result<Option<Found>, RecordError> {
    match found {
        Err(RecordError::Foreign { .. }) if is_usual => Ok(None),
        found => found.map(Some),
    }
}

fn connect(path: &Path, older: Option<&LegacyRecord>) -> Result<(Record, bool), RecordError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let failed = |error| failure(path, &error);
    let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
    let watch = Watch::over(&mut connection).map_err(failed)?;
    let was_new = schema::bring_up(&mut connection, path, older)?;
    schema::check_content(&connection, path)?;
    Ok((Record { connection, path: path.to_owned(), now: None, watch }, was_new))
}
