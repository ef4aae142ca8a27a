//! The reading of a word as a move, before any board is looked at: the word may be SAN, long algebraic or UCI notation,
//! in the letters of some language, with the habits of people and programs.

use shakmaty::{CastlingSide, File, Rank, Role};

use super::letters::Letters;

/// A move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenMove {
    Castle(CastlingSide),
    Step(Step),
}

/// A move from square to square, as far as its squares are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The piece whose letter is given.
    pub role: Option<Role>,
    pub from_file: Option<File>,
    pub from_rank: Option<Rank>,
    pub to_file: File,
    /// Missing in captures by pawns as some people write them: "exd".
    pub to_rank: Option<Rank>,
    /// A sign of capturing is there.
    pub capture: bool,
    pub promotion: Option<Role>,
}

/// Signs between the two squares of a move; all but the hyphen say that it captures.
const CAPTURES: [u8; 4] = [b'x', b':', b'X', b'*'];

/// The move that `text` begins with, and the bytes that it takes. Check marks and glyphs behind it are not read.
pub fn written_move(text: &str, letters: &Letters) -> Option<(WrittenMove, usize)> {
    if let Some((side, bytes)) = castling(text) {
        return Some((WrittenMove::Castle(side), bytes));
    }
    let role = letters.piece(text);
    let mut scan = Scan { text: text.as_bytes(), at: role.map_or(0, |(_, bytes)| bytes) };
    let step = match scan.step(role.map(|(role, _)| role)) {
        Some(step) => step,
        None => {
            scan.at = 0;
            scan.lower_case_piece().or_else(|| {
                scan.at = 0;
                scan.capitals()
            })?
        }
    };
    let at = scan.at;
    let (promotion, bytes) = match matches!(step.role, None | Some(Role::Pawn)) && is_last(step.to_rank) {
        true => promotion(&text[at..], letters),
        false => (None, 0),
    };
    let mut scan = Scan { text: text.as_bytes(), at: at + bytes };
    let captures_behind = scan.take(|byte| byte == b':' || byte == b'x').is_some();
    Some((WrittenMove::Step(Step { promotion, capture: step.capture || captures_behind, ..step }), scan.at))
}

/// The move that a whole word is, where it is SAN in English letters as the standard has it: what programs write.
pub fn standard_move(word: &[u8]) -> Option<WrittenMove> {
    let word = word.strip_suffix(b"+").or_else(|| word.strip_suffix(b"#")).unwrap_or(word);
    let (role, squares) = match word {
        b"O-O" => return Some(WrittenMove::Castle(CastlingSide::KingSide)),
        b"O-O-O" => return Some(WrittenMove::Castle(CastlingSide::QueenSide)),
        [b'K', squares @ ..] => (Role::King, squares),
        [b'Q', squares @ ..] => (Role::Queen, squares),
        [b'R', squares @ ..] => (Role::Rook, squares),
        [b'B', squares @ ..] => (Role::Bishop, squares),
        [b'N', squares @ ..] => (Role::Knight, squares),
        squares => (Role::Pawn, squares),
    };
    let (squares, promotion) = match squares {
        [squares @ .., b'=', piece] => (squares, Some(Role::from_char(char::from(*piece)).filter(|_| *piece < b'a')?)),
        squares => (squares, None),
    };
    let (before, capture, file, rank) = match *squares {
        [ref before @ .., b'x', file, rank] => (before, true, file, rank),
        [ref before @ .., file, rank] => (before, false, file, rank),
        _ => return None,
    };
    let (from_file, from_rank) = match *before {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (Some(file), None),
        [rank @ b'1'..=b'8'] if role != Role::Pawn => (None, Some(rank)),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] if role != Role::Pawn => (Some(file), Some(rank)),
        _ => return None,
    };
    let is_of_pawn = role == Role::Pawn && from_file.is_some() == capture;
    let is_sound = (is_of_pawn || role != Role::Pawn && promotion.is_none())
        && !matches!(promotion, Some(Role::King | Role::Pawn))
        && (b'a'..=b'h').contains(&file)
        && (b'1'..=b'8').contains(&rank);
    let file_of = |byte: u8| File::new(u32::from(byte - b'a'));
    let rank_of = |byte: u8| Rank::new(u32::from(byte - b'1'));
    is_sound.then(|| {
        WrittenMove::Step(Step {
            role: (role != Role::Pawn).then_some(role),
            from_file: from_file.map(file_of),
            from_rank: from_rank.map(rank_of),
            to_file: file_of(file),
            to_rank: Some(rank_of(rank)),
            capture,
            promotion,
        })
    })
}

