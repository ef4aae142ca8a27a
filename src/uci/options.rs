//! All options, shared and of every player, as one list that never changes, and their current values.

use std::sync::LazyLock;

use crate::engine::options::{OptionError, OptionKind, OptionSpec, OptionValue, SharedOptions};
use crate::personalities;

pub(super) const PERSONALITY: &str = "Personality";
pub(super) const CLEAR_HASH: &str = "Clear Hash";
pub(super) const DEBUG_LOG_FILE: &str = "Debug Log File";
const ENGINE_ABOUT: &str = "UCI_EngineAbout";

/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Motley ",
    env!("CARGO_PKG_VERSION"),
    ", one engine with several players, licence ",
    env!("CARGO_PKG_LICENSE")
);

/// Every option, in the order in which GUIs show them: the player, the shared ones, those of each player.
static SPECS: LazyLock<Vec<OptionSpec>> = LazyLock::new(|| {
    let personality = OptionSpec {
        name: PERSONALITY,
        kind: OptionKind::Combo { default: personalities::NAMES[0], choices: personalities::NAMES },
        about: "The player that chooses the moves.",
    };
    let clear_hash =
        OptionSpec { name: CLEAR_HASH, kind: OptionKind::Button, about: "Empties the transposition table." };
    let about = OptionSpec {
        name: ENGINE_ABOUT,
        kind: OptionKind::Text { default: ABOUT },
        about: "What this engine is; setting it changes nothing.",
    };

    let mut specs = vec![personality];
    specs.extend_from_slice(SharedOptions::SPECS);
    specs.push(clear_hash);
    specs.extend(personalities::PERSONALITIES.iter().flat_map(|info| info.options));
    specs.push(about);
    specs
});

/// The list that `uci` announces.
pub fn specs() -> &'static [OptionSpec] {
    &SPECS
}

/// The option that a GUI means by `name`; upper and lower case are alike.
///
/// # Errors
/// [`OptionError::Unknown`].
pub fn find(name: &str) -> Result<&'static OptionSpec, OptionError> {
    specs()
        .iter()
        .find(|spec| spec.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| OptionError::Unknown(name.to_owned()))
}

/// An option as the line that announces it.
pub fn announce(spec: &OptionSpec) -> String {
    let name = spec.name;
    match spec.kind {
        OptionKind::Check { default } => format!("option name {name} type check default {default}"),
        OptionKind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            let choices: String = choices.iter().flat_map(|choice| [" var ", choice]).collect();
            format!("option name {name} type combo default {default}{choices}")
        }
        OptionKind::Text { default } => {
            let default = if default.is_empty() { "<empty>" } else { default };
            format!("option name {name} type string default {default}")
        }
        OptionKind::Button => format!("option name {name} type button"),
    }
}

/// The current values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    pub shared: SharedOptions,
    /// Index into [`personalities::PERSONALITIES`].
    pub personality: usize,
    /// What the players' own options were set to, by name; those not here have their defaults.
    own: Vec<(&'static str, OptionValue)>,
}

impl Options {
    /// Takes over a value that was parsed by `spec`.
    pub fn store(&mut self, spec: &'static OptionSpec, value: OptionValue) {
        if let (PERSONALITY, OptionValue::Combo(index)) = (spec.name, &value) {
            self.personality = *index;
            return;
        }
        if self.shared.set(spec.name, &value).is_ok() || !is_own(spec.name) {
            return;
        }
        self.own.retain(|(name, _)| *name != spec.name);
        self.own.push((spec.name, value));
    }

    /// The chosen player.
    pub fn personality(&self) -> &'static personalities::PersonalityInfo {
        &personalities::PERSONALITIES[self.personality]
    }

    /// The values of the options of the chosen player and of its fallbacks.
    pub fn own(&self) -> impl Iterator<Item = (&'static str, &OptionValue)> {
        let info = self.personality();
        self.own.iter().filter(|(name, _)| info.takes(name)).map(|(name, value)| (*name, value))
    }
}

fn is_own(name: &str) -> bool {
    personalities::PERSONALITIES.iter().any(|info| info.options.iter().any(|spec| spec.name == name))
}

#[cfg(test)]
mod tests {
    use super::*;

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
                assert!(
                    choices.contains(&default) && !choices.iter().any(|choice| choice.contains(' ')),
                    "{}",
                    spec.name
                );
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
        assert_eq!(options.shared.multi_pv, 5);
        assert_eq!(options.personality().name, "Explorer");
        assert_eq!(options.own().collect::<Vec<_>>(), [("MockfishTemperature", &OptionValue::Spin(8))]);
    }

    #[test]
    fn announcements() {
        let announced = |name| announce(find(name).unwrap());
        assert_eq!(announced("Hash"), "option name Hash type spin default 16 min 1 max 65536");
        assert_eq!(announced("Ponder"), "option name Ponder type check default false");
        assert_eq!(announced("Clear Hash"), "option name Clear Hash type button");
        assert_eq!(announced("SyzygyPath"), "option name SyzygyPath type string default <empty>");
        assert_eq!(
            announced("BookSelection"),
            "option name BookSelection type combo default Weighted var Best var Weighted var Uniform"
        );
    }
}
