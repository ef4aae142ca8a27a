//! The accuracy of a side.

use super::params::STEEPNESS;

/// The accuracy of a move that lost so much in chance of winning (from 0 to 1), from 0 to 100.
pub fn move_accuracy(loss: f64) -> f64 {
    100.0 * (-STEEPNESS * loss.clamp(0.0, 1.0)).exp()
}

/// The mean accuracy of moves by their losses; `None` without moves.
pub fn accuracy(losses: &[f64]) -> Option<f64> {
    let sum: f64 = losses.iter().map(|&loss| move_accuracy(loss)).sum();
    (!losses.is_empty()).then(|| sum / losses.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_without_loss_is_perfect_and_one_that_loses_everything_is_near_nothing() {
        assert_eq!(move_accuracy(0.0), 100.0);
        assert!(move_accuracy(1.0) < 2.0 && move_accuracy(2.0) == move_accuracy(1.0));
        assert_eq!(accuracy(&[]), None);
        let mean = accuracy(&[0.0, 0.25]).expect("two moves");
        assert!((mean - (100.0 + 36.8) / 2.0).abs() < 0.1, "{mean}");
    }
}
