//! The net that corrects the choice of a level: what it adds to the logarithm of each move's probability.
//!
//! `scripts/train/rated_choice.py` trains it on the numbers that describe moves (`personalities::rated::features`).

use super::mover::MOVER_FEATURES;
use crate::files::{Shipped, shipped};
use crate::nets::NEVER;
use crate::nets::net::{Net, NetError};
use crate::nets::runtime_choice::RuntimeChoice;

/// More than any position has legal moves.
const MOVES: usize = 256;

/// The net that ships: inputs `moves` `MOVES`×`N`, `who` 1×[`MOVER_FEATURES`] and `probabilities` 1×`MOVES`, output
/// `added` `MOVES`×1; `N` numbers describe a move.
pub struct ChoiceNet<const N: usize> {
    net: Net,
}

impl<const N: usize> ChoiceNet<N> {
    /// The file.
    pub const FILE: Shipped = shipped!("nets/mockfish/choice.onnx");

    /// The net that the binary carries.
    ///
    /// # Errors
    /// [`NetError::Shape`] where it was trained for other numbers; otherwise none, see [`Net::embedded`].
    pub fn embedded(choice: &RuntimeChoice) -> Result<ChoiceNet<N>, NetError> {
        let net = Net::embedded("choice.onnx", Self::FILE, choice)?;
        let inputs: [(&str, &[usize]); 3] =
            [("moves", &[MOVES, N]), ("who", &[1, MOVER_FEATURES]), ("probabilities", &[1, MOVES])];
        if !net.inputs().iter().map(|(name, sizes)| (name.as_str(), &sizes[..])).eq(inputs) {
            return Err(net.misshapen(format!("inputs {inputs:?}"), format!("{:?}", net.inputs())));
        }
        net.expect_outputs(&[("added", &[MOVES, 1])])?;
        Ok(ChoiceNet { net })
    }

    /// The addition to the natural logarithm of each move's probability. `probabilities` are the rated net's.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn predict(
        &mut self,
        moves: &[[f32; N]],
        who: &[f32; MOVER_FEATURES],
        probabilities: impl Iterator<Item = f32>,
    ) -> Result<Vec<f32>, NetError> {
        let mut rows = moves.as_flattened().to_vec();
        rows.resize(MOVES * N, 0.0);
        let mut shares: Vec<f32> = probabilities.collect();
        shares.resize(MOVES, 0.0);
        let mut added = self.net.run_all([rows, who.to_vec(), shares], NEVER, |take| take("added"))?;
        added.truncate(moves.len());
        Ok(added)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_for_other_numbers_is_refused() {
        let refused = ChoiceNet::<3>::embedded(&RuntimeChoice::default());
        assert!(matches!(refused, Err(NetError::Shape { .. })), "{:?}", refused.err());
    }
}
