//! Finds the game to review in a file.

use std::io::{self, Cursor, Read};
use std::path::Path;

use crate::cli::shell::{Failure, notify};
use crate::files;
use crate::games::pgn::{PgnError, PgnReader};
use crate::games::tree::{GameTree, MOST_BYTES, read_trees, text_of};
use crate::review::ReviewGame;

/// The game with this number (from 1).
///
/// # Errors
/// When the file cannot be read, has no such game, or the game cannot be reviewed: a line that names game and move.
pub fn read_game(path: &Path, number: u64) -> Result<ReviewGame, Failure> {
    let open = || -> Result<Box<dyn Read + Send>, PgnError> {
        if is_input(path) {
            return Ok(Box::new(io::stdin()));
        }
        let file = files::open(path).map_err(|source| PgnError::Open { path: name(path), source })?;
        Ok(Box::new(file))
    };
    chosen(open()?, path, number)
}

/// The game with this number (from 1), and the same game with the comments, glyphs and variations of the file. Where
/// those cannot be read, standard error says so and the game has none.
///
/// # Errors
/// As [`read_game`], and when the file is longer than [`MOST_BYTES`].
pub fn read_annotated_game(path: &Path, number: u64) -> Result<(ReviewGame, GameTree), Failure> {
    let text = if is_input(path) { text_of_input()? } else { text_of(path)? };
    let game = chosen(Cursor::new(text.clone()), path, number)?;
    let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
    let left_out = match read_trees(&text).nth(index) {
        Some(Ok(tree)) if is_same(&tree, &game) => return Ok((game, tree)),
        Some(Err(error)) => error.to_string(),
        _ => "the game is not found again".to_owned(),
    };
    notify(&format!("{}: comments and variations are left out: {left_out}", name(path)));
    let tree = game.tree();
    Ok((game, tree))
}

fn chosen(input: impl Read + Send + 'static, path: &Path, number: u64) -> Result<ReviewGame, Failure> {
    let refuse = |reason: String| Failure::job(format!("{}, game {number}: {reason}", name(path)));
    let game = PgnReader::new(input)?.numbered(number).map_err(|error| refuse(error.to_string()))?;
    ReviewGame::try_from(game).map_err(|error| refuse(error.to_string()))
}

fn text_of_input() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    io::stdin().take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(PgnError::Read)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::job(format!("standard input is longer than {} MiB", MOST_BYTES >> 20)));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether the main line of the tree is the game.
fn is_same(tree: &GameTree, game: &ReviewGame) -> bool {
    tree.start == game.start && tree.main_line().filter_map(|id| tree.mv(id)).eq(game.moves.iter().copied())
}

fn name(path: &Path) -> String {
    if is_input(path) { "standard input".to_owned() } else { path.display().to_string() }
}

fn is_input(path: &Path) -> bool {
    path.to_str() == Some("-")
}
