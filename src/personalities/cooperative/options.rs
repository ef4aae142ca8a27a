//! The player's own options.

use super::finder::NetworkOptions;
use crate::engine::options::OptionChoice;
use crate::nets::cooperative::Experiment;
use crate::option_table;

/// How moves towards the constraint are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Mode {
    /// The distance to the constraint steers a beam search: always met, in few moves.
    Distance,
    /// The seed's: cooperative negamax with a net at the leaves; for piece counts of White only.
    Network,
    /// Moves that people might play, bent towards the constraint as little as possible.
    Human,
}

impl OptionChoice for Mode {
    const NAMES: &'static [&'static str] = &["Distance", "Network", "Human"];
    const ALL: &'static [Self] = &[Mode::Distance, Mode::Network, Mode::Human];
}

/// Who plays when nothing is left to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    Classical,
    Mockfish,
    Random,
}

impl OptionChoice for Fallback {
    const NAMES: &'static [&'static str] = &["Classical", "Mockfish", "Random"];
    const ALL: &'static [Self] = &[Fallback::Classical, Fallback::Mockfish, Fallback::Random];
}

option_table! {
    /// What makes one Cooperative differ from another.
    pub struct CooperativeOptions {
        constraint: text "CoopConstraint" = "1,2,2,1,7", "Cooperative: what the position shall hold: queens, rooks, bishops, knights and pawns of White, or a condition in words.";
        mode: combo "CoopMode" = 0, of Mode, "Cooperative: steered by the distance to the constraint, by the seed's net, or like people play.";
        depth: spin "CoopDepth" = 1, in 1..=3, "Cooperative: half moves that the mode Network looks ahead.";
        tolerance: spin "CoopTolerance" = 10, in 0..=100, "Cooperative: Network draws among the moves within so many hundredths of the best.";
        max_plies: spin "CoopMaxPlies" = 101, in 1..=1000, "Cooperative: half moves of the game by which the constraint shall be met.";
        promotions: spin "CoopPromotions" = 0, in 0..=16, "Cooperative: promotions that may help.";
        fallback: combo "CoopFallback" = 0, of Fallback, "Cooperative: who plays on when the constraint is met or out of reach.";
    }
}

impl CooperativeOptions {
    /// What the mode `Network` goes by: the net of the second experiment, which knows all seventeen constraints.
    pub fn network(&self) -> NetworkOptions {
        NetworkOptions {
            experiment: Experiment::Second,
            depth: self.depth as u8,
            tolerance: self.tolerance as f32 / 100.0,
            exact_leaves: false,
        }
    }
}
