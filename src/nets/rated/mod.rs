//! The net that knows who moves: from the position, the plies before it, the ratings, the place and the clocks to the
//! move, the result and the time that a person takes.
//!
//! `scripts/train/rated.py` trains it, `scripts/train/rated_export.py` writes it as ONNX.

mod choice;
mod input;
mod move_input;
mod mover;

use shakmaty::{Chess, Move};

pub use choice::ChoiceNet;
pub use input::{HISTORY, PLANES, RatedInput, RatedPosition};
pub use move_input::MoveInput;
pub use mover::{Clocks, MOVER_FEATURES, MoverContext, Source};

use super::mockfish::{NETWORKS, NetOutput, RankedMove, rank_by};
use super::net::{Net, NetError};
use super::runtime_choice::RuntimeChoice;
use crate::files::{Shipped, shipped};
use crate::nets::NEVER;

const SQUARES: usize = 64;
/// Names and sizes of the inputs.
const INPUTS: [(&str, &[usize]); 2] = [("planes", &[1, PLANES, 8, 8]), ("who", &[1, MOVER_FEATURES])];
/// Bins of the time that a move takes.
pub const TIMES: usize = 12;
/// Seconds between the bins.
pub const TIME_BOUNDS: [f32; TIMES - 1] = [0.5, 1.5, 2.5, 3.5, 5.5, 8.5, 13.5, 21.5, 35.5, 60.5, 120.5];

/// A net's outputs for one position, in the mover's view.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedOutput {
    /// 64 × 64, from × to: natural logarithms of the probabilities of whole moves, illegal ones too.
    pub moves: Vec<f32>,
    /// 7 × 64: natural logarithms, as those of [`NetOutput::seven`].
    pub seven: Vec<f32>,
    /// Probabilities that the mover loses, draws, wins.
    pub value: [f32; 3],
    /// Probabilities that the move takes as long as each bin says; [`TIME_BOUNDS`] lie between them.
    pub time: [f32; TIMES],
}

impl RatedOutput {
    /// The allowed moves, most probable first, with probabilities among them; see [`rank_moves`].
    ///
    /// [`rank_moves`]: super::mockfish::rank_moves
    pub fn rank(&self, position: &Chess, allowed: &[Move]) -> Vec<RankedMove> {
        rank(&self.moves, position, allowed)
    }
}

/// See [`RatedOutput::rank`].
fn rank(moves: &[f32], position: &Chess, allowed: &[Move]) -> Vec<RankedMove> {
    rank_by(position, allowed, |from, to, _| moves[from.to_usize() * SQUARES + to.to_usize()])
}

impl From<RatedOutput> for NetOutput {
    fn from(RatedOutput { moves, seven, value, .. }: RatedOutput) -> NetOutput {
        NetOutput { seven, moves: Some(moves), value: Some(value) }
    }
}

/// A net that takes positions and who moves.
pub struct RatedNet {
    net: Net,
}

impl RatedNet {
    /// The file.
    pub const FILE: Shipped = shipped!("nets/mockfish/rated.onnx");

    /// The net that the binary carries.
    ///
    /// # Errors
    /// None: every runtime that is used runs it; see [`Net::embedded`].
    pub fn embedded(choice: &RuntimeChoice) -> Result<RatedNet, NetError> {
        RatedNet::of(Net::embedded("rated.onnx", RatedNet::FILE, choice)?)
    }

    /// Returns true if a net has the inputs of this kind.
    pub fn takes(net: &Net) -> bool {
        net.inputs().iter().map(|(name, sizes)| (name.as_str(), &sizes[..])).eq(INPUTS)
    }

    /// Checks the inputs and outputs of a net.
    ///
    /// # Errors
    /// [`NetError::Shape`].
    pub fn of(net: Net) -> Result<RatedNet, NetError> {
        if !RatedNet::takes(&net) {
            let found = format!("{:?}", net.inputs());
            return Err(net.misshapen(format!("inputs {:?}", INPUTS), found));
        }
        net.expect_outputs(&[
            ("moves", &[1, SQUARES * SQUARES]),
            ("seven", &[1, NETWORKS.len(), SQUARES]),
            ("value", &[1, 3]),
            ("time", &[1, TIMES]),
        ])?;
        Ok(RatedNet { net })
    }

