//! Texts that are no PGN, and PGN in another encoding.

use std::io::{self, Read};

/// The kind of a file with these first bytes, if it is plainly something other than PGN.
pub fn looks_like(begin: &[u8]) -> Option<&'static str> {
    const SIGNATURES: [(&[u8], &str); 15] = [
        (b"\x89PNG", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"RIFF", "a picture or sound"),
        (b"%PDF", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive: unpack it first"),
        (b"\x1f\x8b", "a gzip archive: unpack it first"),
        (b"BZh", "a bzip2 archive: unpack it first"),
        (b"\xfd7zXZ", "an xz archive: unpack it first"),
        (b"7z\xbc\xaf", "a 7-Zip archive: unpack it first"),
        (b"Rar!", "a RAR archive: unpack it first"),
        (b"SQLite format 3", "an SQLite database"),
        (b"\x7fELF", "a program"),
        (b"MZ\x90", "a program"),
        (b"{\\rtf", "a rich text document: save it as plain text"),
    ];
    if let Some((_, what)) = SIGNATURES.iter().find(|(signature, _)| begin.starts_with(signature)) {
        return Some(what);
    }
    let text = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin).trim_ascii_start();
    let opening = text[..text.len().min(200)].to_ascii_lowercase();
    if [&b"<!doctype html"[..], b"<html", b"<head"].iter().any(|tag| opening.starts_with(tag)) {
        return Some("an HTML page: save the PGN that it shows");
    }
    if opening.starts_with(b"<?xml") || opening.starts_with(b"<svg") {
        return Some("XML");
    }
    is_json(text).then_some("JSON")
}

/// Returns true if a text begins as an object with a name, or a list of values, of JSON does. A tag of PGN has a name
/// in letters behind its bracket, and a comment hardly begins with a quoted word and a colon.
fn is_json(text: &[u8]) -> bool {
    let Some((&first, rest)) = text.split_first() else { return false };
    let rest = rest.trim_ascii_start();
    match first {
        b'{' => {
            let Some(name) = rest.strip_prefix(b"\"") else { return rest.starts_with(b"}") && text.len() < 8 };
            let end = name.iter().take(200).position(|&byte| byte == b'"');
            end.is_some_and(|end| name[end + 1..].trim_ascii_start().starts_with(b":"))
        }
        b'[' => matches!(rest.first(), Some(b'{' | b'"' | b'[' | b'0'..=b'9')),
        _ => false,
    }
}

/// Reads a text in UTF-8 where it is UTF-16, as some editors and shells save it; else as it is.
pub struct DecodedText<R> {
    source: R,
    form: Form,
    /// Bytes of the source that are no whole character yet.
    units: Vec<u8>,
    decoded: Vec<u8>,
    at: usize,
}

/// The encoding of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Nothing has been read yet.
    Unknown,
    Plain,
    LittleEndian,
    BigEndian,
}

impl<R: Read> DecodedText<R> {
    pub fn new(source: R) -> DecodedText<R> {
        DecodedText { source, form: Form::Unknown, units: Vec::new(), decoded: Vec::new(), at: 0 }
    }

    /// Reads the byte order mark, if there is one.
    fn begin(&mut self) -> io::Result<()> {
        self.source.by_ref().take(2).read_to_end(&mut self.decoded)?;
        self.form = match self.decoded.as_slice() {
            [0xff, 0xfe] => Form::LittleEndian,
            [0xfe, 0xff] => Form::BigEndian,
            _ => Form::Plain,
        };
        if self.form != Form::Plain {
            self.decoded.clear();
        }
        Ok(())
    }

    fn decode_more(&mut self) -> io::Result<()> {
        const BYTES: u64 = 32 << 10;
        let read = self.source.by_ref().take(BYTES).read_to_end(&mut self.units)?;
        let unit = |pair: &[u8]| match self.form {
            Form::BigEndian => u16::from_be_bytes([pair[0], pair[1]]),
            _ => u16::from_le_bytes([pair[0], pair[1]]),
        };
        let units: Vec<u16> = self.units.chunks_exact(2).map(unit).collect();
        // A character of two units may be divided between two reads.
        let is_half = read > 0 && units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit));
        let whole = units.len() - usize::from(is_half);
        let text: String = char::decode_utf16(units[..whole].iter().copied())
            .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        self.units.drain(..if read == 0 { self.units.len() } else { 2 * whole });
        (self.decoded, self.at) = (text.into_bytes(), 0);
        Ok(())
    }
}

impl<R: Read> Read for DecodedText<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.form == Form::Unknown {
            self.begin()?;
        }
        if self.at == self.decoded.len() {
            if self.form == Form::Plain {
                return self.source.read(buffer);
            }
            self.decode_more()?;
        }
        let length = buffer.len().min(self.decoded.len() - self.at);
        buffer[..length].copy_from_slice(&self.decoded[self.at..self.at + length]);
        self.at += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn what_is_no_pgn_is_named() {
        for (bytes, word) in [
            (&b"{\"games\": []}"[..], "JSON"),
            (b"[{\"a\": 1}]", "JSON"),
            (b"<!DOCTYPE html><p>", "HTML"),
            (b"\n<html lang=en>", "HTML"),
            (b"\x89PNG\r\n\x1a\n", "PNG"),
            (b"PK\x03\x04", "ZIP"),
            (b"\x1f\x8b\x08", "gzip"),
        ] {
            assert!(looks_like(bytes).is_some_and(|what| what.contains(word)), "{word}");
        }
        for text in
            ["[Event \"x\"]\n", "{\"The best\" game} 1. e4", "1. e4", "\u{feff}[White \"<html>\"]", "", "{", "["]
        {
            assert_eq!(looks_like(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn utf_16_is_read_as_utf_8_across_reads() {
        let text = "[White \"Žižka\"]\n1. ♘f3 {𝄞} ".repeat(5000);
        for is_little in [true, false] {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            let bytes: Vec<u8> =
                units.flat_map(|unit| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect();
            let mut read = String::new();
            DecodedText::new(Cursor::new(bytes)).read_to_string(&mut read).expect("UTF-8");
            assert_eq!(read, text);
        }
    }
}
