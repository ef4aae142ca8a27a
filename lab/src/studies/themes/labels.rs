//! Themes of puzzles, given by hand.

use serde::Serialize;
use thiserror::Error;

use motley::themes::Theme;

/// Half of the labels were looked at while the detectors were written, the other half was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    Tuned,
    HeldOut,
}

/// The themes of one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub id: String,
    pub part: Part,
    /// The main theme, then others that are right too.
    pub themes: Vec<Theme>,
}

/// Why labels cannot be read.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum LabelError {
    #[error("labels, line {0}: three columns separated by tabs were expected: id, part, themes")]
    Columns(usize),
    #[error("labels, line {line}: `{part}` is neither `tuned` nor `held-out`")]
    Part { line: usize, part: String },
    #[error("labels, line {line}: no theme is called `{theme}`")]
    Theme { line: usize, theme: String },
}

/// The labels of the project.
///
/// # Errors
/// None that a test would not find.
pub fn stored_labels() -> Result<Vec<Label>, LabelError> {
    read_labels(include_str!("labels.tsv"))
}

/// Reads lines of an id, a part and themes, separated by tabs, the themes by commas. Lines that begin with `#` are
/// comments.
///
/// # Errors
/// The first line that has another form.
pub fn read_labels(text: &str) -> Result<Vec<Label>, LabelError> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).map(|(at, line)| read(at, line)).collect()
}

fn read(at: usize, line: &str) -> Result<Label, LabelError> {
    let [id, part, themes] = line.split('\t').collect::<Vec<_>>()[..] else { return Err(LabelError::Columns(at)) };
    let part = match part {
        "tuned" => Part::Tuned,
        "held-out" => Part::HeldOut,
        other => return Err(LabelError::Part { line: at, part: other.to_owned() }),
    };
    let named = |name: &str| {
        Theme::named(name.trim()).ok_or_else(|| LabelError::Theme { line: at, theme: name.trim().to_owned() })
    };
    Ok(Label { id: id.to_owned(), part, themes: themes.split(',').map(named).collect::<Result<_, _>>()? })
}
