//! Signs and words behind moves, and the numeric annotation glyphs (NAG) that they stand for.
//!
//! Numbers up to 139 are those of the PGN standard, section 10; the others are in common use (Scid, ChessPad, kokopu).

/// Signs that may stick to a move, longer ones before their own beginnings.
const SIGNS: [(&str, u8); 43] = [
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("!", 1),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("+-", 18),
    ("-+", 19),
    ("+=", 14),
    ("=+", 15),
    ("=/∞", 44),
    ("∞/=", 44),
    ("=∞", 44),
    ("∞=", 44),
    ("==", 11),
    ("=", 10),
    ("~", 13),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("□", 7),
    ("⨀", 22),
    ("⊙", 22),
    ("⟳", 32),
    ("→", 40),
    ("↑", 36),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("△", 140),
    ("∆", 140),
    ("▽", 141),
    ("⌓", 142),
];

/// Words that stand alone behind a move, or stick to it.
const WORDS: [(&str, u8); 7] =
    [("forced", 7), ("only", 7), ("RR", 145), ("TN", 146), ("N", 146), ("D", 220), ("unclear", 13)];

/// Words and signs that say of a move what the board shows: check, mate, en passant.
const SILENT: [&str; 26] = [
    "checkmate",
    "double check",
    "check",
    "mate",
    "matt",
    "mat",
    "dblch",
    "dbl.ch.",
    "dbl.",
    "dbl",
    "disch",
    "dis.ch.",
    "dis.",
    "dis",
    "ch.",
    "ch",
    "e.p.",
    "e.p",
    "ep.",
    "ep",
    "++",
    "+",
    "##",
    "#",
    "†",
    "‡",
];

/// The glyph of the sign or word that `text` begins with, and its bytes.
pub fn glyph(text: &str) -> Option<(u8, usize)> {
    let sign = SIGNS.iter().find(|(sign, _)| text.starts_with(sign));
    let found = sign.or_else(|| WORDS.iter().find(|(word, _)| begins_with_word(text, word)));
    found.map(|&(sign, nag)| (nag, sign.len()))
}

/// The bytes of the check mark or word that `text` begins with and that adds nothing to the move.
pub fn silent(text: &str) -> Option<usize> {
    let is_word = |mark: &str| mark.ends_with(|letter: char| letter.is_ascii_alphabetic());
    let fits = |mark: &&&str| if is_word(mark) { begins_with_word(text, mark) } else { text.starts_with(**mark) };
    // "+-", "+=" and "+/-" are glyphs, not checks.
    if glyph(text).is_some() {
        return None;
    }
    SILENT.iter().find(fits).map(|mark| mark.len())
}

fn begins_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|behind| !behind.starts_with(|letter: char| letter.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_signs_come_before_their_beginnings() {
        for (index, (sign, _)) in SIGNS.iter().enumerate() {
            let hidden = SIGNS[..index].iter().find(|(earlier, _)| sign.starts_with(earlier));
            assert_eq!(hidden, None, "{sign} is never found");
        }
    }

    #[test]
    fn glyphs_and_checks_are_told_apart() {
        for (text, nag) in [("!?+", 5), ("+/=", 14), ("+-", 18), ("N", 146), ("N!", 146), ("□", 7), ("forced", 7)] {
            assert_eq!(glyph(text).map(|(nag, _)| nag), Some(nag), "{text}");
            assert_eq!(silent(text), None, "{text}");
        }
        for text in ["+", "++", "#", "mate", "ch", "e.p.", "ep", "+!", "‡"] {
            assert!(glyph(text).is_none() && silent(text).is_some(), "{text}");
        }
        for text in ["Nf3", "Dh5", "chess", "only4", "x"] {
            assert!(glyph(text).is_none() && silent(text).is_none(), "{text}");
        }
    }
}
