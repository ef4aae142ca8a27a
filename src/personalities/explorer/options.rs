//! The player's own options.

use super::weights::FeatureWeights;
use crate::{option_choice, option_table};

/// The way in which lines are sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SamplerKind {
    /// A chain over whole lines; what is popular in real games is sampled often.
    Metropolis,
    /// Saarmann's walk, figure 14: what many lines share is sampled often.
    Saarmann,
}

option_choice!(SamplerKind: Metropolis, Saarmann);

/// The player for positions out of theory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    Classical,
    Mockfish,
}

option_choice!(Fallback: Classical, Mockfish);

/// The positions that Explorer steers the learner to, by his record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnerFocus {
    Off,
    /// Positions that he got wrong and has not corrected.
    Wrong,
    /// Positions that he was never asked.
    Unseen,
    Both,
}

option_choice!(LearnerFocus: Off, Wrong, Unseen, Both);

/// As exponents, weights from 0 to 1 would have little effect: a hundred per cent multiplies the popularity of a line
/// by e^10, some 22,000.
const EXPONENT_OF_A_HUNDRED_PERCENT: f64 = 10.0;

option_table! {
    /// The options by which one Explorer differs from another.
    pub struct ExplorerOptions {
        sampler: combo SamplerKind "ExplorerSampler" = Metropolis,
            "Explorer: samples lines by their popularity in real games (Metropolis), or by Saarmann's walk \
             (Saarmann).";
        iterations: spin u64 "ExplorerIterations" = 2000, in 1..=1000000,
            "Explorer: how many lines it samples before it chooses a move.";
        gambit: check "ExplorerGambit" = false, "Explorer: prefers gambits.";
        gambit_weight: spin u8 "ExplorerGambitWeight" = 20, in 0..=100, "Explorer: how strongly, in per cent.";
        uncommon: check "ExplorerUncommon" = false, "Explorer: prefers first moves other than e4, d4 and c4.";
        uncommon_weight: spin u8 "ExplorerUncommonWeight" = 20, in 0..=100, "Explorer: how strongly, in per cent.";
        c4: check "ExplorerC4" = false, "Explorer: prefers 1. c4.";
        c4_weight: spin u8 "ExplorerC4Weight" = 20, in 0..=100, "Explorer: how strongly, in per cent.";
        d4: check "ExplorerD4" = false, "Explorer: prefers 1. d4.";
        d4_weight: spin u8 "ExplorerD4Weight" = 20, in 0..=100, "Explorer: how strongly, in per cent.";
        e4: check "ExplorerE4" = false, "Explorer: prefers 1. e4.";
        e4_weight: spin u8 "ExplorerE4Weight" = 20, in 0..=100, "Explorer: how strongly, in per cent.";
        learner: combo LearnerFocus "ExplorerLearner" = Off,
            "Explorer: prefers lines with positions that you got wrong (Wrong), have not seen (Unseen), or either \
             (Both), by the record of your drills.";
        learner_weight: spin u8 "ExplorerLearnerWeight" = 30, in 0..=100, "Explorer: how strongly, in per cent.";
        min_moves: spin usize "ExplorerMinMoves" = 0, in 0..=20,
            "Explorer: uses only lines in which both sides have at least this many moves.";
        family: text "ExplorerFamily" = "",
            "Explorer: uses only the openings whose name begins with this text, or else lines with it in their name.";
        transposition: check "ExplorerTransposition" = true,
            "Explorer: counts a move that transposes into a line as theory.";
        reversed: check "ExplorerReversed" = true,
            "Explorer: after theory, plays the moves of the same position with colours reversed.";
        displaced: check "ExplorerDisplaced" = true,
            "Explorer: after theory, plays the moves of a position with one piece displaced or missing.";
        fallback: combo Fallback "ExplorerFallback" = Classical, "Explorer: the player that takes over after theory.";
        file: file "ExplorerFile" = "",
            "Explorer: a file of lines to use instead of the built-in lines: PGN, or a table with the columns \
             eco, name and pgn or uci.";
    }
}

impl ExplorerOptions {
    /// The wishes of the learner, in the units of the sampler.
    pub fn weights(&self) -> FeatureWeights {
        let parameters = [self.gambit, self.uncommon, self.c4, self.d4, self.e4];
        let percent = [self.gambit_weight, self.uncommon_weight, self.c4_weight, self.d4_weight, self.e4_weight];
        let weights = FeatureWeights::new(parameters, percent.map(|percent| f64::from(percent) / 100.0))
            .expect("the options' ranges are within those of weights");
        match self.sampler {
            SamplerKind::Saarmann => weights,
            SamplerKind::Metropolis => weights.times(EXPONENT_OF_A_HUNDRED_PERCENT),
        }
    }

    /// The weight of a line on which the learner's record asks for every question, in the units of the sampler.
    pub fn steering_weight(&self) -> f64 {
        let share = f64::from(self.learner_weight) / 100.0;
        match self.sampler {
            SamplerKind::Saarmann => share,
            SamplerKind::Metropolis => share * EXPONENT_OF_A_HUNDRED_PERCENT,
        }
    }

    /// Returns true if both load the same lines into the same graph.
    pub fn same_theory(&self, other: &ExplorerOptions) -> bool {
        (self.min_moves, &self.family, &self.file, self.transposition)
            == (other.min_moves, &other.family, &other.file, other.transposition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_become_weights_of_the_sampler() {
        let mut options = ExplorerOptions { c4: true, c4_weight: 40, e4_weight: 90, ..ExplorerOptions::default() };
        assert!((options.weights().values()[2] - 4.0).abs() < 1e-9);
        assert_eq!(options.weights().values()[4], 0.0, "a weight without its check counts for nothing");
        options.sampler = SamplerKind::Saarmann;
        assert!((options.weights().values()[2] - 0.4).abs() < 1e-9);
    }
}
