//! The nets that ship in the binary; `nets/README.md` says how each was made.

/// A net with its vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedded {
    /// One wide LSTM that hears the parts of every move, from the first on.
    Reader,
    /// Six layers of LSTM that hear the last fifty moves in algebraic notation (seed 002).
    Seed,
}

impl Embedded {
    pub const ALL: [Embedded; 2] = [Embedded::Reader, Embedded::Seed];

    pub const fn name(self) -> &'static str {
        match self {
            Embedded::Reader => "reader.onnx",
            Embedded::Seed => "seed.onnx",
        }
    }

    pub(super) const fn bytes(self) -> &'static [u8] {
        match self {
            Embedded::Reader => include_bytes!("../../../nets/pattern/reader.onnx"),
            Embedded::Seed => include_bytes!("../../../nets/pattern/seed.onnx"),
        }
    }

    pub(super) const fn vocabulary(self) -> &'static str {
        match self {
            Embedded::Reader => include_str!("../../../nets/pattern/reader.json"),
            Embedded::Seed => include_str!("../../../nets/pattern/seed.json"),
        }
    }
}