    /// Runs the net.
    ///
    /// # Errors
    /// [`NetError::Run`], [`NetError::Stopped`].
    pub fn predict(&mut self, input: &RatedInput, stopped: &dyn Fn() -> bool) -> Result<RatedOutput, NetError> {
        self.net.run_all([input.planes(), input.who.numbers().to_vec()], stopped, |take| {
            Ok(RatedOutput {
                moves: take("moves")?,
                seven: take("seven")?,
                value: fixed(&take("value")?),
                time: fixed(&take("time")?),
            })
        })
    }
}

/// The same net for moves alone: what the other outputs need is left out, a twelfth of the time.
pub struct RatedMoveNet {
    net: Net,
}

impl RatedMoveNet {
    /// As [`RatedNet::embedded`].
    ///
    /// # Errors
    /// None, as there.
    pub fn embedded(choice: &RuntimeChoice) -> Result<RatedMoveNet, NetError> {
        let RatedNet { mut net } = RatedNet::embedded(choice)?;
        net.keep_outputs(&["moves"]);
        Ok(RatedMoveNet { net })
    }

    /// The allowed moves as [`RatedOutput::rank`] ranks them. Asked for several people in the same position one after
    /// another, the net computes the first convolution once.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn rank(
        &mut self,
        input: &RatedInput,
        position: &Chess,
        allowed: &[Move],
    ) -> Result<Vec<RankedMove>, NetError> {
        let inputs = [input.planes(), input.who.numbers().to_vec()];
        self.net.run_all(inputs, NEVER, |take| Ok(rank(&take("moves")?, position, allowed)))
    }
}

/// The numbers of an output whose length was checked.
fn fixed<const N: usize>(numbers: &[f32]) -> [f32; N] {
    numbers.try_into().expect("the net's outputs have the sizes that were checked")
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};

    use super::*;
    use crate::games::time_control::TimeClass;

    #[test]
    fn moves_times_and_results_have_probabilities() {
        let mut net = RatedNet::embedded(&RuntimeChoice::default()).expect("the built-in net");
        let (opponent_elo, time_class) = (Some(1500), TimeClass::Rapid);
        let who = MoverContext { elo: 1500, opponent_elo, source: Source::Lichess, time_class, clocks: None };
        let position = Chess::default();
        let output = net.predict(&RatedInput::of(&position, &[], &[], who), NEVER).expect("the net runs");
        for sum in [
            output.moves.iter().map(|number| number.exp()).sum::<f32>(),
            output.seven[..SQUARES].iter().map(|number| number.exp()).sum(),
            output.value.iter().sum(),
            output.time.iter().sum(),
        ] {
            assert!((sum - 1.0).abs() < 1e-3, "{sum}");
        }
        let ranked = output.rank(&position, &position.legal_moves());
        let first = ranked[0].mv.to_uci(shakmaty::CastlingMode::Standard).to_string();
        assert!(["e2e4", "d2d4"].contains(&first.as_str()) && ranked[0].probability > 0.2, "{ranked:?}");
        let stronger = net
            .predict(&RatedInput::of(&position, &[], &[], MoverContext { elo: 2500, ..who }), NEVER)
            .expect("it runs");
        assert_ne!(stronger.moves, output.moves, "the rating matters");
    }

    #[test]
    fn for_moves_alone_the_net_says_the_same_of_every_rating_whatever_it_was_asked_before() {
        let choice = RuntimeChoice::default();
        let mut alone = RatedMoveNet::embedded(&choice).expect("the built-in net");
        let mut later = Chess::default();
        later.play_unchecked(later.legal_moves()[0]);
        for position in [Chess::default(), later] {
            for elo in [600, 1500, 1500, 2800] {
                let input = RatedInput::of(&position, &[], &[], MoverContext::rapid(elo));
                let mut net = RatedNet::embedded(&choice).expect("the built-in net");
                let whole = net.predict(&input, NEVER).expect("the net runs");
                let moves = position.legal_moves();
                let found = alone.rank(&input, &position, &moves).expect("the net runs");
                assert_eq!(found, whole.rank(&position, &moves), "{elo}");
            }
        }
    }

    #[test]
    fn a_net_with_other_inputs_is_refused() {
        let standard = crate::nets::mockfish::Embedded::Standard;
        let net = Net::embedded(standard.name(), standard.file(), &RuntimeChoice::default()).expect("a net");
        let error = RatedNet::of(net).err().expect("another shape").to_string();
        assert!(error.contains("standard.onnx") && error.contains("another shape"), "{error}");
    }
}
