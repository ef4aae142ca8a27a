//! Line files: PGN as in the seed's database, or tables with tabs; what cannot be used is told with its line number,
//! the rest is used.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move, Position};
use thiserror::Error;

use super::line::Line;
use super::table::TableReader;
use crate::chess::notation::{parse_move, words};
use crate::games::unpacked;

/// A fault in a line file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}: {what}")]
pub struct LineFault {
    pub file: String,
    /// Counts from 1.
    pub line: usize,
    pub what: Complaint,
}

impl LineFault {
    /// Whether the opening line was used nevertheless.
    pub fn is_harmless(&self) -> bool {
        matches!(self.what, Complaint::StrayCharacters(_))
    }
}

/// What was wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Complaint {
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
    #[error("the line begins somewhere else than at the start position; skipped")]
    OtherStart,
    #[error("{found} columns where {expected} are expected; skipped")]
    Columns { found: usize, expected: usize },
    #[error(
        "`{0}` are no results: one a move is expected, like 12/5/7 (White won, drawn, Black won); the line is skipped"
    )]
    BadResults(String),
}

/// Why there are no lines at all.
#[derive(Debug, Error)]
pub enum LinesError {
    #[error("cannot read {path}: {source}")]
    Read { path: String, source: io::Error },
    #[error("{0} is no file of lines: PGN or a table with the columns eco, name and pgn or uci is expected")]
    NotLines(String),
    #[error("{path} has no usable line{}", first.as_ref().map(|fault| format!("; the first fault: {fault}")).unwrap_or_default())]
    NoLines { path: String, first: Option<LineFault> },
}

/// Gathers lines from files.
#[derive(Default)]
pub struct LineReader {
    lines: Vec<Line>,
    faults: Vec<LineFault>,
    /// Where each sequence of moves was first seen.
    seen: FxHashMap<Vec<Move>, usize>,
    max_plies: Option<usize>,
    max_lines: Option<usize>,
    pub(super) file: String,
}

impl LineReader {
    pub fn new() -> LineReader {
        LineReader::default()
    }

    /// Cuts every line after so many half moves: for lines out of whole games.
    #[must_use]
    pub fn with_max_plies(mut self, plies: Option<usize>) -> LineReader {
        self.max_plies = plies;
        self
    }

    /// Ends after so many lines, in all files together.
    #[must_use]
    pub fn with_max_lines(mut self, lines: Option<usize>) -> LineReader {
        self.max_lines = lines;
        self
    }

    /// Reads a file, plain or compressed with zstd.
    ///
    /// # Errors
    /// [`LinesError`] when the file cannot be read, is no file of lines, or holds no line that can be used.
    pub fn read_file(&mut self, path: &Path) -> Result<(), LinesError> {
        let name = path.display().to_string();
        let bytes = bytes_of(path).map_err(|source| LinesError::Read { path: name.clone(), source })?;
        self.read(&name, &bytes)
    }

    /// Reads the content of a file. `name` stands in faults.
    ///
    /// # Errors
    /// As [`LineReader::read_file`].
    pub fn read(&mut self, name: &str, bytes: &[u8]) -> Result<(), LinesError> {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let (lines_before, faults_before) = (self.lines.len(), self.faults.len());
        self.file = name.to_owned();

        match text.lines().find(|line| !line.trim().is_empty()) {
            Some(first) if first.starts_with('[') => self.read_pgn(text),
            Some(header) if TableReader::recognises(header) => TableReader::new(header).read(text, self),
            _ => return Err(LinesError::NotLines(name.to_owned())),
        }
        if self.lines.len() == lines_before && !self.is_full() {
            return Err(LinesError::NoLines { path: name.to_owned(), first: self.faults.get(faults_before).cloned() });
        }
        Ok(())
    }

    /// What was gathered, and what was wrong.
    pub fn finish(self) -> (Vec<Line>, Vec<LineFault>) {
        (self.lines, self.faults)
    }

    /// Whether there are as many lines as were asked for.
    pub(super) fn is_full(&self) -> bool {
        self.max_lines.is_some_and(|most| self.lines.len() >= most)
    }

    pub(super) fn complain(&mut self, line: usize, what: Complaint) {
        self.faults.push(LineFault { file: self.file.clone(), line, what });
    }

    /// Adds a line unless its moves are known already.
    pub(super) fn add(&mut self, number: usize, mut line: Line) {
        if let Some(plies) = self.max_plies {
            line.moves.truncate(plies);
            line.results.truncate(plies);
        }
        if line.moves.is_empty() {
            return self.complain(number, Complaint::NoMoves);
        }
        if let Some(&first) = self.seen.get(&line.moves) {
            return self.complain(number, Complaint::Duplicate(first));
        }
        self.seen.insert(line.moves.clone(), number);
        self.lines.push(line);
    }

