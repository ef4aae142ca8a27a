//! The registry: turns a name into a player. Players never import each other.
//!
//! A new personality is one folder and one entry in [`PERSONALITIES`].

mod checked_runtime;
pub mod classical;
pub mod cooperative;
pub mod explorer;
mod fallback;
mod human_clock;
pub mod mockfish;
mod opening_book;
pub mod pattern;
mod random;
pub mod rated;
pub mod textbook;

pub use checked_runtime::CheckedRuntime;
pub use classical::Classical;
pub use cooperative::Cooperative;
pub use explorer::Explorer;
pub use human_clock::HumanClock;
pub use mockfish::Mockfish;
pub use pattern::Pattern;
pub use random::Random;
pub use textbook::Textbook;

use crate::engine::options::{OptionChoice as _, OptionSpec, Part, SharedOptions};
use crate::engine::{Personality, PlayerOptions};
use rated::opponent::OpponentOptions;
use rated::{Character, Limited};

/// An entry of the registry.
#[derive(Debug)]
pub struct PersonalityInfo {
    /// The name in the combo `Personality`: no spaces.
    pub name: &'static str,
    /// One sentence for `help` and the README.
    pub about: &'static str,
    /// The player's own options. No other player, and no shared option, has the same names.
    pub options: &'static [OptionSpec],
    /// The parts that it has beside those of every player: their shared options are offered where it is started alone.
    pub parts: &'static [Part],
    /// Players that this one can hand over to: it is given their options too.
    pub fallbacks: &'static [&'static str],
    /// Builds the player; nothing is loaded before.
    pub build: fn() -> Box<dyn Personality>,
}

impl PersonalityInfo {
    /// The player as the protocol offers it, with the options `HumanClock` and `NetRuntime`.
    pub fn player(&self) -> Box<dyn Personality> {
        let player = Box::new(HumanClock::around((self.build)()));
        Box::new(CheckedRuntime::around(player, self.uses_nets()))
    }

    /// Returns true if this player, or one that it hands over to, chooses moves by nets.
    fn uses_nets(&self) -> bool {
        let uses = |info: &PersonalityInfo| info.has(Part::Nets);
        uses(self) || PERSONALITIES.iter().any(|info| self.fallbacks.contains(&info.name) && uses(info))
    }

    /// Returns true if the shared options of a part matter to this player.
    pub fn has(&self, part: Part) -> bool {
        part.is_everyones() || self.parts.contains(&part)
    }

    /// Returns true if an option is this player's own.
    pub fn owns(&self, option: &str) -> bool {
        self.options.iter().any(|spec| spec.name == option)
    }

    /// Returns true if an option is this player's own or that of one of its fallbacks.
    pub fn takes(&self, option: &str) -> bool {
        self.owns(option) || PERSONALITIES.iter().any(|info| self.fallbacks.contains(&info.name) && info.owns(option))
    }

    /// The options among some that this player takes, and the shared ones.
    pub fn taken(&self, options: &PlayerOptions) -> PlayerOptions {
        let own = options.own.iter().filter(|(name, _)| self.takes(name)).cloned().collect();
        PlayerOptions { shared: options.shared.clone(), own }
    }
}

