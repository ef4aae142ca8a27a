//! Reading a record without changing anything: no file is made, renamed or brought up.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::guard::Watch;
use super::legacy::LegacyRecord;
use super::place::{check_file, places, sidecar_has_content, with_ending};
use super::recognise::{Found, recognise};
use super::{Counts, Record, RecordError, failure, schema};
use crate::files::read_bytes;

/// Longer records are not read: years of answers have a hundredth of it.
const MAX_BYTES: u64 = 256 << 20;
/// The bytes of a database's header that say that changes are kept beside it, and the value that says they are not: a
/// database in memory has nothing beside it.
const JOURNAL_AT: std::ops::Range<usize> = 18..20;
const NO_WAL: u8 = 1;

impl Record {
    /// A copy, in memory, of the record at a path, as [`Record::open`] would open it; an empty one where there is none.
    /// Notes in the copy are lost.
    ///
    /// # Errors
    /// Fails if it is no record, is damaged or cannot be read, or a newer program wrote it.
    pub fn read(path: &Path) -> Result<Record, RecordError> {
        let (path, older) = places(path);
        check_file(&path)?;
        match recognise(&path)? {
            Found::Ours => Record::of_bytes(content(&path)?, &path),
            Found::Nothing => {
                let legacy = older.as_deref().map(LegacyRecord::read).transpose()?.flatten();
                Record::new_in_memory(&path, legacy.as_ref())
            }
        }
    }

    /// An empty record in memory that stands for the file at a path.
    ///
    /// # Errors
    /// [`RecordError::Database`] where there is no memory for it.
    pub fn empty(path: &Path) -> Result<Record, RecordError> {
        Record::new_in_memory(path, None)
    }

    /// The counts of the positions in a record; `None` where there is no file. Nothing is changed.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn peek(path: &Path) -> Result<Option<Counts>, RecordError> {
        if path.exists() { Record::read(path)?.counts().map(Some) } else { Ok(None) }
    }

    /// A record in memory of the bytes of a database; `path` stands for it in errors.
    ///
    /// # Errors
    /// Fails if they are no record or a damaged one, or a newer program wrote it.
    pub fn of_bytes(bytes: Vec<u8>, path: &Path) -> Result<Record, RecordError> {
        let mut record = Record::loaded(bytes, path)?;
        schema::bring_up(&mut record.connection, path, None)?;
        schema::check_content(&record.connection, path)?;
        Ok(record)
    }

    /// A record in memory of the bytes of an older one, a file in JSON.
    ///
    /// # Errors
    /// [`RecordError::Foreign`] when they are none.
    pub fn of_older(bytes: &[u8], path: &Path) -> Result<Record, RecordError> {
        let what = || "it is no record of version 0.2".to_owned();
        let foreign = || RecordError::Foreign { path: path.display().to_string(), what: what() };
        let older = LegacyRecord::parse(bytes).ok_or_else(foreign)?;
        Record::new_in_memory(path, Some(&older))
    }

    /// A new record in memory with the counts of an older one.
    pub(super) fn new_in_memory(path: &Path, older: Option<&LegacyRecord>) -> Result<Record, RecordError> {
        let failed = |error| failure(path, &error);
        let mut connection = Connection::open_in_memory().map_err(failed)?;
        let watch = Watch::over(&mut connection).map_err(failed)?;
        schema::bring_up(&mut connection, path, older)?;
        Ok(Record { connection, path: path.to_owned(), now: None, watch })
    }

    /// Returns true if a database without our `application_id` is a record by its tables; false if it has none at all.
    ///
    /// # Errors
    /// [`RecordError::Foreign`] where it has others, and when it cannot be read.
    pub(super) fn read_unmarked(path: &Path) -> Result<bool, RecordError> {
        let record = Record::loaded(content(path)?, path)?;
        let failed = |error| failure(path, &error);
        if schema::is_empty(&record.connection).map_err(failed)? {
            return Ok(false);
        }
        schema::check_unmarked(&record.connection, path).map(|()| true)
    }

    /// A database in memory as it is.
    fn loaded(mut bytes: Vec<u8>, path: &Path) -> Result<Record, RecordError> {
        if let Some(journal) = bytes.get_mut(JOURNAL_AT) {
            journal.fill(NO_WAL);
        }
        let failed = |error| failure(path, &error);
        let mut connection = Connection::open_in_memory().map_err(failed)?;
        let length = bytes.len();
        connection.deserialize_read_exact("main", &bytes[..], length, false).map_err(failed)?;
        let watch = Watch::over(&mut connection).map_err(failed)?;
        Ok(Record { connection, path: path.to_owned(), now: None, watch })
    }
}

/// The bytes of a database, with the changes that SQLite still keeps beside it.
fn content(path: &Path) -> Result<Vec<u8>, RecordError> {
    let failed = |source| RecordError::Read { path: path.display().to_string(), source };
    if !sidecar_has_content(path) {
        return read_bytes(path, MAX_BYTES).map_err(failed);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let serialized = |path: &Path, flags| -> rusqlite::Result<Vec<u8>> {
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(schema::PATIENCE)?;
        Watch::over(&mut connection)?;
        Ok(connection.serialize("main")?.to_vec())
    };
    // Where nothing can be written beside the database, SQLite cannot read those changes: a copy elsewhere can be.
    serialized(path, flags).or_else(|_| {
        let copy = Copied::of(path).map_err(failed)?;
        serialized(&copy.file(path), OpenFlags::default()).map_err(|error| failure(path, &error))
    })
}

/// A copy of a database and what lies beside it, in a folder of its own; it ends with the value.
struct Copied(PathBuf);

impl Copied {
    fn of(path: &Path) -> io::Result<Copied> {
        let name = format!("motley-record-{}-{:016x}", std::process::id(), rand::random::<u64>());
        let folder = std::env::temp_dir().join(name);
        private_folder(&folder)?;
        let copied = Copied(folder);
        for ending in ["", "-wal", "-journal"] {
            match read_bytes(&with_ending(path, ending), MAX_BYTES) {
                Ok(bytes) => fs::write(with_ending(&copied.file(path), ending), bytes)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound && !ending.is_empty() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(copied)
    }

    fn file(&self, path: &Path) -> PathBuf {
        self.0.join(path.file_name().unwrap_or_default())
    }
}

/// A folder that only this account may read.
fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

impl Drop for Copied {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