    /// Leaves out what no name holds: control characters, and bytes that are no text.
    pub(super) fn clean(&mut self, number: usize, what: &str, value: &str) -> String {
        let is_stray = |letter: char| letter.is_control() || letter == char::REPLACEMENT_CHARACTER;
        if value.contains(is_stray) {
            self.complain(number, Complaint::StrayCharacters(what.to_owned()));
        }
        let kept: String = value.chars().filter(|letter| !is_stray(*letter)).collect();
        kept.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A code such as "C25"; upper case.
    pub(super) fn eco(&mut self, number: usize, text: &str) -> Option<String> {
        if is_eco(text) {
            return Some(text.to_ascii_uppercase());
        }
        self.complain(number, Complaint::BadEco(text.to_owned()));
        None
    }

    fn read_pgn(&mut self, text: &str) {
        let mut record = Record::default();
        for (index, line) in text.lines().enumerate() {
            if self.is_full() {
                return;
            }
            let (number, line) = (index + 1, line.trim());
            if line.starts_with('[') && record.open == 0 {
                if record.has_moves() {
                    self.close(std::mem::take(&mut record));
                }
                record.tag(number, line, self);
            } else if line.is_empty() {
                if record.has_moves() {
                    self.close(std::mem::take(&mut record));
                }
            } else if !line.starts_with('%') {
                record.movetext(number, line);
            }
        }
        if record.first_line > 0 {
            self.close(record);
        }
    }

    /// Makes a line of a whole record, or says why not.
    fn close(&mut self, record: Record) {
        let number = record.first_line;
        if record.get("FEN").is_some() {
            return self.complain(number, Complaint::OtherStart);
        }
        let site = record.get("Site").filter(|site| is_eco(site));
        let Some(eco) = record.get("ECO").or(site) else {
            return self.complain(number, Complaint::Missing("the tag ECO (or a code in Site)"));
        };
        let Some(eco) = self.eco(number, eco) else { return };
        let Some(opening) = record.get("Opening").or(record.get("White")).filter(|name| !name.is_empty()) else {
            return self.complain(number, Complaint::Missing("the opening's name (the tag White or Opening)"));
        };
        let variation = record.get("Variation").or(record.get("Black")).unwrap_or_default().to_owned();
        let opening = opening.to_owned();

        let mut position = Chess::default();
        let mut moves = Vec::new();
        for (number, word) in &record.words {
            if self.max_plies.is_some_and(|plies| moves.len() >= plies) {
                break;
            }
            let Some(mv) = parse_move(&position, word) else {
                return self.complain(*number, Complaint::BadMove(word.clone()));
            };
            position.play_unchecked(mv);
            moves.push(mv);
        }
        self.add(number, Line::new(eco, opening, variation, moves));
    }
}

pub(super) fn is_eco(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'E' | b'a'..=b'e', b'0'..=b'9', b'0'..=b'9'])
}

fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    unpacked(File::open(path)?)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// One game of a PGN file while it is read.
#[derive(Default)]
struct Record {
    /// 0 while nothing was read.
    first_line: usize,
    tags: Vec<(String, String)>,
    /// Words of the moves, with their lines.
    words: Vec<(usize, String)>,
    /// Comments and variations that are open.
    open: usize,
}

