//! Games as tokens: tags, comments, brackets, glyphs and words. What is taken for what depends on nothing but the text,
//! so that games end in the same places whether their moves are read or passed over.
//!
//! pgn-reader, which served here before, makes no call at all for a word that it does not take for a move; such words
//! would vanish, and the rest would be played on another board.

mod comment;

use memchr::memchr2;

use super::in_word::kind::{END, MAY_END};
use super::in_word::{Shape, kind_of, promotion_in_brackets, shape};
use super::space::{entity, invisible, space};
use super::tag::{MOST_LINE, read_tag};
use super::text::{Span, Text};

/// Bytes of one comment that are kept.
pub const MOST_COMMENT: u64 = 1 << 20;
/// Bytes of one word; what is longer is none, and is cut.
const MOST_WORD: usize = 512;

/// A part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// `[Name "value"]`, with the spans of both.
    Tag {
        name: Span,
        value: Span,
    },
    /// `{…}`, from `;` to the end of the line, or in square brackets; the text inside.
    Comment {
        inside: Span,
        end: CommentEnd,
    },
    OpenVariation,
    CloseVariation,
    /// The number behind `$`.
    Glyph(Span),
    /// A move, a number, a result, or what is none of these.
    Word(Span, Shape),
    /// The end of the text.
    End,
}

/// The end of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentEnd {
    /// With its own sign.
    Closed,
    /// At the next game's tags, or at the end of the text.
    Missing,
    /// It has more than [`MOST_COMMENT`] bytes, of which none are kept.
    TooLong,
}

/// Cuts a text into tokens.
pub struct Lexer {
    pub text: Text,
    /// The beginning of the last token.
    begin: u64,
    /// The space between the last token and the one before.
    gap: Gap,
}

/// The space before a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// The token is the first of its line.
    pub new_line: bool,
    /// There is an empty line.
    pub empty_line: bool,
}

impl Lexer {
    pub fn new(text: Text) -> Lexer {
        Lexer { text, begin: 0, gap: Gap { new_line: true, empty_line: true } }
    }

    /// The beginning of the last token.
    pub fn begin(&self) -> u64 {
        self.begin
    }

    pub fn gap(&self) -> Gap {
        self.gap
    }

    /// Goes back before the last token, which is in memory.
    pub fn put_back(&mut self) {
        self.text.go_back(self.begin);
    }

    /// The next token. `in_variation`: a tag inside a line is none.
    pub fn token(&mut self, in_variation: bool) -> Token {
        self.skip_space();
        self.begin = self.text.position();
        let rest = self.text.rest_of(2);
        let Some(&first) = rest.first() else { return Token::End };
        match first {
            b'{' => self.braces(),
            b';' => self.line_comment(1),
            b'(' => self.one(Token::OpenVariation),
            b')' => self.one(Token::CloseVariation),
            b'[' => self.bracket(in_variation),
            b'<' => self.markup(),
            b'$' => {
                let digits = self.text.rest_of(16)[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let span = self.span(1, digits);
                self.text.skip(1 + digits);
                Token::Glyph(span)
            }
            _ => self.word(),
        }
    }

    /// The rest of the line, if a comment begins there: one that stands behind a result.
    pub fn comment_on_line(&mut self) -> Option<Token> {
        let blanks = self.text.rest_of(MOST_WORD).iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        match self.text.rest_of(blanks + 1).get(blanks) {
            Some(b'{' | b';') => Some(self.token(false)),
            _ => None,
        }
    }

    fn one(&mut self, token: Token) -> Token {
        self.text.skip(1);
        token
    }

    fn span(&self, from: usize, length: usize) -> Span {
        let start = self.text.position() + from as u64;
        Span { start, end: start + length as u64 }
    }

    /// Passes over words of the usual shapes, as long as one space stands before each and they are in memory; `number`
    /// is given the bytes of those that are numbers. Returns whether there was a move among them.
    pub fn pass_usual(&mut self, mut number: impl FnMut(&[u8])) -> bool {
        let rest = self.text.rest();
        let (mut passed, mut has_moves) = (0, false);
        while let Some(b' ') = rest.get(passed) {
            let word = &rest[passed + 1..];
            let Some((length, shape)) = whole_word(word) else { break };
            if !matches!(word[length], b' ' | b'\n' | b'\r') {
                break;
            }
            match shape {
                Shape::Number => number(&word[..length]),
                Shape::Move => has_moves = true,
                Shape::Other => break,
            }
            passed += 1 + length;
        }
        self.text.skip(passed);
        has_moves
    }

    /// Passes white space of every kind, and lines that begin with `%`.
    fn skip_space(&mut self) {
        // One space between two words, most often.
        if let [b' ', next, ..] = self.text.rest()
            && (b'('..=b'z').contains(next)
            && *next != b'>'
            && *next != b'`'
        {
            self.text.skip(1);
            self.gap = Gap::default();
            return;
        }
        let is_first = self.text.position() == 0;
        let mut line_ends = if is_first { 2 } else { 0 };
        loop {
            let rest = self.text.rest();
            let Some(&first) = rest.first() else { break };
            match first {
                b' ' | b'\t' | 0x0b | 0x0c | 0 | 0x1a => self.text.skip(1),
                b'\n' => {
                    line_ends += 1;
                    self.text.skip(1);
                }
                b'\r' => {
                    // With a line feed behind it, that one counts.
                    line_ends += usize::from(self.text.rest_of(2).get(1) != Some(&b'\n'));
                    self.text.skip(1);
                }
                // A line for other programs, or one that a mail quotes, or the fence around a block of code.
                b'%' if line_ends > 0 => self.skip_line(),
                b'`' if line_ends > 0 && self.text.rest_of(3).starts_with(b"```") => self.skip_line(),
                b'>' if line_ends > 0 => self.text.skip(1),
                b'&' => match entity(self.text.rest_of(10)) {
                    Some((bytes, true)) => self.text.skip(bytes),
                    _ => break,
                },
                0x80.. => match space(self.text.rest_of(3)).or_else(|| invisible(self.text.rest_of(3))) {
                    Some(bytes) => self.text.skip(bytes),
                    None => break,
                },
                _ => break,
            }
        }
        self.gap = Gap { new_line: line_ends > 0, empty_line: line_ends > 1 };
    }

    fn skip_line(&mut self) {
        loop {
            let rest = self.text.rest();
            match rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(end) => return self.text.skip(end),
                None if rest.is_empty() => return,
                None => {
                    let length = rest.len();
                    self.text.skip(length);
                }
            }
        }
    }

