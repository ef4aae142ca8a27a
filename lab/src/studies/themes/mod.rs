//! The accuracy of the themes that explain mistakes: on puzzles, whose first move is a mistake and whose solution
//! refutes it, with themes that were given by hand.

mod examiner;
mod labels;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;

use motley::games::puzzles::{Puzzle, PuzzleError, PuzzleReader};
use motley::themes::{Finding, Mistake, Theme, explain};

use self::examiner::Examiner;
pub use self::labels::{Label, LabelError, Part, read_labels, stored_labels};

/// The settings of the measurement.
#[derive(Clone, Copy, Debug)]
pub struct ThemesSettings {
    /// Nodes of each search.
    pub nodes: u64,
    /// The number of puzzles without a label to examine too.
    pub others: usize,
}

/// One mistake, with what was said of it.
#[derive(Clone, Debug, Serialize)]
pub struct Examined {
    pub id: String,
    pub part: Option<Part>,
    /// Its themes by hand; empty without a label.
    pub labels: Vec<Theme>,
    /// The themes found, the most important first.
    pub themes: Vec<Theme>,
    pub texts: Vec<String>,
    /// True for each finding that a search confirms.
    pub confirmed: Vec<bool>,
}

/// Mistakes with one theme by hand, or all of a part.
#[derive(Clone, Copy, Debug, Default, Serialize, PartialEq, Eq)]
pub struct Counts {
    pub mistakes: usize,
    /// Something was found.
    pub explained: usize,
    /// The first finding has a theme of the label.
    pub rightly: usize,
    /// Some finding has one.
    pub named: usize,
    /// The first finding has no theme of the label.
    pub otherwise: usize,
    /// A search does not confirm one of the findings.
    pub unconfirmed: usize,
}

impl Counts {
    pub fn add(&mut self, examined: &Examined) {
        let has = |theme: &Theme| examined.labels.contains(theme);
        let is_right = examined.themes.first().is_some_and(has);
        let is_explained = !examined.themes.is_empty();
        self.mistakes += 1;
        self.explained += usize::from(is_explained);
        self.rightly += usize::from(is_right);
        self.named += usize::from(examined.themes.iter().any(has));
        self.otherwise += usize::from(is_explained && !is_right);
        self.unconfirmed += usize::from(examined.confirmed.iter().any(|&confirmed| !confirmed));
    }
}

/// Examines the labelled puzzles of a file, and others of it.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn study_themes(
    puzzles: &Path,
    labels: &[Label],
    settings: &ThemesSettings,
    done: impl Fn() + Sync,
) -> Result<Vec<Examined>, PuzzleError> {
    let labels: HashMap<&str, &Label> = labels.iter().map(|label| (label.id.as_str(), label)).collect();
    let mut others = 0;
    let mut chosen: Vec<(Puzzle, Option<&Label>)> = Vec::new();
    for puzzle in PuzzleReader::open(puzzles)? {
        let puzzle = puzzle?;
        let label = labels.get(puzzle.id.as_str()).copied();
        if label.is_none() && others == settings.others {
            continue;
        }
        others += usize::from(label.is_none());
        chosen.push((puzzle, label));
    }
    let examine = |examiner: &mut Examiner, (puzzle, label): &(Puzzle, Option<&Label>)| {
        done();
        examined(examiner, puzzle, *label)
    };
    Ok(chosen.par_iter().map_init(|| Examiner::new(settings.nodes), examine).collect())
}

fn examined(examiner: &mut Examiner, puzzle: &Puzzle, label: Option<&Label>) -> Examined {
    let (before, played) = (&puzzle.start, puzzle.moves[0]);
    let (score, better) = examiner.search(before);
    let refutation = &puzzle.moves[1..];
    let mistake = Mistake { before, played, refutation, better: &better, history: &[] };
    let findings = explain(&mistake);
    let confirms = |finding: &Finding| examiner.confirms(before, played, score, finding);
    Examined {
        id: puzzle.id.clone(),
        part: label.map(|label| label.part),
        labels: label.map(|label| label.themes.clone()).unwrap_or_default(),
        themes: findings.iter().map(|finding| finding.theme).collect(),
        texts: findings.iter().map(|finding| finding.text.clone()).collect(),
        confirmed: findings.iter().map(confirms).collect(),
    }
}

/// A row for each theme that a label names: those of one part.
pub fn by_theme(examined: &[Examined], part: Part) -> Vec<(Theme, Counts)> {
    let of_part: Vec<&Examined> = examined.iter().filter(|one| one.part == Some(part)).collect();
    let row = |theme: Theme| {
        let mut counts = Counts::default();
        // The first label is the main one.
        of_part.iter().filter(|one| one.labels.first() == Some(&theme)).for_each(|one| counts.add(one));
        (theme, counts)
    };
    Theme::ALL.into_iter().map(row).filter(|(_, counts)| counts.mistakes > 0).collect()
}

/// All of one part, or all without a label.
pub fn in_all(examined: &[Examined], part: Option<Part>) -> Counts {
    let mut counts = Counts::default();
    examined.iter().filter(|one| one.part == part).for_each(|one| counts.add(one));
    counts
}
