//! Bytes in, lines out, with a bound on the memory.

use std::borrow::Cow;
use std::io::{BufRead, ErrorKind};

use crate::uci::eight_bit;
use crate::uci::fault::Fault;

/// The longest line that is read. The longest game of chess that the rules allow takes some 60 KB as a `position`
/// command.
pub const MAX_LINE: usize = 256 * 1024;

/// A line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputLine<'a> {
    Whole(&'a [u8]),
    /// The first [`MAX_LINE`] bytes of a line that is too long; the rest was skipped as it came in.
    TooLong(&'a [u8]),
}

/// Cuts a stream of bytes into lines.
pub struct Lines<R> {
    input: R,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Lines<R> {
        Lines { input, line: Vec::new() }
    }

    /// The next line; `None` when the stream is closed or broken.
    pub fn read(&mut self) -> Option<InputLine<'_>> {
        self.line.clear();
        let mut length = 0;
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return None,
            };
            if buffer.is_empty() {
                // The last line may lack its end.
                return if length == 0 { None } else { Some(self.finish(length)) };
            }

            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            length += part.len();
            self.line.extend_from_slice(&part[..part.len().min(MAX_LINE - self.line.len())]);
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Some(self.finish(length));
            }
        }
    }

    fn finish(&self, length: usize) -> InputLine<'_> {
        if length <= MAX_LINE { InputLine::Whole(&self.line) } else { InputLine::TooLong(&self.line) }
    }
}

/// Cleans a line: no byte order mark, no control characters, no space around it. Space inside stays, a file name
/// may need it.
///
/// # Errors
/// [`Fault::NotText`].
pub fn normalise(raw: &[u8]) -> Result<String, Fault> {
    decode(raw).map(|text| plain(&text))
}

/// The command of a line, normalised or not; empty where there is none.
pub fn first_word(text: &str) -> &str {
    let words = text.trim_start_matches('\u{feff}').split(|c: char| c.is_whitespace() || c.is_control());
    words.into_iter().find(|word| !word.is_empty()).unwrap_or_default()
}

fn plain(text: &str) -> String {
    text.trim_start_matches('\u{feff}').replace(char::is_control, " ").trim().to_owned()
}

/// UCI is ASCII but for the values of options, paths above all: those are UTF-8 from some programs, and from Arena and
/// Cute Chess in an 8-bit code.
fn decode(raw: &[u8]) -> Result<Cow<'_, str>, Fault> {
    match std::str::from_utf8(raw) {
        Ok(text) => Ok(text.into()),
        Err(_) if first_word(&String::from_utf8_lossy(raw)) == "setoption" => Ok(eight_bit::decode(raw).into()),
        Err(error) => Err(Fault::NotText(error.valid_up_to() + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<Result<String, String>> {
        let mut lines = Lines::new(std::io::BufReader::with_capacity(7, input));
        let mut found = Vec::new();
        while let Some(line) = lines.read() {
            let text = match line {
                InputLine::Whole(line) => normalise(line),
                InputLine::TooLong(start) => {
                    assert_eq!(start.len(), MAX_LINE);
                    Err(Fault::TooLong)
                }
            };
            found.push(text.map_err(|fault| fault.to_string()));
        }
        found
    }

    #[test]
    fn ends_of_lines_and_control_characters_are_removed() {
        let expected = ["uci", "", "isready", "go  depth 3", "quit"].map(|line| Ok(line.to_owned()));
        assert_eq!(all("\u{feff}uci\r\n\n  isready\t \r\ngo\t\0depth 3\nquit".as_bytes()), expected);
    }

    #[test]
    fn a_line_of_a_megabyte_is_dropped_and_the_next_one_read() {
        let mut input = vec![b'x'; 1 << 20];
        input.extend_from_slice(b"\nuci\n");
        let mut longest = vec![b'y'; MAX_LINE];
        longest.push(b'\n');
        input.extend_from_slice(&longest);

        let found = all(&input);
        assert!(found[0].as_ref().unwrap_err().contains("bytes was dropped"));
        assert_eq!(found[1], Ok("uci".to_owned()));
        assert_eq!(found[2].as_ref().map(String::len), Ok(MAX_LINE));
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn the_command_of_a_line_is_known_whatever_follows() {
        for line in ["position", "\u{feff} position x", "\0position\tfen", "position \u{fffd}"] {
            assert_eq!(first_word(line), "position", "{line:?}");
        }
        for line in ["", " \t\0", "positions", "go position", "position\u{fffd}"] {
            assert_ne!(first_word(line), "position", "{line:?}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_a_fault() {
        assert_eq!(
            all(b"uci\xff\xfe\nuci\n"),
            [Err("the line is not valid UTF-8, from byte 4 on".to_owned()), Ok("uci".to_owned())]
        );
    }

    #[test]
    fn the_value_of_an_option_may_come_in_an_8_bit_code() {
        let (utf_8, latin_1) =
            ("setoption name BookFile value Bücher".as_bytes(), b"setoption name BookFile value B\xfccher");
        assert_eq!(all(utf_8), all(latin_1));
        assert_eq!(all(latin_1), [Ok("setoption name BookFile value Bücher".to_owned())]);
    }
}
