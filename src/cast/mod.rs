//! The register: turns a name into a player. Players never import each other.
//!
//! A new personality is one folder and one line in [`CAST`].

pub mod classical;
pub mod cooperative;
pub mod explorer;
pub mod mockfish;
pub mod pattern;
mod random;
mod understudy;

pub use classical::Classical;
pub use cooperative::Cooperative;
pub use explorer::Explorer;
pub use mockfish::Mockfish;
pub use pattern::Pattern;
pub use random::Random;

use crate::engine::Personality;
use crate::engine::options::{OptionChoice as _, OptionSpec};

/// One line of the register.
pub struct Role {
    /// The name in the combo `Personality`: no spaces.
    pub name: &'static str,
    /// One sentence for people.
    pub about: &'static str,
    /// The player's own options. Their names are unique in the whole house.
    pub options: &'static [OptionSpec],
    /// Players that may stand in for this one: their options are passed on to it.
    pub understudies: &'static [&'static str],
    /// Makes the player; nothing is loaded before this is called.
    pub build: fn() -> Box<dyn Personality>,
}

impl Role {
    /// Whether an option is this player's own, or that of one who may stand in for it.
    pub fn takes(&self, option: &str) -> bool {
        let declares = |role: &Role| role.options.iter().any(|spec| spec.name == option);
        declares(self) || CAST.iter().any(|role| self.understudies.contains(&role.name) && declares(role))
    }
}

/// Every player, the default one first.
pub const CAST: &[Role] = &[
    Role {
        name: "Classical",
        about: "Strong alpha-beta search with a hand-made evaluation, a book and tablebases.",
        options: &[],
        understudies: &[],
        build: || Box::new(Classical::new()),
    },
    Role {
        name: "Mockfish",
        about: "Plays like strong humans: nets recognise the pattern and name the move, nothing is searched.",
        options: mockfish::MockfishOptions::SPECS,
        understudies: &[],
        build: || Box::new(Mockfish::new()),
    },
    Role {
        name: "Pattern",
        about: "Hears the game as a sentence and goes on as games go on that are won.",
        options: pattern::PatternOptions::SPECS,
        understudies: &[],
        build: || Box::new(Pattern::new()),
    },
    Role {
        name: "Explorer",
        about: "An opening partner: knows every named line, and leans where the learner asks.",
        options: explorer::ExplorerOptions::SPECS,
        understudies: explorer::Fallback::NAMES,
        build: || {
            Box::new(Explorer::new(|fallback| match fallback {
                explorer::Fallback::Classical => Box::new(Classical::new()),
                explorer::Fallback::Mockfish => Box::new(Mockfish::new()),
            }))
        },
    },
    Role {
        name: "Cooperative",
        about: "Builds a position to order: both sides work together, and the game proves it legal.",
        options: cooperative::CooperativeOptions::SPECS,
        understudies: cooperative::Fallback::NAMES,
        build: || {
            Box::new(Cooperative::new(|fallback| match fallback {
                cooperative::Fallback::Classical => Box::new(Classical::new()),
                cooperative::Fallback::Mockfish => Box::new(Mockfish::new()),
                cooperative::Fallback::Random => Box::new(Random::new()),
            }))
        },
    },
    Role {
        name: "Random",
        about: "A uniformly random legal move: the baseline.",
        options: &[],
        understudies: &[],
        build: || Box::new(Random::new()),
    },
];

/// The names of all players, in the order of [`CAST`].
pub const NAMES: &[&str] = &{
    let mut names = [""; CAST.len()];
    let mut i = 0;
    while i < CAST.len() {
        names[i] = CAST[i].name;
        i += 1;
    }
    names
};
