//! The player's own options.

use crate::nets::pattern::Embedded;
use crate::{option_choice, option_table};

option_choice!(Embedded: Listener, Seed);

option_table! {
    /// What makes one Pattern differ from another.
    pub struct PatternOptions {
        net: combo Embedded "PatternNet" = Listener,
            "Pattern: the net that hears the whole game (Listener), or that of the article, which hears the last \
             fifty half moves (Seed).";
        file: text "PatternFile" = "",
            "Pattern: a net to use instead of the built-in ones (ONNX), its vocabulary beside it with the ending \
             .json.";
        depth: spin usize "PatternDepth" = 2, in 1..=4, "Pattern: half moves that it continues the game in mind.";
        beam: spin usize "PatternBeam" = 8, in 1..=64, "Pattern: continuations of a position that it follows further.";
    }
}