impl Record {
    fn has_moves(&self) -> bool {
        !self.words.is_empty()
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    fn begin(&mut self, number: usize) {
        if self.first_line == 0 {
            self.first_line = number;
        }
    }

    fn tag(&mut self, number: usize, line: &str, reader: &mut LineReader) {
        self.begin(number);
        // From the first quotation mark to the last: names in the wild hold brackets.
        let parts = line
            .strip_prefix('[')
            .and_then(|rest| rest.split_once('"'))
            .and_then(|(name, rest)| Some((name.trim(), rest.rsplit_once('"')?)));
        let Some((name, (value, end))) = parts.filter(|(name, _)| !name.is_empty()) else {
            return reader.complain(number, Complaint::BadTag(line.to_owned()));
        };
        if end.trim() != "]" {
            reader.complain(number, Complaint::StrayCharacters(format!("the tag {name}")));
        }
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        let value = reader.clean(number, &format!("the tag {name}"), &value);
        self.tags.push((name.to_owned(), value));
    }

    /// Takes the moves of one line; what stands in comments and variations is passed over.
    fn movetext(&mut self, number: usize, line: &str) {
        self.begin(number);
        let mut plain = String::with_capacity(line.len());
        for letter in line.chars() {
            match letter {
                ';' if self.open == 0 => break,
                '{' | '(' => self.open += 1,
                '}' | ')' => self.open = self.open.saturating_sub(1),
                _ if self.open == 0 => plain.push(letter),
                _ => continue,
            }
            if !matches!(plain.chars().last(), Some(' ')) && matches!(letter, '{' | '(' | '}' | ')') {
                plain.push(' ');
            }
        }
        self.words.extend(words(&plain).map(|word| (number, word.to_owned())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "[Site \"C25\"]\n[White \"Vienna\"]\n[Black \"Hamppe variation\"]\n\n1. e4 e5 2. Nc3 Nc6\n\n";

    fn read(text: impl AsRef<[u8]>) -> (Vec<Line>, Vec<LineFault>) {
        let mut reader = LineReader::new();
        let _ = reader.read("test.pgn", text.as_ref());
        reader.finish()
    }

    /// The lines' names and the faults as they are printed.
    fn told(text: impl AsRef<[u8]>) -> (Vec<String>, Vec<String>) {
        let (lines, faults) = read(text);
        (lines.iter().map(Line::name).collect(), faults.iter().map(LineFault::to_string).collect())
    }

    #[test]
    fn the_seeds_form_is_read() {
        let (lines, faults) = read(SOUND);
        assert_eq!(faults, []);
        assert_eq!(
            (lines[0].eco.as_str(), lines[0].name().as_str(), lines[0].moves.len()),
            ("C25", "Vienna: Hamppe variation", 4)
        );
    }

    #[test]
    fn byte_order_marks_carriage_returns_comments_and_variations_do_no_harm() {
        let windows = format!("\u{feff}{}", SOUND.replace('\n', "\r\n"));
        assert_eq!(read(windows), read(SOUND));
        let adorned = SOUND.replace("2. Nc3", "{the point} 2. Nc3 (2. Nf3 Nc6 (2... d6)) $1 ; the rest\n 2...");
        assert_eq!(read(adorned).0[0].moves, read(SOUND).0[0].moves);
    }

    #[test]
    fn every_fault_has_its_line_number_and_the_rest_is_used() {
        let (names, faults) = told(format!(
            "[Site \"C25\"]\n[White \"Broken\"]\n\n1. e4 e5\n2. Ke3\n\n\
             [Site \"nowhere\"]\n[White \"Nameless code\"]\n\n1. e4\n\n\
             [Site \"C25\"]\n\n1. e4 e6\n\n\
             [Site C25]\n[ECO \"B00\"]\n[White \"No quotes\"]\n\n1. e4 a6\n\n\
             1. d4\n\n\
             {SOUND}{SOUND}"
        ));
        assert_eq!(names, ["No quotes", "Vienna: Hamppe variation"]);
        assert_eq!(
            faults,
            [
                "test.pgn:5: `Ke3` is no legal move here; the line is skipped",
                "test.pgn:7: the tag ECO (or a code in Site) is missing; the line is skipped",
                "test.pgn:12: the opening's name (the tag White or Opening) is missing; the line is skipped",
                "test.pgn:16: this is no tag: `[Site C25]`; it is skipped",
                "test.pgn:22: the tag ECO (or a code in Site) is missing; the line is skipped",
                "test.pgn:30: the same moves as in line 24; skipped",
            ]
        );
    }

    #[test]
    fn stray_characters_are_left_out_and_the_line_is_used() {
        let stray = [
            b"[Site \"C25\"]\n[White \"Jaen\x1b\xff (x)\"]\n[Black \"Gambit [!]\"] )\"]x\n\n".as_slice(),
            b"1. e4 e5 2. Nc3\n",
        ]
        .concat();
        let (names, faults) = told(stray);
        assert_eq!(names.len(), 1);
        assert!(names[0].starts_with("Jaen (x): Gambit [!]"), "{names:?}");
        assert!(
            faults.iter().any(|fault| fault.starts_with("test.pgn:2: stray characters in the tag White")),
            "{faults:?}"
        );
    }

    #[test]
    fn the_same_name_may_stand_for_several_lines() {
        let (names, faults) =
            told("[ECO \"A00\"]\n[White \"Grob\"]\n\ng4\n\n[ECO \"A00\"]\n[White \"Grob\"]\n\ng4 d5\n");
        assert_eq!((names.len(), faults.len()), (2, 0));
    }

    #[test]
    fn what_is_no_line_file_is_refused() {
        let refuse = |text: &str| LineReader::new().read("x", text.as_bytes()).unwrap_err();
        assert!(matches!(refuse(""), LinesError::NotLines(_)));
        assert!(matches!(refuse("hello\nworld"), LinesError::NotLines(_)));
        assert!(matches!(refuse("[Site \"C25\"]\n\n1. e5"), LinesError::NoLines { first: Some(_), .. }));
        let missing = LineReader::new().read_file(Path::new("no/such/file")).unwrap_err();
        assert!(missing.to_string().contains("no/such/file"));
    }

    #[test]
    fn long_lines_are_cut_where_that_is_asked_for() {
        let mut reader = LineReader::new().with_max_plies(Some(2));
        reader.read("x", SOUND.replace("Nc6", "Nonsense").as_bytes()).expect("what is cut off cannot be wrong");
        assert_eq!(reader.finish().0[0].moves.len(), 2);
    }
}
