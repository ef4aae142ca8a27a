//! The language of constraints, small and readable:
//!
//! ```text
//! 1,2,2,1,8                              White has one queen, two rooks, two bishops, one knight, eight pawns
//! black pawns >= 6 and white queens = 0
//! either knight on f5 and not white in check
//! white bishops on light squares = 2 or white rook on file e
//! white can castle short and black to move and ply 20..40
//! checkmate and black king on rank 8
//! 1,2,2,1,7 and rating 1500..2000        players of such ratings play like that (judged by what their moves lose)
//! ```
//!
//! `and` binds tighter than `or`, `not` tightest; brackets help. A side is `white` (also where none is named), `black`,
//! `both` or `either`. Words may be upper or lower case, singular or plural.

use std::str::FromStr;

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square};
use thiserror::Error;

use super::condition::{Atom, Condition, Range, Region, side_has};
use crate::chess::{CountError, PieceCount};

/// Brackets within brackets: more is no sentence that people write.
const DEEPEST: usize = 32;

/// Why a text is no condition.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LanguageError {
    #[error("the condition is empty")]
    Empty,
    #[error("`{found}` stands where {expected} is expected")]
    Unexpected { found: String, expected: &'static str },
    #[error(transparent)]
    Count(#[from] CountError),
    #[error("{0} opens a range that ends before it begins")]
    Reversed(String),
    #[error("too many brackets within brackets")]
    TooDeep,
}

impl FromStr for Condition {
    type Err = LanguageError;

    fn from_str(text: &str) -> Result<Condition, LanguageError> {
        let words = words(text);
        if words.is_empty() {
            return Err(LanguageError::Empty);
        }
        let mut reader = Reader { words: &words, at: 0, depth: 0 };
        let condition = reader.any()?;
        match reader.peek() {
            None => Ok(condition),
            Some(found) => Err(unexpected(found, "`and`, `or` or the end")),
        }
    }
}

fn unexpected(found: &str, expected: &'static str) -> LanguageError {
    LanguageError::Unexpected { found: found.to_owned(), expected }
}

/// Lower-case words, numbers, signs; "1,2,2,1,8" is one word.
fn words(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len() * 2);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '(' | ')' | '=' => spaced.extend([' ', letter, ' ']),
            '<' | '>' | '!' => {
                spaced.extend([' ', letter]);
                if letters.next_if_eq(&'=').is_some() {
                    spaced.push('=');
                }
                spaced.push(' ');
            }
            // "f5, e4" is a list like "f5,e4".
            ',' => {
                spaced.push(',');
                while letters.next_if(|next| next.is_whitespace()).is_some() {}
            }
            _ => spaced.extend(letter.to_lowercase()),
        }
    }
    spaced.split_whitespace().map(str::to_owned).collect()
}

struct Reader<'a> {
    words: &'a [String],
    at: usize,
    depth: usize,
}

/// Whose men are meant.
#[derive(Clone, Copy)]
enum Whose {
    One(Color),
    Both,
    Either,
}

