//! Verdicts that must not fall: a table of what a run found, kept in the repository and compared in CI.

use std::fmt::Write as _;

use thiserror::Error;

use super::{Column, Record, Verdict};

const NAMES: &str = "item\tby the document's method\tby default";
/// Stands where there is no value by default.
const NOTHING: &str = "-";

/// A table of verdicts by item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected(Vec<(String, [Option<Verdict>; 2])>);

/// Why a table of verdicts cannot be used. Lines count from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ExpectedError {
    #[error("line {line}: expected an item and two verdicts, between tabs")]
    Columns { line: usize },
    #[error("line {line}: `{text}` is no verdict")]
    Verdict { line: usize, text: String },
}

/// The table of some records, as [`Expected::read`] takes it.
pub fn verdict_lines(records: &[Record]) -> String {
    let mut text = format!("{NAMES}\n");
    for record in records {
        let [by_method, by_default] = Column::BOTH.map(|column| shown(record.verdict(column)));
        let _ = writeln!(text, "{}\t{by_method}\t{by_default}", record.key);
    }
    text
}

fn shown(verdict: Option<Verdict>) -> &'static str {
    verdict.map_or(NOTHING, Verdict::text)
}

/// The rank of a verdict: a fall is from a higher rank to a lower one.
fn rank(verdict: Option<Verdict>) -> u8 {
    match verdict {
        None | Some(Verdict::NotMet) => 0,
        Some(Verdict::Unmeasured) => 1,
        Some(Verdict::OtherData | Verdict::NotComparable) => 2,
        Some(Verdict::Met | Verdict::Beaten) => 3,
    }
}

impl Expected {
    /// Reads a table: a line of names, then a line for each item. Empty lines and notes behind `#` are left out.
    ///
    /// # Errors
    /// Fails if a line has not three columns, or a verdict is none.
    pub fn read(text: &str) -> Result<Expected, ExpectedError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let rows = lines.skip(1).map(|(index, text)| {
            let line = index + 1;
            let columns: [&str; 3] =
                text.split('\t').collect::<Vec<_>>().try_into().map_err(|_| ExpectedError::Columns { line })?;
            let verdict = |text: &str| match Verdict::ALL.into_iter().find(|verdict| verdict.text() == text) {
                None if text != NOTHING => Err(ExpectedError::Verdict { line, text: text.to_owned() }),
                found => Ok(found),
            };
            Ok((columns[0].to_owned(), [verdict(columns[1])?, verdict(columns[2])?]))
        });
        rows.collect::<Result<_, _>>().map(Expected)
    }

    /// A line for each verdict that fell, and for each item that is missing from the records.
    pub fn falls(&self, records: &[Record]) -> Vec<String> {
        let mut falls = Vec::new();
        for (key, verdicts) in &self.0 {
            let Some(record) = records.iter().find(|record| record.key == *key) else {
                falls.push(format!("{key}: not measured"));
                continue;
            };
            for (column, &expected) in Column::BOTH.into_iter().zip(verdicts) {
                let found = record.verdict(column);
                if rank(found) < rank(expected) {
                    let method = if column == Column::ByMethod { "by its method" } else { "by default" };
                    falls.push(format!("{key}, {method}: {}, expected {}", shown(found), shown(expected)));
                }
            }
        }
        falls
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Estimate, Findings, Row, Size};
    use super::*;

    fn record(won: f64) -> Record {
        let rows = vec![Row::by_method("games won of ten", Estimate::exact(won))];
        Record {
            key: "textbook-random".to_owned(),
            fingerprint: String::new(),
            commit: None,
            size: Size::Quick,
            seconds: 1.0,
            findings: Findings::new(rows),
        }
    }

    #[test]
    fn a_verdict_that_falls_is_named_and_one_that_rises_is_not() {
        let expected = Expected::read(&verdict_lines(&[record(10.0)])).expect("a sound table");
        assert!(expected.falls(&[record(10.0)]).is_empty());
        assert_eq!(expected.falls(&[record(9.0)]), ["textbook-random, by its method: not met, expected met"]);
        assert_eq!(expected.falls(&[]), ["textbook-random: not measured"]);
        let low = Expected::read(&verdict_lines(&[record(9.0)])).expect("a sound table");
        assert!(low.falls(&[record(10.0)]).is_empty());
    }

    #[test]
    fn a_damaged_table_is_refused_with_its_line() {
        assert_eq!(Expected::read("names\na\tmet\n"), Err(ExpectedError::Columns { line: 2 }));
        let text = "perfect".to_owned();
        assert_eq!(Expected::read("# a note\nnames\na\tperfect\t-\n"), Err(ExpectedError::Verdict { line: 3, text }));
    }
}
