//! All options, shared and of every player, as one list that never changes, and their current values.

use std::iter;
use std::sync::LazyLock;

use crate::engine::PlayerOptions;
use crate::engine::options::{Names, OptionError, OptionKind, OptionSpec, OptionValue, Part, SharedOptions};
use crate::personalities;

pub(super) const PERSONALITY: &str = "Personality";
pub(super) const CLEAR_HASH: &str = "Clear Hash";
pub(super) const DEBUG_LOG_FILE: &str = "Debug Log File";
const ENGINE_ABOUT: &str = "UCI_EngineAbout";

/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!("Motley ", env!("CARGO_PKG_VERSION"), " (", env!("CARGO_PKG_LICENSE"), ")");

/// Every option, in the order in which GUIs show them: the player, the shared ones, those of each player.
static SPECS: LazyLock<Vec<OptionSpec>> = LazyLock::new(|| {
    let personality = OptionSpec {
        name: PERSONALITY,
        kind: OptionKind::Combo { default: personalities::NAMES[0], choices: personalities::NAMES },
        part: Part::Program,
        about: "The player that chooses the moves.",
    };
    let clear_hash = OptionSpec {
        name: CLEAR_HASH,
        kind: OptionKind::Button,
        part: Part::Table,
        about: "Empties the transposition table.",
    };
    let about = OptionSpec {
        name: ENGINE_ABOUT,
        kind: OptionKind::Text { default: ABOUT, names: Names::Nothing },
        part: Part::Program,
        about: "Name and licence of the engine; setting it has no effect.",
    };

    let mut specs = vec![personality];
    specs.extend_from_slice(SharedOptions::SPECS);
    specs.push(clear_hash);
    specs.extend(personalities::PERSONALITIES.iter().flat_map(|info| info.options));
    specs.push(about);
    specs
});

/// Every option that there is.
pub fn specs() -> &'static [OptionSpec] {
    &SPECS
}

/// The current values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Those of all players.
    pub values: PlayerOptions,
    /// Index into [`personalities::PERSONALITIES`].
    pub personality: usize,
    choice: PersonalityChoice,
    /// Announced in the place of the defaults.
    announced: Vec<(&'static str, OptionValue)>,
}

/// The reason why the player was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PersonalityChoice {
    /// It is the default one.
    #[default]
    Default,
    /// By the option `Personality`.
    Option,
    /// Once and for all, when the program was started.
    Start,
}

impl Options {
    /// One player for the whole session.
    pub fn only(personality: usize) -> Options {
        Options { personality, choice: PersonalityChoice::Start, ..Options::default() }
    }

    /// The option that a GUI means by `name`; upper and lower case are alike.
    ///
    /// # Errors
    /// [`OptionError::Unknown`], for the options of players that the session does not have too.
    pub fn find(&self, name: &str) -> Result<&'static OptionSpec, OptionError> {
        specs()
            .iter()
            .find(|spec| spec.name.eq_ignore_ascii_case(name) && self.has(spec))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))
    }

    /// The list that `uci` announces. It never changes during a session.
    pub fn offered(&self) -> impl Iterator<Item = &'static OptionSpec> {
        let info = self.personality();
        let is_fixed = self.choice == PersonalityChoice::Start;
        specs().iter().filter(move |spec| !is_fixed || info.has(spec.part) || info.owns(spec.name))
    }

    /// The lines that announce [`Options::offered`].
    pub fn announcements(&self) -> impl Iterator<Item = String> {
        self.offered().map(|spec| {
            let value = self.announced.iter().find(|(name, _)| *name == spec.name).map(|(_, value)| value);
            announce(spec, value)
        })
    }

    /// The name of the player, where it was chosen and is not just the default one.
    pub fn chosen_name(&self) -> Option<&'static str> {
        (self.choice != PersonalityChoice::Default).then(|| self.personality().name)
    }

    /// Takes over a value that was parsed by `spec`.
    pub fn store(&mut self, spec: &'static OptionSpec, value: OptionValue) {
        if let (PERSONALITY, OptionValue::Combo(index)) = (spec.name, &value) {
            self.personality = *index;
            self.choice = PersonalityChoice::Option;
            return;
        }
        self.values.set(spec.name, value);
    }

    /// From now on `value` is announced as the default of `spec`.
    pub fn announce_as_default(&mut self, spec: &'static OptionSpec, value: OptionValue) {
        self.announced.retain(|(name, _)| *name != spec.name);
        self.announced.push((spec.name, value));
    }

    /// The chosen player.
    pub fn personality(&self) -> &'static personalities::PersonalityInfo {
        &personalities::PERSONALITIES[self.personality]
    }

    /// A session of one player takes the shared options that it does not offer, because some GUIs send them unasked,
    /// and those of its fallbacks.
    fn has(&self, spec: &OptionSpec) -> bool {
        self.choice != PersonalityChoice::Start
            || spec.name != PERSONALITY && (!is_own(spec.name) || self.personality().takes(spec.name))
    }
}

