//! The nets that ship in the binary; `nets/README.md` says how each was made.

/// A net with its vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Embedded {
    /// Adds up what every move of the game changes, and hears how, with an LSTM.
    Listener,
    /// Six layers of LSTM that hear the last fifty half moves in algebraic notation and lower case (seed 002).
    Seed,
}

impl Embedded {
    pub const ALL: [Embedded; 2] = [Embedded::Listener, Embedded::Seed];

    pub const fn name(self) -> &'static str {
        match self {
            Embedded::Listener => "listener.onnx",
            Embedded::Seed => "seed.onnx",
        }
    }

    pub(super) const fn bytes(self) -> &'static [u8] {
        match self {
            Embedded::Listener => include_bytes!("../../../nets/pattern/listener.onnx"),
            Embedded::Seed => include_bytes!("../../../nets/pattern/seed.onnx"),
        }
    }

    pub(super) const fn vocabulary(self) -> &'static str {
        match self {
            Embedded::Listener => include_str!("../../../nets/pattern/listener.json"),
            Embedded::Seed => include_str!("../../../nets/pattern/seed.json"),
        }
    }
}
