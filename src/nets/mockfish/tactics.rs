//! The detector of tactics that Griffiths proposes (section 5.1): whether one move wins by far.

use crate::files::{Shipped, shipped};
use crate::nets::graph::NEVER;
use crate::nets::input::NetInput;
use crate::nets::net::{Net, NetError};
use crate::nets::planes::Planes;
use crate::nets::runtime_choice::RuntimeChoice;

/// A net that distinguishes positions with a tactic from quiet ones by the board alone.
pub struct TacticNet {
    net: Net,
}

impl TacticNet {
    /// The file.
    pub const FILE: Shipped = shipped!("nets/mockfish/tactics.onnx");

    /// The one that the binary carries.
    ///
    /// # Errors
    /// None: every runtime that is used runs it; see [`Net::embedded`].
    pub fn embedded(choice: &RuntimeChoice) -> Result<TacticNet, NetError> {
        let net = Net::embedded("tactics.onnx", TacticNet::FILE, choice)?;
        super::expect_planes(&net, &[Planes::Threats])?;
        net.expect_outputs(&[("tactic", &[1, 2])])?;
        Ok(TacticNet { net })
    }

    /// The probability that the mover has a tactic.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn predict(&mut self, input: &NetInput) -> Result<f32, NetError> {
        self.net.run(Planes::Threats.encode(input), NEVER, |take| Ok(take("tactic")?[1]))
    }
}
