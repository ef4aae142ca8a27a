//! One move out of the candidates.

use rand::Rng;
use rand::distr::{Distribution, weighted::WeightedIndex};

use super::options::Sampling;
use crate::nets::mockfish::Candidate;

/// The seed's sampling, in the unit of the option.
const SEED_TEMPERATURE: f32 = 100.0;

/// The chances of the candidates at a temperature; they need not add up to 1. At 0 the first has all.
pub fn weights(candidates: &[Candidate], temperature: u8, sampling: Sampling) -> Vec<f32> {
    if temperature == 0 {
        return (0..candidates.len()).map(|index| if index == 0 { 1.0 } else { 0.0 }).collect();
    }
    let power = SEED_TEMPERATURE / f32::from(temperature);
    let weight = |candidate: &Candidate| match sampling {
        Sampling::Share => candidate.probability.powf(power),
        // What has no score at all (a promotion that the rule passes over) is no candidate.
        Sampling::Softmax if candidate.probability > 0.0 => (candidate.score * power).exp(),
        Sampling::Softmax => 0.0,
    };
    candidates.iter().map(weight).collect()
}

/// Draws a candidate's index.
pub fn draw(candidates: &[Candidate], temperature: u8, sampling: Sampling, rng: &mut impl Rng) -> usize {
    // Without a single positive weight (all of them too small to be told from 0) the first is as good as any.
    WeightedIndex::new(weights(candidates, temperature, sampling)).map_or(0, |chances| chances.sample(rng))
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng, rngs::StdRng};
    use shakmaty::{Chess, Position as _};

    use super::*;

    fn four() -> Vec<Candidate> {
        let moves = Chess::default().legal_moves();
        [0.6, 0.3, 0.1, 0.0]
            .iter()
            .zip(moves)
            .map(|(&share, mv)| Candidate { mv, score: share / 2.0, probability: share })
            .collect()
    }

    fn shares(temperature: u8, sampling: Sampling) -> Vec<f64> {
        let (candidates, mut rng) = (four(), StdRng::seed_from_u64(1));
        let mut counts = [0; 4];
        for _ in 0..20_000 {
            counts[draw(&candidates, temperature, sampling, &mut rng)] += 1;
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
    fn temperature_goes_from_the_best_move_to_the_seeds_sampling() {
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
