//! The nets that ship in the binary; `nets/README.md` says how each was made.

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedded {
    /// Trained on the games of strong humans.
    Standard,
    /// The same, trained on to solve tactical puzzles.
    Puzzle,
    /// The same as the first, trained on with the moves of an engine.
    Engine,
}

impl Embedded {
    pub const fn name(self) -> &'static str {
        match self {
            Embedded::Standard => "standard.onnx",
            Embedded::Puzzle => "puzzle.onnx",
            Embedded::Engine => "engine.onnx",
        }
    }

    pub(super) const fn bytes(self) -> &'static [u8] {
        match self {
            Embedded::Standard => include_bytes!("../../../nets/mockfish/standard.onnx"),
            Embedded::Puzzle => include_bytes!("../../../nets/mockfish/puzzle.onnx"),
            Embedded::Engine => include_bytes!("../../../nets/mockfish/engine.onnx"),
        }
    }
}
