//! The setting of a new player's options, whoever built it: a session, a page, a study or another player.

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Personality, Reporter};

/// Gives a player the shared options and its own, in this order. What it has to say about them is reported; the values
/// that it refuses are returned, and the others are set.
pub fn configure_player<'n, 'v>(
    player: &mut dyn Personality,
    shared: &SharedOptions,
    own: impl IntoIterator<Item = (&'n str, &'v OptionValue)>,
    report: &mut dyn Reporter,
) -> Vec<OptionError> {
    player.configure(shared, report);
    own.into_iter().filter_map(|(name, value)| player.set_option(name, value).err()).collect()
}
