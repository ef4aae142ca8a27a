//! The beginnings and ends of games in a text.
//!
//! A game ends with its result, or where the next one's tags begin; an empty line ends nothing. Without both, a new one
//! begins where move 1 stands again at the beginning of a line. Words between games that are no moves belong to none.

use shakmaty::Outcome;

use super::in_word::Shape;
use super::lexer::{CommentEnd, Lexer, Token};
use super::text::{Span, Text};
use crate::chess::spelling::letters::{ENGLISH, OTHERS};
use crate::chess::spelling::{Part, decoded, glued_outcome, outcome, parts, plain};
use crate::games::tags::Tags;

/// Games in the wild have some dozen tags; those behind these are passed over.
const MOST_TAGS: usize = 1000;
/// Comments before the first move that are kept.
const MOST_LEADS: usize = 100;
/// Castling, and the result of a game that both have lost.
const ZEROS: &[u8] = b"0-0";

/// The part of a game before its moves.
#[derive(Debug, Default)]
pub struct Head {
    pub tags: Tags,
    /// Comments before, between and behind the tags.
    pub comments: Vec<String>,
    /// The beginnings of the game and of its moves.
    pub begin: u64,
    pub moves_begin: u64,
}

/// The part of a game behind its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tail {
    /// The result behind the moves.
    pub outcome: Option<Outcome>,
    /// Variations that were not closed.
    pub open: usize,
    /// The text ended before the game's result.
    pub at_end: bool,
    /// The result is that both have lost, "0-0".
    pub is_lost_by_both: bool,
}

/// A receiver of the moves of a game. The places are those of the tokens in the text.
pub trait Sink {
    /// A word in so many variations.
    fn word(&mut self, text: &Text, word: Span, depth: usize);
    fn comment(&mut self, text: &Text, inside: Span, end: CommentEnd, depth: usize);
    fn glyph(&mut self, text: &Text, number: Span, depth: usize);
    /// A variation begins at `begin`; it is the `depth`-th around its moves.
    fn open(&mut self, begin: u64, depth: usize);
    /// The variation ends, with the bracket before `end`.
    fn close(&mut self, text: &Text, end: u64, depth: usize);
    /// Returns true if words outside variations change nothing any more.
    fn is_over(&self) -> bool;
    /// The game's last word was "0-0". Where it cannot be castling it is the result of a game that both have lost, and
    /// the fault is taken back. Returns whether that is so.
    fn take_double_loss(&mut self, word: Span) -> bool;
}

/// Passes over the moves of a game.
pub struct Pass;

impl Sink for Pass {
    fn word(&mut self, _: &Text, _: Span, _: usize) {}
    fn comment(&mut self, _: &Text, _: Span, _: CommentEnd, _: usize) {}
    fn glyph(&mut self, _: &Text, _: Span, _: usize) {}
    fn open(&mut self, _: u64, _: usize) {}
    fn close(&mut self, _: &Text, _: u64, _: usize) {}
    fn is_over(&self) -> bool {
        true
    }

    fn take_double_loss(&mut self, _: Span) -> bool {
        false
    }
}

/// Reads the head of the next game; `None` at the end of the text. `stray` is given the words that belong to no game.
pub fn head(lexer: &mut Lexer, mut stray: impl FnMut(&Text, Span)) -> Option<Head> {
    let mut head = Head::default();
    // Where a variation begins with which the game may begin.
    let mut opened = None;
    loop {
        if head.comments.is_empty() && opened.is_none() {
            lexer.text.keep();
        }
        let token = lexer.token(false);
        if head.comments.is_empty() && opened.is_none() {
            head.begin = lexer.begin();
        }
        match token {
            Token::Tag { .. } => {
                opened = None;
                break;
            }
            Token::Word(word, _) if begins_game(lexer.text.bytes(word)) => break,
            Token::Word(word, _) => stray(&lexer.text, word),
            Token::Comment { inside, .. } => head.comment(lexer.text.bytes(inside)),
            Token::OpenVariation => {
                opened = opened.or(Some(lexer.begin()));
                continue;
            }
            Token::CloseVariation | Token::Glyph(_) => {}
            Token::End => return None,
        }
        opened = None;
    }
    match opened {
        Some(place) if lexer.text.go_back(place) => {}
        _ => lexer.put_back(),
    }
    loop {
        match lexer.token(false) {
            Token::Tag { name, value } => {
                let name = decoded(lexer.text.bytes(name)).into_owned();
                // The tags of a game without moves are over where those of the next begin with the same one.
                let is_next = lexer.gap().empty_line && head.tags.iter().next().is_some_and(|(first, _)| first == name);
                if is_next {
                    break;
                }
                if head.tags.count() < MOST_TAGS {
                    head.tags.push_owned(name, unescaped(&decoded(lexer.text.bytes(value))));
                }
            }
            Token::Comment { inside, .. } => head.comment(lexer.text.bytes(inside)),
            _ => break,
        }
    }
    lexer.put_back();
    head.moves_begin = lexer.begin();
    Some(head)
}

