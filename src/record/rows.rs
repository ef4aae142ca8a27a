//! Rows of the record, one after another: a faulty one is named.

use std::fmt;

use rusqlite::{Params, Row};

use super::{Record, RecordError, failure};

/// A row in a message: "row 7 of positions".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowName {
    Is {
        table: &'static str,
        id: i64,
    },
    /// The row behind this one has not even a number that can be read.
    After {
        table: &'static str,
        id: i64,
    },
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowName::Is { table, id } => write!(f, "row {id} of {table}"),
            RowName::After { table, id } => write!(f, "what follows row {id} of {table}"),
        }
    }
}

impl Record {
    /// The results of `read` for each row of a table; the first column of `select` is the row's number.
    ///
    /// # Errors
    /// [`RecordError::Row`] where a row has a value that does not belong there, and when the file cannot be read.
    pub(super) fn rows<T>(
        &self,
        table: &'static str,
        select: &str,
        params: impl Params,
        mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, RecordError> {
        self.watch.begin();
        let failed = |error| failure(&self.path, &error);
        let faulty = |row: RowName, error: &rusqlite::Error| match failure(&self.path, error) {
            RecordError::Database { path, what } => RecordError::Row { path, row, what },
            other => other,
        };
        let mut statement = self.connection.prepare(select).map_err(failed)?;
        let mut rows = statement.query(params).map_err(failed)?;
        let (mut all, mut last) = (Vec::new(), 0);
        while let Some(row) = rows.next().map_err(|error| faulty(RowName::After { table, id: last }, &error))? {
            last = row.get(0).map_err(failed)?;
            all.push(read(row).map_err(|error| faulty(RowName::Is { table, id: last }, &error))?);
        }
        Ok(all)
    }
}
