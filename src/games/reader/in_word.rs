//! The ends and the shapes of words.

/// Kinds of bytes; those of a word's bytes together say what it can be.
pub mod kind {
    pub const DIGIT: u8 = 1;
    pub const LETTER: u8 = 2;
    pub const POINT: u8 = 4;
    /// Behind and inside moves: `+`, `#` and `=`.
    pub const SIGN: u8 = 8;
    pub const OTHER: u8 = 16;
    /// It ends a word.
    pub const END: u8 = 32;
    /// It may end one: an entity of HTML, and the first bytes of unusual spaces.
    pub const MAY_END: u8 = 64;
}
use kind::{DIGIT, END, LETTER, MAY_END, OTHER, POINT, SIGN};

const KINDS: [u8; 256] = {
    let mut table = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0 | 0x1a => END,
            b'(' | b')' | b'{' | b'}' | b';' | b'$' | b'[' | b']' | b'<' | b'>' => END,
            b'&' | 0xc2 | 0xe2 | 0xe3 | 0xa0 => MAY_END,
            b'0'..=b'9' => DIGIT,
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            b'.' => POINT,
            b'+' | b'#' | b'=' => SIGN,
            _ => OTHER,
        };
        byte += 1;
    }
    table
};

/// The kind of a byte.
pub fn kind_of(byte: u8) -> u8 {
    KINDS[usize::from(byte)]
}

/// The kind of a word, by its bytes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Digits and points behind them.
    Number,
    /// Letters and digits, with the square of a move or a check mark at the end: it has no result in it.
    Move,
    Other,
}

/// The shape of a word, whose bytes are of these kinds.
pub fn shape(word: &[u8], kinds: u8) -> Shape {
    let is_move = |word: &[u8]| match word {
        [b'A'..=b'Z' | b'a'..=b'z', .., before, b'1'..=b'8' | b'+' | b'#'] => before.is_ascii_alphanumeric(),
        [b'A'..=b'Z' | b'a'..=b'z', b'1'..=b'8'] => true,
        _ => false,
    };
    if kinds & !(LETTER | DIGIT | SIGN) == 0 && is_move(word) {
        return Shape::Move;
    }
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_number = kinds == DIGIT | POINT && word[digits..].iter().all(|&byte| byte == b'.') && digits < 5;
    if is_number { Shape::Number } else { Shape::Other }
}

/// Bytes in brackets right behind a move to the last rank, which say what the pawn becomes: `e8(Q)`.
pub fn promotion_in_brackets(text: &[u8], at: usize) -> usize {
    let is_behind_rank = at >= 2
        && matches!(text[at - 1], b'1' | b'8')
        && (b'a'..=b'h').contains(&text[at - 2])
        && text.get(at) == Some(&b'(');
    if !is_behind_rank {
        return 0;
    }
    let inside = text[at + 1..].iter().take(5).position(|&byte| byte == b')');
    let is_piece = |&length: &usize| {
        let piece = &text[at + 1..at + 1 + length];
        !piece.is_empty() && piece.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80 || *byte == b'=')
    };
    inside.filter(is_piece).map_or(0, |length| length + 2)
}
