//! A look into a record that changes nothing: for players that learn from it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::{Answers, Counts, Record, RecordError, failure};

impl Record {
    /// The counts of the positions in a record, whatever its form; `None` where there is no file. The file is opened
    /// for reading only, and neither brought up nor set aside.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn peek(path: &Path) -> Result<Option<Counts>, RecordError> {
        if !path.exists() {
            return Ok(None);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let read = || -> rusqlite::Result<Counts> {
            let connection = Connection::open_with_flags(path, flags)?;
            let mut counts = Counts::default();
            let mut positions = connection.prepare("SELECT fen, right, wrong, streak FROM positions")?;
            let answers = |row: &rusqlite::Row<'_>| {
                Ok((row.get(0)?, Answers { right: row.get(1)?, wrong: row.get(2)?, streak: row.get(3)? }))
            };
            for entry in positions.query_map([], answers)? {
                let (fen, answers): (String, Answers) = entry?;
                counts.set(fen, answers);
            }
            Ok(counts)
        };
        read().map(Some).map_err(|error| failure(path, &error))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_look_changes_nothing() {
        let folder = std::env::temp_dir().join(format!("motley-peek-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let path = folder.join("record.sqlite");
        assert!(Record::peek(&path).expect("nothing to read").is_none() && !path.exists());
        let mut record = Record::open(&path).expect("a record").record;
        record.note("a position", "e2e4", false).expect("room");
        let counts = Record::peek(&path).expect("reads").expect("a record");
        assert_eq!(counts.answers("a position").wrong, 1);
        fs::write(folder.join("text.sqlite"), "no database").expect("a file");
        assert!(Record::peek(&folder.join("text.sqlite")).is_err());
        assert_eq!(fs::read(folder.join("text.sqlite")).expect("still there"), b"no database");
        drop(record);
        fs::remove_dir_all(&folder).expect("the test's own folder");
    }
}
