//! The probability that a person of some rating plays each move: the rated net's probabilities, corrected by what a
//! short search says about the moves.

use std::sync::LazyLock;

use thiserror::Error;

use super::features::{FEATURES, NAMES};
use crate::nets::rated::MOVER_FEATURES;

/// The weights that `scripts/train/rated_weights.py` fits.
static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(include_str!("../../../nets/mockfish/rated.tsv")).expect("the built-in weights are read by a test")
});

/// The weight of each number of a move: for everyone, and for each of
/// [`crate::nets::rated::MoverContext::numbers`].
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<[f32; 1 + MOVER_FEATURES]>);

/// Why a table of weights was refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WeightsError {
    #[error("line {0}: expected `{1}` and {n} numbers, separated by tabs", n = 1 + MOVER_FEATURES)]
    Line(usize, &'static str),
    #[error("expected {FEATURES} lines after the first, found {0}")]
    Count(usize),
}

impl Weights {
    /// The weights that the binary carries.
    pub fn embedded() -> &'static Weights {
        &WEIGHTS
    }

    /// Reads a table: a first line with the names of the columns, then a line for each of [`NAMES`].
    ///
    /// # Errors
    /// [`WeightsError`].
    pub fn read(text: &str) -> Result<Weights, WeightsError> {
        let lines: Vec<&str> = text.lines().skip(1).collect();
        if lines.len() != FEATURES {
            return Err(WeightsError::Count(lines.len()));
        }
        let row = |(index, line): (usize, &&str)| {
            let (name, numbers) = line.split_once('\t')?;
            let numbers: Vec<f32> = numbers.split('\t').map(str::parse).collect::<Result<_, _>>().ok()?;
            let is_sound = name == NAMES[index] && numbers.iter().all(|number| number.is_finite());
            numbers.try_into().ok().filter(|_| is_sound)
        };
        let rows = lines
            .iter()
            .enumerate()
            .map(|(index, line)| row((index, line)).ok_or(WeightsError::Line(index + 2, NAMES[index])));
        rows.collect::<Result<_, _>>().map(Weights)
    }

    /// The weights for one person.
    fn of(&self, who: &[f32; MOVER_FEATURES]) -> [f32; FEATURES] {
        std::array::from_fn(|feature| {
            let (all, by_number) = self.0[feature].split_first().expect("the first counts for everyone");
            all + by_number.iter().zip(who).map(|(weight, number)| weight * number).sum::<f32>()
        })
    }

    /// Natural logarithms of the moves' probabilities, up to a common summand. The net's is one of the numbers and has
    /// a weight like the others.
    pub fn logits(&self, features: &[[f32; FEATURES]], who: &[f32; MOVER_FEATURES]) -> Vec<f32> {
        let weights = self.of(who);
        let sum = |move_features: &[f32; FEATURES]| move_features.iter().zip(weights).map(|(x, w)| x * w).sum();
        features.iter().map(sum).collect()
    }
}

/// Probabilities in proportion to the exponentials.
pub fn softmax(logits: &[f32]) -> Vec<f32> {
    let greatest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = logits.iter().map(|logit| (logit - greatest).exp()).collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table in which every weight is 0 but for one.
    fn table(feature: usize, column: usize, weight: f32) -> String {
        let line = |index: usize| {
            let number = |other: usize| if (index, other) == (feature, column) { weight } else { 0.0 };
            let numbers: Vec<String> = (0..=MOVER_FEATURES).map(|other| number(other).to_string()).collect();
            format!("{}\t{}\n", NAMES[index], numbers.join("\t"))
        };
        format!("names\n{}", (0..FEATURES).map(line).collect::<String>())
    }

    #[test]
    fn the_built_in_weights_can_be_read() {
        assert_eq!(Weights::embedded().0.len(), FEATURES);
    }

    #[test]
    fn a_weight_counts_for_the_person_whose_number_it_is() {
        let weights = Weights::read(&table(7, 3, 2.0)).unwrap();
        let mut who = [0.0; MOVER_FEATURES];
        let mut move_features = [0.0; FEATURES];
        move_features[7] = 1.5;
        assert_eq!(weights.logits(&[move_features], &who), [0.0]);
        who[2] = 0.5;
        assert_eq!(weights.logits(&[move_features, [0.0; FEATURES]], &who), [1.5, 0.0]);
    }

    #[test]
    fn a_damaged_table_is_refused_with_the_line() {
        let sound = table(0, 0, 1.0);
        assert_eq!(Weights::read("names\n"), Err(WeightsError::Count(0)));
        for damaged in [sound.replacen(NAMES[0], "other", 1), sound.replacen("\t1\t", "\tNaN\t", 1)] {
            assert_eq!(Weights::read(&damaged), Err(WeightsError::Line(2, NAMES[0])));
        }
        let short = sound.replacen("\t0\n", "\n", 1);
        assert_eq!(Weights::read(&short), Err(WeightsError::Line(2, NAMES[0])));
    }

    #[test]
    fn exponentials_become_shares() {
        let shares = softmax(&[0.0, 3_f32.ln(), f32::NEG_INFINITY]);
        assert!((shares[0] - 0.25).abs() < 1e-6 && (shares[1] - 0.75).abs() < 1e-6 && shares[2] == 0.0);
    }
}
