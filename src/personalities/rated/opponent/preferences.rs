//! The differences between a player's choice and that of others of his rating: weights that are added to those of
//! [`crate::personalities::rated::weights`], fitted to his games.

use shakmaty::{Chess, Move, Position as _};

use super::habits::{HabitKeys, Habits, KINDS};
use crate::chess::view::seen_move;
use crate::personalities::rated::features::{FEATURES, lateness};

/// Kinds of pieces times squares.
const SQUARES: usize = 6 * 64;
/// Numbers of a move that have a weight for all positions and one more for endgames.
const DENSE: usize = FEATURES + KINDS;
/// The number of weights: for the numbers of a move, for them in endgames, for piece and target, piece and origin.
pub const PARAMETERS: usize = 2 * DENSE + 2 * SQUARES;

/// The numbers that the weights are multiplied with, for one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveNumbers {
    /// As [`crate::personalities::rated::features`], then [`Habits::numbers`].
    pub dense: [f32; DENSE],
    /// Piece and target, piece and origin, in the mover's view.
    pub squares: [u16; 2],
}

impl MoveNumbers {
    /// The numbers of moves of one position; games of `without` are left out of the habits.
    pub fn of(
        position: &Chess,
        last: &[Move],
        moves: &[Move],
        described: &[[f32; FEATURES]],
        habits: &Habits,
        without: Option<&Habits>,
    ) -> Vec<MoveNumbers> {
        let (turn, situation) = (position.turn(), HabitKeys::of(position, last));
        let of_move = |(&mv, features): (&Move, &[f32; FEATURES])| {
            let mut dense = [0.0; DENSE];
            dense[..FEATURES].copy_from_slice(features);
            dense[FEATURES..].copy_from_slice(&habits.numbers(&situation, turn, mv, without));
            let (from, to) = seen_move(turn, turn, mv);
            let man = (mv.role() as u16 - 1) * 64;
            MoveNumbers { dense, squares: [man + to as u16, man + from as u16] }
        };
        moves.iter().zip(described).map(of_move).collect()
    }

    /// The sum that the weights add to the logarithm of the move's probability.
    pub fn logit(&self, weights: &[f32], lateness: f32) -> f32 {
        let (always, late) = weights[..2 * DENSE].split_at(DENSE);
        let sum = |weights: &[f32]| self.dense.iter().zip(weights).map(|(x, w)| x * w).sum::<f32>();
        sum(always) + lateness * sum(late) + self.places().iter().map(|&place| weights[place]).sum::<f32>()
    }

    /// Adds the derivative of [`MoveNumbers::logit`] by the weights, times `factor`.
    pub fn add_gradient(&self, factor: f32, lateness: f32, gradient: &mut [f32]) {
        let (always, late) = gradient[..2 * DENSE].split_at_mut(DENSE);
        for ((number, always), late) in self.dense.iter().zip(always).zip(late) {
            *always += factor * number;
            *late += factor * lateness * number;
        }
        for place in self.places() {
            gradient[place] += factor;
        }
    }

    fn places(&self) -> [usize; 2] {
        [2 * DENSE + usize::from(self.squares[0]), 2 * DENSE + SQUARES + usize::from(self.squares[1])]
    }
}

/// The weights, and the habits that they refer to.
#[derive(Clone, Debug, PartialEq)]
pub struct Preferences {
    /// [`PARAMETERS`] many.
    pub weights: Vec<f32>,
    pub habits: Habits,
}

impl Preferences {
    /// Adds the player's preferences to the logarithms of the moves' probabilities.
    pub fn adjust(
        &self,
        position: &Chess,
        last: &[Move],
        moves: &[Move],
        described: &[[f32; FEATURES]],
        logits: &mut [f32],
    ) {
        let lateness = lateness(position);
        let numbers = MoveNumbers::of(position, last, moves, described, &self.habits, None);
        for (logit, numbers) in logits.iter_mut().zip(&numbers) {
            *logit += numbers.logit(&self.weights, lateness);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_the_slope_of_the_logit() {
        let position = Chess::default();
        let moves = position.legal_moves();
        let described: Vec<[f32; FEATURES]> =
            (0..moves.len()).map(|mv| std::array::from_fn(|at| ((mv * 7 + at * 3) % 11) as f32 / 5.0)).collect();
        let numbers = &MoveNumbers::of(&position, &[], &moves, &described, &Habits::default(), None)[4];
        let weights: Vec<f32> = (0..PARAMETERS).map(|at| (at % 13) as f32 / 10.0).collect();
        let mut gradient = vec![0.0; PARAMETERS];
        numbers.add_gradient(2.0, 0.25, &mut gradient);
        for (at, slope) in gradient.iter().enumerate() {
            let mut changed = weights.clone();
            changed[at] += 1.0;
            let rise = numbers.logit(&changed, 0.25) - numbers.logit(&weights, 0.25);
            assert!((2.0 * rise - slope).abs() < 1e-3, "{at}: {rise}, {slope}");
        }
        assert!(gradient.iter().filter(|slope| **slope != 0.0).count() > FEATURES);
    }
}
