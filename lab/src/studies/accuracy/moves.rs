//! The agreement of a ranking of the legal moves with the moves that were played.

use std::collections::HashMap;

use super::report::GroupAccuracy;

/// No move is taken to be less probable than this: a single one must not outweigh all others.
const LEAST_PROBABILITY: f32 = 1e-6;

/// Positions of one game, and how often its most probable move was played.
#[derive(Clone, Copy, Debug, Default)]
struct OfGame {
    right: u32,
    positions: u32,
}

/// The moves that nets rank, of one group of positions.
#[derive(Clone, Debug, Default)]
pub struct MoveCounts {
    /// The number of times the played move was the first, among the first three, among the first five.
    among: [u64; 3],
    /// Sum of −ln of the probabilities of the moves that were played.
    loss: f64,
    games: HashMap<u32, OfGame>,
}

/// The numbers of moves that count as the first few.
const FIRST: [usize; 3] = [1, 3, 5];

impl MoveCounts {
    /// The played move stood at `rank`, from 0, in a position of game number `game`.
    pub fn add(&mut self, rank: usize, probability: f32, game: u32) {
        for (count, first) in self.among.iter_mut().zip(FIRST) {
            *count += u64::from(rank < first);
        }
        self.loss -= f64::from(probability.max(LEAST_PROBABILITY).ln());
        let of_game = self.games.entry(game).or_default();
        of_game.right += u32::from(rank == 0);
        of_game.positions += 1;
    }

    pub fn merge(&mut self, other: MoveCounts) {
        self.among.iter_mut().zip(other.among).for_each(|(mine, theirs)| *mine += theirs);
        self.loss += other.loss;
        for (game, theirs) in other.games {
            let mine = self.games.entry(game).or_default();
            mine.right += theirs.right;
            mine.positions += theirs.positions;
        }
    }

    pub fn accuracy(&self) -> GroupAccuracy {
        let positions: u64 = self.games.values().map(|of_game| u64::from(of_game.positions)).sum();
        let all = positions.max(1) as f64;
        let [top1, top3, top5] = self.among.map(|count| count as f64 / all);
        // The positions of a game are no independent samples: their deviations are added up first.
        let deviation = |of_game: &OfGame| f64::from(of_game.right) - top1 * f64::from(of_game.positions);
        let squares = self.games.values().fold(0.0, |sum, of_game| sum + deviation(of_game).powi(2));
        GroupAccuracy {
            top1,
            top1_error: squares.sqrt() / all,
            top3,
            top5,
            negative_log_likelihood: self.loss / all,
            positions,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_counts_games_and_not_positions() {
        let counted = |games: [u32; 8]| {
            let mut counts = MoveCounts::default();
            for (index, game) in games.into_iter().enumerate() {
                counts.add(if index < 4 { 0 } else { 4 }, 0.5, game);
            }
            counts.accuracy()
        };
        let apart = counted([0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!((apart.top1, apart.top3, apart.top5, apart.positions), (0.5, 0.5, 1.0, 8));
        assert!((apart.top1_error - (0.25_f64 / 8.0).sqrt()).abs() < 1e-12);
        assert!((apart.negative_log_likelihood - 0.5_f64.recip().ln()).abs() < 1e-6);
        // Two games, one right throughout and one wrong: as two samples.
        let together = counted([0, 0, 0, 0, 1, 1, 1, 1]);
        assert!((together.top1_error - (0.25_f64 / 2.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn parts_of_a_game_that_are_merged_count_as_one_game() {
        let (mut first, mut second) = (MoveCounts::default(), MoveCounts::default());
        first.add(0, 1.0, 7);
        second.add(3, 0.0, 7);
        first.merge(second);
        let found = first.accuracy();
        assert_eq!((found.top1, found.top1_error, found.positions), (0.5, 0.0, 2));
    }
}
