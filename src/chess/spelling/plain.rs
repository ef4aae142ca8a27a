//! Words in plain characters: of the many hyphens, quotation marks and spaces of typesetters one is left of each.

use std::borrow::Cow;

/// The characters of Windows-1252 from 0x80 on; a byte from 0xA0 on is the character of its own number.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Text as UTF-8, and where it is none, as Windows-1252, which holds the PGN standard's own character set (Latin-1).
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let character = |&byte: &u8| match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        byte => char::from(byte),
    };
    Cow::Owned(bytes.iter().map(character).collect())
}

/// A word of a game's moves in plain characters: ASCII where there is one for what is meant.
pub fn plain(word: &[u8]) -> Cow<'_, str> {
    let text = decoded(word);
    if text.is_ascii() && !text.contains('&') {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest: &str = &text;
    while let Some(letter) = rest.chars().next() {
        if let Some((entity, meant)) = ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity)) {
            plain.push_str(meant);
            rest = &rest[entity.len()..];
            continue;
        }
        match letter {
            '‐'..='―' | '−' | '﹣' | '－' => plain.push('-'),
            '“'..='‟' | '«' | '»' => plain.push('"'),
            '‘'..='‛' | '´' => plain.push('\''),
            '…' => plain.push_str("..."),
            '½' => plain.push_str("1/2"),
            '⁄' | '∕' => plain.push('/'),
            '×' | '✕' | '✗' | 'х' => plain.push('x'),
            '＋' => plain.push('+'),
            '＝' => plain.push('='),
            // Cyrillic letters that look like files.
            'а' => plain.push('a'),
            'с' => plain.push('c'),
            'е' => plain.push('e'),
            letter if is_invisible(letter) => {}
            letter => plain.push(letter),
        }
        rest = &rest[letter.len_utf8()..];
    }
    Cow::Owned(plain)
}

/// HTML's names for characters.
const ENTITIES: [(&str, &str); 10] = [
    ("&frac12;", "1/2"),
    ("&#189;", "1/2"),
    ("&ndash;", "-"),
    ("&#8211;", "-"),
    ("&minus;", "-"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&hellip;", "..."),
    ("&times;", "x"),
    ("&amp;", "&"),
];

/// Returns true if a character takes no room at all: soft hyphens, zero-width spaces, direction and byte order marks.
fn is_invisible(letter: char) -> bool {
    let is_direction = matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    is_direction || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2065}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typesetters_characters_become_plain() {
        for (word, expected) in [
            ("e4", "e4"),
            ("e2–e4", "e2-e4"),
            ("1…d5", "1...d5"),
            ("½–½", "1/2-1/2"),
            ("“d4”", "\"d4\""),
            ("N\u{200b}f3", "Nf3"),
            ("\u{feff}e4", "e4"),
            ("N×d5", "Nxd5"),
            ("&frac12;&ndash;&frac12;", "1/2-1/2"),
            ("Сf3", "Сf3"),
            ("сxd5", "cxd5"),
        ] {
            assert_eq!(plain(word.as_bytes()), expected, "{word}");
        }
    }

    #[test]
    fn bytes_that_are_no_utf8_are_windows_1252() {
        for (bytes, expected) in
            [(&b"Nov\xe1k"[..], "Novák"), (b"1\x85d5", "1…d5"), (b"\xbd-\xbd", "½-½"), ("Novák".as_bytes(), "Novák")]
        {
            assert_eq!(decoded(bytes), expected);
        }
        assert_eq!(plain(b"\xbd\x96\xbd"), "1/2-1/2");
    }
}
