//! Counts of right and wrong answers, at one moment.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The weight of what is due against the rest. Without a date, what was just answered wrong is due; the weight then
/// halves with every right answer.
const WHEN_DUE: f64 = 8.0;

/// Answers in one position. The counts stay at their largest number once they have reached it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Answers {
    pub right: u32,
    pub wrong: u32,
    /// Right answers since the last wrong one.
    pub streak: u32,
}

impl Answers {
    /// The weight of a position without a date against one that was never answered wrong: 1 and more.
    pub fn urgency(self) -> f64 {
        if self.wrong == 0 { 1.0 } else { 1.0 + WHEN_DUE * 0.5_f64.powi(self.streak.min(60) as i32) }
    }
}

/// All counts of a record, and the dates of its positions, at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    positions: BTreeMap<String, Answers>,
    lines: BTreeMap<String, u32>,
    /// The dates at which positions are asked again, in seconds since 1970.
    dates: BTreeMap<String, i64>,
    now: i64,
}

/// The numbers of what is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// The number due now.
    pub now: u32,
    /// The first date after now, in seconds since 1970.
    pub next: Option<i64>,
}

impl Due {
    /// Counts dates, all in seconds since 1970.
    pub fn of(dates: impl Iterator<Item = i64>, now: i64) -> Due {
        dates.fold(Due::default(), |due, date| match date <= now {
            true => Due { now: due.now.saturating_add(1), ..due },
            false => Due { next: Some(due.next.map_or(date, |next| next.min(date))), ..due },
        })
    }
}

impl Counts {
    /// Counts that are read at this moment, in seconds since 1970.
    pub fn at(now: i64) -> Counts {
        Counts { now, ..Counts::default() }
    }

    /// The moment at which they were read, in seconds since 1970.
    pub fn now(&self) -> i64 {
        self.now
    }

    /// Sets when a position is asked again, in seconds since 1970.
    pub fn set_date(&mut self, position: String, due: i64) {
        self.dates.insert(position, due);
    }

    /// The date at which a position is asked again, in seconds since 1970; `None` where it was never asked, or only
    /// before answers had dates.
    pub fn date(&self, position: &str) -> Option<i64> {
        self.dates.get(position).copied()
    }

    /// The number of positions that are due.
    pub fn due(&self) -> Due {
        Due::of(self.dates.values().copied(), self.now)
    }

    /// The weight of a position against one that is not due: 1 and more. Its date decides; a mistake that has not been
    /// corrected does not wait for its date.
    pub fn urgency(&self, position: &str) -> f64 {
        let answers = self.answers(position);
        match self.date(position) {
            None => answers.urgency(),
            Some(date) if date <= self.now || (answers.wrong > 0 && answers.streak == 0) => 1.0 + WHEN_DUE,
            Some(_) => 1.0,
        }
    }

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

    /// The positions answered wrong, the most urgent first, then by date.
    pub fn troubles(&self) -> Vec<(&str, Answers)> {
        let mut troubles: Vec<(&str, Answers)> = self.positions().filter(|(_, answers)| answers.wrong > 0).collect();
        troubles.sort_by(|a, b| {
            let by_urgency = self.urgency(b.0).total_cmp(&self.urgency(a.0));
            by_urgency.then(self.date(a.0).cmp(&self.date(b.0))).then(b.1.wrong.cmp(&a.1.wrong))
        });
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

    #[test]
    fn the_date_decides_where_there_is_one() {
        let mut counts = Counts::at(1000);
        for (position, wrong, streak, due) in [("due", 1, 1, 1000), ("later", 1, 3, 1001), ("wrong", 1, 0, 1600)] {
            counts.set(position.to_owned(), Answers { right: 3, wrong, streak });
            counts.set_date(position.to_owned(), due);
        }
        assert_eq!(["due", "later", "wrong", "new"].map(|position| counts.urgency(position)), [9.0, 1.0, 9.0, 1.0]);
        assert_eq!(counts.due(), Due { now: 1, next: Some(1001) });
        let order: Vec<&str> = counts.troubles().iter().map(|(position, _)| *position).collect();
        assert_eq!(order, ["due", "wrong", "later"]);
    }
}
