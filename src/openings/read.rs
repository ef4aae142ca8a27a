//! Files of lines: PGN as in Saarmann's database, or tables with tabs. What cannot be used is reported with its line
//! number, the rest is used.

use std::io::{self, Read};
use std::path::Path;

use super::collector::{Collector, INVALID, Most};
use super::fault::{LineFault, LinesError};
use super::line::NamedLine;
use super::record::read_pgn;
use super::table::TableReader;
use crate::files::{self, Bounds, Interrupt};
use crate::games::unpacked;

/// Unpacked bytes of a file of lines, or of whole games that are cut to lines: all of them are held in memory.
const MOST_BYTES: u64 = 1 << 30;
/// The same for a chess program's session, which has to stay usable in 4 GB of memory. The largest collections of named
/// lines have some 15,000 of them in 2 MiB. Pawn moves in random order, the worst that fits, take 350 MB as a graph.
const MOST_BYTES_OF_SESSION: u64 = 16 << 20;
const MOST_OF_SESSION: Most = Most { lines: 200_000, faults: 100_000 };
/// Bytes of a line of text there.
const MOST_IN_LINE: u64 = 1 << 20;

/// Reads lines from files, one after another.
pub struct LineReader {
    collector: Collector,
    bounds: Bounds,
}

impl Default for LineReader {
    fn default() -> LineReader {
        LineReader { collector: Collector::default(), bounds: Bounds::of_text(MOST_BYTES) }
    }
}

impl LineReader {
    pub fn new() -> LineReader {
        LineReader::default()
    }

    /// For a session that `interrupt` may end: within bounds that leave it usable.
    pub fn of_session(interrupt: Interrupt) -> LineReader {
        let collector = Collector::holding(MOST_OF_SESSION);
        let bounds = Bounds { bytes: MOST_BYTES_OF_SESSION, line: MOST_IN_LINE, interrupt };
        LineReader { collector, bounds }
    }

    /// Cuts every line after so many plies: for lines out of whole games.
    #[must_use]
    pub fn with_max_plies(mut self, plies: Option<usize>) -> LineReader {
        self.collector.max_plies = plies;
        self
    }

    /// Ends after so many lines, in all files together.
    #[must_use]
    pub fn with_max_lines(mut self, lines: Option<usize>) -> LineReader {
        self.collector.max_lines = lines;
        self
    }

    /// Reads a file, plain or compressed with zstd.
    ///
    /// # Errors
    /// [`LinesError`] when the file cannot be read, is no file of lines, or holds no line that can be used.
    pub fn read_file(&mut self, path: &Path) -> Result<(), LinesError> {
        let name = path.display().to_string();
        let bytes =
            bytes_of(path, self.bounds.clone()).map_err(|source| LinesError::Read { path: name.clone(), source })?;
        self.read(&name, &bytes)
    }

    /// Reads the content of a file. `name` stands in faults.
    ///
    /// # Errors
    /// As [`LineReader::read_file`].
    pub fn read(&mut self, name: &str, bytes: &[u8]) -> Result<(), LinesError> {
        let text = decoded(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let collector = &mut self.collector;
        let (lines_before, faults_before) = (collector.lines.len(), collector.faults.len());
        collector.file = name.to_owned();

        match text.lines().find(|line| !line.trim().is_empty()) {
            Some(first) if first.starts_with('[') => read_pgn(text, collector),
            Some(header) if TableReader::recognises(header) => TableReader::new(header).read(text, collector),
            _ => return Err(LinesError::NotLines(name.to_owned())),
        }
        if let Some((most, what)) = collector.excess() {
            return Err(LinesError::TooMany { path: name.to_owned(), most, what });
        }
        if collector.lines.len() == lines_before && !collector.is_full() {
            let first = collector.faults.get(faults_before).cloned();
            return Err(LinesError::NoLines { path: name.to_owned(), first });
        }
        Ok(())
    }

    /// The gathered lines, and the faults.
    pub fn finish(self) -> (Vec<NamedLine>, Vec<LineFault>) {
        (self.collector.lines, self.collector.faults)
    }
}

/// UTF-8 with [`INVALID`] for what is not.
fn decoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push(INVALID);
        }
    }
    text
}