/// Every player, the default one first.
pub const PERSONALITIES: &[PersonalityInfo] = &[
    PersonalityInfo {
        name: "Classical",
        about: "Strong alpha-beta search with a network or a hand-made evaluation, a book and tablebases.",
        options: classical::OPTIONS,
        parts: &[Part::Table, Part::Probing, Part::Book, Part::Level, Part::HumanClock],
        fallbacks: &[],
        build: classical,
    },
    PersonalityInfo {
        name: "Mockfish",
        about: "Plays like strong human players: nets choose the move; only a bare king is mated by a search.",
        options: &MOCKFISH_OPTIONS,
        parts: &[Part::Level, Part::HumanClock, Part::MoveStats, Part::Nets],
        fallbacks: &[],
        build: mockfish,
    },
    PersonalityInfo {
        name: "Pattern",
        about: "Predicts the winner from the moves and the board (LSTM) and plays the move with the best prediction.",
        options: pattern::PatternOptions::SPECS,
        parts: &[Part::HumanClock, Part::Nets],
        fallbacks: &[],
        build: || Box::new(Pattern::new()),
    },
    PersonalityInfo {
        name: "Explorer",
        about: "An opening partner: plays named lines, chosen by the weights that the learner sets.",
        options: explorer::ExplorerOptions::SPECS,
        parts: &[Part::Level],
        fallbacks: explorer::Fallback::NAMES,
        build: || {
            Box::new(Explorer::new(|fallback| match fallback {
                explorer::Fallback::Classical => classical(),
                explorer::Fallback::Mockfish => mockfish(),
            }))
        },
    },
    PersonalityInfo {
        name: "Cooperative",
        about: "Both sides work together to reach a position with given pieces, which proves it legal.",
        options: cooperative::CooperativeOptions::SPECS,
        parts: &[Part::HumanClock, Part::Nets],
        fallbacks: cooperative::Fallback::NAMES,
        build: || {
            Box::new(Cooperative::new(|fallback| match fallback {
                cooperative::Fallback::Classical => Box::new(Classical::new()),
                cooperative::Fallback::Mockfish => Box::new(Mockfish::new().with_searcher(searcher)),
                cooperative::Fallback::Random => Box::new(Random::new()),
            }))
        },
    },
    PersonalityInfo {
        name: "Textbook",
        about: "The nine techniques of a first chess engine and nothing more, written to be read.",
        options: textbook::TextbookOptions::SPECS,
        parts: &[Part::Table, Part::Book, Part::HumanClock],
        fallbacks: &[],
        build: || Box::new(Textbook::new(textbook::TextbookOptions::default())),
    },
    PersonalityInfo {
        name: "Random",
        about: "Plays a random legal move: the baseline.",
        options: &[],
        parts: &[Part::HumanClock],
        fallbacks: &[],
        build: || Box::new(Random::new()),
    },
];

fn classical() -> Box<dyn Personality> {
    Box::new(Limited::new(Box::new(Classical::new()), searcher))
}

fn mockfish() -> Box<dyn Personality> {
    Box::new(Limited::new(Box::new(Mockfish::new().with_searcher(searcher)), searcher).with_opponents())
}

/// A player by its name, in upper or lower case.
pub fn find(name: &str) -> Option<&'static PersonalityInfo> {
    PERSONALITIES.iter().find(|info| info.name.eq_ignore_ascii_case(name))
}

/// An option that all players share, or one of any player, by its name in upper or lower case.
pub fn find_option(name: &str) -> Option<&'static OptionSpec> {
    let own = PERSONALITIES.iter().flat_map(|info| info.options);
    SharedOptions::SPECS.iter().chain(own).find(|spec| spec.name.eq_ignore_ascii_case(name))
}

/// The player that scores moves for a level: with the evaluation on whose scores the levels were fitted.
pub fn searcher() -> Box<dyn Personality> {
    Box::new(Classical::new().evaluating_by(classical::Evaluation::Handmade))
}

/// Mockfish's own options, those that name an opponent, and those of the character.
const MOCKFISH_OPTIONS: [OptionSpec; OWN + OPPONENT + Character::SPECS.len()] = {
    let mut specs = [Character::SPECS[0]; OWN + OPPONENT + Character::SPECS.len()];
    let mut i = 0;
    while i < specs.len() {
        specs[i] = if i < OWN {
            mockfish::MockfishOptions::SPECS[i]
        } else if i < OWN + OPPONENT {
            OpponentOptions::SPECS[i - OWN]
        } else {
            Character::SPECS[i - OWN - OPPONENT]
        };
        i += 1;
    }
    specs
};

/// The number of Mockfish's own options, and of those that name an opponent.
const OWN: usize = mockfish::MockfishOptions::SPECS.len();
const OPPONENT: usize = OpponentOptions::SPECS.len();

/// The names of all players, in the order of [`PERSONALITIES`].
pub const NAMES: &[&str] = &{
    let mut names = [""; PERSONALITIES.len()];
    let mut i = 0;
    while i < PERSONALITIES.len() {
        names[i] = PERSONALITIES[i].name;
        i += 1;
    }
    names
};
