//! Every table, figure and experiment of the five documents: published values beside measured values.
//!
//! An [`Item`] is one of them. It knows what data it needs and how to measure; what the document prints stands in
//! `published.tsv`, row by row, with its place. [`Record`] is what a run found, and [`evidence_page`] puts all of them
//! on one page.

mod data;
mod expected;
mod findings;
mod fingerprint;
mod items;
mod page;
mod record;
mod remarks;
mod retro;
mod scopes;
mod shared;
mod table;

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use data::{DataError, DataFile, DataFolder};
pub use expected::{Expected, ExpectedError, verdict_lines};
pub use findings::{Column, Findings, Picture, Row, Verdict};
pub use fingerprint::Scope;
pub use items::ITEMS;
pub use page::evidence_page;
pub use record::{Record, last_commit};
pub use shared::Shared;
pub use table::item_table;

pub use crate::published::{Aim, Printed, printed_rows};
use motley::openings::names::nearest;
pub use motley::statistics::estimate::Estimate;

/// A table, figure or experiment that can be measured again.
pub struct Item {
    /// Author and number: `saarmann-fig15`.
    pub key: &'static str,
    /// The content of the item, in a line.
    pub title: &'static str,
    pub data: &'static [DataFile],
    /// The sources of its figures beside the data.
    pub scope: &'static Scope,
    measure: fn(&Setting) -> Result<Findings, ItemError>,
}

/// Any reason why an item could not be measured: items use many parts of the laboratory, each with its own errors.
pub type ItemError = Box<dyn Error + Send + Sync>;

/// The settings for measuring items.
pub struct Setting {
    pub data: DataFolder,
    pub size: Size,
    pub threads: NonZeroUsize,
    /// Stockfish, for the items that play against it.
    pub stockfish: PathBuf,
    /// Measurements that several items use.
    pub shared: Shared,
}

/// The size of the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Minutes for all items together.
    Quick,
    /// As many as the document, or as there are.
    Full,
}

impl Setting {
    /// One of two numbers of samples.
    pub fn sized<T>(&self, quick: T, full: T) -> T {
        match self.size {
            Size::Quick => quick,
            Size::Full => full,
        }
    }
}

/// Why an item has no findings.
#[derive(Debug, Error)]
pub enum MeasureError {
    #[error(transparent)]
    Data(#[from] DataError),
    #[error("{0}")]
    Failed(ItemError),
}

impl Item {
    /// Checks the data and measures.
    ///
    /// # Errors
    /// Fails if a file is missing or another than expected, or the measurement fails.
    pub fn measure(&self, setting: &Setting) -> Result<Record, MeasureError> {
        let start = Instant::now();
        self.data.iter().try_for_each(|file| setting.data.check(file))?;
        let findings = (self.measure)(setting).map_err(MeasureError::Failed)?;
        Ok(Record {
            key: self.key.to_owned(),
            fingerprint: self.fingerprint(),
            commit: None,
            size: setting.size,
            seconds: start.elapsed().as_secs_f64(),
            findings,
        })
    }

    /// A hash of all that its figures depend on: our code, the crates, nets and books of its scope, and its data.
    pub fn fingerprint(&self) -> String {
        let data = self.data.iter().map(|file| file.sha256);
        self.scope.fingerprint(data)
    }
}

/// No item has this key.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("there is no item `{key}`{}", did_you_mean(near))]
pub struct UnknownKey {
    pub key: String,
    pub near: Vec<&'static str>,
}

fn did_you_mean(near: &[&str]) -> String {
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(", ")) }
}

/// The item with this key.
///
/// # Errors
/// Fails if there is none, with the keys that resemble it.
pub fn item(key: &str) -> Result<&'static Item, UnknownKey> {
    let found = ITEMS.iter().copied().find(|item| item.key == key);
    found.ok_or_else(|| UnknownKey { key: key.to_owned(), near: nearest(key, ITEMS.iter().map(|item| item.key)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::published::printed_items;

    #[test]
    fn every_printed_value_belongs_to_an_item() {
        for key in printed_items() {
            assert!(item(key).is_ok(), "no item {key}");
        }
    }

    #[test]
    fn an_unknown_key_names_near_ones() {
        let error = item("saarman-fig15").err().expect("no such item");
        assert!(error.near.contains(&"saarmann-fig15"), "{error}");
        assert_eq!(item("qqqq").err().expect("no such item").to_string(), "there is no item `qqqq`");
    }
}
