//! PGN as tokens: comments, brackets, glyphs and words.

/// A part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A bracket begins a line: the moves have ended, and the tags of a game begin. It is not taken.
    TagLine,
    /// `{…}`, or from `;` to the end of the line.
    Comment(&'a str),
    /// A comment that the text ends in.
    OpenComment,
    OpenVariation,
    CloseVariation,
    /// What stands behind `$`.
    Glyph(&'a str),
    /// A move, a number, a result, or what is none of these.
    Word(&'a str),
    End,
}

/// Cuts a text into tokens.
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Where the last token began.
    begun: usize,
    /// Whether an empty line stands before the last token.
    after_empty_line: bool,
}

/// What ends a word beside white space.
const ENDS: [char; 7] = ['(', ')', '{', '}', ';', '$', '['];

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text: text.strip_prefix('\u{feff}').unwrap_or(text), at: 0, begun: 0, after_empty_line: false }
    }

    /// The line of the last token, from 1.
    pub fn line(&self) -> usize {
        1 + self.text.as_bytes()[..self.begun].iter().filter(|&&byte| byte == b'\n').count()
    }

    pub fn is_after_empty_line(&self) -> bool {
        self.after_empty_line
    }

    /// Goes back before the last token.
    pub fn put_back(&mut self) {
        self.at = self.begun;
    }

    pub fn token(&mut self) -> Token<'a> {
        self.skip_space();
        self.begun = self.at;
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return Token::End };
        match first {
            '[' if self.is_line_start() => Token::TagLine,
            '{' => match rest.find('}') {
                Some(end) => self.take(end + 1, Token::Comment(&rest[1..end])),
                None => self.take(rest.len(), Token::OpenComment),
            },
            ';' => {
                let end = rest.find('\n').unwrap_or(rest.len());
                self.take(end, Token::Comment(&rest[1..end]))
            }
            '(' => self.take(1, Token::OpenVariation),
            ')' => self.take(1, Token::CloseVariation),
            '$' => {
                let end = rest[1..].find(|letter: char| !letter.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
                self.take(end, Token::Glyph(&rest[1..end]))
            }
            _ => {
                let is_end = |letter: char| letter.is_whitespace() || ENDS.contains(&letter);
                // A bracket or brace that nothing has opened is a word of its own.
                let begin = first.len_utf8();
                let end = if is_end(first) { begin } else { rest.find(is_end).unwrap_or(rest.len()) };
                self.take(end, Token::Word(&rest[..end]))
            }
        }
    }

    /// The rest of the line from the last token on, which is taken: a line of tags.
    pub fn tag_line(&mut self) -> &'a str {
        let rest = &self.text[self.begun..];
        let end = rest.find('\n').unwrap_or(rest.len());
        self.at = self.begun + end;
        rest[..end].trim_end()
    }

    /// Goes on to the next line that begins a game's tags: behind a game that cannot be read.
    pub fn skip_game(&mut self) {
        let is_tag = |line: &str| {
            let name = line.strip_prefix('[').unwrap_or_default();
            name.starts_with(|letter: char| letter.is_ascii_alphabetic()) && name.contains('"')
        };
        // A fault in a tag: the tags that stand right behind it are of the same game.
        let begin = self.text[..self.at].rfind('\n').map_or(0, |end| end + 1);
        let mut in_tags = self.text[begin..].trim_start().starts_with('[');
        loop {
            let Some(end) = self.text[self.at..].find('\n') else {
                self.at = self.text.len();
                return;
            };
            self.at += end + 1;
            let line = self.text[self.at..].lines().next().unwrap_or_default();
            match is_tag(line) {
                true if !in_tags => return,
                true => {}
                false => in_tags = false,
            }
        }
    }

    fn take(&mut self, bytes: usize, token: Token<'a>) -> Token<'a> {
        self.at += bytes;
        token
    }

    fn is_line_start(&self) -> bool {
        let before = &self.text[..self.at];
        before.rsplit('\n').next().is_none_or(|begin| begin.trim().is_empty())
    }

    /// Passes white space, and lines that begin with `%`.
    fn skip_space(&mut self) {
        let mut line_ends = 0;
        loop {
            let rest = &self.text[self.at..];
            let Some(letter) = rest.chars().next() else { break };
            if letter == '%' && (self.at == 0 || self.text[..self.at].ends_with('\n')) {
                self.at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            if !letter.is_whitespace() {
                break;
            }
            line_ends += usize::from(letter == '\n');
            self.at += letter.len_utf8();
        }
        self.after_empty_line = line_ends > 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        let mut lexer = Lexer::new(text);
        let mut tokens = Vec::new();
        loop {
            match lexer.token() {
                Token::End => return tokens,
                Token::TagLine => {
                    tokens.push(Token::TagLine);
                    lexer.tag_line();
                }
                token => tokens.push(token),
            }
        }
    }

    #[test]
    fn every_kind_of_token_is_found() {
        use Token::{CloseVariation, Comment, Glyph, OpenComment, OpenVariation, TagLine, Word};
        assert_eq!(
            tokens("\u{feff}[A \"x\"]\n% passed over\n1.e4!?{a (b) [c]}(1... c5$14)\n; to the end ) \r\n* {open"),
            [
                TagLine,
                Word("1.e4!?"),
                Comment("a (b) [c]"),
                OpenVariation,
                Word("1..."),
                Word("c5"),
                Glyph("14"),
                CloseVariation,
                Comment(" to the end ) \r"),
                Word("*"),
                OpenComment,
            ]
        );
        assert_eq!(tokens("}  e4]"), [Word("}"), Word("e4]")]);
        assert_eq!(tokens("e4 [x"), [Word("e4"), Word("["), Word("x")], "a bracket inside a line begins no tags");
    }

    #[test]
    fn tags_right_behind_the_moves_are_those_of_the_next_game() {
        let mut lexer = Lexer::new("[A \"1\"]\n\n1. x\n[A \"2\"]\n\n*");
        lexer.token();
        lexer.tag_line();
        assert_eq!(lexer.token(), Token::Word("1."));
        lexer.skip_game();
        assert_eq!((lexer.token(), lexer.tag_line()), (Token::TagLine, "[A \"2\"]"));
    }

    #[test]
    fn a_game_is_skipped_up_to_the_next_tags() {
        let mut lexer = Lexer::new("[A \"1\"]\n[B \"1\"]\n\n1. x {\n[%clk 1]\n[A \"2\"]\n\n*");
        assert_eq!(lexer.token(), Token::TagLine);
        lexer.skip_game();
        assert_eq!(lexer.token(), Token::TagLine);
        assert_eq!((lexer.tag_line(), lexer.line()), ("[A \"2\"]", 6));
        lexer.skip_game();
        assert_eq!(lexer.token(), Token::End);
    }
}
