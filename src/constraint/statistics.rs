//! Statistics of the games that meet a constraint: results, plies, squares, openings.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use shakmaty::{Color, Outcome, Role, Square};

use super::meetings::Meeting;

/// The end of a game, from one side's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    Won,
    Drawn,
    Lost,
    /// No result is known.
    Open,
}

impl GameEnd {
    pub fn of(outcome: Outcome, side: Color) -> GameEnd {
        match outcome.known().map(|known| known.winner()) {
            None => GameEnd::Open,
            Some(None) => GameEnd::Drawn,
            Some(Some(winner)) if winner == side => GameEnd::Won,
            Some(Some(_)) => GameEnd::Lost,
        }
    }
}

/// Games by their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub open: u32,
}

impl Ends {
    pub fn count(&mut self, end: GameEnd) {
        *match end {
            GameEnd::Won => &mut self.won,
            GameEnd::Drawn => &mut self.drawn,
            GameEnd::Lost => &mut self.lost,
            GameEnd::Open => &mut self.open,
        } += 1;
    }

    pub fn merge(&mut self, other: Ends) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.open += other.open;
    }

    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost + self.open
    }

    /// Wins among the games that somebody won, from 0 to 1; `None` where there are none. The numbers of Petrželka's
    /// figure 3.4 are rather those of wins among all games.
    pub fn win_rate(self) -> Option<f64> {
        let decisive = self.won + self.lost;
        (decisive > 0).then(|| f64::from(self.won) / f64::from(decisive))
    }
}

/// The number of times that something happened after each number of plies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HalfMoves(Vec<u32>);

impl HalfMoves {
    fn count(&mut self, half_moves: usize) {
        if self.0.len() <= half_moves {
            self.0.resize(half_moves + 1, 0);
        }
        self.0[half_moves] += 1;
    }

    fn total(&self) -> u64 {
        self.0.iter().map(|&count| u64::from(count)).sum()
    }

    /// The numbers of plies that occur, rising, with their counts.
    pub fn counts(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.0.iter().copied().enumerate().filter(|&(_, count)| count > 0)
    }

    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.counts().map(|(half_moves, count)| half_moves as f64 * f64::from(count)).sum();
        let total = self.total();
        (total > 0).then(|| sum / total as f64)
    }

    /// The middle number, or the mean of the two in the middle.
    pub fn median(&self) -> Option<f64> {
        let last = self.total().checked_sub(1)?;
        Some((self.at(last / 2) as f64 + self.at(last.div_ceil(2)) as f64) / 2.0)
    }

    /// The number of plies at the place `rank` among all in rising order.
    fn at(&self, rank: u64) -> usize {
        let mut seen = 0;
        let reaches = |&(_, count): &(usize, u32)| {
            seen += u64::from(count);
            seen > rank
        };
        self.counts().find(reaches).map_or(0, |(half_moves, _)| half_moves)
    }
}

/// Games in which a kind of piece stood on a square when the constraint was met.
#[derive(Clone, Debug, Default)]
pub struct SquareStatistics {
    pub ends: Ends,
    pub half_moves: HalfMoves,
}

/// All about one constraint. Its size is bounded by squares, plies and openings, and does not grow with the games.
#[derive(Clone, Debug)]
pub struct ConstraintStatistics {
    pub ends: Ends,
    pub half_moves: HalfMoves,
    places: Vec<SquareStatistics>,
    /// Games by place and opening.
    openings: FxHashMap<(u16, Opening), u32>,
}

/// The number of an opening in [`Openings`].
pub type Opening = u32;

impl Default for ConstraintStatistics {
    fn default() -> ConstraintStatistics {
        let places = vec![SquareStatistics::default(); Role::ALL.len() * 64];
        ConstraintStatistics {
            ends: Ends::default(),
            half_moves: HalfMoves::default(),
            places,
            openings: FxHashMap::default(),
        }
    }
}

impl ConstraintStatistics {
    pub fn count(&mut self, meeting: &Meeting, end: GameEnd, opening: Option<Opening>) {
        self.ends.count(end);
        self.half_moves.count(meeting.half_moves);
        for role in Role::ALL {
            for square in *meeting.men.get(role) {
                let number = number(role, square);
                self.places[number].ends.count(end);
                self.places[number].half_moves.count(meeting.half_moves);
                if let Some(opening) = opening {
                    *self.openings.entry((number as u16, opening)).or_default() += 1;
                }
            }
        }
    }

    /// The place of a kind of piece on a square.
    pub fn place(&self, role: Role, square: Square) -> &SquareStatistics {
        &self.places[number(role, square)]
    }

