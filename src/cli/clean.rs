//! Text on its way out of the program, without what a terminal would obey: names in files may hold escape sequences.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::str;

/// Returns true if a terminal obeys a character instead of showing it: control characters (C0, DEL, C1) but for ends of
/// lines and tabs, and marks that change the direction of the text behind them.
pub fn is_obeyed(char: char) -> bool {
    let is_mark =
        matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_mark || (char.is_control() && char != '\n' && char != '\t')
}

/// The text with such characters spelled out: `\x1b`, `\u{202e}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    replaced(text, |char, out| {
        let code = u32::from(char);
        let _ = if code < 0x100 { write!(out, "\\x{code:02x}") } else { write!(out, "\\u{{{code:x}}}") };
    })
}

/// JSON with such characters as JSON spells them out: it says the same.
pub fn escaped_json(text: &str) -> Cow<'_, str> {
    replaced(text, |char, out| {
        let _ = write!(out, "\\u{:04x}", u32::from(char));
    })
}

/// PGN without such characters: a string of a tag has no way to spell them out.
pub fn cleaned_pgn(text: &str) -> Cow<'_, str> {
    replaced(text, |_, _| {})
}

/// Text that no terminal obeys, seen without a look at each character.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

fn replaced(text: &str, replace: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if is_plain(text.as_bytes()) || !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        if is_obeyed(char) { replace(char, &mut out) } else { out.push(char) }
    }
    Cow::Owned(out)
}

/// Writes text as [`escaped`] has it.
pub struct Clean<W: Write> {
    out: W,
    /// The bytes of a character that is not whole yet.
    rest: Vec<u8>,
}

impl<W: Write> Clean<W> {
    pub fn new(out: W) -> Clean<W> {
        Clean { out, rest: Vec::new() }
    }
}

impl<W: Write> Write for Clean<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.rest.is_empty() && is_plain(bytes) {
            return self.out.write_all(bytes).map(|()| bytes.len());
        }
        let joined = [&self.rest, bytes].concat();
        self.rest.clear();
        for chunk in joined.utf8_chunks() {
            self.out.write_all(escaped(chunk.valid()).as_bytes())?;
            let invalid = chunk.invalid();
            let is_cut = joined.ends_with(invalid) && str::from_utf8(invalid).is_err_and(|e| e.error_len().is_none());
            match is_cut {
                true => self.rest.extend(invalid),
                false => invalid.iter().try_for_each(|byte| write!(self.out, "\\x{byte:02x}"))?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(parts: &[&[u8]]) -> String {
        let mut clean = Clean::new(Vec::new());
        parts.iter().for_each(|part| clean.write_all(part).expect("room"));
        String::from_utf8(clean.out).expect("text")
    }

    #[test]
    fn what_a_terminal_would_obey_is_spelled_out_and_all_else_stays() {
        let hostile = "A\x1b]0;t\x07\x1b[31m\u{9b}31m\u{7f}\u{202e}\u{2066}\u{200f}\u{61c}\r";
        let shown = "A\\x1b]0;t\\x07\\x1b[31m\\x9b31m\\x7f\\u{202e}\\u{2066}\\u{200f}\\u{61c}\\x0d";
        assert_eq!(written(&[hostile.as_bytes()]), shown);
        let plain = "Žofie\tפלוני ♞ 1–0\n";
        assert_eq!(written(&[plain.as_bytes()]), plain);
        assert_eq!(cleaned_pgn(hostile), "A]0;t[31m31m");
    }

    #[test]
    fn characters_that_come_in_parts_are_whole_again() {
        assert_eq!(written(&[b"\xe2\x80", b"\xaex\xe2", b"\x99\x9e"]), "\\u{202e}x♞");
        assert_eq!(written(&[b"\x80\x9b[31m"]), "\\x80\\x9b[31m");
    }

    #[test]
    fn json_says_the_same() {
        let value = "A\x1b\u{202e}\u{7f}".to_owned();
        let json = serde_json::to_string(&value).expect("plain data");
        assert!(!escaped_json(&json).contains(is_obeyed));
        assert_eq!(serde_json::from_str::<String>(&escaped_json(&json)).expect("JSON"), value);
    }
}
