//! The tactic detector that the seed proposes: whether one move wins by far (seed 004, section 5.1).

use super::SQUARES;
use crate::nets::input::NetInput;
use crate::nets::net::{Net, NetError};
use crate::nets::planes::Planes;

/// A net that tells positions with a tactic from quiet ones by the board alone.
pub struct TacticNet {
    session: Net,
}

impl TacticNet {
    /// The one that the binary carries.
    ///
    /// # Errors
    /// When the runtime is not there.
    pub fn embedded() -> Result<TacticNet, NetError> {
        let session = Net::load("tactics.onnx", include_bytes!("../../../nets/mockfish/tactics.onnx"))?;
        super::expect_planes(&session, &[Planes::Threats])?;
        session.expect_outputs(&[("tactic", &[1, 2])])?;
        Ok(TacticNet { session })
    }

    /// The probability that the mover has a tactic.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn ask(&mut self, seen: &NetInput) -> Result<f32, NetError> {
        debug_assert_eq!(self.session.input().iter().product::<usize>(), Planes::Threats.count() * SQUARES);
        self.session.run(Planes::Threats.draw(seen), |take| Ok(take("tactic")?[1]))
    }
}
