//! One call for every mode: moves that lead to a constraint.

use rand::SeedableRng;
use rand::rngs::StdRng;
use shakmaty::{Chess, Move};
use thiserror::Error;

use super::beam;
use super::human::Human;
use super::negamax::CoopNegamax;
use super::problem::Problem;
use crate::chess::PieceCount;
use crate::nets::cooperative::{Experiment, Network};
use crate::nets::{NetError, RuntimeChoice};

/// The way in which moves towards the constraint are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A beam search by the distance to the constraint: always met, in few moves.
    Distance,
    /// Petrželka's: cooperative negamax with a net at the leaves; for piece counts of White only.
    Network,
    /// Moves that people might play, turned towards the constraint as little as possible.
    Human,
}

/// Why a mode cannot be used.
#[derive(Debug, Error)]
pub enum FinderError {
    #[error(transparent)]
    Net(#[from] NetError),
    #[error("the mode Network takes piece counts of White only, like 1,2,2,1,8")]
    NotACount,
}

/// The settings of the mode `Network`, as in Petrželka's two experiments.
#[derive(Clone, Copy, Debug)]
pub struct NetworkOptions {
    pub experiment: Experiment,
    /// Plies to look ahead.
    pub depth: u8,
    /// Moves within so much of the best are sampled from, in shares.
    pub tolerance: f32,
    /// See [`CoopNegamax::exact_leaves`].
    pub exact_leaves: bool,
}

/// The position and the goal of a plan.
#[derive(Clone, Copy)]
pub struct PlanTask<'a> {
    /// The position to go on from.
    pub position: &'a Chess,
    /// The moves of the game that led there.
    pub past: &'a [Move],
    pub problem: Problem<'a>,
    /// Its goal as a piece count of White, where it is one; the mode `Network` takes nothing else.
    pub count: Option<PieceCount>,
    /// Moves that the mode `Network` plans at most: each takes it an answer of the net for every legal move. The other
    /// modes always plan to the goal.
    pub network_moves: usize,
    /// A random seed: the same one makes the same plan.
    pub seed: u64,
}

/// A mode with its nets loaded.
pub enum Finder {
    Distance,
    Network(Box<CoopNegamax>),
    Human(Human),
}

impl Finder {
    /// # Errors
    /// None; see [`crate::nets::Net::embedded`].
    pub fn new(mode: Mode, network: NetworkOptions, choice: &RuntimeChoice) -> Result<Finder, NetError> {
        Ok(match mode {
            Mode::Distance => Finder::Distance,
            Mode::Human => Finder::Human(Human::new(choice)?),
            Mode::Network => {
                let mut negamax = CoopNegamax::new(Network::embedded(network.experiment, choice)?, network.depth);
                negamax.tolerance = network.tolerance;
                negamax.exact_leaves = network.exact_leaves;
                Finder::Network(Box::new(negamax))
            }
        })
    }

    /// Moves from the position of a task on. The modes `Distance` and `Human` return them only where they meet a goal;
    /// `Network` returns what it plays, as Petrželka's program does, once `stopped` is true what it has so far. `None`
    /// where nothing was found, or `stopped` was true.
    ///
    /// # Errors
    /// [`FinderError`].
    pub fn plan(&mut self, task: PlanTask, stopped: impl Fn() -> bool) -> Result<Option<Vec<Move>>, FinderError> {
        let PlanTask { position, past, problem, seed, .. } = task;
        Ok(match self {
            Finder::Distance => beam::find(problem, position, past.len() as u32, seed, stopped),
            Finder::Human(human) => human.find(&task, stopped)?,
            Finder::Network(negamax) => {
                let count = task.count.ok_or(FinderError::NotACount)?;
                let left = (problem.bounds.max_plies as usize).saturating_sub(past.len());
                let mut rng = StdRng::seed_from_u64(seed);
                Some(negamax.play(position, count, left.min(task.network_moves), &mut rng, &stopped)?)
            }
        })
    }
}
