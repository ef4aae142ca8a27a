//! The value of a line.

use shakmaty::{Color, Move};

use crate::engine::{Ply, ResultProbabilities, Score};
use crate::nets::pattern::ReaderState;

/// Mates lie beyond all predictions, from here on.
const MATE: f32 = 1e6;
const FARTHEST_MATE: f32 = MATE / 2.0;

/// The value of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// The net's prediction: the natural logarithm of the odds of White's points, and the probability of a draw.
    Predicted { points: f32, draw: f32 },
    /// A draw by the rules, or a position that was on the board before.
    Draw,
    /// This side mates at this ply, counted from the root.
    Mate(Color, usize),
}

impl Value {
    /// For comparison: larger is better for White. Of mates the nearest is the farthest from even.
    fn order(self) -> f32 {
        match self {
            Value::Predicted { points, .. } => points,
            Value::Draw => 0.0,
            Value::Mate(Color::White, ply) => MATE - ply as f32,
            Value::Mate(Color::Black, ply) => ply as f32 - MATE,
        }
    }

    /// For comparison: larger is better for `side`.
    pub fn for_side(self, side: Color) -> f32 {
        if side.is_white() { self.order() } else { -self.order() }
    }

    /// Returns true if a value for comparison is that of a side that is mated.
    pub fn is_mated(order: f32) -> bool {
        order < -FARTHEST_MATE
    }

    /// Probabilities of loss, draw and win for `side`. A net that was trained on games that somebody won knows no
    /// draws.
    pub fn probabilities(self, side: Color) -> ResultProbabilities {
        let for_white = match self {
            Value::Predicted { points, draw } => {
                let expected = 1.0 / (1.0 + (-points).exp());
                ResultProbabilities([1.0 - expected - draw / 2.0, draw, expected - draw / 2.0].map(|p| p.max(0.0)))
            }
            Value::Draw => ResultProbabilities([0.0, 1.0, 0.0]),
            Value::Mate(Color::White, _) => ResultProbabilities([0.0, 0.0, 1.0]),
            Value::Mate(Color::Black, _) => ResultProbabilities([1.0, 0.0, 0.0]),
        };
        if side.is_white() { for_white } else { for_white.reversed() }
    }

    pub fn score(self, side: Color) -> Score {
        match self {
            Value::Mate(winner, ply) if winner == side => Score::mate_in(Ply(ply)),
            Value::Mate(_, ply) => -Score::mate_in(Ply(ply)),
            _ => self.probabilities(side).score(),
        }
    }
}

impl From<&ReaderState> for Value {
    fn from(state: &ReaderState) -> Value {
        Value::Predicted { points: state.points, draw: state.draw }
    }
}

/// Moves, and what they are worth.
#[derive(Clone, Debug)]
pub struct ValuedLine {
    pub value: Value,
    pub pv: Vec<Move>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn predicted(points: f32) -> Value {
        Value::Predicted { points, draw: 0.2 }
    }

    #[test]
    fn nearer_mates_are_better_and_all_mates_lie_beyond_predictions() {
        let falling = [
            Value::Mate(Color::White, 1),
            Value::Mate(Color::White, 3),
            predicted(30.0),
            Value::Draw,
            predicted(-0.1),
            Value::Mate(Color::Black, 4),
            Value::Mate(Color::Black, 2),
        ];
        assert!(falling.windows(2).all(|pair| pair[0].for_side(Color::White) > pair[1].for_side(Color::White)));
        assert!(falling.windows(2).all(|pair| pair[0].for_side(Color::Black) < pair[1].for_side(Color::Black)));
        let mated: Vec<bool> = falling.iter().map(|value| Value::is_mated(value.for_side(Color::White))).collect();
        assert_eq!(mated, [false, false, false, false, false, true, true]);
        assert_eq!(Value::Mate(Color::Black, 3).score(Color::Black), Score::mate_in(Ply(3)));
        assert_eq!(Value::Mate(Color::Black, 2).score(Color::White), -Score::mate_in(Ply(2)));
    }

    #[test]
    fn probabilities_are_those_of_the_given_side() {
        let ahead = predicted(2.0);
        assert!(ahead.probabilities(Color::White).expected() > 0.85 && ahead.score(Color::Black) < Score::DRAW);
        let ResultProbabilities([loss, draw, win]) = ahead.probabilities(Color::Black);
        assert!((loss + draw + win - 1.0).abs() < 1e-5 && (draw - 0.2).abs() < 1e-5 && loss > win);
        assert_eq!(Value::Draw.score(Color::White), Score::DRAW);
        assert_eq!(Value::Mate(Color::Black, 1).probabilities(Color::White), ResultProbabilities([1.0, 0.0, 0.0]));
    }
}