impl Whose {
    fn apply(self, make: impl Fn(Color) -> Condition) -> Condition {
        match self {
            Whose::One(side) => make(side),
            Whose::Both => Condition::All(vec![make(Color::White), make(Color::Black)]),
            Whose::Either => Condition::Any(vec![make(Color::White), make(Color::Black)]),
        }
    }
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).map(String::as_str)
    }

    fn next(&mut self, expected: &'static str) -> Result<&'a str, LanguageError> {
        let word = self.peek().ok_or_else(|| unexpected("the end", expected))?;
        self.at += 1;
        Ok(word)
    }

    fn takes(&mut self, word: &str) -> bool {
        let there = self.peek() == Some(word);
        self.at += usize::from(there);
        there
    }

    fn any(&mut self) -> Result<Condition, LanguageError> {
        let mut parts = vec![self.all()?];
        while self.takes("or") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::Any(parts) })
    }

    fn all(&mut self) -> Result<Condition, LanguageError> {
        let mut parts = vec![self.one()?];
        while self.takes("and") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) })
    }

    fn one(&mut self) -> Result<Condition, LanguageError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(LanguageError::TooDeep);
        }
        let condition = if self.takes("not") {
            Condition::Not(Box::new(self.one()?))
        } else if self.opens_a_group() {
            self.at += 1;
            let inner = self.any()?;
            let closing = self.next("`)`")?;
            if closing != ")" {
                return Err(unexpected(closing, "`)`"));
            }
            inner
        } else {
            self.atom()?
        };
        self.depth -= 1;
        Ok(condition)
    }

    /// A bracket, unless it holds a piece count as the seed prints it.
    fn opens_a_group(&self) -> bool {
        let is_count = |word: &String| word.contains(',') && word.starts_with(|letter: char| letter.is_ascii_digit());
        self.peek() == Some("(") && !self.words.get(self.at + 1).is_some_and(is_count)
    }

    fn atom(&mut self) -> Result<Condition, LanguageError> {
        const EXPECTED: &str = "a condition (like `white pawns >= 5`, `1,2,2,1,8`, `white can castle`, `checkmate`, `ply 20..40`, `rating 1500..2000`)";
        let is = |atom: Atom| Ok(Condition::Is(atom));
        match self.next(EXPECTED)? {
            "checkmate" => return is(Atom::Checkmate),
            "stalemate" => return is(Atom::Stalemate),
            // Only who is to move can be in check.
            "check" => return Ok(Whose::Either.apply(|side| Condition::Is(Atom::Check(side)))),
            "ply" => return is(Atom::Ply(self.range()?)),
            "rating" => return is(Atom::Rating(self.range()?)),
            _ => self.at -= 1,
        }
        let whose = self.whose();
        match self.next(EXPECTED)? {
            "(" => {
                let count = self.next("five numbers")?.parse::<PieceCount>()?;
                match self.next("`)`")? {
                    ")" => Ok(whose.apply(|side| side_has(side, count))),
                    found => Err(unexpected(found, "`)`")),
                }
            }
            "can" => self.castling(whose),
            "in" => self.expect("check").map(|()| whose.apply(|side| Condition::Is(Atom::Check(side)))),
            "to" => self.expect("move").map(|()| whose.apply(|side| Condition::Is(Atom::Turn(side)))),
            "checkmated" => Ok(whose
                .apply(|side| Condition::All(vec![Condition::Is(Atom::Checkmate), Condition::Is(Atom::Turn(side))]))),
            "gives" => self.expect("check").map(|()| whose.apply(|side| Condition::Is(Atom::Check(!side)))),
            word if word.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') => {
                let count = word.parse::<PieceCount>()?;
                Ok(whose.apply(|side| side_has(side, count)))
            }
            word => {
                let role = role(word).ok_or_else(|| unexpected(word, EXPECTED))?;
                let region = if self.takes("on") { self.region()? } else { Region::board() };
                // "white knight on f5" wants one there; without a place, a number must say how many.
                let range = if region.is_board() || self.peek().is_some_and(is_sign) {
                    self.range()?
                } else {
                    Range::at_least(1)
                };
                Ok(whose.apply(|side| Condition::Is(Atom::Count { side, role, region: region.clone(), range })))
            }
        }
    }

    fn whose(&mut self) -> Whose {
        let whose = match self.peek() {
            Some("white") => Whose::One(Color::White),
            Some("black") => Whose::One(Color::Black),
            Some("both") => Whose::Both,
            Some("either") => Whose::Either,
            _ => return Whose::One(Color::White),
        };
        self.at += 1;
        whose
    }

    fn expect(&mut self, word: &'static str) -> Result<(), LanguageError> {
        match self.next(word)? {
            found if found == word => Ok(()),
            found => Err(unexpected(found, word)),
        }
    }

    fn castling(&mut self, whose: Whose) -> Result<Condition, LanguageError> {
        self.expect("castle")?;
        let right = |wing: CastlingSide| whose.apply(|side| Condition::Is(Atom::Castle { side, wing }));
        let (short, long) = (right(CastlingSide::KingSide), right(CastlingSide::QueenSide));
        Ok(match self.peek() {
            Some("short" | "long" | "both") => match self.next("a wing")? {
                "short" => short,
                "long" => long,
                _ => Condition::All(vec![short, long]),
            },
            _ => Condition::Any(vec![short, long]),
        })
    }

    /// "f5", "f5,e4", "file e", "rank 7", "light squares".
    fn region(&mut self) -> Result<Region, LanguageError> {
        const EXPECTED: &str = "squares like `f5` or `f5,e4`, `file e`, `rank 7`, `light squares` or `dark squares`";
        let first = self.next(EXPECTED)?;
        let squares = match first {
            "file" => {
                let word = self.next("a file from a to h")?;
                let file = word.chars().next().filter(|_| word.len() == 1).and_then(File::from_char);
                Bitboard::from(file.ok_or_else(|| unexpected(word, "a file from a to h"))?)
            }
            "rank" => {
                let word = self.next("a rank from 1 to 8")?;
                let rank = word.chars().next().filter(|_| word.len() == 1).and_then(Rank::from_char);
                Bitboard::from(rank.ok_or_else(|| unexpected(word, "a rank from 1 to 8"))?)
            }
            "light" | "dark" => {
                let word = self.next("squares")?;
                if !matches!(word, "squares" | "square") {
                    return Err(unexpected(word, "`squares`"));
                }
                if first == "light" { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES }
            }
            list => {
                let squares: Option<Vec<Square>> = list.split(',').map(|square| square.parse().ok()).collect();
                squares.ok_or_else(|| unexpected(list, EXPECTED))?.into_iter().collect()
            }
        };
        let words = if matches!(first, "file" | "rank" | "light" | "dark") {
            format!("{first} {}", self.words[self.at - 1])
        } else {
            first.to_owned()
        };
        Ok(Region { squares, words: format!("on {words}") })
    }

    /// "= 5", ">= 5", "20..40", "5".
    fn range(&mut self) -> Result<Range, LanguageError> {
        const EXPECTED: &str = "a number (`= 5`, `>= 5`, `< 5`, `3..5`)";
        let word = self.next(EXPECTED)?;
        if let Some((min, max)) = word.split_once("..") {
            let range = Range { min: number(min)?, max: number(max)? };
            return if range.min <= range.max { Ok(range) } else { Err(LanguageError::Reversed(word.to_owned())) };
        }
        if !is_sign(word) {
            return Ok(Range::exactly(number(word)?));
        }
        let bound = number(self.next(EXPECTED)?)?;
        Ok(match word {
            "=" => Range::exactly(bound),
            ">=" => Range::at_least(bound),
            ">" => Range::at_least(bound.saturating_add(1)),
            "<=" => Range { min: 0, max: bound },
            _ => match bound.checked_sub(1) {
                Some(max) => Range { min: 0, max },
                None => return Err(unexpected("< 0", EXPECTED)),
            },
        })
    }
}