impl Head {
    fn comment(&mut self, bytes: &[u8]) {
        if self.comments.len() < MOST_LEADS {
            self.comments.push(decoded(bytes).into_owned());
        }
    }
}

/// The value of a tag: `\"` is a quotation mark.
fn unescaped(value: &str) -> String {
    if !value.contains('\\') {
        return value.to_owned();
    }
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = (letter == '\\').then(|| letters.next_if(|next| matches!(next, '"' | '\\'))).flatten();
        plain.push(escaped.unwrap_or(letter));
    }
    plain
}

/// Returns true if a word that stands behind no tags begins a game: a move in some language, or the number of one.
fn begins_game(word: &[u8]) -> bool {
    if word == b"1" {
        return true;
    }
    let word = plain(word);
    let mut numbered = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if numbered.len() < word.len() && numbered.starts_with('.') && outcome(&word).is_none() {
        numbered = numbered.trim_start_matches('.');
        if numbered.is_empty() {
            return true;
        }
    }
    [&ENGLISH].into_iter().chain(&OTHERS).any(|letters| {
        let (mut moves, mut is_readable) = (0, true);
        parts(&word, letters, &mut |part| match part {
            Part::Move(..) | Part::Null(_) => moves += 1,
            Part::Unreadable(_) => is_readable = false,
            _ => {}
        });
        is_readable && moves > 0
    })
}

/// Gives the moves of a game to `sink`, up to the end of the game.
pub fn moves(lexer: &mut Lexer, sink: &mut impl Sink) -> Tail {
    let mut tail = Tail::default();
    let mut seen = Seen::default();
    let mut depth = 0;
    // "0-0" outside variations, until another word follows.
    let mut zeros = None;
    loop {
        if depth == 0 && sink.is_over() && seen.pass_usual(lexer) {
            zeros = None;
        }
        match lexer.token(depth > 0) {
            Token::Tag { .. } => {
                lexer.put_back();
                break;
            }
            Token::End => {
                tail.at_end = true;
                break;
            }
            Token::Comment { inside, end } => sink.comment(&lexer.text, inside, end, depth),
            Token::Glyph(number) => sink.glyph(&lexer.text, number, depth),
            Token::OpenVariation => {
                depth += 1;
                sink.open(lexer.begin(), depth);
            }
            // One that closes nothing stands behind a number, "1)", or is a slip.
            Token::CloseVariation if depth == 0 => {}
            Token::CloseVariation => {
                sink.close(&lexer.text, lexer.text.position(), depth);
                depth -= 1;
            }
            Token::Word(word, shape) => {
                if shape == Shape::Move {
                    seen.word |= depth == 0;
                    zeros = None;
                    sink.word(&lexer.text, word, depth);
                    continue;
                }
                if depth == 0 && seen.begins_anew(lexer, word) {
                    lexer.put_back();
                    break;
                }
                zeros = (depth == 0 && lexer.text.bytes(word) == ZEROS).then_some(word);
                let (end, found) = match shape {
                    Shape::Number => ((word.end - word.start) as usize, None),
                    _ => outcome_in(lexer, word),
                };
                let before = Span { start: word.start, end: word.start + end as u64 };
                if end > 0 {
                    sink.word(&lexer.text, before, depth);
                }
                if depth == 0 && found.is_some() {
                    tail.outcome = found;
                    break;
                }
            }
        }
    }
    tail.open = depth;
    tail.is_lost_by_both = tail.outcome.is_none() && zeros.is_some_and(|word| sink.take_double_loss(word));
    while let Some(Token::Comment { inside, end }) = tail.outcome.and_then(|_| lexer.comment_on_line()) {
        sink.comment(&lexer.text, inside, end, 0);
    }
    tail
}

/// The words seen of a game outside variations.
#[derive(Default)]
struct Seen {
    /// A word that is no number.
    word: bool,
    highest_number: u32,
}

