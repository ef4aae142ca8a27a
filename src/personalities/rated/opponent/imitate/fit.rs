//! Weights under which the player's moves are most probable.

use super::described::Sample;
use super::minimise::minimise;
use crate::personalities::rated::opponent::PARAMETERS;
use crate::personalities::rated::weights::softmax;
use crate::personalities::rated::{FEATURES, NAMES};
use crate::work::parallel;

/// Each weight is held to be normally distributed around 0 with this deviation, before his games are seen: those of
/// the numbers of a move, the same in endgames, and piece and square.
const DEVIATION: f64 = 0.5;
const DEVIATION_OF_SQUARES: f64 = 0.3;
/// Steps of the optimiser; it ends once the mean −ln p falls by less than this.
const STEPS: usize = 150;
const LEAST_FALL: f64 = 1e-6;
/// Samples that are summed at once: the sums do not depend on the number of threads.
const CHUNK: usize = 512;

/// The weights: see [`crate::personalities::rated::opponent::MoveNumbers::logit`].
pub fn fit(samples: &[Sample], pull: f32) -> Vec<f32> {
    let mut weights = vec![0.0; PARAMETERS];
    let chunks: Vec<&[Sample]> = samples.chunks(CHUNK).collect();
    let count = samples.len().max(1) as f64;
    let pulls: Vec<f64> = deviations().map(|deviation| f64::from(pull) / (deviation * deviation * count)).collect();
    minimise(&mut weights, STEPS, LEAST_FALL, |weights| {
        let narrow: Vec<f32> = weights.iter().map(|&weight| weight as f32).collect();
        let parts = parallel::map(chunks.len(), |number| loss(chunks[number], &narrow));
        let mut value = 0.0;
        let mut gradient = vec![0.0; PARAMETERS];
        for (loss, part) in parts {
            value += loss / count;
            gradient.iter_mut().zip(part).for_each(|(sum, number)| *sum += f64::from(number) / count);
        }
        for ((weight, pull), slope) in weights.iter().zip(&pulls).zip(&mut gradient) {
            value += 0.5 * pull * weight * weight;
            *slope += pull * weight;
        }
        (value, gradient)
    });
    weights.into_iter().map(|weight| weight as f32).collect()
}

fn deviations() -> impl Iterator<Item = f64> {
    let squares = 2 * 6 * 64;
    let dense = PARAMETERS - squares;
    debug_assert!(dense > 2 * FEATURES && NAMES.len() == FEATURES);
    std::iter::repeat_n(DEVIATION, dense).chain(std::iter::repeat_n(DEVIATION_OF_SQUARES, squares))
}

/// The sum of −ln p of the played moves, and its gradient.
fn loss(samples: &[Sample], weights: &[f32]) -> (f64, Vec<f32>) {
    let mut value = 0.0;
    let mut gradient = vec![0.0; PARAMETERS];
    for sample in samples {
        let probabilities = predict(sample, weights);
        value -= f64::from(probabilities[sample.played].max(f32::MIN_POSITIVE)).ln();
        for (index, (numbers, probability)) in sample.numbers.iter().zip(&probabilities).enumerate() {
            let is_played = f32::from(u8::from(index == sample.played));
            numbers.add_gradient(probability - is_played, sample.lateness, &mut gradient);
        }
    }
    (value, gradient)
}

/// The probabilities of the moves under these weights.
pub fn predict(sample: &Sample, weights: &[f32]) -> Vec<f32> {
    let adjusted = sample.logits.iter().zip(&sample.numbers);
    softmax(&adjusted.map(|(logit, numbers)| logit + numbers.logit(weights, sample.lateness)).collect::<Vec<f32>>())
}
