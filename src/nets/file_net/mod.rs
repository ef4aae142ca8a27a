//! Nets from files, of every kind that can choose moves.

use std::path::Path;

use crate::nets::lc0::Lc0Net;
use crate::nets::mockfish::{MoveNet, NetOutput};
use crate::nets::net::{Net, NetError};
use crate::nets::rated::{MoveInput, RatedNet};
use crate::nets::runtime_choice::RuntimeChoice;

/// A net from a file.
pub enum FileNet {
    /// A trunk or seven networks.
    Plain(MoveNet),
    /// One that knows who moves.
    Rated(RatedNet),
    /// One of lc0's kind.
    Lc0(Lc0Net),
}

impl FileNet {
    /// An ONNX file, or a folder with seven networks; see [`MoveNet::open`].
    ///
    /// # Errors
    /// Fails if a file is missing, is no net, or has other inputs and outputs than any kind.
    pub fn open(path: &Path, choice: &RuntimeChoice) -> Result<FileNet, NetError> {
        if path.is_dir() {
            return Ok(FileNet::Plain(MoveNet::open(path, choice)?));
        }
        let net = Net::open(path, choice)?;
        if RatedNet::takes(&net) {
            return Ok(FileNet::Rated(RatedNet::of(net)?));
        }
        if Lc0Net::takes(&net) {
            return Ok(FileNet::Lc0(Lc0Net::of(net)?));
        }
        Ok(FileNet::Plain(MoveNet::trunk(net)?))
    }

    /// Runs the net on a position with legal moves.
    ///
    /// # Errors
    /// [`NetError::Run`], also where an output is no number; [`NetError::Stopped`].
    pub fn predict(&mut self, input: &MoveInput, stopped: &dyn Fn() -> bool) -> Result<NetOutput, NetError> {
        let output = match self {
            FileNet::Plain(net) => net.predict(&input.plain(), stopped)?,
            FileNet::Rated(net) => net.predict(&input.rated(), stopped)?.into(),
            FileNet::Lc0(net) => net.predict(input, stopped)?,
        };
        let numbers = output.seven.iter().chain(output.moves.iter().flatten()).chain(output.value.iter().flatten());
        // The logarithm of no probability at all is a number here: −∞.
        if numbers.into_iter().any(|number| number.is_nan() || *number == f32::INFINITY) {
            return Err(NetError::Run("an output is no number".to_owned()));
        }
        Ok(output)
    }
}
