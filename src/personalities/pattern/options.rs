//! The player's own options.

use crate::nets::pattern::PatternNet;
use crate::{option_choice, option_table};

option_choice!(PatternNet: WholeGame, Kumar);

option_table! {
    /// The options of Pattern.
    pub struct PatternOptions {
        net: combo PatternNet "PatternNet" = WholeGame,
            "Pattern: the net that reads the whole game and keeps the board (WholeGame), or Kumar's net, which reads \
             the last fifty half moves alone (Kumar).";
        file: file "PatternFile" = "",
            "Pattern: an ONNX file to use instead of the built-in nets; its vocabulary lies beside it, with the \
             ending .json.";
        depth: spin usize "PatternDepth" = 3, in 1..=4, "Pattern: how many half moves it looks ahead.";
        beam: spin usize "PatternBeam" = 8, in 1..=64,
            "Pattern: how many moves of a position it looks at more than one half move deep.";
    }
}