impl Seen {
    /// Returns true if the word is the number of White's first move, where this game has moves already.
    fn begins_anew(&mut self, lexer: &mut Lexer, word: Span) -> bool {
        let bytes = lexer.text.bytes(word);
        if !bytes[0].is_ascii_digit() {
            self.word = true;
            return false;
        }
        let gap = lexer.gap();
        let digits = bytes.iter().take(5).take_while(|byte| byte.is_ascii_digit()).count();
        let behind = &bytes[digits..];
        let is_number = digits > 0 && (behind.is_empty() || behind[0] == b'.');
        if !is_number {
            self.word = true;
            return false;
        }
        let number = value(&bytes[..digits]);
        let is_whites = !behind.starts_with(b"..") && behind.first().is_none_or(|&byte| byte == b'.');
        let has_moves = gap.empty_line && self.word || self.highest_number > 1;
        let is_bare = behind.len() <= 1;
        if number == 1 && gap.new_line && is_whites && has_moves {
            // "1. ... e5" goes on with Black's move; "1 - 0" is a result.
            let next = lexer.text.rest_of(8).iter().find(|byte| !byte.is_ascii_whitespace()).copied();
            return !(is_bare && matches!(next, Some(b'.' | b'-' | b'/' | 0x85 | 0xe2)));
        }
        self.highest_number = self.highest_number.max(number);
        self.word |= !is_bare;
        false
    }

    /// Passes over words on one line that are moves and numbers of moves, as [`Seen::begins_anew`] would see them.
    /// Returns whether there was a move among them.
    fn pass_usual(&mut self, lexer: &mut Lexer) -> bool {
        let Seen { word, highest_number } = self;
        let has_moves = lexer.pass_usual(|number| {
            let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
            *highest_number = value(&number[..digits]).max(*highest_number);
            *word |= number.len() > digits + 1;
        });
        *word |= has_moves;
        has_moves
    }
}

/// The number that few digits are.
fn value(digits: &[u8]) -> u32 {
    digits.iter().fold(0, |number, byte| 10 * number + u32::from(byte - b'0'))
}

/// The bytes of a word before the result that it is or ends in, and that result. A result may be written in three
/// words, "1 - 0": the others are taken then.
fn outcome_in(lexer: &mut Lexer, word: Span) -> (usize, Option<Outcome>) {
    let bytes = lexer.text.bytes(word);
    let length = bytes.len();
    let last = |back: usize| bytes.get(length.wrapping_sub(back)).copied().unwrap_or_default();
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == length {
        return match spaced_outcome(lexer, word) {
            Some(found) => (0, Some(found)),
            None => (length, None),
        };
    }
    let may_be = matches!(bytes[0], b'0' | b'1' | b'*' | b'+' | b'-' | b'.' | b'"' | b'\'' | b'&' | 0x80..)
        && !(digits > 0 && bytes[digits] == b'.' && !bytes.contains(&b'-'));
    let may_end = matches!(last(2), b'-' | b'/') && matches!(last(1), b'0'..=b'2')
        || last(1) == b'*'
        || matches!(last(1), b'"' | b'\'')
        || bytes[length.saturating_sub(7)..].iter().any(|byte| *byte >= 0x80);
    if !may_be && !may_end {
        return (length, None);
    }
    let text = plain(bytes);
    if let Some(found) = outcome(&text) {
        return (0, Some(found));
    }
    let Some((before, found)) = glued_outcome(&text) else { return (length, None) };
    // Where characters were replaced, the same beginning has another length in the file.
    let kept = (0..=length).find(|&kept| plain(&bytes[..kept]) == text[..before]);
    (kept.unwrap_or(length), Some(found))
}

/// "1 - 0", "0 - 1": the number is the first word of a result.
fn spaced_outcome(lexer: &mut Lexer, word: Span) -> Option<Outcome> {
    let first = match lexer.text.bytes(word) {
        b"1" => '1',
        b"0" => '0',
        _ => return None,
    };
    let rest = lexer.text.rest_of(12);
    let behind = String::from_utf8_lossy(&rest[..rest.len().min(12)]).into_owned();
    let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
    let hyphen = behind.trim_start_matches([' ', '\t']);
    let rest = hyphen.strip_prefix(['-', '–', '—', ':'])?;
    let second = rest.trim_start_matches([' ', '\t']);
    let found = match (first, second.chars().next()?) {
        ('1', '0') => outcome("1-0"),
        ('0', '1') => outcome("0-1"),
        _ => None,
    }?;
    if second[1..].starts_with(|letter: char| !letter.is_whitespace()) {
        return None;
    }
    let taken = blanks(&behind) + (hyphen.len() - rest.len()) + blanks(rest) + 1;
    lexer.text.skip(taken);
    Some(found)
}
