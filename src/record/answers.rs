//! How often questions were answered right and wrong, at one moment.

use std::collections::BTreeMap;

use serde::Deserialize;

/// How much more often what was just answered wrong is asked. It halves with every right answer since.
const AFTER_A_MISTAKE: f64 = 8.0;

/// Answers in one position. The counts stay at their largest number once they have reached it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Answers {
    pub right: u32,
    pub wrong: u32,
    /// Right answers since the last wrong one.
    pub streak: u32,
}

impl Answers {
    /// How much more often the position is asked than one that was never answered wrong: 1 and more.
    pub fn urgency(self) -> f64 {
        if self.wrong == 0 { 1.0 } else { 1.0 + AFTER_A_MISTAKE * 0.5_f64.powi(self.streak.min(60) as i32) }
    }
}

/// All counts of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    positions: BTreeMap<String, Answers>,
    lines: BTreeMap<String, u32>,
}

impl Counts {
    /// Sets the counts of a position, by the first four fields of its FEN.
    pub fn set(&mut self, position: String, answers: Answers) {
        self.positions.insert(position, answers);
    }

    /// Sets how often a line was played to its end, moves in UCI form.
    pub fn set_line(&mut self, moves: String, times: u32) {
        self.lines.insert(moves, times);
    }

    pub fn answers(&self, position: &str) -> Answers {
        self.positions.get(position).copied().unwrap_or_default()
    }

    /// Lines that were drilled, with how often.
    pub fn lines(&self) -> impl Iterator<Item = (&str, u32)> {
        self.lines.iter().map(|(moves, &times)| (moves.as_str(), times))
    }

    /// Every position that was asked, by the first four fields of its FEN.
    pub fn positions(&self) -> impl Iterator<Item = (&str, Answers)> {
        self.positions.iter().map(|(fen, &answers)| (fen.as_str(), answers))
    }

    /// The positions answered wrong, the most urgent first.
    pub fn troubles(&self) -> Vec<(&str, Answers)> {
        let mut troubles: Vec<(&str, Answers)> = self.positions().filter(|(_, answers)| answers.wrong > 0).collect();
        troubles.sort_by(|a, b| b.1.urgency().total_cmp(&a.1.urgency()).then(b.1.wrong.cmp(&a.1.wrong)));
        troubles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_urgent_until_they_are_corrected() {
        let urgency = |wrong, streak| Answers { right: 5, wrong, streak }.urgency();
        assert_eq!(urgency(0, 5), 1.0);
        assert!(urgency(1, 0) > urgency(1, 1) && urgency(1, 1) > 1.0);
    }

    #[test]
    fn troubles_come_by_urgency() {
        let mut counts = Counts::default();
        for (position, right, wrong, streak) in [("a", 1, 1, 1), ("b", 0, 1, 0), ("c", 1, 0, 1)] {
            counts.set(position.to_owned(), Answers { right, wrong, streak });
        }
        assert_eq!(counts.troubles().iter().map(|(position, _)| *position).collect::<Vec<_>>(), ["b", "a"]);
    }
}
