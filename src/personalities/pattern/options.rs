//! The player's own options.

use crate::engine::options::OptionChoice;
use crate::nets::pattern::PatternNet;
use crate::option_table;

impl OptionChoice for PatternNet {
    const NAMES: &'static [&'static str] = &["WholeGame", "Kumar"];
    const ALL: &'static [Self] = &PatternNet::ALL;
}

option_table! {
    /// The options of Pattern.
    pub struct PatternOptions {
        net: combo "PatternNet" = 0, of PatternNet, "Pattern: the net that reads the whole game (WholeGame), or Kumar's, which reads the last fifty half moves (Kumar).";
        file: text "PatternFile" = "", "Pattern: a net to use instead of the built-in ones (ONNX), its vocabulary beside it with the ending .json.";
        depth: spin "PatternDepth" = 2, in 1..=4, "Pattern: half moves that it looks ahead.";
        beam: spin "PatternBeam" = 8, in 1..=64, "Pattern: moves of a position that it looks at more than one half move deep.";
    }
}
