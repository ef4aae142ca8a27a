//! Where words end.

/// What a byte does to a word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum InWord {
    /// It is part of it.
    Part,
    /// It ends the word.
    End,
    /// It may end it: an entity of HTML, and the first bytes of unusual spaces.
    MayEnd,
}

const IN_WORD: [InWord; 256] = {
    let mut table = [InWord::Part; 256];
    let ends = b" \t\n\r\x0b\x0c\0\x1a(){};$[]<>";
    let mut index = 0;
    while index < ends.len() {
        table[ends[index] as usize] = InWord::End;
        index += 1;
    }
    let may_end = b"&\xc2\xe2\xe3\xa0";
    let mut index = 0;
    while index < may_end.len() {
        table[may_end[index] as usize] = InWord::MayEnd;
        index += 1;
    }
    table
};

/// What this byte does.
pub fn in_word(byte: u8) -> InWord {
    IN_WORD[usize::from(byte)]
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
