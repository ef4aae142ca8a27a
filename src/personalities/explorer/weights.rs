//! The learner's preferences: which features count, and how much.

use thiserror::Error;

use crate::openings::{FEATURE_NAMES, FEATURES};

/// The largest weight. Saarmann's go to 0.8; as an exponent, 20 makes lines with a feature half a billion times as
/// popular.
pub const MAX_WEIGHT: f64 = 20.0;

/// Parameters and weights in the order of [`FEATURE_NAMES`]: a feature counts by its weight where its parameter is set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FeatureWeights([f64; FEATURES]);

/// Why a weight was refused.
#[derive(Debug, Error, PartialEq)]
#[error("the weight {weight} of {feature} is out of range: from 0 to {MAX_WEIGHT} is expected")]
pub struct WeightError {
    feature: &'static str,
    weight: f64,
}

impl FeatureWeights {
    /// # Errors
    /// [`WeightError`] when a weight is negative, no number, or beyond [`MAX_WEIGHT`], even where its parameter is not
    /// set.
    pub fn new(parameters: [bool; FEATURES], weights: [f64; FEATURES]) -> Result<FeatureWeights, WeightError> {
        for (feature, weight) in FEATURE_NAMES.into_iter().zip(weights) {
            if !(0.0..=MAX_WEIGHT).contains(&weight) {
                return Err(WeightError { feature, weight });
            }
        }
        Ok(FeatureWeights(std::array::from_fn(|index| if parameters[index] { weights[index] } else { 0.0 })))
    }

    /// The weight of each feature, 0 where its parameter is not set.
    pub const fn values(&self) -> &[f64; FEATURES] {
        &self.0
    }

    /// The same, every weight multiplied.
    #[must_use]
    pub fn times(self, factor: f64) -> FeatureWeights {
        FeatureWeights(self.0.map(|weight| weight * factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_switches_its_weight() {
        let weights =
            FeatureWeights::new([true, false, true, false, false], [0.2, 0.3, 0.0, 0.4, 0.5]).expect("in range");
        assert_eq!(weights.values(), &[0.2, 0.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn weights_out_of_range_are_named() {
        let refuse = |weights| FeatureWeights::new([false; 5], weights).unwrap_err().to_string();
        assert!(refuse([0.0, 0.0, -0.1, 0.0, 0.0]).contains("the weight -0.1 of c4"));
        assert!(refuse([21.0, 0.0, 0.0, 0.0, 0.0]).contains("gambit"));
        assert!(refuse([0.0, f64::NAN, 0.0, 0.0, 0.0]).contains("uncommon"));
    }
}
