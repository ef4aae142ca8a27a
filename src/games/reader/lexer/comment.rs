//! Comments as tokens: closed, without their end, and too long to be kept.

use memchr::memchr;

use super::super::tag::{MOST_LINE, begins_of_tags};
use super::{CommentEnd, Lexer, MOST_COMMENT, Span, Token};

impl Lexer {
    /// A comment in braces. Where a comment has an opening brace in it, and the next sign is another closing one, the
    /// writer nested them.
    pub(super) fn braces(&mut self) -> Token {
        self.text.skip(1);
        let start = self.text.position();
        let mut length = 0;
        let end = loop {
            let rest = self.text.rest_of(length + 1);
            if let Some(found) = memchr(b'}', &rest[length..]) {
                let end = length + found;
                if rest[..end].contains(&b'\n')
                    && let Some(tags) = tags_behind_empty_line(&rest[..end])
                {
                    return self.unclosed(start, tags);
                }
                match nested_end(&rest[..end], &rest[end + 1..]) {
                    Some(more) => length = end + 1 + more,
                    None => break end,
                }
                continue;
            }
            if rest.len() as u64 > MOST_COMMENT {
                return self.too_long();
            }
            length = rest.len();
            if !self.text.fill() {
                let tags = tags_behind_empty_line(self.text.rest()).unwrap_or(length);
                return self.unclosed(start, tags);
            }
        };
        if end as u64 > MOST_COMMENT {
            self.text.skip(end + 1);
            return Token::Comment { inside: Span::default(), end: CommentEnd::TooLong };
        }
        let inside = Span { start, end: start + end as u64 };
        self.text.skip(end + 1);
        Token::Comment { inside, end: CommentEnd::Closed }
    }

    fn unclosed(&mut self, start: u64, length: usize) -> Token {
        self.text.skip(length);
        let inside = Span { start, end: start + length as u64 };
        Token::Comment { inside, end: CommentEnd::Missing }
    }

    /// Passes over the rest of a comment without keeping it.
    fn too_long(&mut self) -> Token {
        loop {
            let rest = self.text.rest();
            match memchr(b'}', rest) {
                Some(end) => {
                    self.text.skip(end + 1);
                    break;
                }
                None if rest.is_empty() => break,
                None => {
                    let length = rest.len();
                    self.text.skip(length);
                    self.text.keep();
                }
            }
        }
        Token::Comment { inside: Span::default(), end: CommentEnd::TooLong }
    }

    /// From `from` bytes on to the end of the line: a comment.
    pub(super) fn line_comment(&mut self, from: usize) -> Token {
        let length = self.line_length();
        let inside = self.span(from, length - from);
        self.text.skip(length);
        Token::Comment { inside, end: CommentEnd::Closed }
    }
}

/// The offset in a comment of the tags of another game, behind an empty line: its closing brace was forgotten.
fn tags_behind_empty_line(comment: &[u8]) -> Option<usize> {
    begins_of_tags(comment).next()
}

/// Bytes to the closing brace behind a comment that has an opening one, if that comes before another opening one, and
/// on the same lines.
fn nested_end(comment: &[u8], behind: &[u8]) -> Option<usize> {
    if !comment.contains(&b'{') {
        return None;
    }
    let opened = comment.iter().filter(|&&byte| byte == b'{').count();
    let closed = comment.iter().filter(|&&byte| byte == b'}').count();
    if opened <= closed {
        return None;
    }
    let behind = &behind[..behind.len().min(MOST_LINE)];
    let next = behind.iter().position(|byte| matches!(byte, b'{' | b'}' | b'['))?;
    let is_near = !behind[..next].windows(2).any(|pair| pair == b"\n\n") && !behind[..next].contains(&b'(');
    (behind[next] == b'}' && is_near).then_some(next)
}
