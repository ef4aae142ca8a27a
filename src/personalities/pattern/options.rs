//! The player's own options.

use crate::nets::pattern::PatternNet;
use crate::{option_choice, option_table};

option_choice!(PatternNet: WholeGame, Kumar);

option_table! {
    /// The options of Pattern.
    pub struct PatternOptions {
        net: combo PatternNet "PatternNet" = WholeGame,
            "Pattern: the net that reads the whole game (WholeGame), or Kumar's, which reads the last fifty half moves \
             (Kumar).";
        file: text "PatternFile" = "",
            "Pattern: a net to use instead of the built-in ones (ONNX), its vocabulary beside it with the ending \
             .json.";
        depth: spin usize "PatternDepth" = 2, in 1..=4, "Pattern: half moves that it looks ahead.";
        beam: spin usize "PatternBeam" = 8, in 1..=64,
            "Pattern: moves of a position that it looks at more than one half move deep.";
    }
}
