//! Nets that answer what a strong human would play (seed 004): which piece moves, and where each kind of piece would
//! go.

mod embedded;
mod policy;
mod promotion;
mod tactics;

use std::path::Path;

use shakmaty::{Role, Square};

pub use embedded::Embedded;
pub use policy::{Candidate, Rule, candidates};
pub use tactics::TacticNet;

use super::input::NetInput;
use super::net::{Net, NetError};
use super::planes::Planes;

/// The seven questions: which square a piece leaves, and where a pawn, knight, bishop, rook, queen, king goes.
pub const NETWORKS: [&str; 7] = ["selector", "pawn", "knight", "bishop", "rook", "queen", "king"];
const SQUARES: usize = 64;

/// What the nets say of one position, in the mover's view. All but `value` are natural logarithms of probabilities.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The seven answers in the order of [`NETWORKS`], each over 64 squares.
    pub seven: Vec<f32>,
    /// 64 × 64, from × to: a judgement of whole moves, where the net makes one.
    pub moves: Option<Vec<f32>>,
    /// Probabilities that the mover loses, draws, wins, where the net judges that.
    pub value: Option<[f32; 3]>,
}

impl Opinion {
    /// The answer to a question: over 64 squares.
    pub fn network(&self, index: usize) -> &[f32] {
        &self.seven[index * SQUARES..][..SQUARES]
    }

    /// That a piece leaves `square`.
    pub fn selector(&self, square: Square) -> f32 {
        self.network(0)[square.to_usize()]
    }

    /// That a piece of this kind, if one moves, goes to `square`.
    pub fn target(&self, role: Role, square: Square) -> f32 {
        self.network(role as usize)[square.to_usize()]
    }
}

/// A net, or seven, for choosing moves.
pub enum MoveNet {
    /// One trunk with a head for each question, for whole moves and for the value.
    Trunk { session: Net, planes: Planes },
    /// The seed's form: a network for each question.
    Seven(Vec<Net>),
}

impl MoveNet {
    /// One of the nets that the binary carries.
    ///
    /// # Errors
    /// When the runtime is not there (the feature `native` without its library).
    pub fn embedded(net: Embedded) -> Result<MoveNet, NetError> {
        MoveNet::trunk(Net::load(net.name(), net.bytes())?)
    }

    /// A trunk from a file, or the seed's seven networks from a folder that holds `selector.onnx`, `pawn.onnx` and so
    /// on.
    ///
    /// # Errors
    /// When a file is missing, is no net, or has other inputs and outputs.
    pub fn open(path: &Path) -> Result<MoveNet, NetError> {
        if !path.is_dir() {
            return MoveNet::trunk(Net::open(path)?);
        }
        let seventh = |name: &str| -> Result<Net, NetError> {
            let session = Net::open(&path.join(name).with_extension("onnx"))?;
            expect_planes(&session, &[Planes::Signed])?;
            session.expect_outputs(&[("targets", &[1, SQUARES])])?;
            Ok(session)
        };
        Ok(MoveNet::Seven(NETWORKS.iter().map(|name| seventh(name)).collect::<Result<_, _>>()?))
    }

    fn trunk(session: Net) -> Result<MoveNet, NetError> {
        let planes = expect_planes(&session, &[Planes::Board, Planes::Full, Planes::Rich])?;
        session.expect_outputs(&[
            ("seven", &[1, NETWORKS.len(), SQUARES]),
            ("moves", &[1, SQUARES * SQUARES]),
            ("value", &[1, 3]),
        ])?;
        Ok(MoveNet::Trunk { session, planes })
    }

    /// What the net says of a position.
    ///
    /// # Errors
    /// [`NetError::Run`].
    pub fn ask(&mut self, seen: &NetInput) -> Result<Opinion, NetError> {
        match self {
            MoveNet::Trunk { session, planes } => session.run(planes.draw(seen), |take| {
                let value = take("value")?;
                Ok(Opinion {
                    seven: take("seven")?,
                    moves: Some(take("moves")?),
                    value: Some([value[0], value[1], value[2]]),
                })
            }),
            MoveNet::Seven(sessions) => {
                let mut seven = Vec::with_capacity(NETWORKS.len() * SQUARES);
                for session in sessions {
                    seven.extend(session.run(Planes::Signed.draw(seen), |take| take("targets"))?);
                }
                Ok(Opinion { seven, moves: None, value: None })
            }
        }
    }
}

/// Which of these kinds of planes a net takes.
fn expect_planes(session: &Net, kinds: &[Planes]) -> Result<Planes, NetError> {
    kinds.iter().copied().find(|kind| session.input() == kind.sizes()).ok_or_else(|| {
        let sizes: Vec<_> = kinds.iter().map(|kind| kind.sizes()).collect();
        session.misshapen(format!("an input of {sizes:?}"), format!("{:?}", session.input()))
    })
}
