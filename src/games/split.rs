//! The split into samples that a net is trained on and those that only measure it.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::Color::White;

use crate::chess::hash::fnv1a;
use crate::chess::view::seen_move;
use crate::games::pgn::PgnGame;

/// The part of the split that a sample belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Train,
    /// Decides when training stops.
    Validation,
    /// Not used until the published figures are measured.
    Test,
}

impl Part {
    pub const ALL: [Part; 3] = [Part::Train, Part::Validation, Part::Test];

    pub const fn name(self) -> &'static str {
        match self {
            Part::Train => "train",
            Part::Validation => "validation",
            Part::Test => "test",
        }
    }
}

/// The unit that is assigned to a part as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// All positions of a game go to one part.
    Game,
    /// Each position on its own: its neighbours in the game may belong to other parts (as Griffiths and Kumar split,
    /// for comparison).
    Position,
}

impl Unit {
    /// As the option `--split` has it.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// A split that depends on the seed and on the game's moves alone: the order of the files does not matter, and a game
/// that occurs twice is in the same part both times.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    pub unit: Unit,
    /// Shares of all units, from 0 to 1.
    pub validation: f64,
    pub test: f64,
    pub seed: u64,
}

impl Split {
    /// The parts of a game's positions, one after another without end. `game` is a number for the game: [`of_moves`],
    /// [`of_name`].
    pub fn parts(self, game: u64) -> impl Iterator<Item = Part> {
        let mut rng = StdRng::seed_from_u64(self.seed ^ game);
        let of_game = self.sample(&mut rng);
        std::iter::from_fn(move || {
            Some(match self.unit {
                Unit::Game => of_game,
                Unit::Position => self.sample(&mut rng),
            })
        })
    }

    fn sample(self, rng: &mut StdRng) -> Part {
        match rng.random::<f64>() {
            x if x < self.test => Part::Test,
            x if x < self.test + self.validation => Part::Validation,
            _ => Part::Train,
        }
    }
}

/// A number for a game by its moves.
pub fn of_moves(game: &PgnGame) -> u64 {
    fnv1a(game.moves.iter().flat_map(|&mv| {
        let (from, to) = seen_move(White, White, mv);
        [from as u8, to as u8]
    }))
}

/// A number for a game by its name.
pub fn of_name(name: &str) -> u64 {
    fnv1a(name.bytes())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::pgn::PgnReader;

    fn games(text: &str) -> Vec<PgnGame> {
        PgnReader::new(Cursor::new(text.as_bytes().to_vec())).unwrap().map(Result::unwrap).collect()
    }

    fn split(unit: Unit, seed: u64) -> Split {
        Split { unit, validation: 0.25, test: 0.25, seed }
    }

    #[test]
    fn all_positions_of_a_game_are_in_one_part_whatever_its_tags() {
        let games = games("[White \"A\"]\n\ne4 e5 Nf3 *\n\n[White \"B\"]\n\ne4 e5 Nf3 *\n\n");
        for seed in 0..50 {
            let parts: Vec<Vec<Part>> =
                games.iter().map(|game| split(Unit::Game, seed).parts(of_moves(game)).take(20).collect()).collect();
            assert_eq!(parts[0], parts[1]);
            assert!(parts[0].iter().all(|part| *part == parts[0][0]));
        }
    }

    #[test]
    fn both_units_keep_the_shares() {
        let game = &games("d4 d5 c4 *\n\n")[0];
        let by_position: Vec<Part> = split(Unit::Position, 3).parts(of_moves(game)).take(4000).collect();
        let by_game: Vec<Part> =
            (0..4000).filter_map(|seed| split(Unit::Game, seed).parts(of_moves(game)).next()).collect();
        for parts in [by_position, by_game] {
            let share = |wanted| parts.iter().filter(|part| **part == wanted).count() as f64 / 4000.0;
            assert!(
                (share(Part::Test) - 0.25).abs() < 0.03 && (share(Part::Validation) - 0.25).abs() < 0.03,
                "{}",
                share(Part::Test)
            );
        }
    }
}