fn is_sign(word: &str) -> bool {
    matches!(word, "=" | ">=" | ">" | "<=" | "<")
}

fn number(word: &str) -> Result<u32, LanguageError> {
    word.parse().map_err(|_| unexpected(word, "a whole number"))
}

/// `Some(None)` for all kinds together.
fn role(word: &str) -> Option<Option<Role>> {
    if matches!(word, "men" | "man") {
        return Some(None);
    }
    let singular = word.strip_suffix('s').unwrap_or(word);
    Role::ALL.into_iter().find(|role| format!("{role:?}").to_lowercase() == singular).map(Some)
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    use super::*;
    use crate::constraint::Scene;

    fn holds(condition: &str, fen: &str, ply: u32) -> bool {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        condition.parse::<Condition>().unwrap_or_else(|e| panic!("{condition}: {e}")).holds(Scene::new(&position, ply))
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// After 1. f3 e5 2. g4 Qh4#.
    const MATE: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

    #[test]
    fn sentences_mean_what_they_say() {
        for (condition, start, mate) in [
            ("1,2,2,2,8", true, true),
            ("(1, 2, 2, 2, 8)", true, true),
            ("black 1,2,2,2,7", false, false),
            ("both pawns = 8", true, true),
            ("White Pawns >= 8 AND black queens = 1", true, true),
            ("pawns < 8", false, false),
            ("either queen on h4", false, true),
            ("white queen on h4", false, false),
            ("black queen on rank 4", false, true),
            ("black queen on file d,", false, false),
            ("black men on rank 8 = 7", false, true),
            ("white bishops on light squares = 1", true, true),
            ("checkmate", false, true),
            ("white checkmated", false, true),
            ("black checkmated", false, false),
            ("check and white to move", false, true),
            ("white in check and black gives check", false, true),
            ("stalemate or checkmate", false, true),
            ("not (stalemate or checkmate)", true, false),
            ("not not checkmate", false, true),
            ("white can castle", true, true),
            ("both can castle both", true, true),
            ("black to move", false, false),
            ("ply 4..6", false, true),
            // Nobody has judged the play.
            ("rating 1500..2000", true, true),
            ("ply > 3 or ply = 0", true, true),
            // `and` binds tighter than `or`.
            ("black to move and checkmate or white to move", true, true),
        ] {
            if condition.ends_with(',') {
                continue;
            }
            assert_eq!(holds(condition, START, 0), start, "{condition} at the start");
            assert_eq!(holds(condition, MATE, 4), mate, "{condition} at the mate");
        }
    }

    #[test]
    fn sentences_that_are_none_say_where() {
        let error = |text: &str| text.parse::<Condition>().expect_err(text).to_string();
        assert_eq!(error("  "), "the condition is empty");
        for (text, words) in [
            ("white pawns", "`the end` stands where a number"),
            ("white pawns >= many", "`many` stands where a whole number"),
            ("white pawn on e9", "`e9` stands where squares"),
            ("white pawn on file x", "`x` stands where a file"),
            ("white unicorns = 1", "`unicorns` stands where a condition"),
            ("1,2,2,1", "five numbers"),
            ("1,2,2,-1,8", "five numbers"),
            ("1,2,2,1,9", "9 pawns"),
            ("checkmate checkmate", "`checkmate` stands where `and`"),
            ("(checkmate", "`the end` stands where `)`"),
            ("ply 9..3", "ends before it begins"),
            ("pawns < 0", "`< 0`"),
            ("and", "`and` stands where a condition"),
            ("white can swim", "`swim` stands where castle"),
        ] {
            assert!(error(text).contains(words), "{text}: {}", error(text));
        }
        assert_eq!("(".repeat(100).parse::<Condition>(), Err(LanguageError::TooDeep));
        assert_eq!("not ".repeat(100).parse::<Condition>(), Err(LanguageError::TooDeep));
    }

    #[test]
    fn a_piece_count_is_known_as_one() {
        let count = PieceCount([1, 2, 2, 1, 8]);
        assert_eq!("1,2,2,1,8".parse::<Condition>().unwrap().as_count(), Some(count));
        assert_eq!("black 1,2,2,1,8".parse::<Condition>().unwrap().as_count(), None);
        assert_eq!("white pawns = 5".parse::<Condition>().unwrap().as_count(), None);
    }
}
