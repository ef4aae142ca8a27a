//! Lines in PGN: a game a line, its names in tags.

use shakmaty::{Chess, Position};

use super::collector::{Collector, is_eco};
use super::fault::FaultKind;
use super::line::NamedLine;
use crate::chess::notation::{parse_move, words};

/// Reads every game of a PGN text as a line.
pub(super) fn read_pgn(text: &str, collector: &mut Collector) {
    let mut record = PgnRecord::default();
    for (index, line) in text.lines().enumerate() {
        if collector.is_full() {
            return;
        }
        let (number, line) = (index + 1, line.trim());
        if line.starts_with('[') && record.open == 0 {
            if record.has_moves() {
                std::mem::take(&mut record).close(collector);
            }
            record.tag(number, line, collector);
        } else if line.is_empty() {
            if record.has_moves() {
                std::mem::take(&mut record).close(collector);
            }
        } else if !line.starts_with('%') {
            record.movetext(number, line);
        }
    }
    if record.first_line > 0 {
        record.close(collector);
    }
}

/// One game of a PGN file while it is read.
#[derive(Default)]
struct PgnRecord {
    /// 0 while nothing was read.
    first_line: usize,
    tags: Vec<(String, String)>,
    /// Words of the moves, with their lines.
    words: Vec<(usize, String)>,
    /// Comments and variations that are open.
    open: usize,
    /// Variations of the main line that were passed over.
    variations: usize,
}

impl PgnRecord {
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

    fn tag(&mut self, number: usize, line: &str, collector: &mut Collector) {
        self.begin(number);
        // From the first quotation mark to the last: names in the wild hold brackets.
        let parts = line
            .strip_prefix('[')
            .and_then(|rest| rest.split_once('"'))
            .and_then(|(name, rest)| Some((name.trim(), rest.rsplit_once('"')?)));
        let Some((name, (value, end))) = parts.filter(|(name, _)| !name.is_empty()) else {
            return collector.report(number, FaultKind::BadTag(line.to_owned()));
        };
        if end.trim() != "]" {
            collector.report(number, FaultKind::StrayCharacters(format!("the tag {name}")));
        }
        let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
        let value = collector.clean(number, &format!("the tag {name}"), &value);
        self.tags.push((name.to_owned(), value));
    }

    /// Takes the moves of one line; what stands in comments and variations is passed over.
    fn movetext(&mut self, number: usize, line: &str) {
        self.begin(number);
        let mut plain = String::with_capacity(line.len());
        for letter in line.chars() {
            self.variations += usize::from(letter == '(' && self.open == 0);
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

    /// Makes a line of a whole record, or reports why not.
    fn close(self, collector: &mut Collector) {
        let number = self.first_line;
        if self.get("FEN").is_some() {
            return collector.report(number, FaultKind::OtherStart);
        }
        let site = self.get("Site").filter(|site| is_eco(site));
        let Some(eco) = self.get("ECO").or(site) else {
            return collector.report(number, FaultKind::Missing("the tag ECO (or a code in Site)"));
        };
        let Some(eco) = collector.eco(number, eco) else { return };
        let Some(opening) = self.get("Opening").or(self.get("White")).filter(|name| !name.is_empty()) else {
            return collector.report(number, FaultKind::Missing("the opening's name (the tag White or Opening)"));
        };
        let variation = self.get("Variation").or(self.get("Black")).unwrap_or_default().to_owned();
        let opening = opening.to_owned();

        let mut position = Chess::default();
        let mut moves = Vec::new();
        for (number, word) in self.words.iter().take(collector.max_plies.unwrap_or(usize::MAX)) {
            let Some(mv) = parse_move(&position, word) else {
                return collector.report(*number, FaultKind::BadMove(word.clone()));
            };
            position.play_unchecked(mv);
            moves.push(mv);
        }
        if self.variations > 0 {
            collector.report(number, FaultKind::Variations(self.variations));
        }
        collector.add(number, NamedLine::new(eco, opening, variation, moves));
    }
}
