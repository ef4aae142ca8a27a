//! The interface of a player.

use shakmaty::Move;

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Game, Limits, Reporter, Stop};

/// The result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// `None` only where there is no legal move (or none of `searchmoves`).
    pub best: Option<Move>,
    /// The reply it expects, for pondering.
    pub ponder: Option<Move>,
    /// The player moves without a thought: `HumanClock` waits no longer.
    pub is_at_once: bool,
}

/// A player. It gets a game, limits and a stop flag, and reports through a [`Reporter`]; it reads no input and prints
/// nothing.
pub trait Personality: Send {
    /// The player around which this one is made: whatever it does not do itself, that one does.
    fn inside(&mut self) -> Option<&mut dyn Personality> {
        None
    }

    /// Takes over the options that all players share. Called once after construction and after every change, never
    /// during a search. What is expensive (a new table, other files) is done here, only where the value did change. A
    /// failure (a missing file) is reported, and the player goes on without it.
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter);

    /// Sets one of the player's own options, or presses a shared button (`Clear Hash`).
    ///
    /// # Errors
    /// [`OptionError::Unknown`] where the player has no such option; nothing has changed then.
    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        match self.inside() {
            Some(inside) => inside.set_option(name, value),
            None => Err(OptionError::Unknown(name.to_owned())),
        }
    }

    /// Loads what the next search needs, so that `isready` takes the time for it and not the clock. A player that was
    /// not prepared loads it in [`Personality::choose`].
    fn prepare(&mut self, report: &mut dyn Reporter) {
        if let Some(inside) = self.inside() {
            inside.prepare(report);
        }
    }

    /// A new game begins: clears what was kept from the last one, and restarts the random numbers.
    fn new_game(&mut self);

    /// Chooses a move; called only where there is one. Reports at least one [`crate::engine::Info`], obeys every limit,
    /// and does not return before [`Stop::is_released`].
    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice;

    /// The static evaluation of a position as a table to read (the command `eval`), where the player has one.
    fn explain(&mut self, game: &Game) -> Option<String> {
        self.inside()?.explain(game)
    }
}
