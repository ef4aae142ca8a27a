//! Reads games with all their variations.

use std::io::Read as _;
use std::path::Path;

use shakmaty::{Chess, Outcome, Position as _};

use super::fault::{TreeError, TreeFault};
use super::lexer::{Lexer, Token};
use super::notes::one_space;
use super::{GameTree, NodeId};
use crate::chess::notation::{numbered_line, parse_move, words};
use crate::files::{self, Bounds};
use crate::games::pgn::PgnError;
use crate::games::start::start_position;
use crate::games::tags::Tags;
use crate::games::unpacked;

/// The longest text that is read, unpacked.
pub const MOST_BYTES: u64 = 64 << 20;
/// How deep variations may be nested: no person follows a tenth of it.
pub const MOST_NESTED: usize = 1000;
/// Bytes of one comment.
pub const MOST_COMMENT: usize = 1 << 20;
/// Moves of one game, all variations together.
pub const MOST_NODES: usize = 200_000;

/// Marks behind moves, and signs that stand for a glyph.
const GLYPHS: [(&str, u8); 19] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
];
/// How files write that a side passes.
const NULL_MOVES: [&str; 7] = ["--", "Z0", "z0", "null", "NULL", "0000", "@@@@"];

/// The text of a file of games, plain or compressed with zstd. Bytes that are no UTF-8 become U+FFFD.
///
/// # Errors
/// When the file cannot be read, or is longer than [`MOST_BYTES`].
pub fn text_of(path: &Path) -> Result<String, PgnError> {
    let file = files::open(path).map_err(|source| PgnError::Open { path: path.display().to_string(), source })?;
    let mut bytes = Vec::new();
    unpacked(file, Bounds::of_text(MOST_BYTES))?.read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}

/// Reads the games of a text one after another.
pub fn read_trees(text: &str) -> TreeReader<'_> {
    TreeReader { lexer: Lexer::new(text), game: 0 }
}

/// Games with their variations, one after another. A game that cannot be read is an error, and the next one follows.
///
/// Games end with their result, where tags begin, or where move 1 stands behind an empty line.
pub struct TreeReader<'a> {
    lexer: Lexer<'a>,
    game: usize,
}

impl Iterator for TreeReader<'_> {
    type Item = Result<GameTree, TreeError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.lexer.token() == Token::End {
                return None;
            }
            self.lexer.put_back();
            self.game += 1;
            let mut reading = Reading::new(Tags::default(), Chess::default());
            match self.read(&mut reading) {
                // Words between games, such as a comment behind a result.
                Ok(()) if reading.tree.is_empty() && reading.tree.tags.count() == 0 => self.game -= 1,
                Ok(()) => return Some(Ok(reading.tree)),
                Err(fault) => {
                    let (line, place) = (self.lexer.line(), reading.place());
                    self.lexer.put_back();
                    self.lexer.skip_game();
                    return Some(Err(TreeError { game: self.game, line, place, fault }));
                }
            }
        }
    }
}

impl TreeReader<'_> {
    fn read(&mut self, reading: &mut Reading) -> Result<(), TreeFault> {
        let mut tags = Tags::default();
        while self.lexer.token() == Token::TagLine {
            read_tags(self.lexer.tag_line(), &mut tags)?;
        }
        self.lexer.put_back();
        *reading = Reading::new(tags.clone(), start_position(&tags)?);
        loop {
            match self.lexer.token() {
                Token::TagLine => break self.lexer.put_back(),
                Token::End => break,
                Token::Comment(text) => reading.comment(text)?,
                Token::OpenComment => return Err(TreeFault::OpenComment),
                Token::OpenVariation => reading.open()?,
                Token::CloseVariation => reading.close()?,
                Token::Glyph(number) => {
                    reading.nag(number.parse().map_err(|_| TreeFault::BadGlyph(number.to_owned()))?);
                }
                Token::Word(word) => {
                    if self.lexer.is_after_empty_line() && reading.is_behind_moves() && begins_a_game(word) {
                        break self.lexer.put_back();
                    }
                    if let Some(outcome) = outcome_of(word) {
                        if reading.lines.is_empty() {
                            reading.end(outcome);
                            break;
                        }
                        continue;
                    }
                    reading.words(word)?;
                }
            }
        }
        match reading.lines.len() {
            0 => Ok(()),
            open => Err(TreeFault::OpenVariations(open)),
        }
    }
}

/// A game while it is read.
struct Reading {
    tree: GameTree,
    line: LineInProgress,
    /// The lines around this one, the main line first.
    lines: Vec<LineInProgress>,
}

/// A line of moves: the game's, or a variation.
struct LineInProgress {
    /// The last move.
    at: NodeId,
    /// The position after it.
    position: Chess,
    /// The position before it; `None` where the line has no move yet.
    before: Option<Chess>,
    /// What stands before the first move of a variation; `None` behind that move, and in the game's own line.
    lead: Option<(Vec<String>, Vec<u8>)>,
}

impl Reading {
    fn new(tags: Tags, start: Chess) -> Reading {
        let outcome = tags.get("Result").and_then(|result| outcome_of(result.trim())).unwrap_or(Outcome::Unknown);
        let line = LineInProgress { at: NodeId::ROOT, position: start.clone(), before: None, lead: None };
        Reading { tree: GameTree { tags, outcome, ..GameTree::new(start) }, line, lines: Vec::new() }
    }

    fn is_behind_moves(&self) -> bool {
        self.lines.is_empty() && !self.tree.is_empty()
    }

