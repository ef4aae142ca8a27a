//! Recognition of records: a file that is none is not touched.

use std::io::{self, Read as _};
use std::path::Path;

use super::place::sidecar_has_content;
use super::{Record, RecordError};
use crate::files;

/// SQLite's `application_id` of a record: "Motl". Records up to version 0.3.0 have none.
pub const APPLICATION_ID: i32 = i32::from_be_bytes(*b"Motl");

/// The first bytes of every database.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The offset of the `application_id` in the header of a database; the header's length.
const ID_AT: usize = 68;
const HEADER: usize = 100;

/// The content of a place where a record may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing, or an empty file.
    Nothing,
    /// A record, which may be damaged.
    Ours,
}

/// Looks at a file and changes nothing.
///
/// # Errors
/// [`RecordError::Foreign`] where it is something else, and when it cannot be read.
pub fn recognise(path: &Path) -> Result<Found, RecordError> {
    let foreign = |what: &str| RecordError::Foreign { path: path.display().to_string(), what: what.to_owned() };
    let header = match read_header(path) {
        Ok(header) => header,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(source) => return Err(RecordError::Read { path: path.display().to_string(), source }),
    };
    if header.is_empty() {
        return Ok(Found::Nothing);
    }
    if !header.starts_with(MAGIC) {
        return Err(foreign("it is no database"));
    }
    let id = header.get(ID_AT..ID_AT + 4).and_then(|bytes| bytes.try_into().ok()).map(i32::from_be_bytes);
    match id {
        Some(APPLICATION_ID) => Ok(Found::Ours),
        // The whole file tells, with what SQLite has not moved into it yet.
        Some(0) => match Record::read_unmarked(path) {
            Ok(true) => Ok(Found::Ours),
            // Made by a program that was killed before it wrote a table.
            Ok(false) => Ok(Found::Nothing),
            Err(RecordError::Damaged { what, .. }) => Err(foreign(&format!("it is a damaged database: {what}"))),
            Err(error) => Err(error),
        },
        Some(_) => Err(foreign("it is the database of another program")),
        None if sidecar_has_content(path) => Ok(Found::Ours),
        None => Err(foreign("it is a damaged database")),
    }
}

/// At most the header; less where the file is shorter.
fn read_header(path: &Path) -> io::Result<Vec<u8>> {
    let mut header = Vec::new();
    files::open(path)?.take(HEADER as u64).read_to_end(&mut header)?;
    Ok(header)
}
