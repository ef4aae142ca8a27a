//! The nets that ship in the binary; `nets/README.md` says how each was made.

use crate::files::{Shipped, shipped};

/// A net with its vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternNet {
    /// Reads the whole game: sums up what every move changes on the board, beside an LSTM.
    WholeGame,
    /// Kumar's: six layers of LSTM that read the last fifty plies in algebraic notation and lower case.
    Kumar,
}

impl PatternNet {
    pub const ALL: [PatternNet; 2] = [PatternNet::WholeGame, PatternNet::Kumar];

    /// The file in `nets/pattern/`.
    pub const fn name(self) -> &'static str {
        match self {
            PatternNet::WholeGame => "whole-game.onnx",
            PatternNet::Kumar => "kumar.onnx",
        }
    }

    /// The file.
    pub const fn file(self) -> Shipped {
        match self {
            PatternNet::WholeGame => shipped!("nets/pattern/whole-game.onnx", motley_pattern_nets::WHOLE_GAME),
            PatternNet::Kumar => shipped!("nets/pattern/kumar.onnx", motley_pattern_nets::KUMAR),
        }
    }

    pub(super) const fn vocabulary(self) -> &'static str {
        match self {
            PatternNet::WholeGame => motley_pattern_nets::WHOLE_GAME_VOCABULARY,
            PatternNet::Kumar => motley_pattern_nets::KUMAR_VOCABULARY,
        }
    }
}
