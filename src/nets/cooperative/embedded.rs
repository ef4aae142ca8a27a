//! The nets that ship in the binary; `nets/README.md` says how each was made.

use crate::chess::PieceCount;

/// Petrželka's experiment (chapter 6) whose net it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Two convolutions and max pooling, seven constraints.
    First,
    /// Three convolutions, seventeen constraints.
    Second,
}

impl Experiment {
    pub const ALL: [Experiment; 2] = [Experiment::First, Experiment::Second];

    /// The constraints that the net was trained on.
    pub const fn constraints(self) -> &'static [PieceCount] {
        match self {
            Experiment::First => PieceCount::SEVENTEEN.split_at(7).0,
            Experiment::Second => &PieceCount::SEVENTEEN,
        }
    }

    /// The file in `nets/cooperative/`.
    pub const fn name(self) -> &'static str {
        match self {
            Experiment::First => "first.onnx",
            Experiment::Second => "second.onnx",
        }
    }

    /// The file.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Experiment::First => include_bytes!("../../../nets/cooperative/first.onnx"),
            Experiment::Second => include_bytes!("../../../nets/cooperative/second.onnx"),
        }
    }
}
