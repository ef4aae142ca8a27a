//! The text of a file of games as far as it is in memory: what the current game is made of, and little more.

use std::io::{self, Read};

/// Bytes that are asked for at a time.
const CHUNK: usize = 64 << 10;
/// Bytes of one game that are kept, so that it can be read again in another language's letters. No game of people comes
/// near; of a longer one the beginning is forgotten while its end is read.
const MOST_KEPT: usize = 8 << 20;

/// A part of the text, in bytes from its beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    pub start: u64,
    pub end: u64,
}

/// Text that is read as it is needed.
pub struct Text {
    source: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// The next byte, in the buffer.
    at: usize,
    /// The first byte in the buffer that may not be forgotten.
    kept_from: usize,
    /// Bytes and line ends of the text before the buffer.
    forgotten: u64,
    forgotten_lines: u64,
    has_ended: bool,
    failure: Option<io::Error>,
}

impl Text {
    pub fn new(source: Box<dyn Read + Send>) -> Text {
        Text {
            source,
            buffer: Vec::new(),
            at: 0,
            kept_from: 0,
            forgotten: 0,
            forgotten_lines: 0,
            has_ended: false,
            failure: None,
        }
    }

    /// A text that is in memory already.
    pub fn of_bytes(bytes: Vec<u8>) -> Text {
        Text { buffer: bytes, has_ended: true, ..Text::new(Box::new(io::empty())) }
    }

    /// The bytes in memory from the next one on; empty at the end of the text.
    pub fn rest(&mut self) -> &[u8] {
        if self.at == self.buffer.len() {
            self.fill();
        }
        &self.buffer[self.at..]
    }

    /// As [`Text::rest`], with at least so many bytes where the text has them.
    pub fn rest_of(&mut self, bytes: usize) -> &[u8] {
        while self.buffer.len() - self.at < bytes && self.fill() {}
        &self.buffer[self.at..]
    }

    /// Reads more of the text. Returns whether there was more.
    pub fn fill(&mut self) -> bool {
        if self.has_ended {
            return false;
        }
        self.forget();
        let length = self.buffer.len();
        self.buffer.resize(length + CHUNK, 0);
        let read = loop {
            match self.source.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    break 0;
                }
                Ok(read) => break read,
            }
        };
        self.buffer.truncate(length + read);
        self.has_ended = read == 0;
        read > 0
    }

    /// Drops what is not kept any more.
    fn forget(&mut self) {
        if self.at - self.kept_from > MOST_KEPT {
            self.kept_from = self.at;
        }
        // Moving is cheap where little is left, and pays where much is dropped.
        if self.kept_from < CHUNK && self.buffer.len() - self.kept_from > CHUNK {
            return;
        }
        self.forgotten += self.kept_from as u64;
        self.forgotten_lines += line_ends(&self.buffer[..self.kept_from]);
        self.buffer.drain(..self.kept_from);
        self.at -= self.kept_from;
        self.kept_from = 0;
    }

    /// Goes on behind so many bytes, which are in memory.
    pub fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// The position of the next byte in the text.
    pub fn position(&self) -> u64 {
        self.forgotten + self.at as u64
    }

    /// From here on everything is kept.
    pub fn keep(&mut self) {
        self.kept_from = self.at;
    }

    /// Goes back to a position. Returns whether it is still in memory.
    pub fn go_back(&mut self, position: u64) -> bool {
        let is_kept = position >= self.forgotten + self.kept_from as u64;
        if is_kept {
            self.at = (position - self.forgotten) as usize;
        }
        is_kept
    }

    /// A part of what is kept; nothing of what is not.
    pub fn bytes(&self, span: Span) -> &[u8] {
        let place = |position: u64| position.saturating_sub(self.forgotten) as usize;
        self.buffer.get(place(span.start)..place(span.end)).unwrap_or_default()
    }

    /// The line of a position that is kept, from 1.
    pub fn line(&self, position: u64) -> u64 {
        let before = position.saturating_sub(self.forgotten) as usize;
        1 + self.forgotten_lines + line_ends(&self.buffer[..before.min(self.buffer.len())])
    }

    /// Why the text could not be read on, if it could not.
    pub fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }
}

/// Ends of lines: line feeds, or carriage returns in files that have nothing else.
fn line_ends(bytes: &[u8]) -> u64 {
    let count = |wanted: u8| bytes.iter().filter(|&&byte| byte == wanted).count() as u64;
    match count(b'\n') {
        0 => count(b'\r'),
        line_feeds => line_feeds,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn memory_holds_the_current_game_alone() {
        let line = b"1. e4 e5 2. Nf3 Nc6\n";
        let text = line.repeat(200_000);
        let mut text = Text::new(Box::new(Cursor::new(text)));
        let mut lines = 0;
        loop {
            let at = text.position();
            let length = text.rest_of(line.len()).len().min(line.len());
            if length == 0 {
                break;
            }
            text.keep();
            text.skip(length);
            lines += 1;
            assert_eq!(text.bytes(Span { start: at, end: at + length as u64 }), line);
            assert!(text.buffer.len() <= 3 * CHUNK, "{}", text.buffer.len());
        }
        assert_eq!((lines, text.line(text.position())), (200_000, 200_001));
    }

    #[test]
    fn what_is_kept_can_be_read_again_and_what_is_too_long_cannot() {
        let mut text = Text::new(Box::new(Cursor::new(vec![b'x'; MOST_KEPT + 4 * CHUNK])));
        text.rest();
        text.keep();
        text.skip(10);
        assert!(text.go_back(0) && text.position() == 0);
        loop {
            let length = text.rest().len();
            if length == 0 {
                break;
            }
            text.skip(length);
        }
        assert!(!text.go_back(0), "more than is kept");
        assert!(text.buffer.len() <= MOST_KEPT + 4 * CHUNK);
    }
}