    /// The number of times a kind of piece stood anywhere: two rooks count twice a game.
    pub fn placements(&self, role: Role) -> u64 {
        Square::ALL.into_iter().map(|square| u64::from(self.place(role, square).ends.games())).sum()
    }

    /// The commonest opening of each place with its games; among equals, the first by name.
    pub fn commonest_openings(&self, openings: &Openings) -> FxHashMap<(Role, Square), (String, u32)> {
        let mut best: FxHashMap<u16, (u32, Reverse<&str>)> = FxHashMap::default();
        for (&(place, opening), &games) in &self.openings {
            let candidate = (games, Reverse(openings.name(opening)));
            best.entry(place).and_modify(|known| *known = candidate.max(*known)).or_insert(candidate);
        }
        best.into_iter()
            .map(|(place, (games, Reverse(name)))| (role_and_square(place), (name.to_owned(), games)))
            .collect()
    }
}

fn number(role: Role, square: Square) -> usize {
    (usize::from(role) - 1) * 64 + square.to_usize()
}

fn role_and_square(number: u16) -> (Role, Square) {
    (Role::ALL[usize::from(number) / 64], Square::new(u32::from(number) % 64))
}

/// Names of openings, each kept once.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    names: Vec<String>,
    numbers: FxHashMap<String, Opening>,
}

impl Openings {
    pub fn number(&mut self, name: &str) -> Opening {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let number = self.names.len() as Opening;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    pub fn name(&self, opening: Opening) -> &str {
        &self.names[opening as usize]
    }

    /// All names by their numbers.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::{Board, ByRole};

    use super::*;

    fn at_start(half_moves: usize) -> Meeting {
        let board = Board::new();
        let men = ByRole::new_with(|role| board.by_role(role) & board.by_color(Color::White));
        Meeting { slot: 0, half_moves, men }
    }

    proptest! {
        #[test]
        fn mean_and_median_are_those_of_the_sorted_numbers(mut numbers in prop::collection::vec(0_usize..300, 1..50)) {
            let mut half_moves = HalfMoves::default();
            numbers.iter().for_each(|&number| half_moves.count(number));
            numbers.sort_unstable();
            let (low, high) = (numbers[(numbers.len() - 1) / 2], numbers[numbers.len() / 2]);
            prop_assert_eq!(half_moves.median(), Some((low + high) as f64 / 2.0));
            let mean = numbers.iter().sum::<usize>() as f64 / numbers.len() as f64;
            prop_assert!((half_moves.mean().unwrap() - mean).abs() < 1e-9);
        }
    }

    #[test]
    fn without_games_there_is_no_mean_no_median_and_no_rate() {
        let statistics = ConstraintStatistics::default();
        assert_eq!(
            (statistics.half_moves.mean(), statistics.half_moves.median(), statistics.ends.win_rate()),
            (None, None, None)
        );
        assert_eq!(statistics.placements(Role::Queen), 0);
    }

    #[test]
    fn draws_and_open_games_do_not_move_the_win_rate() {
        let mut statistics = ConstraintStatistics::default();
        for end in [GameEnd::Won, GameEnd::Won, GameEnd::Won, GameEnd::Lost, GameEnd::Drawn, GameEnd::Open] {
            statistics.count(&at_start(0), end, None);
        }
        assert_eq!(statistics.ends, Ends { won: 3, drawn: 1, lost: 1, open: 1 });
        assert_eq!(statistics.ends.win_rate(), Some(0.75));
    }

    #[test]
    fn every_man_has_its_place() {
        let mut statistics = ConstraintStatistics::default();
        statistics.count(&at_start(4), GameEnd::Won, None);
        statistics.count(&at_start(6), GameEnd::Lost, None);
        assert_eq!(Role::ALL.map(|role| statistics.placements(role)), [16, 4, 4, 4, 2, 2]);
        let king = statistics.place(Role::King, Square::E1);
        assert_eq!((king.ends.games(), king.half_moves.mean()), (2, Some(5.0)));
        assert_eq!(statistics.place(Role::King, Square::E8).ends.games(), 0);
    }

    #[test]
    fn the_commonest_opening_wins_and_equals_are_sorted_by_name() {
        let mut openings = Openings::default();
        let mut statistics = ConstraintStatistics::default();
        for name in ["C25", "B00", "A00", "C25", "B00"] {
            let opening = openings.number(name);
            statistics.count(&at_start(0), GameEnd::Won, Some(opening));
        }
        assert_eq!(statistics.commonest_openings(&openings)[&(Role::Queen, Square::D1)], ("B00".to_owned(), 2));
    }
}
