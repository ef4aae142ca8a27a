//! The nets that ship in the binary; `nets/README.md` says how each was made.

use crate::files::{Shipped, shipped};

/// A net that chooses moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedded {
    /// Trained on the games of strong humans.
    Standard,
    /// `Standard`, trained further on the solutions of tactical puzzles.
    Puzzle,
    /// `Standard`, trained further on the moves of an engine.
    Engine,
}

impl Embedded {
    /// The file in `nets/mockfish/`.
    pub const fn name(self) -> &'static str {
        match self {
            Embedded::Standard => "standard.onnx",
            Embedded::Puzzle => "puzzle.onnx",
            Embedded::Engine => "engine.onnx",
        }
    }

    /// The file.
    pub const fn file(self) -> Shipped {
        match self {
            Embedded::Standard => shipped!("nets/mockfish/standard.onnx"),
            Embedded::Puzzle => shipped!("nets/mockfish/puzzle.onnx"),
            Embedded::Engine => shipped!("nets/mockfish/engine.onnx"),
        }
    }
}
