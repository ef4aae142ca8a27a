//! Finds the game to review in a file.

use std::io::{self, Read};
use std::path::Path;

use crate::cli::shell::Failure;
use crate::files;
use crate::games::pgn::{PgnError, PgnReader};
use crate::review::ReviewGame;

/// The game with this number (from 1).
///
/// # Errors
/// When the file cannot be read, has no such game, or the game cannot be reviewed: a line that names game and move.
pub fn read_game(path: &Path, number: u64) -> Result<ReviewGame, Failure> {
    let name = if is_input(path) { "standard input".to_owned() } else { path.display().to_string() };
    let refuse = |reason: String| Failure::job(format!("{name}, game {number}: {reason}"));
    let open = || -> Result<Box<dyn Read + Send>, PgnError> {
        if is_input(path) {
            return Ok(Box::new(io::stdin()));
        }
        let file = files::open(path).map_err(|source| PgnError::Open { path: name.clone(), source })?;
        Ok(Box::new(file))
    };
    let game = PgnReader::new(open()?)?.numbered(number).map_err(|error| refuse(error.to_string()))?;
    ReviewGame::try_from(game).map_err(|error| refuse(error.to_string()))
}

fn is_input(path: &Path) -> bool {
    path.to_str() == Some("-")
}
