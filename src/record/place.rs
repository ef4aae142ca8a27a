//! The place of a record, and the files beside it.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use chrono::Local;

use super::open::Notice;
use super::schema::PATIENCE;
use super::{LEGACY, RecordError, USUAL};
use crate::files::check_regular;

/// The ending of an older record.
const OLDER: &str = "json";
/// Between two tries to lock.
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// The path of the record, and that of an older one.
pub fn places(path: &Path) -> (PathBuf, Option<PathBuf>) {
    if path.extension().is_some_and(|ending| ending == OLDER) {
        return (path.with_extension("sqlite"), Some(path.to_owned()));
    }
    let is_usual = path.file_name().is_some_and(|name| name == USUAL);
    (path.to_owned(), is_usual.then(|| path.with_file_name(LEGACY)))
}

/// Makes sure that what lies there, if anything, is a regular file.
pub fn check_file(path: &Path) -> Result<(), RecordError> {
    let checked = match fs::metadata(path) {
        Ok(metadata) => check_regular(&metadata),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    };
    checked.map_err(|source| RecordError::Read { path: path.display().to_string(), source })
}

/// Returns true if SQLite has kept something beside the database that belongs into it.
pub fn sidecar_has_content(path: &Path) -> bool {
    ["-wal", "-journal"].iter().any(|ending| fs::metadata(with_ending(path, ending)).is_ok_and(|file| file.len() > 0))
}

/// Waits until no other program begins or sets aside this record, [`PATIENCE`] at most; that it waits is told at once.
pub fn lock(path: &Path, tell: &mut dyn FnMut(&Notice)) -> Result<File, RecordError> {
    let name = with_ending(path, ".lock");
    check_file(&name)?;
    let failed = |source| RecordError::Write { path: name.display().to_string(), source };
    let file = File::options().create(true).truncate(false).write(true).open(&name).map_err(failed)?;
    let begun = Instant::now();
    let mut is_told = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            // Some network folders know no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) if begun.elapsed() >= PATIENCE => {
                return Err(RecordError::Busy { path: path.display().to_string(), seconds: PATIENCE.as_secs() });
            }
            Err(TryLockError::WouldBlock) => {
                // Another program that opens the record holds the lock for less than this.
                if !is_told && begun.elapsed() > 10 * BETWEEN_TRIES {
                    tell(&Notice::Waiting { path: path.to_owned() });
                    is_told = true;
                }
                thread::sleep(BETWEEN_TRIES);
            }
        }
    }
}

/// Renames a damaged record and the two files that SQLite keeps beside it.
pub fn set_aside(path: &Path) -> Result<Notice, RecordError> {
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

pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}
