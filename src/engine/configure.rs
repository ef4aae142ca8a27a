//! The options of one player, and how it gets them, whoever built it: a session, a page, a study or another player.

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Personality, Reporter};

/// The values of the options that all players share, and of players' own ones by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerOptions {
    pub shared: SharedOptions,
    /// The others have their defaults.
    pub own: Vec<(String, OptionValue)>,
}

impl PlayerOptions {
    /// Sets an option: a shared one, or any player's own.
    pub fn set(&mut self, name: &str, value: OptionValue) {
        if self.shared.set(name, &value).is_err() {
            self.own.retain(|(known, _)| known != name);
            self.own.push((name.to_owned(), value));
        }
    }

    /// Gives them to a player: to one that was just built all, in this order, else those that it does not have from
    /// `before`. What it has to say about them is reported; the values that it refuses are returned, and the others are
    /// set.
    pub fn give(
        &self,
        player: &mut dyn Personality,
        before: Option<&PlayerOptions>,
        report: &mut dyn Reporter,
    ) -> Vec<OptionError> {
        if before.is_none_or(|before| before.shared != self.shared) {
            player.configure(&self.shared, report);
        }
        let new = self.own.iter().filter(|value| before.is_none_or(|before| !before.own.contains(value)));
        new.filter_map(|(name, value)| player.set_option(name, value).err()).collect()
    }
}
