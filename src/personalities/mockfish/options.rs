//! The player's own options.

use crate::{option_choice, option_table};

/// Which nets choose the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetChoice {
    /// The output for whole moves, legal ones only: the strongest.
    Best,
    /// The seven networks, trained on games (Griffiths, section 4.2.1).
    Standard,
    /// The seven networks, trained on puzzles (Griffiths, section 4.2.3).
    Puzzle,
    /// `Puzzle` where the detector finds a tactic, else `Best` (Griffiths, section 5.1).
    Auto,
    /// The output for whole moves of a net trained further on an engine's moves: less human, fewer blunders.
    Engine,
    /// The output for whole moves of the net that knows who moves.
    Rated,
}

option_choice!(NetChoice: Best, Standard, Puzzle, Auto, Engine, Rated);

/// How a temperature of 100 draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// In proportion to the scores.
    Share,
    /// In proportion to the exponentials of the scores, as Griffiths writes: nearly uniform, since no score exceeds 1.
    Softmax,
}

option_choice!(Sampling: Share, Softmax);

/// Whether moves to positions that were on the board before are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Not while standing better.
    Avoid,
    Allow,
}

option_choice!(Repetition: Avoid, Allow);

option_table! {
    /// The options of Mockfish.
    pub struct MockfishOptions {
        nets: combo NetChoice "MockfishNets" = Best,
            "Mockfish: whole moves (Best), the seven networks trained on games (Standard) or puzzles (Puzzle), Puzzle \
             where a tactic is found and else Best (Auto), an engine's moves (Engine), or those of a player \
             of 2400 over the board (Rated).";
        file: text "MockfishFile" = "",
            "Mockfish: a net to use instead of the built-in one: an ONNX file, also as lc0 converts them, or a folder \
             with seven networks.";
        temperature: spin u8 "MockfishTemperature" = 15, in 0..=200,
            "Mockfish: 0 plays the most probable move, 100 draws in proportion to the probabilities, more evens them \
             out.";
        sampling: combo Sampling "MockfishSampling" = Share,
            "Mockfish: draws in proportion to the scores (Share) or to their exponentials (Softmax, as Griffiths).";
        repetition: combo Repetition "MockfishRepetition" = Avoid,
            "Mockfish: does not repeat positions while it stands better (Avoid), or does so freely (Allow).";
    }
}