fn is_last(rank: Option<Rank>) -> bool {
    matches!(rank, Some(Rank::First | Rank::Eighth))
}

/// Castling with letters or zeros, Latin, Cyrillic or Greek, with hyphens or without: "O-O", "0-0-0", "OOO".
fn castling(text: &str) -> Option<(CastlingSide, usize)> {
    let is_ring = |letter: char| matches!(letter, 'O' | 'o' | '0' | 'О' | 'о' | 'Ο' | 'ο');
    let has_hyphens = text.chars().nth(1) == Some('-');
    let (mut rings, mut bytes) = (0, 0);
    let mut rest = text;
    while rings < 3 {
        let link = if has_hyphens && rings > 0 { "-" } else { "" };
        let Some(ring) = rest.strip_prefix(link).and_then(|rest| rest.chars().next()).filter(|&ring| is_ring(ring))
        else {
            break;
        };
        // "00" and "000" are numbers, if anything.
        if !has_hyphens && ring == '0' {
            break;
        }
        let taken = link.len() + ring.len_utf8();
        (rings, bytes, rest) = (rings + 1, bytes + taken, &rest[taken..]);
    }
    match rings {
        2 => Some((CastlingSide::KingSide, bytes)),
        3 => Some((CastlingSide::QueenSide, bytes)),
        _ => None,
    }
}

/// The promotion: "=Q", "Q", "(Q)", "/Q", "=(Q)", in lower case too; "Q" in the language's letters or in English.
fn promotion(text: &str, letters: &Letters) -> (Option<Role>, usize) {
    let bare = text.trim_start_matches(['=', '/', '(']);
    let read = letters.piece(bare).or_else(|| {
        let role = Role::from_char(bare.chars().next()?.to_ascii_lowercase())?;
        Some((role, 1))
    });
    let Some((role, bytes)) = read.filter(|(role, _)| !matches!(role, Role::King | Role::Pawn)) else {
        return (None, 0);
    };
    let behind = &bare[bytes..];
    let opened = text[..text.len() - bare.len()].contains('(');
    let closing = usize::from(opened && behind.starts_with(')'));
    (Some(role), text.len() - behind.len() + closing)
}