/// An option as the line that announces it, `value` in the place of its default where one is given.
fn announce(spec: &OptionSpec, value: Option<&OptionValue>) -> String {
    let name = spec.name;
    let default = value.map_or_else(|| spec.kind.default_text(), |value| spec.kind.text(value));
    match spec.kind {
        OptionKind::Check { .. } => format!("option name {name} type check default {default}"),
        OptionKind::Spin { min, max, .. } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { choices, .. } => {
            // Some GUIs take the first for the default.
            let others = choices.iter().copied().filter(|choice| *choice != default);
            let choices: String = iter::once(&*default).chain(others).flat_map(|choice| [" var ", choice]).collect();
            format!("option name {name} type combo default {default}{choices}")
        }
        OptionKind::Text { .. } => {
            format!("option name {name} type string default {}", if default.is_empty() { "<empty>" } else { &default })
        }
        OptionKind::Button => format!("option name {name} type button"),
    }
}

fn is_own(name: &str) -> bool {
    personalities::PERSONALITIES.iter().any(|info| info.owns(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(name: &str) -> Result<&'static OptionSpec, OptionError> {
        Options::default().find(name)
    }

    fn only(name: &str) -> Options {
        Options::only(personalities::NAMES.iter().position(|other| *other == name).unwrap())
    }

    #[test]
    fn names_are_unique_and_can_be_read_back() {
        for (index, spec) in specs().iter().enumerate() {
            assert_eq!(
                specs().iter().position(|other| other.name.eq_ignore_ascii_case(spec.name)),
                Some(index),
                "{} is declared twice",
                spec.name
            );
            // Some GUIs and our own parser take any word that starts so for the beginning of the value.
            assert!(!spec.name.split(' ').any(|word| word.to_ascii_lowercase().starts_with("value")), "{}", spec.name);
            if let OptionKind::Combo { default, choices } = spec.kind {
                assert_eq!(choices[0], default, "{}: some GUIs take the first choice for the default", spec.name);
                assert!(!choices.iter().any(|choice| choice.contains(' ')), "{}", spec.name);
            }
        }
    }

    #[test]
    fn every_standard_option_is_there() {
        let standard = "Hash;Clear Hash;Threads;Ponder;MultiPV;Move Overhead;UCI_Chess960;UCI_AnalyseMode;UCI_ShowWDL;\
                        SyzygyPath;SyzygyProbeDepth;Syzygy50MoveRule;SyzygyProbeLimit;OwnBook;BookFile;BookSelection;\
                        BookDepth;Seed;Debug Log File;UCI_EngineAbout;Personality";
        for name in standard.split(';') {
            assert_eq!(find(&name.to_lowercase()).map(|spec| spec.name), Ok(name));
        }
    }

    #[test]
    fn only_options_of_the_player_and_its_fallbacks_are_its_own_and_the_last_value_counts() {
        let mut options = Options::default();
        let mut set = |name: &str, value: &str| {
            let spec = find(name).unwrap();
            options.store(spec, spec.parse(value).unwrap());
        };
        set("MockfishTemperature", "7");
        set("MockfishTemperature", "8");
        set("PatternDepth", "3");
        set("MultiPV", "5");
        set("Clear Hash", "");
        set("Personality", "explorer");
        assert_eq!(options.values.shared.multi_pv, 5);
        assert_eq!(options.personality().name, "Explorer");
        let taken = options.personality().taken(&options.values).own;
        assert_eq!(taken, [("MockfishTemperature".to_owned(), OptionValue::Spin(8))]);
    }

    #[test]
    fn announcements() {
        let announced = |name| announce(find(name).unwrap(), None);
        assert_eq!(announced("Hash"), "option name Hash type spin default 16 min 1 max 65536");
        assert_eq!(announced("Ponder"), "option name Ponder type check default false");
        assert_eq!(announced("Clear Hash"), "option name Clear Hash type button");
        assert_eq!(announced("SyzygyPath"), "option name SyzygyPath type string default <empty>");
        assert_eq!(
            announced("BookSelection"),
            "option name BookSelection type combo default Weighted var Weighted var Best var Uniform"
        );
        let uniform = announce(find("BookSelection").unwrap(), Some(&OptionValue::Combo(2)));
        assert!(uniform.ends_with(" default Uniform var Uniform var Weighted var Best"), "{uniform}");
        assert!(announced("UCI_EngineAbout").ends_with(" (GPL-3.0-or-later)"));
    }

    #[test]
    fn one_player_alone_offers_what_matters_to_it_and_takes_what_guis_send_unasked() {
        for info in personalities::PERSONALITIES {
            let options = only(info.name);
            let offered: Vec<&str> = options.offered().map(|spec| spec.name).collect();
            assert!(offered.len() <= 32, "{}: {} rows", info.name, offered.len());
            assert!(info.options.iter().all(|spec| offered.contains(&spec.name)), "{}", info.name);
            assert!(SharedOptions::SPECS.iter().all(|spec| options.find(spec.name).is_ok()), "{}", info.name);
            assert!(options.find(PERSONALITY).is_err());
            assert_eq!(options.chosen_name(), Some(info.name));
        }
        let explorer = only("Explorer");
        assert!(explorer.find("MockfishTemperature").is_ok() && explorer.find("PatternDepth").is_err());
        assert!(!explorer.offered().any(|spec| spec.name == "MockfishTemperature"));
    }

    #[test]
    fn the_full_list_is_the_same_whichever_player_is_chosen() {
        let mut options = Options::default();
        assert_eq!(options.chosen_name(), None);
        for (index, name) in personalities::NAMES.iter().enumerate() {
            options.store(find(PERSONALITY).unwrap(), OptionValue::Combo(index));
            assert!(options.offered().eq(specs()), "{name}");
            assert_eq!(options.chosen_name(), Some(*name));
        }
    }
}
