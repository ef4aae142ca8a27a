//! Characters with a name: files of `NAME = VALUE`, six of which the program carries.

use std::str::FromStr;

use thiserror::Error;

use super::Character;
use crate::engine::options::{OptionError, OptionSpec, SharedOptions};

/// The first line that is neither empty nor a comment.
const HEADER: &str = "[player]";
/// The longest file that is read, in bytes.
pub const MAX_BYTES: u64 = 1 << 16;

/// The presets of `packaging/players`, which the program carries: file name and content.
pub const PRESETS: [(&str, &str); 6] = [
    ("attacker.ini", include_str!("../../../../packaging/players/attacker.ini")),
    ("gambler.ini", include_str!("../../../../packaging/players/gambler.ini")),
    ("grinder.ini", include_str!("../../../../packaging/players/grinder.ini")),
    ("squeezer.ini", include_str!("../../../../packaging/players/squeezer.ini")),
    ("hothead.ini", include_str!("../../../../packaging/players/hothead.ini")),
    ("daydreamer.ini", include_str!("../../../../packaging/players/daydreamer.ini")),
];

/// A named character, and the rating that it plays at unless another one is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    pub name: String,
    /// One sentence.
    pub about: String,
    pub elo: Option<u16>,
    pub character: Character,
}

/// Why a file is no preset.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PresetError {
    #[error("line {0}: expected `NAME = VALUE`, found `{1}`")]
    Line(usize, String),
    #[error("line {0}: `{1}` is no key of a preset; expected Name, About, UCI_Elo or one of {options}",
            options = option_names())]
    Key(usize, String),
    #[error("line {0}: {1}")]
    Value(usize, String),
    #[error("it has no line `Name = …`")]
    NoName,
}

impl Preset {
    /// Returns true if a text begins as a preset does.
    pub fn is_begun_by(text: &[u8]) -> bool {
        let text = String::from_utf8_lossy(text);
        text.lines().map(content).find(|line| !line.is_empty()).is_some_and(|line| line.eq_ignore_ascii_case(HEADER))
    }

    /// The presets that the program carries.
    pub fn embedded() -> Vec<Preset> {
        PRESETS.iter().map(|(_, text)| text.parse().expect("a test reads the presets")).collect()
    }
}

impl FromStr for Preset {
    type Err = PresetError;

    fn from_str(text: &str) -> Result<Preset, PresetError> {
        let mut preset =
            Preset { name: String::new(), about: String::new(), elo: None, character: Character::default() };
        for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, content(line))) {
            if line.is_empty() || line.eq_ignore_ascii_case(HEADER) {
                continue;
            }
            let (key, value) = line.split_once('=').ok_or_else(|| PresetError::Line(number, line.to_owned()))?;
            preset.set(key.trim(), value.trim(), number)?;
        }
        if preset.name.is_empty() { Err(PresetError::NoName) } else { Ok(preset) }
    }
}

impl Preset {
    fn set(&mut self, key: &str, value: &str, line: usize) -> Result<(), PresetError> {
        let refuse = |error: OptionError| PresetError::Value(line, error.to_string());
        match key.to_ascii_lowercase().as_str() {
            "name" => value.clone_into(&mut self.name),
            "about" => value.clone_into(&mut self.about),
            "uci_elo" => {
                let mut shared = SharedOptions::default();
                let spec = spec_of(SharedOptions::SPECS, key).expect("a shared option");
                shared.set(spec.name, &spec.parse(value).map_err(refuse)?).map_err(refuse)?;
                self.elo = Some(shared.elo);
            }
            _ => {
                let spec = spec_of(Character::SPECS, key).ok_or_else(|| PresetError::Key(line, key.to_owned()))?;
                self.character.set(spec.name, &spec.parse(value).map_err(refuse)?).map_err(refuse)?;
            }
        }
        Ok(())
    }
}

/// A line without its comment and the space around it.
fn content(line: &str) -> &str {
    line.split(';').next().unwrap_or_default().trim().trim_start_matches('\u{feff}')
}

fn spec_of(specs: &'static [OptionSpec], name: &str) -> Option<&'static OptionSpec> {
    specs.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}

fn option_names() -> String {
    Character::SPECS.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_presets_of_the_program_differ_and_say_who_they_are() {
        let presets = Preset::embedded();
        for (index, preset) in presets.iter().enumerate() {
            assert!(Preset::is_begun_by(PRESETS[index].1.as_bytes()), "{}", PRESETS[index].0);
            assert!(!preset.character.is_neutral() && preset.about.ends_with('.'), "{preset:?}");
            assert!(presets[..index].iter().all(|other| other.character != preset.character), "{preset:?}");
        }
    }

    #[test]
    fn keys_are_read_in_any_case_and_comments_are_left_out() {
        let preset: Preset =
            "; mine\n[Player]\nname = A = B ; here\nuci_elo=1700\nSTYLEATTACK = -30\n".parse().unwrap();
        assert_eq!((preset.name.as_str(), preset.elo, preset.character.attack), ("A = B", Some(1700), -30));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = |text: &str| text.parse::<Preset>().unwrap_err().to_string();
        assert_eq!(error("[player]\nUCI_Elo = 1500"), "it has no line `Name = …`");
        assert_eq!(error("[player]\nhello"), "line 2: expected `NAME = VALUE`, found `hello`");
        assert!(error("[player]\nHash = 3").starts_with("line 2: `Hash` is no key of a preset; expected Name, "));
        assert_eq!(
            error("Name = A\nStyleRisk = 101"),
            "line 2: option StyleRisk: `101` is not a whole number from -100 to 100"
        );
        assert!(error("Name = A\nUCI_Elo = 20").contains("a whole number from 600 to 2800"));
    }

    #[test]
    fn games_are_no_presets() {
        assert!(!Preset::is_begun_by(b"[Event \"?\"]\n\n1. e4 *\n"));
        assert!(!Preset::is_begun_by(b""));
    }
}