    fn word(&mut self) -> Token {
        let (length, shape) = whole_word(self.text.rest()).unwrap_or_else(|| (self.long_word(), Shape::Other));
        let span = self.span(0, length);
        self.text.skip(length);
        Token::Word(span, shape)
    }

    /// The bytes of a word, which may go beyond what is in memory.
    fn long_word(&mut self) -> usize {
        let mut length = 0;
        while length < MOST_WORD {
            let rest = self.text.rest_of(length + 10);
            let Some(&byte) = rest.get(length) else { break };
            length += match kind_of(byte) {
                END => match promotion_in_brackets(rest, length) {
                    0 => break,
                    bytes => bytes,
                },
                MAY_END => match entity(&rest[length..]) {
                    Some((_, true)) => break,
                    Some((bytes, false)) => bytes,
                    None if space(&rest[length..]).is_some() => break,
                    None => 1,
                },
                _ => 1,
            };
        }
        // A bracket that nothing has opened is a word of its own.
        let there = self.text.rest_of(length).len();
        length.clamp(1, MOST_WORD).min(there.max(1))
    }

    /// Bytes up to the end of the line, as far as a line goes.
    fn line_length(&mut self) -> usize {
        let mut length = 0;
        loop {
            let rest = self.text.rest_of(length + 1);
            if let Some(found) = memchr2(b'\n', b'\r', &rest[length..]) {
                return length + found;
            }
            length = rest.len();
            if length > MOST_LINE || !self.text.fill() {
                return length;
            }
        }
    }

    /// A tag, or a remark in square brackets as some programs leave it between moves: `[%clk 0:10:00]`.
    fn bracket(&mut self, in_variation: bool) -> Token {
        let may_be_tag = self.gap.new_line || !in_variation;
        let length = self.line_length();
        let line = &self.text.rest_of(length)[..length];
        if may_be_tag && let Some(tag) = read_tag(line) {
            let (name, value) = (self.span(tag.name.0, tag.name.1), self.span(tag.value.0, tag.value.1));
            self.text.skip(tag.length);
            return Token::Tag { name, value };
        }
        match line.iter().position(|&byte| byte == b']') {
            Some(end) => {
                let inside = self.span(0, end + 1);
                self.text.skip(end + 1);
                Token::Comment { inside, end: CommentEnd::Closed }
            }
            None => {
                let span = self.span(0, 1);
                self.text.skip(1);
                Token::Word(span, Shape::Other)
            }
        }
    }

    /// Markup of HTML around a game, `<br />`: passed over. What is none is a word.
    fn markup(&mut self) -> Token {
        let length = self.line_length();
        let line = &self.text.rest_of(length)[..length];
        let is_markup = line.get(1).is_some_and(|&byte| byte == b'/' || byte == b'!' || byte.is_ascii_alphabetic());
        match line.iter().position(|&byte| byte == b'>').filter(|_| is_markup) {
            Some(end) => {
                let gap = self.gap;
                self.text.skip(end + 1);
                let token = self.token(false);
                self.gap.new_line |= gap.new_line;
                self.gap.empty_line |= gap.empty_line;
                token
            }
            None => {
                // "<>" passes, in some files.
                let length = if line.starts_with(b"<>") { 2 } else { 1 };
                let span = self.span(0, length);
                self.text.skip(length);
                Token::Word(span, Shape::Other)
            }
        }
    }
}

/// The short way for nearly all words: the length and the shape of one that ends in what is in memory and in which
/// nothing needs a closer look.
fn whole_word(text: &[u8]) -> Option<(usize, Shape)> {
    let (mut kinds, mut length) = (0, 0);
    for &byte in text.iter().take(MOST_WORD) {
        let kind = kind_of(byte);
        if kind & (END | MAY_END) != 0 {
            let is_whole = kind == END && length > 0 && byte != b'(';
            return is_whole.then(|| (length, shape(&text[..length], kinds)));
        }
        kinds |= kind;
        length += 1;
    }
    None
}

#[cfg(test)]
mod tests;
