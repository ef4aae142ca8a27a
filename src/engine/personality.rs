//! The contract between the house and its players.

use shakmaty::Move;

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Game, Limits, Reporter, Stop};

/// What a player decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// `None` only where there is no legal move (or none of `searchmoves`).
    pub best: Option<Move>,
    /// The reply it expects, for pondering.
    pub ponder: Option<Move>,
}

/// A player. It sees a game, limits and a stop flag, and knows nothing of standard input.
pub trait Personality: Send {
    /// Takes over the options that all players share. Called once after construction and after every change, never
    /// during a search. Expensive consequences (a new table, other files) are drawn here, only where the value did
    /// change. What could not be done (a missing file) is said through `report`, and the player goes on without it.
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter);

    /// Sets one of the player's own options, or presses a button of the house (`Clear Hash`).
    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        let _ = value;
        Err(OptionError::Unknown(name.to_owned()))
    }

    /// Loads what the next search needs, so that `isready` takes the time for it and not the clock. Whoever does not
    /// call it finds it done in [`Personality::choose`].
    fn prepare(&mut self, report: &mut dyn Reporter) {
        let _ = report;
    }

    /// A new game begins: forget what was learnt about the last one.
    fn new_game(&mut self);

    /// Chooses a move; the house asks only where there is one. It reports at least one [`crate::engine::Info`] before
    /// it returns, obeys every limit, and while `limits.ponder` or `limits.infinite` holds it does not return before it
    /// is told to (see [`Stop`]).
    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice;

    /// The static evaluation of a position as a table for people (the command `eval`), where the player has one.
    fn explain(&mut self, game: &Game) -> Option<String> {
        let _ = game;
        None
    }
}
