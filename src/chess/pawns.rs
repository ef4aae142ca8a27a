//! Pawns on their way to given squares, with as few captures as possible.

use shakmaty::{Bitboard, Color, Rank, Square, attacks};

use super::assignment::cheapest_assignment;

/// More than the moves of eight pawns together: fewer captures come before fewer moves.
const CAPTURE: u32 = 64;

/// One pawn's way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PawnJourney {
    pub side: Color,
    pub from: Square,
    pub to: Square,
}

/// The ways of all pawns of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PawnPlan {
    /// The ways of the pawns that move.
    pub journeys: Vec<PawnJourney>,
    /// Pawns for which no square is left: they are captured, or promote.
    pub left: Bitboard,
}

/// The rank on which the pawns of a side begin.
pub fn pawn_rank(side: Color) -> Rank {
    side.fold_wb(Rank::Second, Rank::Seventh)
}

impl PawnJourney {
    /// Ranks to go; `None` where the square lies behind the pawn.
    fn ranks(self) -> Option<u32> {
        let (from, to) = (self.from.rank() as i32, self.to.rank() as i32);
        u32::try_from(self.side.fold_wb(to - from, from - to)).ok()
    }

    /// Captures, one for each file.
    pub fn captures(self) -> u32 {
        self.from.file().distance(self.to.file())
    }

    /// The fewest moves: a pawn that has not moved may advance two squares where it need not capture at once.
    pub fn moves(self) -> u32 {
        let ranks = self.from.rank().distance(self.to.rank());
        let twice = self.from.rank() == pawn_rank(self.side) && ranks >= self.captures() + 2;
        ranks - u32::from(twice)
    }

    /// Returns true if a pawn can go this way on an empty board.
    fn is_possible(self) -> bool {
        self.ranks().is_some_and(|ranks| self.captures() <= ranks)
    }

    /// Returns true if it goes straight ahead through one of these squares.
    pub fn is_blocked(self, squares: Bitboard) -> bool {
        self.captures() == 0 && attacks::between(self.from, self.to).intersects(squares)
    }

    /// Returns true if two pawns of different sides would have to pass each other on one file.
    pub fn crosses(self, other: PawnJourney) -> bool {
        let straight = self.captures() == 0 && other.captures() == 0 && self.from.file() == other.from.file();
        straight && (self.from < other.from) != (self.to < other.to)
    }

    /// The squares on which its captures can take place.
    pub fn capture_squares(self) -> Bitboard {
        let (files, ranks) = (self.captures(), self.ranks().unwrap_or_default());
        let file_step: i32 = if self.to.file() > self.from.file() { 1 } else { -1 };
        let square = |file: u32, rank: u32| {
            let step = 8 * self.side.fold_wb(1, -1) * rank as i32 + file_step * file as i32;
            Square::try_from(self.from.to_u32() as i32 + step).ok()
        };
        // After so many captures the pawn has advanced at least as many ranks, and as many are left as captures are.
        (1..=files).flat_map(|file| (file..=ranks + file - files).filter_map(move |rank| square(file, rank))).collect()
    }
}

impl PawnPlan {
    /// Sends pawns of a side from squares to squares with the fewest captures, and of these with the fewest moves.
    /// `allows` may exclude journeys. `None` where it cannot be done.
    ///
    /// ```
    /// use motley::chess::pawns::PawnPlan;
    /// use shakmaty::{Bitboard, Color, Square};
    ///
    /// let from = Bitboard::from(Square::D2) | Bitboard::from(Square::E2);
    /// let to = |square: Square| PawnPlan::new(Color::White, from, Bitboard::from(square), |_| true);
    /// let plan = to(Square::F4).unwrap();
    /// assert_eq!((plan.captures(), plan.moves(), plan.left), (1, 2, Bitboard::from(Square::D2)));
    /// assert_eq!(to(Square::G3), None, "two files in one rank");
    /// ```
    pub fn new(side: Color, from: Bitboard, to: Bitboard, allows: impl Fn(PawnJourney) -> bool) -> Option<PawnPlan> {
        let (pawns, squares): (Vec<Square>, Vec<Square>) = (from.into_iter().collect(), to.into_iter().collect());
        if squares.len() > pawns.len() {
            return None;
        }
        let journey = |square: usize, pawn: usize| PawnJourney { side, from: pawns[pawn], to: squares[square] };
        let cost = |square: usize, pawn: usize| {
            let journey = journey(square, pawn);
            (journey.is_possible() && allows(journey)).then(|| CAPTURE * journey.captures() + journey.moves())
        };
        let assigned = cheapest_assignment(squares.len(), pawns.len(), cost)?;
        let left = assigned.iter().fold(from, |left, &pawn| left.without(pawns[pawn]));
        let journeys = assigned.into_iter().enumerate().map(|(square, pawn)| journey(square, pawn));
        Some(PawnPlan { journeys: journeys.filter(|journey| journey.from != journey.to).collect(), left })
    }

    /// Captures of all pawns together.
    pub fn captures(&self) -> u32 {
        self.journeys.iter().map(|journey| journey.captures()).sum()
    }

    /// Moves of all pawns together.
    pub fn moves(&self) -> u32 {
        self.journeys.iter().map(|journey| journey.moves()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journey(side: Color, from: Square, to: Square) -> PawnJourney {
        PawnJourney { side, from, to }
    }

    #[test]
    fn a_pawn_advances_twice_at_first_unless_it_captures_at_once() {
        let moves = |from, to| journey(Color::White, from, to).moves();
        assert_eq!((moves(Square::E2, Square::E4), moves(Square::E3, Square::E5)), (1, 2));
        assert_eq!(
            (moves(Square::E2, Square::F4), moves(Square::E2, Square::F5), moves(Square::E2, Square::G4)),
            (2, 2, 2)
        );
        assert_eq!(journey(Color::Black, Square::C7, Square::C5).moves(), 1);
    }

    #[test]
    fn captures_take_place_where_the_rest_of_the_way_is_still_possible() {
        let squares = journey(Color::White, Square::E2, Square::F4).capture_squares();
        assert_eq!(squares, Bitboard::from(Square::F3) | Bitboard::from(Square::F4));
        let squares = journey(Color::Black, Square::C7, Square::A5).capture_squares();
        assert_eq!(squares, Bitboard::from(Square::B6) | Bitboard::from(Square::A5));
    }

    #[test]
    fn pawns_of_one_file_do_not_pass_each_other() {
        let white = |from, to| journey(Color::White, from, to);
        let black = |from, to| journey(Color::Black, from, to);
        assert!(white(Square::D2, Square::D4).crosses(black(Square::D7, Square::D3)));
        assert!(!white(Square::D2, Square::D4).crosses(black(Square::D7, Square::D5)));
        assert!(!white(Square::D2, Square::E4).crosses(black(Square::D7, Square::D3)), "the other has left the file");
        assert!(white(Square::D2, Square::D5).is_blocked(Square::D3.into()));
    }
}
