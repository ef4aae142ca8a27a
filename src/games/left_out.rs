//! Faults in files of games, in numbers and in words.

use super::reader::{GameFault, Remark};

/// Lines about single games that are kept; the others are counted.
const MOST_LINES: usize = 10;

/// Counts of what a reader had to leave out so far, and of what it read otherwise than written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnFaults {
    /// Games of another variant, or with an impossible start position.
    pub skipped: u64,
    /// Games that were cut at a word that cannot be read.
    pub cut: u64,
    /// Remarks on games that were read whole.
    pub remarks: u64,
    /// A line for each of the first games that are counted above.
    lines: Vec<String>,
}

impl PgnFaults {
    /// So many games were cut, of which nothing more is known.
    pub fn of_cut(cut: u64) -> PgnFaults {
        PgnFaults { cut, ..PgnFaults::default() }
    }

    /// The text has no game, and begins with this word.
    pub fn no_game(&mut self, word: &str) {
        self.skipped += 1;
        self.lines.push(format!("there is no game in it: expected is PGN, and `{word}` begins no game"));
    }

    /// Returns true if nothing was left out.
    pub fn is_clean(&self) -> bool {
        self.skipped + self.cut == 0
    }

    /// A line for each fault and remark, the first ten of each file; the others as a number.
    pub fn lines(&self) -> Vec<String> {
        let more = (self.skipped + self.cut + self.remarks).saturating_sub(self.lines.len() as u64);
        let more = (more > 0).then(|| format!("and {more} more lines like these"));
        self.lines.iter().cloned().chain(more).collect()
    }

    /// Adds what was found in another file of this name.
    pub fn add(&mut self, name: &str, other: &PgnFaults) {
        self.skipped += other.skipped;
        self.cut += other.cut;
        self.remarks += other.remarks;
        self.lines.extend(other.lines.iter().map(|line| format!("{name}: {line}")));
    }

    /// The same, of a file of this name.
    pub fn named(&self, name: &str) -> PgnFaults {
        let mut named = PgnFaults::default();
        named.add(name, self);
        named
    }

    /// Counts what is said of one game.
    pub fn note(&mut self, fault: Option<&GameFault>, remarks: &[Remark]) {
        self.cut += u64::from(fault.is_some());
        self.remarks += remarks.len() as u64;
        let said = remarks.iter().map(Remark::to_string).chain(fault.map(GameFault::to_string));
        let room = MOST_LINES.saturating_sub(self.lines.len());
        self.lines.extend(said.take(room));
    }

    /// Counts a game of which nothing can be read.
    pub fn skip(&mut self, fault: &GameFault) {
        self.skipped += 1;
        if self.lines.len() < MOST_LINES {
            self.lines.push(fault.to_string());
        }
    }
}
