//! Finds the game to review in a file.

use std::io::{self, Read};
use std::path::Path;

use crate::cli::shell::{Ended, Failure};
use crate::cli::terminal::say_left_out;
use crate::files;
use crate::games::pgn::{PgnError, PgnFaults, PgnReader};
use crate::games::reader::{read_trees, text_of_stream};
use crate::games::tree::GameTree;
use crate::lessons::review::ReviewGame;

/// A game to review, and how the command ends if nothing else happens: with faults where the game was cut.
pub struct FoundGame {
    pub game: ReviewGame,
    /// The same game with the comments, glyphs and variations of the file, where they are wanted.
    pub tree: Option<GameTree>,
    pub ended: Ended,
}

/// The game with this number (from 1), as far as it can be read; what cannot be read is said on standard error.
///
/// # Errors
/// Fails if the file cannot be read, has no such game, or the game has no move that can be read.
pub fn read_game(path: &Path, number: u64, with_tree: bool) -> Result<FoundGame, Failure> {
    let refuse = |reason: String| Failure::job(format!("{}, game {number}: {reason}", name(path)));
    let mut faults = PgnFaults::default();
    let (game, tree) = if with_tree {
        let read = read_trees(text_of_stream(open(path)?)?).numbered(number).map_err(|e| refuse(e.to_string()))?;
        faults.note(read.fault.as_ref(), &read.remarks);
        let tree = read.tree.clone();
        (ReviewGame::try_from(read), Some(tree))
    } else {
        let game = PgnReader::new(open(path)?)?.numbered(number).map_err(|error| refuse(error.to_string()))?;
        faults.note(game.fault.as_ref(), &game.remarks);
        (ReviewGame::try_from(game), None)
    };
    let game = game.map_err(|error| refuse(error.to_string()))?;
    Ok(FoundGame { game, tree, ended: say_left_out(&faults.named(&name(path))) })
}

fn open(path: &Path) -> Result<Box<dyn Read + Send>, PgnError> {
    if is_input(path) {
        return Ok(Box::new(io::stdin()));
    }
    let file = files::open(path).map_err(|source| PgnError::Open { path: name(path), source })?;
    Ok(Box::new(file))
}

fn name(path: &Path) -> String {
    if is_input(path) { "standard input".to_owned() } else { path.display().to_string() }
}

fn is_input(path: &Path) -> bool {
    path.to_str() == Some("-")
}