    /// "after 3. Nf3", for the user to find it.
    fn place(&self) -> String {
        let at = self.line.at;
        let named = self.tree.mv(at).zip(self.tree.parent(at));
        named.map_or_else(
            || "at the start".to_owned(),
            |(mv, parent)| format!("after {}", numbered_line(&self.tree.position(parent), &[mv])),
        )
    }

    /// A word that may hold the number of a move beside it.
    fn words(&mut self, word: &str) -> Result<(), TreeFault> {
        let null = |word: &str| match NULL_MOVES.contains(&word.trim_end_matches(['!', '?'])) {
            true => Err(TreeFault::NullMove(word.to_owned())),
            false => Ok(()),
        };
        // "0000" would be a number.
        null(word)?;
        words(word).try_for_each(|word| null(word).and_then(|()| self.word(word)))
    }

    fn word(&mut self, word: &str) -> Result<(), TreeFault> {
        if let Some(&(_, nag)) = GLYPHS.iter().find(|(sign, _)| *sign == word) {
            self.nag(nag);
            return Ok(());
        }
        if matches!(word, "e.p." | "e.p" | "ep") {
            return Ok(());
        }
        let closing = matches!(word, "}" | "]").then(|| word.chars().next()).flatten();
        if let Some(closing) = closing {
            return Err(TreeFault::Unopened(closing));
        }
        let bare = word.trim_end_matches(['!', '?']);
        let nag = match &word[bare.len()..] {
            "" => None,
            mark => {
                let known = GLYPHS.iter().find(|(sign, _)| *sign == mark);
                Some(known.ok_or_else(|| TreeFault::BadMove(word.to_owned()))?.1)
            }
        };
        self.play(bare)?;
        nag.into_iter().for_each(|nag| self.nag(nag));
        Ok(())
    }

    fn play(&mut self, word: &str) -> Result<(), TreeFault> {
        let line = &mut self.line;
        let mv = parse_move(&line.position, word).ok_or_else(|| TreeFault::BadMove(word.to_owned()))?;
        if self.tree.len() == MOST_NODES {
            return Err(TreeFault::TooManyNodes);
        }
        line.at = self.tree.add(line.at, mv);
        line.before = Some(line.position.clone());
        line.position.play_unchecked(mv);
        let notes = self.tree.notes_mut(line.at);
        (notes.before, notes.nags) = line.lead.take().unwrap_or_default();
        Ok(())
    }

    fn nag(&mut self, nag: u8) {
        match &mut self.line.lead {
            Some((_, nags)) => nags.push(nag),
            None => self.tree.notes_mut(self.line.at).nags.push(nag),
        }
    }

    fn comment(&mut self, text: &str) -> Result<(), TreeFault> {
        if text.len() > MOST_COMMENT {
            return Err(TreeFault::LongComment);
        }
        match &mut self.line.lead {
            Some((comments, _)) => comments.extend(Some(one_space(text)).filter(|text| !text.is_empty())),
            None => self.tree.notes_mut(self.line.at).take_comment(text),
        }
        Ok(())
    }

    fn open(&mut self) -> Result<(), TreeFault> {
        if self.lines.len() == MOST_NESTED {
            return Err(TreeFault::TooDeep);
        }
        let line = &mut self.line;
        let before = line.before.clone().ok_or(TreeFault::NoMoveBefore)?;
        let at = self.tree.parent(line.at).ok_or(TreeFault::NoMoveBefore)?;
        let lead = Some((Vec::new(), Vec::new()));
        let variation = LineInProgress { at, position: before, before: None, lead };
        self.lines.push(std::mem::replace(line, variation));
        Ok(())
    }

    fn close(&mut self) -> Result<(), TreeFault> {
        let around = self.lines.pop().ok_or(TreeFault::Unopened(')'))?;
        let variation = std::mem::replace(&mut self.line, around);
        // A variation without a move may hold a comment.
        let (comments, _) = variation.lead.unwrap_or_default();
        comments.iter().try_for_each(|comment| self.comment(comment))
    }

    fn end(&mut self, outcome: Outcome) {
        if self.tree.tags.get("Result").is_none() {
            self.tree.outcome = outcome;
        }
    }
}

/// Whether a word is the number of White's first move.
fn begins_a_game(word: &str) -> bool {
    word == "1" || word.starts_with("1.") && !word.starts_with("1..")
}

fn outcome_of(word: &str) -> Option<Outcome> {
    let word = match word {
        "1/2" | "½-½" | "½" => "1/2-1/2",
        word => word,
    };
    Outcome::from_ascii(word.as_bytes()).ok()
}

/// Reads the tags of one line: `[Name "value"]`, where the value may hold quotation marks and brackets.
fn read_tags(line: &str, tags: &mut Tags) -> Result<(), TreeFault> {
    let bad = || TreeFault::BadTag(line.chars().take(80).collect());
    let mut rest = line.trim();
    while let Some(tag) = rest.strip_prefix('[') {
        let (name, begun) = tag.split_once('"').ok_or_else(bad)?;
        let name = name.trim();
        if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
            return Err(bad());
        }
        let (value, behind) = quoted(begun).ok_or_else(bad)?;
        tags.push(name, &value);
        rest = behind.trim_start();
    }
    if rest.is_empty() || rest.starts_with(';') { Ok(()) } else { Err(bad()) }
}

/// A value up to the quotation mark before a closing bracket, and what stands behind that.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => value.extend(letters.next().map(|(_, escaped)| escaped)),
            '"' => match text[at + 1..].trim_start().strip_prefix(']') {
                Some(behind) => return Some((value, behind)),
                None => value.push('"'),
            },
            letter => value.push(if letter.is_control() { ' ' } else { letter }),
        }
    }
    None
}

#[cfg(test)]
mod tests;
