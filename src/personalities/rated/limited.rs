//! A player whose strength can be limited, and that can imitate one person.

use super::opponent::OpponentSetting;
use super::{LevelPlayer, Strength};
use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Game, Limits, Personality, Reporter, Stop};

/// At 0 this option makes a player, at a level too, play the most probable move.
const TEMPERATURE: &str = "MockfishTemperature";

/// Plays as the player inside, or at a level while `UCI_LimitStrength` is on or an opponent is named.
pub struct Limited {
    player: Box<dyn Personality>,
    /// Builds the player that searches for the level.
    searcher: fn() -> Box<dyn Personality>,
    /// Made when a level or an opponent is first asked for.
    at_level: Option<LevelPlayer>,
    /// Only where the player has these options.
    opponent: Option<OpponentSetting>,
    /// Nothing is drawn: see [`TEMPERATURE`].
    is_certain: bool,
    shared: SharedOptions,
}

impl Limited {
    pub fn new(player: Box<dyn Personality>, searcher: fn() -> Box<dyn Personality>) -> Limited {
        Limited {
            player,
            searcher,
            at_level: None,
            opponent: None,
            is_certain: false,
            shared: SharedOptions::default(),
        }
    }

    /// Takes [`super::opponent::OpponentOptions`] too.
    #[must_use]
    pub fn with_opponents(self) -> Limited {
        Limited { opponent: Some(OpponentSetting::default()), ..self }
    }

    /// The player for a level, and how strongly it plays: an opponent without a limit as he does himself, and where
    /// nothing is drawn, as people of the rating. `None` where neither a rating nor an opponent is set.
    fn at_level(&mut self) -> Option<(&mut LevelPlayer, Strength)> {
        let level = self.at_level.as_mut()?;
        let own = level.opponent().map(|opponent| Strength::as_person(opponent.profile.elo()));
        let level_of = if self.is_certain { Strength::as_person } else { Strength::of };
        let strength = self.shared.level().map(level_of).or(own)?;
        let temperature = if self.is_certain { 0.0 } else { strength.temperature };
        Some((level, Strength { temperature, ..strength }))
    }

    fn need_level(&mut self) -> &mut LevelPlayer {
        self.at_level.get_or_insert_with(|| {
            let mut level = LevelPlayer::new((self.searcher)());
            level.configure(&self.shared);
            level
        })
    }

    /// Loads the opponent that the options name, where they have changed.
    fn load_opponent(&mut self, report: &mut dyn Reporter) {
        if let Some(changed) = self.opponent.as_mut().and_then(|setting| setting.changed(report)) {
            self.need_level().set_opponent(changed);
        }
    }
}

impl Personality for Limited {
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.player.configure(shared, report);
        self.shared = shared.clone();
        if let Some(level) = &mut self.at_level {
            level.configure(shared);
        } else if shared.limit_strength {
            self.need_level();
        }
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        if name == TEMPERATURE {
            self.is_certain = *value == OptionValue::Spin(0);
        }
        match &mut self.opponent {
            Some(setting) => setting.set_option(name, value).or_else(|_| self.player.set_option(name, value)),
            None => self.player.set_option(name, value),
        }
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        self.load_opponent(report);
        match self.at_level() {
            Some((level, _)) => level.prepare(report),
            None => self.player.prepare(report),
        }
    }

    fn new_game(&mut self) {
        self.player.new_game();
        if let Some(level) = &mut self.at_level {
            level.new_game();
        }
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        self.load_opponent(report);
        match self.at_level() {
            Some((level, strength)) => level.choose(strength, game, limits, stop, report),
            None => self.player.choose(game, limits, stop, report),
        }
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        self.player.explain(game)
    }
}