/// A text that is read byte by byte.
struct Scan<'a> {
    text: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn take(&mut self, is_it: impl Fn(u8) -> bool) -> Option<u8> {
        let byte = self.text.get(self.at).copied().filter(|&byte| is_it(byte))?;
        self.at += 1;
        Some(byte)
    }

    fn file(&mut self) -> Option<File> {
        let byte = self.take(|byte| (b'a'..=b'h').contains(&byte))?;
        Some(File::new(u32::from(byte - b'a')))
    }

    fn rank(&mut self) -> Option<Rank> {
        let byte = self.take(|byte| (b'1'..=b'8').contains(&byte))?;
        Some(Rank::new(u32::from(byte - b'1')))
    }

    /// The squares of a move and what stands between them.
    fn step(&mut self, role: Option<Role>) -> Option<Step> {
        let (file, rank) = (self.file(), self.rank());
        let behind_first = self.at;
        let sign = self.take(|byte| byte == b'-' || CAPTURES.contains(&byte));
        let capture = sign.is_some_and(|sign| sign != b'-');
        let to_file = self.file();
        let behind_file = self.at;
        let to_rank = self.rank();
        let step = |from_file, from_rank, to_file, to_rank| Step {
            role,
            from_file,
            from_rank,
            to_file,
            to_rank,
            capture,
            promotion: None,
        };
        match (to_file, to_rank) {
            (Some(to_file), Some(to_rank)) => Some(step(file, rank, to_file, Some(to_rank))),
            // "exd", "ed"
            (Some(to_file), None)
                if role.is_none() && rank.is_none() && file.is_some_and(|file| file.distance(to_file) == 1) =>
            {
                self.at = behind_file;
                Some(Step { capture: true, ..step(file, None, to_file, None) })
            }
            _ => {
                self.at = behind_first;
                Some(Step { capture: false, ..step(None, None, file?, Some(rank?)) })
            }
        }
    }

    /// "nf3": a piece in lower case, where no file has that letter.
    fn lower_case_piece(&mut self) -> Option<Step> {
        let byte = self.take(|byte| matches!(byte, b'k' | b'q' | b'r' | b'n'))?;
        self.step(Role::from_char(char::from(byte)))
    }

    /// "E2-E4", "E2E4": squares in capitals, both given.
    fn capitals(&mut self) -> Option<Step> {
        let file = |byte: u8| File::new(u32::from(byte - b'A'));
        let is_file = |byte: u8| (b'A'..=b'H').contains(&byte);
        let from_file = self.take(is_file).map(file)?;
        let from_rank = self.rank()?;
        let sign = self.take(|byte| byte == b'-' || CAPTURES.contains(&byte));
        let to_file = self.take(is_file).map(file)?;
        let to_rank = self.rank()?;
        Some(Step {
            role: None,
            from_file: Some(from_file),
            from_rank: Some(from_rank),
            to_file,
            to_rank: Some(to_rank),
            capture: sign.is_some_and(|sign| sign != b'-'),
            promotion: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::letters::{ENGLISH, OTHERS};
    use super::*;

    fn read(text: &str) -> Option<(WrittenMove, &str)> {
        written_move(text, &ENGLISH).map(|(written, bytes)| (written, &text[bytes..]))
    }

    #[test]
    fn castling_is_read_in_every_script() {
        for (text, side) in [
            ("O-O", CastlingSide::KingSide),
            ("0-0", CastlingSide::KingSide),
            ("o-o", CastlingSide::KingSide),
            ("OO", CastlingSide::KingSide),
            ("О-О", CastlingSide::KingSide),
            ("O-O-O", CastlingSide::QueenSide),
            ("0-0-0", CastlingSide::QueenSide),
            ("OOO", CastlingSide::QueenSide),
        ] {
            assert_eq!(read(text), Some((WrittenMove::Castle(side), "")), "{text}");
        }
        for text in ["00", "000", "0-1", "O", "0", "O-"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn what_stands_behind_a_move_is_left() {
        for (text, left) in [
            ("e4", ""),
            ("Nf3!?", "!?"),
            ("Ng1-f3+", "+"),
            ("exd6e.p.", "e.p."),
            ("d6ep", "ep"),
            ("e8=Q#", "#"),
            ("e8(Q)+", "+"),
            ("e8/Q", ""),
            ("e7e8q", ""),
            ("Ra8N", "N"),
            ("Qf7:", ""),
            ("exd", ""),
            ("E2-E4", ""),
            ("nf3", ""),
            ("Nbd7", ""),
            ("N1xd2", ""),
        ] {
            assert_eq!(read(text).map(|(_, left)| left), Some(left), "{text}");
        }
        for text in ["", "e", "N", "Z0", "--", "x", "P-K4", "check", "1-0", "e9", "i4"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_standard_spelling_is_read_alike_in_both_ways() {
        let words = "e4 exd5 Nf3 Nbd7 N1xd2 Qh4e1 Qh4xe1 Rfe8 Bxc4 Kd2 e8=Q exf8=N O-O O-O-O Qxf7# Nf3+ dxe8=R+ O-O+";
        for word in words.split(' ') {
            let (written, bytes) = written_move(word, &ENGLISH).expect(word);
            assert!(matches!(&word[bytes..], "" | "+" | "#"), "{word}");
            assert_eq!(standard_move(word.as_bytes()), Some(written), "{word}");
        }
        for word in
            ["", "x", "e", "ed5", "e2e4", "e2-e4", "e8Q", "e8=K", "e8=q", "Ne8=Q", "Nf3!", "0-0", "i4", "e9", "1.e4"]
        {
            assert_eq!(standard_move(word.as_bytes()), None, "{word}");
        }
    }

    #[test]
    fn promotions_are_read_in_the_letters_of_the_game_and_in_english() {
        let german = &OTHERS[0];
        for (text, letters) in
            [("e8D", german), ("e8=D", german), ("e8(D)", german), ("e8Q", german), ("e8q", &ENGLISH)]
        {
            match written_move(text, letters) {
                Some((WrittenMove::Step(step), bytes)) => {
                    assert_eq!((step.promotion, bytes), (Some(Role::Queen), text.len()), "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }
}
