//! The faults of a file of lines.

use std::io;

use thiserror::Error;

use crate::files::io_error::reason;

/// A fault in a line file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}: {kind}")]
pub struct LineFault {
    pub file: String,
    /// Counts from 1.
    pub line: usize,
    pub kind: FaultKind,
}

/// The kind of a fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FaultKind {
    #[error("`{0}` is no legal move here; the line is skipped")]
    BadMove(String),
    #[error("a line without moves; skipped")]
    NoMoves,
    #[error("{0} is missing; the line is skipped")]
    Missing(&'static str),
    #[error("this is no tag: `{0}`; it is skipped")]
    BadTag(String),
    #[error("stray characters in {0} are left out")]
    StrayCharacters(String),
    #[error("`{0}` is no ECO code; the line is skipped")]
    BadEco(String),
    #[error("the same moves as in line {0}; skipped")]
    Duplicate(usize),
    #[error("{} left out: only the main line counts as a line", variations(*.0))]
    Variations(usize),
    #[error("the line begins somewhere else than at the start position; skipped")]
    OtherStart,
    #[error("{found} columns where {expected} are expected; skipped")]
    Columns { found: usize, expected: usize },
    #[error(
        "`{0}` are no results: one a move is expected, like 12/5/7 (White won, drawn, Black won); the line is skipped"
    )]
    BadResults(String),
}

fn variations(count: usize) -> String {
    if count == 1 { "a variation is".to_owned() } else { format!("{count} variations are") }
}

/// Why there are no lines at all.
#[derive(Debug, Error)]
pub enum LinesError {
    #[error("cannot read {path}: {}", reason(.source))]
    Read { path: String, source: io::Error },
    #[error("{0} is no file of lines: PGN or a table with the columns eco, name and pgn or uci is expected")]
    NotLines(String),
    #[error("{path} has more than {most} {what}")]
    TooMany { path: String, most: usize, what: &'static str },
    #[error("{path} has no usable line{}", first_fault(.first.as_ref()))]
    NoLines { path: String, first: Option<LineFault> },
}

fn first_fault(fault: Option<&LineFault>) -> String {
    fault.map(|fault| format!("; the first fault: {fault}")).unwrap_or_default()
}
