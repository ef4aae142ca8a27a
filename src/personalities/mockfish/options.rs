//! The player's own options.

use crate::{option_choice, option_table};

/// Which nets choose the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "PascalCase")]
pub enum NetChoice {
    /// The strongest policy: whole moves, legal ones only.
    Best,
    /// The seven questions, trained on games (seed 004, section 4.2.1).
    Standard,
    /// The seven questions, trained on puzzles (seed 004, section 4.2.3).
    Puzzle,
    /// `Puzzle` where the detector sees a tactic, else `Best` (seed 004, section 5.1).
    Auto,
    /// Whole moves again, trained on to choose what an engine chooses: no clone of humans, but it blunders less.
    Engine,
}

option_choice!(NetChoice: Best, Standard, Puzzle, Auto, Engine);

/// How a temperature of 100 draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// In proportion to the scores.
    Share,
    /// In proportion to the exponentials of the scores: the seed's words taken literally, nearly uniform since no score
    /// exceeds 1.
    Softmax,
}

option_choice!(Sampling: Share, Softmax);

/// What to do about positions that were on the board before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    Allow,
    /// Not while standing better.
    Avoid,
}

option_choice!(Repetition: Allow, Avoid);

option_table! {
    /// What makes one Mockfish differ from another.
    pub struct MockfishOptions {
        nets: combo NetChoice "MockfishNets" = Best,
            "Mockfish: whole moves (Best), the seven networks of games or of puzzles, Puzzle where a tactic is seen \
             and else Best (Auto), or whole moves of an engine.";
        file: text "MockfishFile" = "",
            "Mockfish: a net to use instead of the built-in one: a trunk (ONNX), or a folder with the seed's seven \
             networks.";
        temperature: spin u8 "MockfishTemperature" = 15, in 0..=200,
            "Mockfish: 0 plays the most probable move, 100 draws by probability, more draws wilder.";
        sampling: combo Sampling "MockfishSampling" = Share,
            "Mockfish: what is drawn from, the scores' shares or (literally the seed's) the softmax of the scores.";
        repetition: combo Repetition "MockfishRepetition" = Avoid,
            "Mockfish: repeats positions freely, or not while it stands better.";
    }
}
