//! The options that name an opponent, and the opponent that they name.

use std::io::Read as _;
use std::path::Path;

use thiserror::Error;

use super::{Opponent, OpponentError};
use crate::engine::Reporter;
use crate::engine::options::{OptionError, OptionValue};
use crate::files;
use crate::option_table;
use crate::personalities::rated::character::{MAX_BYTES, Preset, PresetError};

option_table! {
    /// The options that name the player whom Mockfish imitates.
    pub struct OpponentOptions {
        file: file "OpponentFile" = "",
            "Mockfish: imitates the player of these games (a PGN file, or a file that `motley imitate` made), or takes \
             the character in an INI file.";
        name: text "OpponentName" = "",
            "Mockfish: the player's name in the tags of `OpponentFile`; not needed for a file of `motley imitate`.";
    }
}

/// The player or character that the options name.
#[derive(Clone, Debug)]
pub enum OpponentChoice {
    Nobody,
    Opponent(Opponent),
    Preset(Preset),
}

/// Why the file names nobody.
#[derive(Debug, Error)]
pub enum OpponentChoiceError {
    #[error(transparent)]
    Opponent(#[from] OpponentError),
    #[error("cannot use {path}: {cause}")]
    Preset { path: String, cause: PresetError },
}

impl OpponentChoice {
    /// Reads a file of games, of `motley imitate`, or of a character; see [`Opponent::load`].
    ///
    /// # Errors
    /// [`OpponentChoiceError`] when the file is none of these, or damaged.
    pub fn load(path: &Path, name: &str, report: &mut dyn Reporter) -> Result<OpponentChoice, OpponentChoiceError> {
        // A file that cannot be read is refused, with its reason, as an opponent's.
        let mut text = Vec::new();
        let is_read = files::open(path).is_ok_and(|file| file.take(MAX_BYTES).read_to_end(&mut text).is_ok());
        if !is_read || !Preset::is_begun_by(&text) {
            return Ok(OpponentChoice::Opponent(Opponent::load(path, name, report)?));
        }
        let preset = String::from_utf8_lossy(&text).parse().map(OpponentChoice::Preset);
        preset.map_err(|cause| OpponentChoiceError::Preset { path: path.display().to_string(), cause })
    }

    /// One line about him.
    fn as_text(&self) -> String {
        match self {
            OpponentChoice::Nobody => String::new(),
            OpponentChoice::Opponent(opponent) => {
                let known = opponent.repertoire.0.len();
                format!("opponent: {}, {known} positions", opponent.profile.as_text())
            }
            OpponentChoice::Preset(preset) => format!("{}: {}", preset.name, preset.about),
        }
    }
}

/// The options, and what was made of them so far.
#[derive(Default)]
pub struct OpponentSetting {
    options: OpponentOptions,
    /// The options that were last tried, whether they could be used or not.
    tried: OpponentOptions,
}

impl OpponentSetting {
    /// # Errors
    /// [`OptionError::Unknown`] where the option is another one.
    pub fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        self.options.set(name, value)
    }

    /// Loads the player or character that the options name, if they have changed. A file that cannot be used is
    /// reported once, and changes nothing.
    pub fn changed(&mut self, report: &mut dyn Reporter) -> Option<OpponentChoice> {
        if self.options == self.tried {
            return None;
        }
        self.tried = self.options.clone();
        let OpponentOptions { file, name } = &self.options;
        if file.is_empty() {
            return Some(OpponentChoice::Nobody);
        }
        match OpponentChoice::load(Path::new(file), name, report) {
            Ok(choice) => {
                report.message(&choice.as_text());
                Some(choice)
            }
            Err(error) => {
                if matches!(&error, OpponentChoiceError::Opponent(error) if error.is_stopped()) {
                    self.tried = OpponentOptions::default();
                }
                report.message(&format!("error: {}", text(&error)));
                None
            }
        }
    }
}

/// In one line, whatever a name or a path holds.
fn text(error: &OpponentChoiceError) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
