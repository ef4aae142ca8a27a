//! A player whose strength can be limited, and that can imitate one person.

use super::character::{Character, Preset};
use super::opponent::{Opponent, OpponentChoice, OpponentSetting};
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
    /// The character that the options set.
    character: Character,
    /// The character that a file sets besides.
    preset: Option<Preset>,
    /// True if it was said that a character needs a rating.
    is_told: bool,
    /// Nothing is sampled: see [`TEMPERATURE`].
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
            character: Character::default(),
            preset: None,
            is_told: false,
            is_certain: false,
            shared: SharedOptions::default(),
        }
    }

    /// Takes [`super::opponent::OpponentOptions`] and [`Character`] too.
    #[must_use]
    pub fn with_opponents(self) -> Limited {
        Limited { opponent: Some(OpponentSetting::default()), ..self }
    }

    /// The player for a level, and how strongly it plays: an opponent without a limit as he does himself, a preset at
    /// its own rating, and where nothing is sampled, as people of the rating. `None` where no rating, opponent or
    /// preset is set.
    fn at_level(&mut self) -> Option<(&mut LevelPlayer, Strength)> {
        let level = self.at_level.as_mut()?;
        let level_of = if self.is_certain { Strength::as_person } else { Strength::of };
        let of_opponent = level.opponent().map(|opponent| Strength::as_person(opponent.profile.elo()));
        let of_preset = self.preset.as_ref().map(|preset| level_of(preset.elo.unwrap_or(self.shared.elo)));
        let own = of_opponent.or(of_preset);
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

    /// Loads whom the options name, where they have changed, and takes over the character.
    fn load_opponent(&mut self, report: &mut dyn Reporter) {
        if let Some(changed) = self.opponent.as_mut().and_then(|setting| setting.changed(report)) {
            let (opponent, preset) = apart(changed);
            self.preset = preset;
            self.need_level().set_opponent(opponent);
        }
        let of_preset = self.preset.as_ref().map(|preset| self.character.and(&preset.character));
        let character = of_preset.unwrap_or_else(|| self.character.clone());
        if let Some(level) = &mut self.at_level {
            level.set_character(character);
        }
        if !self.character.is_neutral() && self.at_level().is_none() && !self.is_told {
            self.is_told = true;
            report.message("a character changes nothing without a rating: set UCI_LimitStrength, or an OpponentFile");
        }
    }
}

impl Personality for Limited {
    fn inside(&mut self) -> Option<&mut dyn Personality> {
        Some(&mut *self.player)
    }

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
            Some(setting) => setting
                .set_option(name, value)
                .or_else(|_| self.character.set(name, value))
                .or_else(|_| self.player.set_option(name, value)),
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
}

/// An opponent or a preset.
fn apart(choice: OpponentChoice) -> (Option<Opponent>, Option<Preset>) {
    match choice {
        OpponentChoice::Opponent(opponent) => (Some(opponent), None),
        OpponentChoice::Preset(preset) => (None, Some(preset)),
        OpponentChoice::Nobody => (None, None),
    }
}
