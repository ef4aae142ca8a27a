//! The number of queens, rooks, bishops, knights and pawns of one side: the constraint of Petrželka, *Generating valid
//! chess positions using AI methods*, section 1.1.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Board, ByRole, Color, Role};
use thiserror::Error;

/// The roles in Petrželka's order.
pub const ROLES: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The pieces of a side at the start of the game, which are also the most that Petrželka's constraints ask for.
pub const FULL: [u8; 5] = [1, 2, 2, 2, 8];

/// Counts of queens, rooks, bishops, knights and pawns: Petrželka's (Q, R, B, N, P).
///
/// ```
/// use motley::chess::PieceCount;
/// use shakmaty::{Board, Color};
///
/// let start = PieceCount::of(&Board::new(), Color::White);
/// assert_eq!(start.to_string(), "1,2,2,2,8");
/// let asked: PieceCount = "1,2,2,1,7".parse().unwrap();
/// assert_eq!(asked.difference(start), [0, 0, 0, 1, 1]);
/// assert_eq!((asked.distance(start), asked.men()), (2, 13));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceCount(pub [u8; 5]);

/// Why a text is no constraint.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CountError {
    #[error(
        "a constraint is five numbers for queens, rooks, bishops, knights and pawns, like 1,2,2,1,8; `{0}` is none"
    )]
    Form(String),
    #[error("{count} {name} are asked for: without promotions at most {most} are possible")]
    TooMany { count: u32, name: &'static str, most: u8 },
}

impl PieceCount {
    /// The number of constraints: 2 × 3 × 3 × 3 × 9.
    pub const NUMBER: usize = 486;

    /// The seventeen that Petrželka examined, in the order of table 3.2.
    pub const SEVENTEEN: [PieceCount; 17] = [
        PieceCount([1, 2, 2, 2, 7]),
        PieceCount([1, 2, 2, 1, 8]),
        PieceCount([1, 2, 1, 2, 8]),
        PieceCount([0, 2, 2, 2, 8]),
        PieceCount([1, 2, 2, 1, 7]),
        PieceCount([1, 2, 1, 2, 7]),
        PieceCount([0, 2, 2, 2, 7]),
        PieceCount([1, 2, 1, 1, 7]),
        PieceCount([1, 2, 2, 0, 7]),
        PieceCount([1, 2, 0, 2, 7]),
        PieceCount([1, 1, 2, 2, 8]),
        PieceCount([1, 2, 2, 2, 6]),
        PieceCount([1, 2, 1, 1, 8]),
        PieceCount([1, 2, 2, 2, 5]),
        PieceCount([1, 2, 1, 1, 6]),
        PieceCount([1, 2, 2, 0, 6]),
        PieceCount([1, 2, 0, 2, 6]),
    ];

    /// The pieces of one side on a board. More than [`FULL`] is possible here: promotions.
    pub fn of(board: &Board, side: Color) -> PieceCount {
        let has: ByRole<u8> = board.material_side(side);
        PieceCount(ROLES.map(|role| *has.get(role)))
    }

    /// All constraints of Petrželka's definition, from no pieces to all.
    pub fn all() -> impl Iterator<Item = PieceCount> {
        (0..PieceCount::NUMBER).map(PieceCount::from_index)
    }

    /// The number of this constraint among [`PieceCount::all`]; `None` where there are more pieces than at the start.
    pub fn index(self) -> Option<usize> {
        let possible = self.0.iter().zip(FULL).all(|(&count, most)| count <= most);
        possible.then(|| {
            self.0
                .iter()
                .zip(FULL)
                .fold(0, |index, (&count, most)| index * (usize::from(most) + 1) + usize::from(count))
        })
    }

    /// The constraint with a number below [`PieceCount::NUMBER`].
    pub fn from_index(mut index: usize) -> PieceCount {
        let mut counts = [0; 5];
        for (count, most) in counts.iter_mut().zip(FULL).rev() {
            let choices = usize::from(most) + 1;
            *count = (index % choices) as u8;
            index /= choices;
        }
        PieceCount(counts)
    }

