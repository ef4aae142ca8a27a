//! A player whose strength can be limited.

use super::LevelPlayer;
use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Game, Limits, Personality, Reporter, Stop};

/// Plays as the player inside, or at a level while `UCI_LimitStrength` is on.
pub struct Limited {
    player: Box<dyn Personality>,
    /// Builds the player that searches for the level.
    searcher: fn() -> Box<dyn Personality>,
    /// Made when a level is first asked for.
    at_level: Option<LevelPlayer>,
    shared: SharedOptions,
}

impl Limited {
    pub fn new(player: Box<dyn Personality>, searcher: fn() -> Box<dyn Personality>) -> Limited {
        Limited { player, searcher, at_level: None, shared: SharedOptions::default() }
    }
}

impl Personality for Limited {
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.player.configure(shared, report);
        self.shared = shared.clone();
        if shared.limit_strength && self.at_level.is_none() {
            self.at_level = Some(LevelPlayer::new((self.searcher)()));
        }
        if let Some(level) = &mut self.at_level {
            level.configure(shared);
        }
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        self.player.set_option(name, value)
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        match (self.shared.limit_strength, &mut self.at_level) {
            (true, Some(level)) => level.prepare(report),
            _ => self.player.prepare(report),
        }
    }

    fn new_game(&mut self) {
        self.player.new_game();
        if let Some(level) = &mut self.at_level {
            level.new_game();
        }
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        match (self.shared.level(), &mut self.at_level) {
            (Some(elo), Some(level)) => level.choose(elo, game, limits, stop, report),
            _ => self.player.choose(game, limits, stop, report),
        }
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        self.player.explain(game)
    }
}