fn bytes_of(path: &Path, bounds: Bounds) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    unpacked(files::open(path)?, bounds)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "[Site \"C25\"]\n[White \"Vienna\"]\n[Black \"Hamppe variation\"]\n\n1. e4 e5 2. Nc3 Nc6\n\n";

    fn read(text: impl AsRef<[u8]>) -> (Vec<NamedLine>, Vec<LineFault>) {
        let mut reader = LineReader::new();
        let _ = reader.read("test.pgn", text.as_ref());
        reader.finish()
    }

    /// The lines' names and the faults as they are printed.
    fn names_and_faults(text: impl AsRef<[u8]>) -> (Vec<String>, Vec<String>) {
        let (lines, faults) = read(text);
        (lines.iter().map(NamedLine::name).collect(), faults.iter().map(LineFault::to_string).collect())
    }

    #[test]
    fn saarmanns_form_is_read() {
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
        let (names, faults) = names_and_faults(adorned.clone());
        assert_eq!(read(adorned).0[0].moves, read(SOUND).0[0].moves);
        assert_eq!(names, ["Vienna: Hamppe variation"]);
        assert_eq!(faults, ["test.pgn:1: a variation is left out: only the main line counts as a line"]);
    }

    #[test]
    fn every_fault_has_its_line_number_and_the_rest_is_used() {
        let (names, faults) = names_and_faults(format!(
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
        let (names, faults) = names_and_faults(stray);
        assert_eq!(names.len(), 1);
        assert!(names[0].starts_with("Jaen (x): Gambit [!]"), "{names:?}");
        assert_eq!(
            faults,
            [
                "test.pgn:2: stray characters in the tag White are left out",
                "test.pgn:3: stray characters in the tag Black are left out",
            ]
        );
    }

    #[test]
    fn letters_that_were_lost_before_the_file_was_made_are_left_out_in_silence() {
        let lost = SOUND.replace("Hamppe variation", "Hamp\u{fffd})\u{fffd}\u{fffd} variation");
        let (names, faults) = names_and_faults(&lost);
        assert_eq!((names, faults), (vec!["Vienna: Hamp) variation".to_owned()], vec![]));
        let mut invalid = lost.into_bytes();
        let at = invalid.iter().position(|&byte| byte == b'V').expect("Vienna");
        invalid.insert(at + 1, 0xFF);
        let (names, faults) = names_and_faults(invalid);
        assert_eq!(names, ["Vienna: Hamp) variation"]);
        assert_eq!(faults, ["test.pgn:2: stray characters in the tag White are left out"]);
    }

    #[test]
    fn a_bracket_inside_a_comment_begins_no_tag() {
        let text = SOUND.replace("2. Nc3", "{ as in\n[White \"Steinitz\"]\n} 2. Nc3");
        assert_eq!(read(&text), read(SOUND));
    }

    #[test]
    fn the_number_of_lines_is_bounded_over_all_files() {
        let table = "eco\tname\tpgn\nA00\tGrob\tg4\nB00\tKing's Pawn\te4\nD00\tQueen's Pawn\td4\n";
        let mut reader = LineReader::new().with_max_lines(Some(2));
        reader.read("x.pgn", SOUND.as_bytes()).expect("one line");
        reader.read("x.tsv", table.as_bytes()).expect("one line of three");
        reader.read("y.pgn", SOUND.replace("Nc6", "Nf6").as_bytes()).expect("enough lines are no fault");
        let (lines, faults) = reader.finish();
        assert_eq!(
            (lines.iter().map(NamedLine::name).collect::<Vec<_>>(), faults),
            (vec!["Vienna: Hamppe variation".to_owned(), "Grob".to_owned(),], vec![])
        );
    }

    #[test]
    fn the_same_name_may_stand_for_several_lines() {
        let (names, faults) =
            names_and_faults("[ECO \"A00\"]\n[White \"Grob\"]\n\ng4\n\n[ECO \"A00\"]\n[White \"Grob\"]\n\ng4 d5\n");
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
    fn more_lines_or_faults_than_may_be_held_are_an_error() {
        let mut reader = LineReader::new();
        reader.collector.most = Most { lines: 2, faults: 2 };
        let table = "eco\tname\tpgn\nA00\tGrob\tg4\nB00\tKing's Pawn\te4\nD00\tQueen's Pawn\td4\n";
        assert_eq!(reader.read("x", table.as_bytes()).unwrap_err().to_string(), "x has more than 2 lines");
        let mut reader = LineReader::new();
        reader.collector.most = Most { lines: 2, faults: 2 };
        let faulty = "[A\n".repeat(9);
        assert_eq!(reader.read("x", faulty.as_bytes()).unwrap_err().to_string(), "x has more than 2 faults");
    }

    #[test]
    fn long_lines_are_cut_where_that_is_asked_for() {
        let mut reader = LineReader::new().with_max_plies(Some(2));
        reader.read("x", SOUND.replace("Nc6", "Nonsense").as_bytes()).expect("what is cut off cannot be wrong");
        assert_eq!(reader.finish().0[0].moves.len(), 2);
    }
}