    /// Pieces that a side has beyond this constraint (positive), or lacks (negative), kind by kind.
    pub fn difference(self, has: PieceCount) -> [i8; 5] {
        std::array::from_fn(|kind| has.0[kind] as i8 - self.0[kind] as i8)
    }

    /// The k of Petrželka's k-PDR: the number of pieces that a side has too many and too few, together.
    pub fn distance(self, has: PieceCount) -> u8 {
        self.difference(has).iter().map(|difference| difference.unsigned_abs()).sum()
    }

    /// The number of pieces, the king not counted.
    pub fn men(self) -> u8 {
        self.0.iter().sum()
    }
}

impl fmt::Display for PieceCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [queens, rooks, bishops, knights, pawns] = self.0;
        write!(f, "{queens},{rooks},{bishops},{knights},{pawns}")
    }
}

impl FromStr for PieceCount {
    type Err = CountError;

    /// Reads "1,2,2,1,8"; brackets and spaces are allowed, as Petrželka prints them.
    fn from_str(text: &str) -> Result<PieceCount, CountError> {
        const NAMES: [&str; 5] = ["queens", "rooks", "bishops", "knights", "pawns"];
        let form = || CountError::Form(text.to_owned());
        let inner = text.trim().trim_start_matches('(').trim_end_matches(')');
        let counts: Option<Vec<u32>> = inner.split(',').map(|count| count.trim().parse().ok()).collect();
        let counts: [u32; 5] = counts.and_then(|counts| counts.try_into().ok()).ok_or_else(form)?;
        for ((count, name), most) in counts.into_iter().zip(NAMES).zip(FULL) {
            if count > u32::from(most) {
                return Err(CountError::TooMany { count, name, most });
            }
        }
        Ok(PieceCount(counts.map(|count| count as u8)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constraint_has_its_own_number() {
        let all: Vec<PieceCount> = PieceCount::all().collect();
        assert_eq!((all[0], all[485]), (PieceCount([0; 5]), PieceCount(FULL)));
        for (index, count) in all.iter().enumerate() {
            assert_eq!(count.index(), Some(index));
            assert_eq!(count.to_string().parse(), Ok(*count));
        }
        assert_eq!(PieceCount([2, 2, 2, 2, 7]).index(), None);
        assert!(PieceCount::SEVENTEEN.iter().all(|count| count.index().is_some()));
    }

    #[test]
    fn counts_and_differences_are_those_of_the_published_example() {
        let full = PieceCount::of(&Board::new(), Color::White);
        assert_eq!(full, PieceCount(FULL));
        // Petrželka's example, section 6.1: (1, 1, 0, 2, 3) on the board, (1, 0, 1, 1, 1) asked for.
        let (asked, has) = (PieceCount([1, 0, 1, 1, 1]), PieceCount([1, 1, 0, 2, 3]));
        assert_eq!(asked.difference(has), [0, 1, -1, 1, 2]);
        assert_eq!(asked.distance(has), 5);
    }

    #[test]
    fn texts_that_are_none() {
        for text in ["", "1,2,2,1", "1,2,2,1,8,0", "1,2,-2,1,8", "a,b,c,d,e", "1 2 2 1 8", "1,2,2,1,8.5"] {
            assert_eq!(text.parse::<PieceCount>(), Err(CountError::Form(text.to_owned())), "{text}");
        }
        assert_eq!("(0, 2, 2, 2, 8)".parse(), Ok(PieceCount([0, 2, 2, 2, 8])));
        let nine = "1,2,2,2,9".parse::<PieceCount>().unwrap_err();
        assert_eq!(nine.to_string(), "9 pawns are asked for: without promotions at most 8 are possible");
    }
}
