//! Conditions on positions: atoms, and how they are combined. Petrželka's (section 1.1) are the counts of one side's
//! men.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Position, Role, Square};

use crate::chess::PieceCount;

/// A position with what a condition may ask about the play that led there.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    pub position: &'a Chess,
    /// Half moves since the start of the game.
    pub ply: u32,
    /// The rating of players who play so, in Elo. `None` while the play is not judged: then every range holds.
    pub rating: Option<u32>,
}

impl<'a> Situation<'a> {
    /// A position whose play is not judged.
    pub fn new(position: &'a Chess, ply: u32) -> Situation<'a> {
        Situation { position, ply, rating: None }
    }
}

/// A condition that has no parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Atom {
    /// The number of one side's men in a region is in a range: `role` `None` counts all kinds.
    Count {
        side: Color,
        role: Option<Role>,
        region: Region,
        range: Range,
    },
    /// The right to castle, whether or not it is possible at once.
    Castle {
        side: Color,
        wing: CastlingSide,
    },
    /// This side is in check.
    Check(Color),
    Checkmate,
    Stalemate,
    /// This side is to move.
    Turn(Color),
    /// Half moves since the start.
    Ply(Range),
    /// The play is that of players with ratings in a range, in Elo.
    Rating(Range),
}

/// Whole numbers from the first to the last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub min: u32,
    pub max: u32,
}

impl Range {
    pub const fn exactly(number: u32) -> Range {
        Range { min: number, max: number }
    }

    pub const fn at_least(number: u32) -> Range {
        Range { min: number, max: u32::MAX }
    }

    pub fn contains(self, number: u32) -> bool {
        (self.min..=self.max).contains(&number)
    }

    /// The numbers outside: nothing, one range, or two.
    pub fn outside(self) -> Vec<Range> {
        let below = self.min.checked_sub(1).map(|max| Range { min: 0, max });
        let above = self.max.checked_add(1).map(Range::at_least);
        below.into_iter().chain(above).collect()
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.min, self.max) {
            (min, max) if min == max => write!(f, "= {min}"),
            (min, u32::MAX) => write!(f, ">= {min}"),
            (0, max) => write!(f, "<= {max}"),
            (min, max) => write!(f, "{min}..{max}"),
        }
    }
}

/// A part of the board, with the words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    pub squares: Bitboard,
    /// "on f5"; empty for the whole board.
    pub words: String,
}

impl Region {
    pub fn board() -> Region {
        Region { squares: Bitboard::FULL, words: String::new() }
    }

    pub fn is_board(&self) -> bool {
        self.squares == Bitboard::FULL
    }

    /// The only square, where there is just one.
    pub fn square(&self) -> Option<Square> {
        self.squares.single_square()
    }
}

impl Atom {
    pub fn holds(&self, situation: Situation) -> bool {
        let position = situation.position;
        match self {
            Atom::Count { side, role, region, range } => {
                let board = position.board();
                let men = role.map_or(board.by_color(*side), |role| board.by_color(*side) & board.by_role(role));
                range.contains((men & region.squares).count() as u32)
            }
            Atom::Castle { side, wing } => position.castles().has(*side, *wing),
            Atom::Check(side) => position.turn() == *side && position.is_check(),
            Atom::Checkmate => position.is_checkmate(),
            Atom::Stalemate => position.is_stalemate(),
            Atom::Turn(side) => position.turn() == *side,
            Atom::Ply(range) => range.contains(situation.ply),
            Atom::Rating(range) => situation.rating.is_none_or(|rating| range.contains(rating)),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: &Color| side.fold_wb("white", "black");
        match self {
            Atom::Count { side, role, region, range } => {
                let role = role.map_or_else(|| "men".to_owned(), |role| format!("{role:?}s").to_lowercase());
                let space = if region.words.is_empty() { "" } else { " " };
                write!(f, "{} {role}{space}{} {range}", name(side), region.words)
            }
            Atom::Castle { side, wing } => {
                write!(
                    f,
                    "{} can castle {}",
                    name(side),
                    if *wing == CastlingSide::KingSide { "short" } else { "long" }
                )
            }
            Atom::Check(side) => write!(f, "{} in check", name(side)),
            Atom::Checkmate => f.write_str("checkmate"),
            Atom::Stalemate => f.write_str("stalemate"),
            Atom::Turn(side) => write!(f, "{} to move", name(side)),
            Atom::Ply(range) => write!(f, "ply {range}"),
            Atom::Rating(range) => write!(f, "rating {range}"),
        }
    }
}

/// Atoms, combined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Is(Atom),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = |f: &mut fmt::Formatter<'_>, parts: &[Condition], between: &str| {
            for (index, part) in parts.iter().enumerate() {
                let between = if index == 0 { "" } else { between };
                match part {
                    Condition::Is(_) | Condition::Not(_) => write!(f, "{between}{part}")?,
                    Condition::All(_) | Condition::Any(_) => write!(f, "{between}({part})")?,
                }
            }
            Ok(())
        };
        match self {
            Condition::Is(atom) => atom.fmt(f),
            Condition::Not(inner) => match **inner {
                Condition::Is(_) => write!(f, "not {inner}"),
                _ => write!(f, "not ({inner})"),
            },
            Condition::All(all) => parts(f, all, " and "),
            Condition::Any(any) => parts(f, any, " or "),
        }
    }
}

