//! The player's own options.

use super::finder::{Mode, NetworkOptions};
use crate::nets::cooperative::Experiment;
use crate::{option_choice, option_table};

option_choice!(Mode: Distance, Network, Human);

/// The player that continues when nothing is left to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    Classical,
    Mockfish,
    Random,
}

option_choice!(Fallback: Classical, Mockfish, Random);

option_table! {
    /// The options by which one Cooperative differs from another.
    pub struct CooperativeOptions {
        constraint: text "CoopConstraint" = "1,2,2,1,7",
            "Cooperative: the position to reach: White's queens, rooks, bishops, knights and pawns, or a \
             condition in words.";
        mode: combo Mode "CoopMode" = Distance,
            "Cooperative: steers by the distance to the constraint (Distance), by Petrželka's net \
             (Network), or plays moves that people might play (Human).";
        depth: spin u8 "CoopDepth" = 1, in 1..=3, "Cooperative: how many half moves the mode Network looks ahead.";
        tolerance: spin u8 "CoopTolerance" = 10, in 0..=100,
            "Cooperative: Network chooses among the moves within this many hundredths of the best.";
        exact_leaves: check "CoopExactLeaves" = false,
            "Cooperative: Network counts a position that meets the constraint as 1 and one that never can as 0, \
             whatever the net says.";
        max_plies: spin u32 "CoopMaxPlies" = 101, in 1..=1000,
            "Cooperative: the half move of the game by which the constraint must be met.";
        promotions: spin u32 "CoopPromotions" = 0, in 0..=16, "Cooperative: how many promotions may be used.";
        fallback: combo Fallback "CoopFallback" = Classical,
            "Cooperative: the player that continues when the constraint is met or out of reach.";
    }
}

impl CooperativeOptions {
    /// The settings of the mode `Network`: the net of the second experiment, which was trained on all seventeen
    /// constraints.
    pub fn network(&self) -> NetworkOptions {
        NetworkOptions {
            experiment: Experiment::Second,
            depth: self.depth,
            tolerance: f32::from(self.tolerance) / 100.0,
            exact_leaves: self.exact_leaves,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::options::OptionValue;
    use crate::personalities::cooperative::negamax::TOLERANCE;

    #[test]
    fn the_mode_network_is_petrzelkas_unless_told_otherwise() {
        let mut options = CooperativeOptions::default();
        assert_eq!((options.network().tolerance, options.network().exact_leaves), (TOLERANCE, false));
        options.set("CoopExactLeaves", &OptionValue::Check(true)).expect("an option");
        options.set("CoopTolerance", &OptionValue::Spin(2)).expect("an option");
        assert_eq!((options.network().tolerance, options.network().exact_leaves), (0.02, true));
    }
}
