//! White space beyond that of ASCII, as bytes: in UTF-8, in Latin-1, and as entities of HTML.

/// The bytes of an entity of HTML, and whether it stands for a space.
pub fn entity(text: &[u8]) -> Option<(usize, bool)> {
    let end = text.iter().take(10).position(|&byte| byte == b';')?;
    let name = text.strip_prefix(b"&").map(|name| &name[..end - 1])?;
    let is_name = !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#');
    let spaces: [&[u8]; 5] = [b"nbsp", b"#160", b"ensp", b"emsp", b"thinsp"];
    is_name.then_some((end + 1, spaces.contains(&name)))
}

/// The bytes of a space beyond ASCII at the beginning of `text`.
pub fn space(text: &[u8]) -> Option<usize> {
    match text {
        [0xc2, 0xa0 | 0x85, ..] => Some(2),
        // U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000.
        [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, ..] | [0xe2, 0x81, 0x9f, ..] | [0xe3, 0x80, 0x80, ..] => Some(3),
        // A no-break space in Latin-1: in UTF-8 this byte never begins a character.
        [0xa0, ..] => Some(1),
        _ => None,
    }
}

/// The bytes of a mark without width at the beginning of `text`: byte order marks, zero-width spaces, directions.
pub fn invisible(text: &[u8]) -> Option<usize> {
    match text {
        [0xef, 0xbb, 0xbf, ..] | [0xe2, 0x80, 0x8b..=0x8f | 0xaa..=0xae, ..] | [0xe2, 0x81, 0xa0..=0xa9, ..] => Some(3),
        [0xc2, 0xad, ..] => Some(2),
        _ => None,
    }
}