impl Condition {
    pub fn holds(&self, situation: Situation) -> bool {
        match self {
            Condition::Is(atom) => atom.holds(situation),
            Condition::Not(inner) => !inner.holds(situation),
            Condition::All(parts) => parts.iter().all(|part| part.holds(situation)),
            Condition::Any(parts) => parts.iter().any(|part| part.holds(situation)),
        }
    }

    /// Whether the play has to be judged.
    pub fn asks_for_rating(&self) -> bool {
        match self {
            Condition::Is(atom) => matches!(atom, Atom::Rating(_)),
            Condition::Not(inner) => inner.asks_for_rating(),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().any(Condition::asks_for_rating),
        }
    }

    /// The piece count, where the condition is nothing else.
    pub fn as_count(&self) -> Option<PieceCount> {
        let Condition::All(parts) = self else { return None };
        let counts: Option<Vec<u8>> = parts
            .iter()
            .zip(crate::chess::ROLES)
            .map(|(part, required)| match part {
                Condition::Is(Atom::Count { side: Color::White, role: Some(role), region, range })
                    if *role == required && region.is_board() =>
                {
                    (range.min == range.max).then_some(range.min as u8)
                }
                _ => None,
            })
            .collect();
        counts.filter(|_| parts.len() == 5)?.try_into().ok().map(PieceCount)
    }
}

impl From<PieceCount> for Condition {
    /// Petrželka's constraint: White has exactly these men.
    fn from(count: PieceCount) -> Condition {
        side_has(Color::White, count)
    }
}

/// One side has exactly these men.
pub fn side_has(side: Color, count: PieceCount) -> Condition {
    let part = |(role, count): (Role, u8)| {
        Condition::Is(Atom::Count {
            side,
            role: Some(role),
            region: Region::board(),
            range: Range::exactly(u32::from(count)),
        })
    };
    Condition::All(crate::chess::ROLES.into_iter().zip(count.0).map(part).collect())
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    use super::*;

    fn condition(text: &str) -> Condition {
        text.parse().expect(text)
    }

    #[test]
    fn a_check_is_of_the_side_to_move() {
        let fen: Fen = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1".parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
        let holds = |text: &str| condition(text).holds(Situation::new(&position, 0));
        assert_eq!((holds("black in check"), holds("white in check"), holds("check")), (true, false, true));
    }

    #[test]
    fn a_rating_is_asked_for_at_any_depth() {
        for (text, expected) in [
            ("rating 1500..2000", true),
            ("not rating 1500..2000", true),
            ("checkmate or (1,2,2,1,7 and not (rating > 2000))", true),
            ("not (checkmate or ply 3..9)", false),
        ] {
            assert_eq!(condition(text).asks_for_rating(), expected, "{text}");
        }
    }

    #[test]
    fn a_rating_bounds_only_play_that_is_judged() {
        let start = Chess::default();
        let holds = |rating| condition("rating 1500..2000").holds(Situation { rating, ..Situation::new(&start, 0) });
        assert_eq!([None, Some(1499), Some(1500), Some(2000), Some(2001)].map(holds), [true, false, true, true, false]);
    }

    #[test]
    fn only_five_exact_counts_of_white_are_a_piece_count() {
        let four = "rooks = 2 and bishops = 2 and knights = 2 and pawns = 8";
        assert_eq!(condition(&format!("queens = 1 and {four}")).as_count(), Some(PieceCount([1, 2, 2, 2, 8])));
        for other in ["queens >= 1 and ", "queens 0..1 and ", "black queens = 1 and ", "queen on d1 = 1 and ", ""] {
            assert_eq!(condition(&format!("{other}{four}")).as_count(), None, "{other}");
        }
        assert_eq!(condition(&format!("queens = 1 and {four} and check")).as_count(), None);
    }
}
