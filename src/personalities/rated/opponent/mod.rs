//! An opponent of one's choosing: a player whose repertoire and preferences follow from his games.

mod file;
mod games;
mod habits;
pub mod imitate;
mod preferences;
mod profile;
mod repertoire;
mod setting;

use shakmaty::{Chess, Move};

pub use file::{OpponentError, VERSION};
pub use games::{GameCollector, NoGames, OwnGame, OwnGames, date_text, replay};
pub use habits::{Habits, KIND_NAMES, KINDS};
pub use preferences::{MoveNumbers, PARAMETERS, Preferences};
pub use profile::{ClassRating, Profile};
pub use repertoire::Repertoire;
pub use setting::{OpponentChoice, OpponentChoiceError, OpponentOptions, OpponentSetting};

/// Half-life of a game's weight in the repertoire, where nothing else is asked for: days, or games without dates.
pub const HALF_LIFE: f32 = 60.0;
/// The prediction counts like so many games in the position, beside those that were played.
const PREDICTION: f32 = 2.0;

/// The player.
#[derive(Clone, Debug, PartialEq)]
pub struct Opponent {
    pub profile: Profile,
    pub repertoire: Repertoire,
    /// Only where they were fitted.
    pub preferences: Option<Preferences>,
}

impl Opponent {
    /// The opponent by his games alone: the repertoire, but no preferences.
    pub fn of(all: &OwnGames, games: &[OwnGame], half_life: f32) -> Opponent {
        let profile = Profile::of(all, games);
        Opponent { profile, repertoire: Repertoire::of(all, games, half_life), preferences: None }
    }
}

impl Repertoire {
    /// Changes the probabilities of `moves` to what the player's games and the prediction say together.
    pub fn blend(&self, position: &Chess, moves: &[Move], probabilities: &mut [f32]) {
        let known = self.weights(position, moves);
        let whole: f32 = PREDICTION + known.iter().map(|(_, weight)| weight).sum::<f32>();
        for (mv, probability) in moves.iter().zip(probabilities) {
            let weight = known.iter().find(|(known, _)| known == mv).map_or(0.0, |(_, weight)| *weight);
            *probability = (weight + PREDICTION * *probability) / whole;
        }
    }
}
