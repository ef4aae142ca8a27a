//! The grammar of the constraint language, from words to a [`Condition`], by recursive descent.

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square};
use thiserror::Error;

use super::condition::{Atom, Condition, Region, side_has};
use super::pawns::PawnKind;
use super::range::{Range, SignedRange};
use crate::chess::{CountError, PieceCount};

/// Most brackets within brackets: recursion stays bounded.
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

/// The text for a word where there is none.
pub(super) const THE_END: &str = "the end";

pub(super) fn unexpected(found: &str, expected: &'static str) -> LanguageError {
    LanguageError::Unexpected { found: found.to_owned(), expected }
}

/// Words that are read from left to right, a method for each rule of the grammar.
pub(super) struct Parser<'a> {
    words: &'a [String],
    at: usize,
    depth: usize,
}

/// The side whose pieces are meant.
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

impl<'a> Parser<'a> {
    pub(super) fn new(words: &'a [String]) -> Parser<'a> {
        Parser { words, at: 0, depth: 0 }
    }

    /// The next word, which stays.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.words.get(self.at).map(String::as_str)
    }

    /// The number of words read.
    pub(super) fn passed(&self) -> usize {
        self.at
    }

    fn next(&mut self, expected: &'static str) -> Result<&'a str, LanguageError> {
        let word = self.peek().ok_or_else(|| unexpected(THE_END, expected))?;
        self.at += 1;
        Ok(word)
    }

    fn takes(&mut self, word: &str) -> bool {
        let there = self.peek() == Some(word);
        self.at += usize::from(there);
        there
    }

    /// Parts with `or` between them; of a single part, that part.
    pub(super) fn any(&mut self) -> Result<Condition, LanguageError> {
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

    /// A bracket, unless it holds a piece count and nothing else, as Petrželka prints it.
    fn opens_a_group(&self) -> bool {
        let is_count = |word: &String| word.contains(',') && word.starts_with(|letter: char| letter.is_ascii_digit());
        let next = |offset: usize| self.words.get(self.at + offset);
        let holds_a_count = next(1).is_some_and(is_count) && next(2).is_none_or(|word| word == ")");
        self.peek() == Some("(") && !holds_a_count
    }

    fn atom(&mut self) -> Result<Condition, LanguageError> {
        const EXPECTED: &str = "a condition (like `white pawns >= 5`, `1,2,2,1,8`, `white can castle`, `mate`, \
                                `ply 20..40`, `evaluation 1..3`, `one winning move`)";
        let is = |atom: Atom| Ok(Condition::Is(atom));
        match self.next(EXPECTED)? {
            "checkmate" | "mate" => return is(Atom::Checkmate),
            "stalemate" => return is(Atom::Stalemate),
            "opposite" | "opposite-coloured" | "opposite-colored" => {
                return self.expect("bishops").map(|()| Condition::Is(Atom::OppositeBishops));
            }
            "exactly" => {
                self.expect("one")?;
                return self.winning_move();
            }
            "one" => return self.winning_move(),
            // Only the side to move can be in check.
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
            "checkmated" | "mated" => Ok(whose
                .apply(|side| Condition::All(vec![Condition::Is(Atom::Checkmate), Condition::Is(Atom::Turn(side))]))),
            "material" => {
                let range = self.signed_range(WHOLE)?;
                Ok(whose.apply(|side| Condition::Is(Atom::Material(seen_by(side, range)))))
            }
            "evaluation" => {
                let range = self.signed_range(HUNDREDTHS)?;
                Ok(whose.apply(|side| Condition::Is(Atom::Evaluation(seen_by(side, range)))))
            }
            "gives" => self.expect("check").map(|()| whose.apply(|side| Condition::Is(Atom::Check(!side)))),
            word if word.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') => {
                let count = word.parse::<PieceCount>()?;
                Ok(whose.apply(|side| side_has(side, count)))
            }
            word => {
                if let Some(kind) = PawnKind::ALL.into_iter().find(|kind| kind.word() == word) {
                    return self.pawns(whose, kind);
                }
                let role = role(word).ok_or_else(|| unexpected(word, EXPECTED))?;
                let region = if self.takes("on") { self.region()? } else { Region::board() };
                // "white knight on f5" asks for one at least; without a place, a number must say how many.
                let range = if region.is_board() || self.peek().is_some_and(is_sign) {
                    self.range()?
                } else {
                    Range::at_least(1)
                };
                Ok(whose.apply(|side| Condition::Is(Atom::Count { side, role, region: region.clone(), range })))
            }
        }
    }

    fn winning_move(&mut self) -> Result<Condition, LanguageError> {
        self.expect("winning")?;
        self.expect("move")?;
        Ok(Condition::Is(Atom::OneWinningMove))
    }

    /// Pawns of a kind: one at least where no number says how many.
    fn pawns(&mut self, whose: Whose, kind: PawnKind) -> Result<Condition, LanguageError> {
        const EXPECTED: &str = "`pawns`";
        let word = self.next(EXPECTED)?;
        if !matches!(word, "pawns" | "pawn") {
            return Err(unexpected(word, EXPECTED));
        }
        let is_counted = |word: &str| is_sign(word) || word.starts_with(|letter: char| letter.is_ascii_digit());
        let range = if self.peek().is_some_and(is_counted) { self.range()? } else { Range::at_least(1) };
        Ok(whose.apply(|side| Condition::Is(Atom::Pawns { side, kind, range })))
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

    /// A range that may lie below zero, with as many decimals as its numbers have.
    fn signed_range(&mut self, decimals: usize) -> Result<SignedRange, LanguageError> {
        const EXPECTED: &str = "a number of pawns (`= 0`, `>= 1.5`, `< -2`, `-1..1`)";
        let read = |word: &str| signed(word, decimals).ok_or_else(|| unexpected(word, EXPECTED));
        let word = self.next(EXPECTED)?;
        if let Some((min, max)) = word.split_once("..") {
            let range = SignedRange { min: read(min)?, max: read(max)? };
            return if range.min <= range.max { Ok(range) } else { Err(LanguageError::Reversed(word.to_owned())) };
        }
        if !is_sign(word) {
            let number = read(word)?;
            return Ok(SignedRange { min: number, max: number });
        }
        let bound = read(self.next(EXPECTED)?)?;
        Ok(match word {
            "=" => SignedRange { min: bound, max: bound },
            ">=" => SignedRange { min: bound, max: i32::MAX },
            ">" => SignedRange { min: bound + 1, max: i32::MAX },
            "<=" => SignedRange { min: i32::MIN, max: bound },
            _ => SignedRange { min: i32::MIN, max: bound - 1 },
        })
    }
}

/// Decimals of what is counted in pawns, and in hundredths of a pawn.
const WHOLE: usize = 0;
const HUNDREDTHS: usize = 2;
/// Most digits before the decimal point.
const MOST_DIGITS: usize = 5;

/// A range from White's view.
fn seen_by(side: Color, range: SignedRange) -> SignedRange {
    if side.is_white() { range } else { range.mirrored() }
}

/// "-1.5" as −150 where two decimals are kept.
fn signed(word: &str, decimals: usize) -> Option<i32> {
    let is_below = word.starts_with(['-', '\u{2212}']);
    let digits = word.trim_start_matches(['-', '+', '\u{2212}']);
    if word.chars().count() > digits.chars().count() + 1 {
        return None;
    }
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
    if whole.is_empty() || whole.len() > MOST_DIGITS || part.len() > decimals || !are_digits(whole) || !are_digits(part)
    {
        return None;
    }
    let number: i32 = format!("{whole}{part:0<decimals$}").parse().ok()?;
    Some(if is_below { -number } else { number })
}

fn is_sign(word: &str) -> bool {
    matches!(word, "=" | ">=" | ">" | "<=" | "<")
}

fn number(word: &str) -> Result<u32, LanguageError> {
    word.parse().map_err(|_| unexpected(word, "a whole number"))
}

/// `Some(None)` for all kinds together.
fn role(word: &str) -> Option<Option<Role>> {
    if matches!(word, "pieces" | "piece" | "men" | "man") {
        return Some(None);
    }
    let singular = word.strip_suffix('s').unwrap_or(word);
    Role::ALL.into_iter().find(|role| format!("{role:?}").to_lowercase() == singular).map(Some)
}
