//! The nets that ship in the binary; `nets/README.md` says how each was made.

use crate::chess::PieceCount;
use crate::files::{Shipped, shipped};

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
    pub const fn file(self) -> Shipped {
        match self {
            Experiment::First => shipped!("nets/cooperative/first.onnx"),
            Experiment::Second => shipped!("nets/cooperative/second.onnx"),
        }
    }
}
