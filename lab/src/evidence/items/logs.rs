//! Tables that trainings leave: tab-separated values below a line of names, with notes behind `#` in front. They stand
//! in `nets/` as evidence of nets that are too large to ship, or that need days of a processor.

use thiserror::Error;

use super::super::{Estimate, Findings, ItemError};

/// A table that a script in `scripts/train/` wrote.
#[derive(Clone, Copy, Debug)]
pub struct LogFile {
    /// Its path in the repository.
    pub path: &'static str,
    /// The text of the file.
    pub text: &'static str,
    /// The command that makes it.
    pub command: &'static str,
}

/// The rows of a [`LogFile`].
#[derive(Clone, Debug)]
pub struct Log {
    path: &'static str,
    names: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

/// Why a table cannot be used. Lines count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LogError {
    #[error("{path} has no rows yet: `{command}` makes them")]
    Empty { path: &'static str, command: &'static str },
    #[error("{path}, line {line}: {found} values below {expected} names")]
    Width { path: &'static str, line: usize, found: usize, expected: usize },
    #[error("{path} has no column `{name}`")]
    Column { path: &'static str, name: String },
    #[error("{path}: `{value}` in the column `{name}` is no number")]
    Number { path: &'static str, name: String, value: String },
}

impl LogFile {
    /// The findings of `of` from the rows. Where a training has left none yet, a note says so and names the command.
    ///
    /// # Errors
    /// Fails if the table is damaged, and with the errors of `of`.
    pub fn findings(&self, of: impl FnOnce(&Log) -> Result<Findings, ItemError>) -> Result<Findings, ItemError> {
        match self.read() {
            Ok(log) => of(&log),
            Err(empty @ LogError::Empty { .. }) => {
                Ok(Findings::default().with_note(format!("Not trained yet: {empty}.")))
            }
            Err(damaged) => Err(damaged.into()),
        }
    }

    /// Reads the rows.
    ///
    /// # Errors
    /// Fails if there are none, or one is longer or shorter than the line of names.
    pub fn read(&self) -> Result<Log, LogError> {
        let path = self.path;
        let lines = self.text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
        let mut split = lines.map(|(index, line)| (index + 1, line.split('\t').collect::<Vec<_>>()));
        let empty = LogError::Empty { path, command: self.command };
        let Some((_, names)) = split.next() else { return Err(empty) };
        let rows = split.map(|(line, row)| match row.len() == names.len() {
            true => Ok(row),
            false => Err(LogError::Width { path, line, found: row.len(), expected: names.len() }),
        });
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        if rows.is_empty() { Err(empty) } else { Ok(Log { path, names, rows }) }
    }
}

impl Log {
    /// The rows whose value in a column is `value`; there may be none.
    ///
    /// # Errors
    /// Fails if there is no such column.
    pub fn only(&self, name: &str, value: &str) -> Result<Log, LogError> {
        let column = self.column(name)?;
        let rows = self.rows.iter().filter(|row| row[column] == value).cloned().collect();
        Ok(Log { path: self.path, names: self.names.clone(), rows })
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// A column as it is written.
    ///
    /// # Errors
    /// Fails if there is no such column.
    pub fn texts(&self, name: &str) -> Result<Vec<&'static str>, LogError> {
        let column = self.column(name)?;
        Ok(self.rows.iter().map(|row| row[column]).collect())
    }

    /// A column of numbers.
    ///
    /// # Errors
    /// Fails if there is no such column, or it holds something else.
    pub fn numbers(&self, name: &str) -> Result<Vec<f64>, LogError> {
        let number = |value: &str| {
            let fault = || LogError::Number { path: self.path, name: name.to_owned(), value: value.to_owned() };
            value.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(fault)
        };
        self.texts(name)?.into_iter().map(number).collect()
    }

    /// An accuracy of a row, in per cent of its `judged` samples.
    ///
    /// # Errors
    /// As [`Log::numbers`].
    ///
    /// # Panics
    /// Panics if there is no such row.
    pub fn accuracy(&self, row: usize) -> Result<Estimate, LogError> {
        let (accuracy, judged) = (self.numbers("accuracy")?[row], self.numbers("judged")?[row]);
        Ok(Estimate::percentage((accuracy * judged).round() as u64, judged as u64))
    }

    /// The row of the least `loss`; the last one where there are several.
    ///
    /// # Errors
    /// As [`Log::numbers`].
    pub fn best(&self) -> Result<Option<usize>, LogError> {
        let losses = self.numbers("loss")?;
        Ok((0..losses.len()).rev().min_by(|&a, &b| losses[a].total_cmp(&losses[b])))
    }

    /// Points of a curve: a column in units of `unit`, rounded, and another one.
    ///
    /// # Errors
    /// As [`Log::numbers`].
    pub fn points(&self, x: &str, unit: f64, y: &str) -> Result<Vec<(u32, f64)>, LogError> {
        let (x, y) = (self.numbers(x)?, self.numbers(y)?);
        Ok(x.into_iter().map(|x| (x / unit).round() as u32).zip(y).collect())
    }

    fn column(&self, name: &str) -> Result<usize, LogError> {
        let found = self.names.iter().position(|known| *known == name);
        found.ok_or_else(|| LogError::Column { path: self.path, name: name.to_owned() })
    }
}

#[cfg(test)]
impl Log {
    /// The rows of a table that a test knows to be sound.
    pub fn of(text: &'static str) -> Log {
        LogFile { path: "log", text, command: "" }.read().expect("a sound table")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMAND: &str = "train.py";

    fn read(text: &'static str) -> Result<Log, LogError> {
        LogFile { path: "nets/log.tsv", text, command: COMMAND }.read()
    }

    #[test]
    fn rows_of_a_name_are_read_with_their_interval() {
        let log =
            read("# a note\nname\tloss\taccuracy\tjudged\na\t0.9\t0.5\t200\nb\t0.7\t0.1\t200\na\t0.8\t0.6\t200\n")
                .expect("a sound table");
        let of_a = log.only("name", "a").expect("a column");
        assert_eq!((log.len(), of_a.len(), of_a.best()), (3, 2, Ok(Some(1))));
        assert_eq!(of_a.accuracy(1), Ok(Estimate::percentage(120, 200)));
        assert_eq!(of_a.points("judged", 100.0, "loss"), Ok(vec![(2, 0.9), (2, 0.8)]));
        assert_eq!(log.only("name", "c").expect("a column").best(), Ok(None));
    }

    #[test]
    fn a_table_without_rows_names_the_command_that_makes_them() {
        for text in ["", "# a note\n", "name\tloss\n"] {
            let error = read(text).expect_err("no rows").to_string();
            assert!(error.contains("nets/log.tsv") && error.contains(COMMAND), "{error}");
            let log = LogFile { path: "nets/log.tsv", text, command: COMMAND };
            let findings = log.findings(|_| Err("not asked for".into())).expect("a note");
            assert!(findings.rows.is_empty() && findings.note.contains(&error), "{}", findings.note);
        }
        let damaged = LogFile { path: "nets/log.tsv", text: "name\tloss\na\n", command: COMMAND };
        assert!(damaged.findings(|_| Ok(Findings::default())).is_err());
    }

    #[test]
    fn damage_is_named_with_its_line_or_column() {
        let short = read("# a note\nname\tloss\na\t1\nb\n").expect_err("a short row");
        assert_eq!(short, LogError::Width { path: "nets/log.tsv", line: 4, found: 1, expected: 2 });
        let log = read("name\tloss\na\tx\nb\tNaN\n").expect("as many values as names");
        assert!(log.numbers("loss").expect_err("no number").to_string().contains("`x` in the column `loss`"));
        assert!(log.only("name", "b").expect("a column").numbers("loss").is_err(), "NaN is no loss");
        assert!(log.texts("accuracy").expect_err("no column").to_string().contains("`accuracy`"));
    }
}
