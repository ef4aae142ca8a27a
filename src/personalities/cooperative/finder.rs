//! One call for every mode: a whole game that leads to a constraint.

use rand::SeedableRng;
use rand::rngs::StdRng;
use shakmaty::{Chess, Move};
use thiserror::Error;

use super::beam::{self, Bounds};
use super::human::Human;
use super::negamax::CoopNegamax;
use super::options::Mode;
use crate::chess::PieceCount;
use crate::constraint::Goal;
use crate::nets::NetError;
use crate::nets::cooperative::{Experiment, Network};

/// Why a mode cannot serve.
#[derive(Debug, Error)]
pub enum FinderError {
    #[error(transparent)]
    Net(#[from] NetError),
    #[error("the mode Network knows piece counts of White only, like 1,2,2,1,8")]
    NotACount,
}

/// What the mode `Network` goes by: the seed's two experiments.
#[derive(Clone, Copy, Debug)]
pub struct NetworkOptions {
    pub experiment: Experiment,
    /// Half moves to look ahead.
    pub depth: u8,
    /// Moves within so much of the best are drawn from, in shares.
    pub tolerance: f32,
    /// See [`CoopNegamax::exact_leaves`].
    pub exact_leaves: bool,
}

/// A mode with its nets loaded.
pub enum Finder {
    Distance,
    Network(Box<CoopNegamax>),
    Human(Human),
}

impl Finder {
    /// # Errors
    /// When the nets' runtime is missing.
    pub fn new(mode: Mode, network: NetworkOptions) -> Result<Finder, NetError> {
        Ok(match mode {
            Mode::Distance => Finder::Distance,
            Mode::Human => Finder::Human(Human::new()?),
            Mode::Network => {
                let mut negamax = CoopNegamax::new(Network::embedded(network.experiment)?, network.depth);
                negamax.tolerance = network.tolerance;
                negamax.exact_leaves = network.exact_leaves;
                Finder::Network(Box::new(negamax))
            }
        })
    }

    /// A game from the start position. The modes `Distance` and `Human` return one only where it meets a goal;
    /// `Network` returns what came out, as the seed does.
    ///
    /// # Errors
    /// [`FinderError`].
    pub fn game(
        &mut self,
        goals: &[Goal],
        count: Option<PieceCount>,
        bounds: Bounds,
        seed: u64,
        stopped: impl Fn() -> bool,
    ) -> Result<Option<Vec<Move>>, FinderError> {
        let start = Chess::default();
        Ok(match self {
            Finder::Distance => beam::find(&start, 0, goals, bounds, seed, stopped),
            Finder::Human(human) => human.find(&start, &[], goals, bounds, seed, stopped)?,
            Finder::Network(negamax) => {
                negamax.max_plies = bounds.max_plies as usize;
                Some(negamax.generate(count.ok_or(FinderError::NotACount)?, &mut StdRng::seed_from_u64(seed))?)
            }
        })
    }
}
