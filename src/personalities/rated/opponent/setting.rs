//! The options that name an opponent, and the opponent that they name.

use std::path::Path;

use super::{Opponent, OpponentError};
use crate::engine::Reporter;
use crate::engine::options::{OptionError, OptionValue};
use crate::option_table;

option_table! {
    /// Whom Mockfish imitates.
    pub struct OpponentOptions {
        file: text "OpponentFile" = "",
            "Mockfish: imitates the player of these games: a PGN file, or a file that `motley imitate` made.";
        name: text "OpponentName" = "",
            "Mockfish: the player's name in the tags of `OpponentFile`; not needed for a file of `motley imitate`.";
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

    /// Loads the opponent that the options name, if they have changed: `Some(None)` where they name none any more.
    /// What cannot be used is reported once, and changes nothing.
    pub fn changed(&mut self, report: &mut dyn Reporter) -> Option<Option<Opponent>> {
        if self.options == self.tried {
            return None;
        }
        self.tried = self.options.clone();
        let OpponentOptions { file, name } = &self.options;
        if file.is_empty() {
            return Some(None);
        }
        match Opponent::load(Path::new(file), name, report) {
            Ok(opponent) => {
                let known = opponent.repertoire.0.len();
                report.message(&format!("opponent: {}, {known} positions", opponent.profile.as_text()));
                Some(Some(opponent))
            }
            Err(error) => {
                if error.is_stopped() {
                    self.tried = OpponentOptions::default();
                }
                report.message(&format!("error: {}", text(&error)));
                None
            }
        }
    }
}

/// In one line, whatever a name or a path holds.
fn text(error: &OpponentError) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
