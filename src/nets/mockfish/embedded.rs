//! The nets that ship in the binary; `nets/README.md` says how each was made.

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
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Embedded::Standard => include_bytes!("../../../nets/mockfish/standard.onnx"),
            Embedded::Puzzle => include_bytes!("../../../nets/mockfish/puzzle.onnx"),
            Embedded::Engine => include_bytes!("../../../nets/mockfish/engine.onnx"),
        }
    }
}
