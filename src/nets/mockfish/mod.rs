//! Nets that predict the move of a strong human player: which piece moves, and where each kind of piece goes
//! (Griffiths, *Mockfish: A Pattern Recognition Chess Engine*, 2022).

mod embedded;
mod policy;
mod promotion;
mod tactics;

use std::path::Path;

use shakmaty::{Role, Square};

pub use embedded::Embedded;
pub use policy::{RankedMove, Rule, rank_by, rank_moves};
pub use tactics::TacticNet;

use super::input::NetInput;
use super::net::{Net, NetError};
use super::planes::Planes;
use super::runtime_choice::RuntimeChoice;

/// The seven networks: which square a piece leaves, and where a pawn, knight, bishop, rook, queen, king goes.
pub const NETWORKS: [&str; 7] = ["selector", "pawn", "knight", "bishop", "rook", "queen", "king"];
const SQUARES: usize = 64;

/// A net's outputs for one position, in the mover's view. All but `value` are natural logarithms of probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct NetOutput {
    /// The outputs of the seven networks in the order of [`NETWORKS`], 64 squares each.
    pub seven: Vec<f32>,
    /// 64 × 64, from × to: whole moves, where the net has such an output.
    pub moves: Option<Vec<f32>>,
    /// Probabilities that the mover loses, draws, wins, where the net has such an output.
    pub value: Option<[f32; 3]>,
}

impl NetOutput {
    /// The output of a network over 64 squares.
    pub fn network(&self, index: usize) -> &[f32] {
        &self.seven[index * SQUARES..][..SQUARES]
    }

    /// The logarithm of the probability that a piece leaves `square`.
    pub fn selector(&self, square: Square) -> f32 {
        self.network(0)[square.to_usize()]
    }

    /// The logarithm of the probability that a piece of this kind, if one moves, goes to `square`.
    pub fn target(&self, role: Role, square: Square) -> f32 {
        self.network(role as usize)[square.to_usize()]
    }
}

/// A net, or seven, that predicts moves.
pub enum MoveNet {
    /// One trunk with heads for the seven networks, for whole moves and for the value.
    Trunk { net: Net, planes: Planes },
    /// Seven separate networks, as Griffiths has them.
    Seven(Vec<Net>),
}

impl MoveNet {
    /// One of the nets that the binary carries.
    ///
    /// # Errors
    /// None: every runtime that is used runs it; see [`Net::embedded`].
    pub fn embedded(net: Embedded, choice: &RuntimeChoice) -> Result<MoveNet, NetError> {
        MoveNet::trunk(Net::embedded(net.name(), net.file(), choice)?)
    }

    /// A trunk from a file, or seven networks from a folder that holds `selector.onnx`, `pawn.onnx` and so
    /// on.
    ///
    /// # Errors
    /// Fails if a file is missing, is no net, or has other inputs and outputs.
    pub fn open(path: &Path, choice: &RuntimeChoice) -> Result<MoveNet, NetError> {
        if !path.is_dir() {
            return MoveNet::trunk(Net::open(path, choice)?);
        }
        let open = |name: &str| -> Result<Net, NetError> {
            let net = Net::open(&path.join(name).with_extension("onnx"), choice)?;
            expect_planes(&net, &[Planes::Signed])?;
            net.expect_outputs(&[("targets", &[1, SQUARES])])?;
            Ok(net)
        };
        Ok(MoveNet::Seven(NETWORKS.iter().map(|name| open(name)).collect::<Result<_, _>>()?))
    }

    /// Checks the inputs and outputs of a trunk.
    ///
    /// # Errors
    /// [`NetError::Shape`].
    pub fn trunk(net: Net) -> Result<MoveNet, NetError> {
        let planes = expect_planes(&net, &[Planes::Board, Planes::Full, Planes::Rich])?;
        net.expect_outputs(&[
            ("seven", &[1, NETWORKS.len(), SQUARES]),
            ("moves", &[1, SQUARES * SQUARES]),
            ("value", &[1, 3]),
        ])?;
        Ok(MoveNet::Trunk { net, planes })
    }

    /// Runs the net on a position.
    ///
    /// # Errors
    /// [`NetError::Run`], [`NetError::Stopped`].
    pub fn predict(&mut self, input: &NetInput, stopped: &dyn Fn() -> bool) -> Result<NetOutput, NetError> {
        match self {
            MoveNet::Trunk { net, planes } => net.run(planes.encode(input), stopped, |take| {
                let value = take("value")?;
                Ok(NetOutput {
                    seven: take("seven")?,
                    moves: Some(take("moves")?),
                    value: Some([value[0], value[1], value[2]]),
                })
            }),
            MoveNet::Seven(nets) => {
                let mut seven = Vec::with_capacity(NETWORKS.len() * SQUARES);
                for net in nets {
                    seven.extend(net.run(Planes::Signed.encode(input), stopped, |take| take("targets"))?);
                }
                Ok(NetOutput { seven, moves: None, value: None })
            }
        }
    }
}

/// The first of these kinds of planes that is a net's only input.
fn expect_planes(net: &Net, kinds: &[Planes]) -> Result<Planes, NetError> {
    kinds.iter().copied().find(|kind| net.input() == kind.sizes()).ok_or_else(|| {
        let sizes: Vec<_> = kinds.iter().map(|kind| kind.sizes()).collect();
        net.misshapen(format!("an input of {sizes:?}"), format!("{:?}", net.input()))
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;
    use crate::nets::NEVER;

    #[test]
    fn the_side_with_more_men_is_predicted_to_win() {
        let mut net = MoveNet::embedded(Embedded::Standard, &RuntimeChoice::default()).unwrap();
        let mut value = |fen: &str| {
            let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            net.predict(&NetInput::of(&position, &[]), NEVER).unwrap().value.unwrap()
        };
        for (fen, wins) in
            [("8/5k2/8/8/8/3R4/PPP5/4K3 w - - 0 40", true), ("8/5k2/8/8/8/3R4/PPP5/4K3 b - - 0 40", false)]
        {
            let [loss, draw, win] = value(fen);
            assert!((loss + draw + win - 1.0).abs() < 1e-3 && (win > loss) == wins, "{fen}: {loss}, {draw}, {win}");
        }
    }

    #[test]
    fn the_detector_finds_no_tactic_in_the_start_position() {
        let mut detector = TacticNet::embedded(&RuntimeChoice::default()).unwrap();
        let probability = detector.predict(&NetInput::of(&Chess::default(), &[])).unwrap();
        assert!(probability < 0.5, "{probability}");
    }
}
