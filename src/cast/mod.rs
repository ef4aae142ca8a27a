//! The register: turns a name into a player. Players never import each other.
//!
//! A new personality is one folder and one line in [`CAST`].

pub mod classical;
pub mod mockfish;
mod random;

pub use classical::Classical;
pub use mockfish::Mockfish;
pub use random::Random;

use crate::engine::Personality;
use crate::engine::options::OptionSpec;

/// One line of the register.
pub struct Role {
    /// The name in the combo `Personality`: no spaces.
    pub name: &'static str,
    /// One sentence for people.
    pub about: &'static str,
    /// The player's own options. Their names are unique in the whole house.
    pub options: &'static [OptionSpec],
    /// Makes the player; nothing is loaded before this is called.
    pub build: fn() -> Box<dyn Personality>,
}

/// Every player, the default one first.
pub const CAST: &[Role] = &[
    Role {
        name: "Classical",
        about: "Strong alpha-beta search with a hand-made evaluation, a book and tablebases.",
        options: &[],
        build: || Box::new(Classical::new()),
    },
    Role {
        name: "Mockfish",
        about: "Plays like strong humans: nets recognise the pattern and name the move, nothing is searched.",
        options: mockfish::MockfishOptions::SPECS,
        build: || Box::new(Mockfish::new()),
    },
    Role { name: "Random", about: "A uniformly random legal move: the baseline.", options: &[], build: || Box::new(Random::new()) },
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
