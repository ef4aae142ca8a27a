//! The parts of a word between two spaces: a number with a move, glyphs and a result may stick together.

use shakmaty::{KnownOutcome, Outcome};

use super::glyphs::{glyph, silent};
use super::letters::Letters;
use super::written::{WrittenMove, written_move};

/// A part of a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part<'a> {
    /// The number of a move.
    Number(u32),
    /// A move as it is written, and its word.
    Move(WrittenMove, &'a str),
    /// A move that passes.
    Null(&'a str),
    /// A numeric annotation glyph.
    Glyph(u8),
    /// A sign without letters and digits that stands for no glyph.
    Sign(&'a str),
    Outcome(Outcome),
    /// A part that cannot be read, to the end of the word.
    Unreadable(&'a str),
}

/// The null moves of files: a side passes.
const NULL_MOVES: [&str; 10] = ["--", "Z0", "z0", "@@@@", "0000", "null", "NULL", "Null", "pass", "<>"];

/// The results in files; the longer ones first.
const OUTCOMES: [(&str, Outcome); 16] = {
    const WHITE: Outcome = Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::White });
    const BLACK: Outcome = Outcome::Known(KnownOutcome::Decisive { winner: shakmaty::Color::Black });
    const DRAW: Outcome = Outcome::Known(KnownOutcome::Draw);
    [
        ("1/2-1/2", DRAW),
        ("1/2:1/2", DRAW),
        ("0.5-0.5", DRAW),
        ("0,5-0,5", DRAW),
        ("0.5:0.5", DRAW),
        (".5-.5", DRAW),
        ("1/2", DRAW),
        ("1.0-0.0", WHITE),
        ("0.0-1.0", BLACK),
        ("1-0", WHITE),
        ("0-1", BLACK),
        ("1:0", WHITE),
        ("0:1", BLACK),
        ("+:-", WHITE),
        ("-:+", BLACK),
        ("*", Outcome::Unknown),
    ]
};

/// Marks that stand between moves or around them and say nothing.
fn is_separator(letter: char) -> bool {
    matches!(letter, ',' | '"' | '\'' | '`' | '.' | '|' | ':' | ';' | '_' | '\u{1a}' | '\0' | ')')
}

/// The result that a word is, separators around it left aside: "1-0", "1/2", "0.5-0.5".
pub fn outcome(word: &str) -> Option<Outcome> {
    let bare = word.trim_matches(|letter| matches!(letter, ',' | '"' | '\'' | '.' | '\u{1a}' | '\0'));
    OUTCOMES.iter().find(|(text, _)| *text == bare || *text == word).map(|&(_, outcome)| outcome)
}

/// The result that a word ends in, and the bytes before it: "Qxf7#1-0".
pub fn glued_outcome(word: &str) -> Option<(usize, Outcome)> {
    if outcome(word).is_some() {
        return None;
    }
    let trimmed = word.trim_end_matches(['"', '\'', '\u{1a}', '\0']);
    let fits = |(text, _): &&(&str, Outcome)| {
        // "1:0" might be the end of a capture with a colon.
        let is_usual = matches!(*text, "1/2-1/2" | "1/2" | "1-0" | "0-1" | "*");
        is_usual && trimmed.len() > text.len() && trimmed.ends_with(text)
    };
    let &(text, outcome) = OUTCOMES.iter().find(fits)?;
    let before = trimmed.len() - text.len();
    // "O-O-0-1" is Black's win, "0-0-0-1" too; "0-0-0" is castling and has no result in it.
    word[..before].contains(|letter: char| letter.is_ascii_alphanumeric()).then_some((before, outcome))
}

/// Cuts a word, which has been through [`super::plain`], into its parts and gives each to `take`. A word of which a
/// part cannot be read gives that part alone: nothing of it is to be played.
pub fn parts<'a>(word: &'a str, letters: &Letters, take: &mut impl FnMut(Part<'a>)) {
    if first_unreadable(word, letters) {
        return take(Part::Unreadable(word));
    }
    each_part(word, letters, take);
}

/// Returns true if a part of the word cannot be read.
fn first_unreadable(word: &str, letters: &Letters) -> bool {
    let mut found = false;
    each_part(word, letters, &mut |part| found |= matches!(part, Part::Unreadable(_)));
    found
}

fn each_part<'a>(word: &'a str, letters: &Letters, take: &mut impl FnMut(Part<'a>)) {
    let mut rest = word;
    let mut is_behind_move = false;
    loop {
        if let Some(outcome) = outcome(rest) {
            return take(Part::Outcome(outcome));
        }
        rest = rest.trim_start_matches(is_separator);
        if rest.is_empty() {
            return;
        }
        let null = rest.trim_end_matches(['!', '?', ',']);
        if NULL_MOVES.contains(&null) {
            take(Part::Null(null));
            rest = &rest[null.len()..];
            is_behind_move = true;
            continue;
        }
        if let Some((number, bytes)) = number(rest) {
            take(Part::Number(number));
            rest = &rest[bytes..];
            is_behind_move = false;
            continue;
        }
        let read = if is_behind_move { None } else { written_move(rest, letters) };
        if let Some((written, bytes)) = read {
            take(Part::Move(written, &rest[..bytes]));
            rest = &rest[bytes..];
            is_behind_move = true;
            // A comma is the end of a move.
            let behind = rest.trim_start_matches([',', '"', '\'']);
            if behind.len() < rest.len() && !behind.is_empty() {
                (rest, is_behind_move) = (behind, false);
            }
            continue;
        }
        if let Some(bytes) = silent(rest) {
            rest = &rest[bytes..];
        } else if let Some((nag, bytes)) = glyph(rest) {
            take(Part::Glyph(nag));
            rest = &rest[bytes..];
        } else {
            let is_sign = !rest.contains(|letter: char| letter.is_alphanumeric());
            return take(if is_sign { Part::Sign(rest) } else { Part::Unreadable(rest) });
        }
    }
}

/// The number of a move, and its bytes: digits before a point, at the end of the word, or right before a move ("1e4").
fn number(text: &str) -> Option<(u32, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok().filter(|&number: &u32| number < 100_000)?;
    let behind = &text[digits..];
    let is_number = behind.is_empty()
        || behind.starts_with(['.', ')', ','])
        || behind.starts_with(|letter: char| letter.is_alphabetic() || letter > '\u{2650}');
    is_number.then_some((number, digits))
}

#[cfg(test)]
mod tests {
    use super::super::letters::ENGLISH;
    use super::*;

    /// The kinds of the parts, with their texts.
    fn read(word: &str) -> Vec<String> {
        let mut found = Vec::new();
        parts(word, &ENGLISH, &mut |part| {
            found.push(match part {
                Part::Number(number) => format!("{number}."),
                Part::Move(_, word) => word.to_owned(),
                Part::Null(_) => "pass".to_owned(),
                Part::Glyph(nag) => format!("${nag}"),
                Part::Sign(sign) => format!("sign {sign}"),
                Part::Outcome(outcome) => outcome.to_string(),
                Part::Unreadable(_) => "?".to_owned(),
            });
        });
        found
    }

    #[test]
    fn words_are_cut_where_their_parts_meet() {
        for (word, expected) in [
            ("e4", &["e4"][..]),
            ("1.e4", &["1.", "e4"]),
            ("1...e5", &["1.", "e5"]),
            ("12", &["12."]),
            ("1e4", &["1.", "e4"]),
            ("...", &[]),
            ("Nf3!?", &["Nf3", "$5"]),
            ("Nf3+!", &["Nf3", "$1"]),
            ("Qxf7++", &["Qxf7"]),
            ("Qxf7mate", &["Qxf7"]),
            ("exd6e.p.!", &["exd6", "$1"]),
            ("Nf3N", &["Nf3", "$146"]),
            ("e5+-", &["e5", "$18"]),
            ("d4,", &["d4"]),
            ("d4,d5", &["d4", "d5"]),
            ("\"d4\"", &["d4"]),
            ("--", &["pass"]),
            ("1.--", &["1.", "pass"]),
            ("Z0", &["pass"]),
            ("△", &["$140"]),
            ("♪", &["sign ♪"]),
            ("1-0", &["1-0"]),
            ("1/2", &["1/2-1/2"]),
            ("0.5-0.5", &["1/2-1/2"]),
            ("0-0", &["0-0"]),
            ("0-0-0+", &["0-0-0"]),
            ("best", &["?"]),
            ("Nf3xyz", &["?"]),
            ("Nf3Nc6", &["?"]),
            ("P-K4", &["?"]),
        ] {
            assert_eq!(read(word), expected, "{word}");
        }
    }

    #[test]
    fn a_result_that_sticks_to_a_move_is_found() {
        for (word, before) in [("Qxf7#1-0", 5), ("Rg11-0", 3), ("e40-1", 2), ("e41/2-1/2", 2), ("e4*", 2), ("e41/2", 2)]
        {
            assert_eq!(glued_outcome(word).map(|(before, _)| before), Some(before), "{word}");
        }
        for word in ["1-0", "0-0", "O-O", "e4", "0-0-0", "*", "1/2-1/2"] {
            assert_eq!(glued_outcome(word), None, "{word}");
        }
    }
}
