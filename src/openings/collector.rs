//! The lines of one or several files while they are gathered, and what was wrong with them.

use rustc_hash::FxHashMap;
use shakmaty::Move;

use super::fault::{FaultKind, LineFault};
use super::line::NamedLine;

/// Stands for bytes of a file that are not UTF-8: the control character "substitute".
pub(super) const INVALID: char = '\u{1A}';

/// The most lines and faults that one may hold in memory.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    pub lines: usize,
    pub faults: usize,
}

impl Default for Most {
    fn default() -> Most {
        Most { lines: usize::MAX, faults: 1_000_000 }
    }
}

/// Gathers lines and faults.
#[derive(Default)]
pub(super) struct Collector {
    pub lines: Vec<NamedLine>,
    pub faults: Vec<LineFault>,
    /// The number of the line in its file at which each sequence of moves was first seen.
    seen: FxHashMap<Vec<Move>, usize>,
    pub max_plies: Option<usize>,
    pub max_lines: Option<usize>,
    /// With more lines or faults than these the file is refused.
    pub most: Most,
    /// The name of the file that is being read.
    pub file: String,
}

impl Collector {
    pub fn holding(most: Most) -> Collector {
        Collector { most, ..Collector::default() }
    }

    /// Returns true if there are as many lines as were asked for.
    pub fn is_full(&self) -> bool {
        self.max_lines.is_some_and(|most| self.lines.len() >= most) || self.excess().is_some()
    }

    /// The kind of which there is too much, with its bound.
    pub fn excess(&self) -> Option<(usize, &'static str)> {
        let Most { lines, faults } = self.most;
        match () {
            () if self.lines.len() > lines => Some((lines, "lines")),
            () if self.faults.len() > faults => Some((faults, "faults")),
            () => None,
        }
    }

    /// Records what is wrong in a line of the file, counted from 1.
    pub fn report(&mut self, line: usize, kind: FaultKind) {
        self.faults.push(LineFault { file: self.file.clone(), line, kind });
    }

    /// Adds a line unless its moves are known already.
    pub fn add(&mut self, number: usize, mut line: NamedLine) {
        if let Some(plies) = self.max_plies {
            line.moves.truncate(plies);
            line.results.truncate(plies);
        }
        if line.moves.is_empty() {
            return self.report(number, FaultKind::NoMoves);
        }
        if let Some(&first) = self.seen.get(&line.moves) {
            return self.report(number, FaultKind::Duplicate(first));
        }
        self.seen.insert(line.moves.clone(), number);
        self.lines.push(line);
    }

    /// A name without what no name holds. Control characters are reported, among them [`INVALID`]. U+FFFD is left out
    /// in silence: some program before put it where it could not read a letter, and the file is as good as it gets.
    pub fn clean(&mut self, number: usize, what: &str, value: &str) -> String {
        if value.contains(char::is_control) {
            self.report(number, FaultKind::StrayCharacters(what.to_owned()));
        }
        let is_stray = |letter: &char| letter.is_control() || *letter == char::REPLACEMENT_CHARACTER;
        let kept: String = value.chars().filter(|letter| !is_stray(letter)).collect();
        kept.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A code such as "C25"; upper case.
    pub fn eco(&mut self, number: usize, text: &str) -> Option<String> {
        if is_eco(text) {
            return Some(text.to_ascii_uppercase());
        }
        self.report(number, FaultKind::BadEco(text.to_owned()));
        None
    }
}

/// Returns true if a text is a code of the Encyclopaedia of Chess Openings, such as "C25" or "c25".
pub(super) fn is_eco(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'E' | b'a'..=b'e', b'0'..=b'9', b'0'..=b'9'])
}
