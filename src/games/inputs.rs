//! The games and puzzles of many files, one at a time, with counts of what was used and what was left out.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::files;
use crate::games::file::{GameFile, GamesError, ScoredGame};
use crate::games::filter::{GameFilter, ResultRule, StartRule};
use crate::games::puzzles::{Puzzle, PuzzleError, PuzzleReader};
use crate::games::split::{Part, Split};

/// Games that one side won from the initial position on, long enough to have a position inside.
pub const WON_GAMES: GameFilter =
    GameFilter { start: StartRule::Initial, result: ResultRule::Decisive, min_plies: 2, ..GameFilter::ALL };

/// Opens a file of games; a caller that shows progress counts the bytes there. Without progress: [`GameFile::open`].
pub type OpenGames<'a> = dyn FnMut(&Path) -> Result<GameFile, GamesError> + 'a;

/// Why a file could not be used at all.
#[derive(Debug, Error)]
pub enum InputError {
    #[error(transparent)]
    Games(#[from] GamesError),
    #[error("{path}: {source}")]
    Puzzles { path: String, source: PuzzleError },
}

/// Counts of the games or puzzles of the files that were read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputCounts {
    /// Games or puzzles that were used.
    pub taken: u64,
    /// Sound, but outside the filters.
    pub filtered: u64,
    /// Other variants, impossible positions, text that is no game.
    pub unreadable: u64,
    /// With an illegal move.
    pub illegal: u64,
    /// Files that could not be read to their end, with the reason; what came before counts.
    pub broken: Vec<String>,
    /// Games of the files that were opened, up to the last that was read, those of other shards included.
    #[serde(skip)]
    pub passed: u64,
}

impl InputCounts {
    /// Returns true if nothing was faulty.
    pub fn is_clean(&self) -> bool {
        self.unreadable == 0 && self.illegal == 0 && self.broken.is_empty()
    }

    fn add(&mut self, is_used: bool) {
        *(if is_used { &mut self.taken } else { &mut self.filtered }) += 1;
    }
}

/// Accepts the games and puzzles that a split puts into one part; without a part, all.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartFilter(pub Option<(Split, Part)>);

impl PartFilter {
    /// `number` stands for the game, as in [`Split::parts`].
    pub fn accepts(self, number: u64) -> bool {
        self.0.is_none_or(|(split, part)| split.parts(number).next() == Some(part))
    }
}

/// Returns true if a file holds puzzles: its name contains `.csv`.
pub fn holds_puzzles(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains(".csv"))
}

/// Gives the games of the files to `take`, with the number of games used before, until `max_games` have been used in
/// all (those that `counts` holds already included). `take` returns whether it used the game.
///
/// # Errors
/// Fails if a file cannot be opened, and with the first error of `take`. Damage inside a file is counted in `counts`.
pub fn visit_games<E: From<GamesError>>(
    files: &[PathBuf],
    open: &mut OpenGames<'_>,
    max_games: u64,
    counts: &mut InputCounts,
    mut take: impl FnMut(ScoredGame, u64) -> Result<bool, E>,
) -> Result<(), E> {
    for path in files {
        let mut games = open(path)?;
        while counts.taken < max_games
            && let Some(game) = games.next()
        {
            match game {
                Err(error) => counts.broken.push(error.to_string()),
                // The reader counts those.
                Ok(game) if game.game.is_cut() => {}
                Ok(game) => {
                    let is_used = take(game, counts.taken)?;
                    counts.add(is_used);
                }
            }
        }
        counts.passed += games.passed();
        counts.unreadable += games.faults().skipped;
        counts.illegal += games.faults().cut;
    }
    Ok(())
}

/// Gives the puzzles of a file to `take`, as [`visit_games`] does games.
///
/// # Errors
/// Fails if the file cannot be opened, and with the first error of `take`.
pub fn visit_puzzles<E: From<InputError>>(
    path: &Path,
    counts: &mut InputCounts,
    mut take: impl FnMut(Puzzle, u64) -> Result<bool, E>,
) -> Result<(), E> {
    let name = path.display().to_string();
    let opened = files::open(path).map_err(PuzzleError::from).and_then(PuzzleReader::new);
    let mut puzzles = opened.map_err(|source| InputError::Puzzles { path: name.clone(), source })?;
    for puzzle in puzzles.by_ref() {
        match puzzle {
            Err(error) => {
                counts.broken.push(format!("{name}: {error}"));
                break;
            }
            Ok(puzzle) => {
                let is_used = take(puzzle, counts.taken)?;
                counts.add(is_used);
            }
        }
    }
    counts.unreadable += puzzles.skipped();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn read(text: &'static str, max_games: u64, mut take: impl FnMut(&ScoredGame) -> bool) -> InputCounts {
        let mut counts = InputCounts::default();
        let mut open = |path: &Path| GameFile::new(path, Cursor::new(text));
        let files = [PathBuf::from("first.pgn"), PathBuf::from("second.pgn")];
        visit_games(&files, &mut open, max_games, &mut counts, |game, _| Ok::<_, GamesError>(take(&game)))
            .expect("memory can be read");
        counts
    }

    #[test]
    fn games_are_counted_by_what_became_of_them() {
        let text = "e4 *\n\ne4 e5 *\n\ne4 e5 Ke3 *\n\n[Variant \"Atomic\"]\n\ne4 *\n\n";
        let counts = read(text, u64::MAX, |game| game.game.moves.len() == 2);
        let expected = InputCounts { taken: 2, filtered: 2, unreadable: 2, illegal: 2, broken: Vec::new(), passed: 8 };
        assert_eq!(counts, expected);
        assert!(!counts.is_clean());
    }

    #[test]
    fn reading_ends_with_the_last_game_that_may_be_used() {
        let mut given = 0;
        let counts = read("e4 *\n\nd4 *\n\nc4 *\n\n", 4, |_| {
            given += 1;
            true
        });
        assert_eq!((counts.taken, given), (4, 4));
    }
}
