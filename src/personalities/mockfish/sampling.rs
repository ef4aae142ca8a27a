//! Samples one of the ranked moves.

use rand::Rng;
use rand::distr::{Distribution, weighted::WeightedIndex};

use super::options::Sampling;
use crate::nets::mockfish::RankedMove;

/// The temperature that samples in proportion to the probabilities, in the unit of the option.
pub const PROPORTIONAL: u8 = 100;

/// Probabilities are raised to this power at a temperature.
fn power(temperature: u8) -> f32 {
    f32::from(PROPORTIONAL) / f32::from(temperature)
}

/// The weights of the moves at a temperature; they need not add up to 1. At 0 the first has all.
fn weights(ranked: &[RankedMove], temperature: u8, sampling: Sampling) -> Vec<f32> {
    if temperature == 0 {
        return (0..ranked.len()).map(|index| if index == 0 { 1.0 } else { 0.0 }).collect();
    }
    let power = power(temperature);
    let weight = |candidate: &RankedMove| match sampling {
        Sampling::Share => candidate.probability.powf(power),
        // A move without probability (a promotion that is not the best) is not sampled.
        Sampling::Softmax if candidate.probability > 0.0 => (candidate.score * power).exp(),
        Sampling::Softmax => 0.0,
    };
    ranked.iter().map(weight).collect()
}

/// The probability with which each move is sampled.
pub fn sampling_probabilities(ranked: &[RankedMove], temperature: u8, sampling: Sampling) -> Vec<f32> {
    let weights = weights(ranked, temperature, sampling);
    let sum: f32 = weights.iter().sum();
    // As in `sample`: where all weights are too small, the first move is played.
    let share = |(index, weight): (usize, f32)| if sum > 0.0 { weight / sum } else { f32::from(u8::from(index == 0)) };
    weights.into_iter().enumerate().map(share).collect()
}

/// Samples a move: its index.
pub fn sample(ranked: &[RankedMove], temperature: u8, sampling: Sampling, rng: &mut impl Rng) -> usize {
    sample_weights(weights(ranked, temperature, sampling), rng)
}

/// Samples one of these probabilities, the largest of which is the first, at a temperature of the option
/// `MockfishTemperature`: its index.
pub fn sample_share(probabilities: impl Iterator<Item = f32>, temperature: u8, rng: &mut impl Rng) -> usize {
    let power = power(temperature);
    sample_weights(probabilities.map(|probability| probability.powf(power)).collect(), rng)
}

/// All weights may be too small to be distinguished from 0, as at a temperature of 0: then the first.
fn sample_weights(weights: Vec<f32>, rng: &mut impl Rng) -> usize {
    WeightedIndex::new(weights).map_or(0, |chances| chances.sample(rng))
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::StdRng};
    use shakmaty::{Chess, Position as _};

    use super::*;

    fn four() -> Vec<RankedMove> {
        let moves = Chess::default().legal_moves();
        [0.6, 0.3, 0.1, 0.0]
            .iter()
            .zip(moves)
            .map(|(&share, mv)| RankedMove { mv, score: share / 2.0, probability: share })
            .collect()
    }

    fn shares(temperature: u8, sampling: Sampling) -> Vec<f64> {
        let (ranked, mut rng) = (four(), StdRng::seed_from_u64(1));
        let mut counts = [0; 4];
        for _ in 0..20_000 {
            counts[sample(&ranked, temperature, sampling, &mut rng)] += 1;
        }
        counts.iter().map(|&count| f64::from(count) / 20_000.0).collect()
    }

    fn near(found: &[f64], expected: [f64; 4]) {
        assert!(
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 0.015),
            "{found:?}, not {expected:?}"
        );
    }

    #[test]
    fn the_temperature_goes_from_the_first_move_to_the_probabilities() {
        near(&shares(0, Sampling::Share), [1.0, 0.0, 0.0, 0.0]);
        near(&shares(100, Sampling::Share), [0.6, 0.3, 0.1, 0.0]);
        near(&shares(50, Sampling::Share), [0.36 / 0.46, 0.09 / 0.46, 0.01 / 0.46, 0.0]);
    }

    #[test]
    fn the_literal_softmax_is_nearly_uniform() {
        let exponentials = [0.3_f64.exp(), 0.15_f64.exp(), 0.05_f64.exp()];
        let sum: f64 = exponentials.iter().sum();
        near(
            &shares(100, Sampling::Softmax),
            [exponentials[0] / sum, exponentials[1] / sum, exponentials[2] / sum, 0.0],
        );
    }
}
