//! The findings of a run of an item, and the verdict on all rows.

use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

use super::{Aim, Column, Findings, Item, Printed, Row, Size, Verdict, printed_rows};

/// The findings of a run of an item; kept as JSON, so that an interrupted run of all items continues where it was.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Record {
    pub key: String,
    /// [`Item::fingerprint`] of the program that measured; empty in records that are older than fingerprints.
    #[serde(default)]
    pub fingerprint: String,
    /// The commit at which it was measured, where the page shows it although its fingerprint is no longer the item's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    pub size: Size,
    pub seconds: f64,
    #[serde(flatten)]
    pub findings: Findings,
}

/// The commit in which a file of the repository was changed last; none outside a repository, and before the first.
pub fn last_commit(file: &Path) -> Option<String> {
    let mut git = Command::new("git");
    git.arg("-C").arg(file.parent()?).args(["log", "-1", "--format=%h", "--"]).arg(file.file_name()?);
    let commit = String::from_utf8(git.output().ok()?.stdout).ok()?.trim().to_owned();
    (!commit.is_empty()).then_some(commit)
}

impl Record {
    /// Returns true if the item would be measured again from the same code, crates, nets, books and data.
    pub fn is_current(&self, item: &Item) -> bool {
        self.fingerprint == item.fingerprint()
    }

    /// Returns true if this run need not be repeated for a setting: full findings stand for quick ones too.
    pub fn serves(&self, item: &Item, size: Size) -> bool {
        self.is_current(item) && (self.size == size || self.size == Size::Full)
    }

    /// The verdict on a column: the worst of its rows. By the document's method a printed value without one of ours is
    /// not measured yet; by default it is left out, and there is no verdict where none is left.
    pub fn verdict(&self, column: Column) -> Option<Verdict> {
        let printed = printed_rows(&self.key);
        let found = self.findings.rows.iter().filter_map(|row| row.verdict(column, &printed));
        match column {
            Column::ByDefault => found.min(),
            Column::ByMethod => {
                let missing = self.missing(&printed).map(|_| Verdict::Unmeasured);
                Some(found.chain(missing).min().unwrap_or(Verdict::NotComparable))
            }
        }
    }

    /// Printed values that should have one of ours by the document's method and have none.
    fn missing<'a>(&self, printed: &'a [&Printed]) -> impl Iterator<Item = &'a Printed> {
        let measured = |name: &str| {
            let is_it = |row: &&Row| row.name == name && row.by_method.is_some();
            self.findings.rows.iter().any(|row| is_it(&row))
        };
        printed.iter().copied().filter(move |printed| printed.aim != Aim::Shown && !measured(printed.row))
    }

    /// The number of values of a column with one of these verdicts; those that are missing by the document's method
    /// count as not measured.
    pub fn count(&self, column: Column, wanted: &[Verdict]) -> usize {
        let printed = printed_rows(&self.key);
        let found = self.findings.rows.iter().filter_map(|row| row.verdict(column, &printed));
        let found = found.filter(|verdict| wanted.contains(verdict)).count();
        let counts_missing = column == Column::ByMethod && wanted.contains(&Verdict::Unmeasured);
        found + if counts_missing { self.missing(&printed).count() } else { 0 }
    }

    /// Both verdicts in words: "not met; by default beaten".
    pub fn state(&self) -> String {
        let by_method = self.verdict(Column::ByMethod).unwrap_or(Verdict::NotComparable);
        match self.verdict(Column::ByDefault) {
            Some(by_default) => format!("{}; by default {}", by_method.text(), by_default.text()),
            None => by_method.text().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Estimate, ITEMS, item};
    use super::*;

    fn record(key: &str, rows: Vec<Row>) -> Record {
        let fingerprint = item(key).expect("an item").fingerprint();
        let findings = Findings::new(rows);
        Record { key: key.to_owned(), fingerprint, commit: None, size: Size::Quick, seconds: 1.0, findings }
    }

    #[test]
    fn an_item_is_met_by_its_method_alone() {
        let row = |by_method: f64, by_default: f64| {
            Row::both("games won of ten", Estimate::exact(by_method), Estimate::exact(by_default))
        };
        let beaten_by_default = record("textbook-random", vec![row(9.0, 11.0)]);
        assert_eq!(beaten_by_default.verdict(Column::ByMethod), Some(Verdict::NotMet));
        assert_eq!(beaten_by_default.verdict(Column::ByDefault), Some(Verdict::Beaten));
        assert_eq!(beaten_by_default.state(), "not met; by default beaten");
        assert_eq!(record("textbook-random", vec![row(10.0, 10.0)]).verdict(Column::ByMethod), Some(Verdict::Met));
    }

    #[test]
    fn a_printed_value_without_ours_is_not_measured_yet() {
        let by_default = Row::by_default("games won of ten", Estimate::exact(10.0));
        for rows in [Vec::new(), vec![by_default]] {
            let record = record("textbook-random", rows);
            assert_eq!(record.verdict(Column::ByMethod), Some(Verdict::Unmeasured));
            assert_eq!(record.count(Column::ByMethod, &[Verdict::Unmeasured]), 1);
        }
        assert_eq!(record("textbook-random", Vec::new()).verdict(Column::ByDefault), None);
    }

    #[test]
    fn a_record_serves_only_where_all_that_it_depends_on_is_the_same() {
        let item = ITEMS[0];
        let same = record(item.key, Vec::new());
        assert!(same.serves(item, Size::Quick) && !same.serves(item, Size::Full));
        assert!(Record { size: Size::Full, ..same.clone() }.serves(item, Size::Quick));
        let other = Record { fingerprint: "0123456789abcdef".to_owned(), ..same.clone() };
        assert!(!other.serves(item, Size::Quick));
        assert!(!Record { fingerprint: String::new(), ..same }.serves(item, Size::Quick));
    }
}
