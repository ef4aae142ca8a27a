//! Petrželka's measures of a run (section 6.1).

use std::fmt::Write as _;

use rustc_hash::FxHashSet;
use shakmaty::{Color, Position as _};

use super::ProofGame;
use crate::chess::PieceCount;

/// Piece differences that Petrželka's table counts apart.
const DIFFERENCES: usize = 4;

/// The results of one constraint.
#[derive(Clone, Debug)]
pub struct Summary {
    name: String,
    asked: u32,
    positions: u32,
    satisfied: u32,
    placements: FxHashSet<String>,
    /// Plies of those that meet the constraint.
    steps: Vec<usize>,
    /// The numbers of positions with one, two, … pieces more or less than asked for.
    differences: [u32; DIFFERENCES],
    /// Mean losses of the games that were judged, in centipawns.
    losses: Vec<f64>,
}

impl Summary {
    pub fn new(name: String, asked: u32) -> Summary {
        Summary {
            name,
            asked,
            positions: 0,
            satisfied: 0,
            placements: FxHashSet::default(),
            steps: Vec::new(),
            differences: [0; DIFFERENCES],
            losses: Vec::new(),
        }
    }

    /// Counts a position, or a search that found none.
    pub fn add(&mut self, outcome: &Option<ProofGame>, count: Option<PieceCount>) {
        self.positions += 1;
        let Some(found) = outcome else { return };
        self.placements.insert(found.placement());
        let difference = count
            .map_or(0, |count| usize::from(count.distance(PieceCount::of(found.position().board(), Color::White))));
        if difference == 0 {
            self.satisfied += 1;
            self.steps.push(found.moves.len());
        } else if difference <= DIFFERENCES {
            self.differences[difference - 1] += 1;
        }
    }

    /// Notes how sensible a game was.
    pub fn add_loss(&mut self, loss: f64) {
        self.losses.push(loss);
    }

    pub fn satisfied(&self) -> u32 {
        self.satisfied
    }

    /// Searches, with and without a position.
    pub fn positions(&self) -> u32 {
        self.positions
    }

    /// Positions that differ in the placement of the pieces.
    pub fn unique(&self) -> usize {
        self.placements.len()
    }

    /// Plies of each position that meets the constraint.
    pub fn steps(&self) -> &[usize] {
        &self.steps
    }

    /// The numbers of positions with one, two, three and four pieces more or less than asked for.
    pub fn differences(&self) -> [u32; DIFFERENCES] {
        self.differences
    }

    pub fn is_complete(&self) -> bool {
        self.satisfied == self.asked
    }

    fn share(&self, part: usize) -> f64 {
        100.0 * part as f64 / f64::from(self.positions.max(1))
    }

    fn mean(&self) -> f64 {
        self.steps.iter().sum::<usize>() as f64 / self.steps.len().max(1) as f64
    }

    fn median(&self) -> usize {
        let mut steps = self.steps.clone();
        steps.sort_unstable();
        steps.get(steps.len() / 2).copied().unwrap_or(0)
    }
}

/// One line a constraint, and what holds for all of several.
pub fn summary_table(summaries: &[Summary]) -> String {
    let mut text = format!(
        "{:<24}{:>10}{:>11}{:>9}{:>8}{:>8}{:>8}{:>7}{:>7}{:>7}{:>7}\n",
        "constraint", "positions", "satisfied", "unique", "mean", "median", "1-PDR", "2-PDR", "3-PDR", "4-PDR", "loss"
    );
    for summary in summaries {
        let name: String = summary.name.chars().take(23).collect();
        let _ = write!(
            text,
            "{name:<24}{:>10}{:>10.1}%{:>8.1}%{:>8.1}{:>8}",
            summary.positions,
            summary.share(summary.satisfied as usize),
            summary.share(summary.placements.len()),
            summary.mean(),
            summary.median(),
        );
        for difference in summary.differences {
            let _ = write!(text, "{:>6.1}%", summary.share(difference as usize));
        }
        if !summary.losses.is_empty() {
            let _ = write!(text, "{:>7.0}", summary.losses.iter().sum::<f64>() / summary.losses.len() as f64);
        }
        text.push('\n');
    }
    if summaries.len() > 1 {
        let complete = summaries.iter().filter(|summary| summary.is_complete()).count();
        let worst = summaries.iter().map(|summary| summary.share(summary.satisfied as usize)).fold(100.0, f64::min);
        let positions: usize = summaries.iter().map(|summary| summary.positions as usize).sum();
        let unique: usize = summaries.iter().map(|summary| summary.placements.len()).sum();
        let _ = writeln!(
            text,
            "{complete} of {} constraints complete, the worst satisfied at {worst:.1} %; \
             {unique} of {positions} positions unique",
            summaries.len()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;

    fn found(moves: &str) -> Option<ProofGame> {
        Some(ProofGame::new("1,2,2,2,7".to_owned(), parse_moves(moves).expect("legal")))
    }

    #[test]
    fn measures_are_those_that_petrzelka_defines() {
        let count = Some(PieceCount([1, 2, 2, 2, 7]));
        let mut summary = Summary::new("1,2,2,2,7".to_owned(), 5);
        for outcome in
            [found("e4 d5 a3 dxe4"), found("e4 d5 a3 dxe4"), found("c4 b5 a3 bxc4 a4 h6"), found("e4 e5"), None]
        {
            summary.add(&outcome, count);
        }
        // Three of five are met; three placements of five are different; one has a pawn too many.
        assert_eq!((summary.satisfied(), summary.is_complete(), summary.placements.len()), (3, false, 3));
        assert_eq!((summary.median(), summary.differences), (4, [1, 0, 0, 0]));
        assert!((summary.mean() - 14.0 / 3.0).abs() < 1e-9);
        let text = summary_table(&[summary.clone(), summary]);
        assert!(
            text.contains("60.0%") && text.contains("0 of 2 constraints complete, the worst satisfied at 60.0 %"),
            "{text}"
        );
    }
}
