//! Positions whose move is known, out of games or puzzles, one at a time.

use std::path::{Path, PathBuf};

use shakmaty::{Chess, Move, Position as _};
use thiserror::Error;

use crate::games::filter::{GameFilter, Unrated};
use crate::games::pgn::{PgnError, PgnGame, PgnReader};
use crate::games::puzzles::{Puzzle, PuzzleError, PuzzleReader};
use crate::lab::samples::split::{self, Part, Split};
use crate::nets::input::NetInput;

/// A position, and what was played there.
#[derive(Clone, Debug)]
pub struct Task {
    pub position: Chess,
    pub seen: NetInput,
    pub mv: Move,
    /// Half moves before, from the beginning of the game or of the puzzle.
    pub ply: usize,
    /// The mover's rating, or the puzzle's; 0 where unknown.
    pub elo: u16,
}

/// Why a file cannot be judged on.
#[derive(Debug, Error)]
pub enum TaskError {
    #[error("{path}: {source}")]
    Games { path: String, source: PgnError },
    #[error("{path}: {source}")]
    Puzzles { path: String, source: PuzzleError },
}

/// Which games and puzzles count.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Bounds for the ratings of both players, or of the puzzle.
    pub min_elo: u16,
    pub max_elo: u16,
    /// Only those that this split puts into this part.
    pub part: Option<(Split, Part)>,
}

impl Choice {
    fn filter(&self) -> GameFilter {
        let Choice { min_elo, max_elo, .. } = *self;
        GameFilter { min_elo, max_elo, unrated: Unrated::Reject, ..GameFilter::ALL }
    }

    fn part(&self, number: u64) -> bool {
        self.part.is_none_or(|(split, part)| split.parts(number).next() == Some(part))
    }
}

/// What was read, and what could not be.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Read {
    /// Games or puzzles that were judged on.
    pub taken: u64,
    /// Left out as asked.
    pub filtered: u64,
    /// Left out because they were faulty: no sense, another variant, an illegal move.
    pub faulty: u64,
    /// Files that broke off, each with the reason.
    pub broken: Vec<String>,
}

impl Read {
    pub fn is_clean(&self) -> bool {
        self.faulty == 0 && self.broken.is_empty()
    }
}

/// Hands every task of the files to `take`, puzzles from files whose name contains `.csv`, games from all others.
///
/// # Errors
/// When a file cannot be opened.
pub fn read(files: &[PathBuf], choice: &Choice, mut take: impl FnMut(Task)) -> Result<Read, TaskError> {
    let mut read = Read::default();
    for path in files {
        if path.file_name().is_some_and(|name| name.to_string_lossy().contains(".csv")) {
            read_puzzles(path, choice, &mut read, &mut take)?;
        } else {
            read_games(path, choice, &mut read, &mut take)?;
        }
    }
    Ok(read)
}

fn read_games(path: &Path, choice: &Choice, read: &mut Read, take: &mut impl FnMut(Task)) -> Result<(), TaskError> {
    let mut games =
        PgnReader::open(path).map_err(|source| TaskError::Games { path: path.display().to_string(), source })?;
    for game in games.by_ref() {
        match game {
            Err(e) => read.broken.push(format!("{}: {e}", path.display())),
            // Counted by the reader.
            Ok(game) if game.cut => {}
            Ok(game) if !is_wanted(&game, choice) => read.filtered += 1,
            Ok(game) => {
                read.taken += 1;
                tasks_of(&game).for_each(&mut *take);
            }
        }
    }
    read.faulty += games.faults().skipped + games.faults().cut;
    Ok(())
}

fn is_wanted(game: &PgnGame, choice: &Choice) -> bool {
    choice.filter().accepts(game) && choice.part(split::of_moves(game))
}

fn tasks_of(game: &PgnGame) -> impl Iterator<Item = Task> {
    let mut position = game.start.clone();
    game.moves.iter().enumerate().map(move |(ply, &mv)| {
        let elo = if position.turn().is_white() { game.tags.white_elo() } else { game.tags.black_elo() };
        let seen = NetInput::of(&position, &game.moves[..ply]);
        let task = Task { seen, mv, ply, elo: elo.unwrap_or_default(), position: position.clone() };
        position.play_unchecked(mv);
        task
    })
}

fn read_puzzles(path: &Path, choice: &Choice, read: &mut Read, take: &mut impl FnMut(Task)) -> Result<(), TaskError> {
    let in_file = |source| TaskError::Puzzles { path: path.display().to_string(), source };
    let mut puzzles = PuzzleReader::open(path).map_err(in_file)?;
    for puzzle in puzzles.by_ref() {
        match puzzle {
            Err(e) => {
                read.broken.push(format!("{}: {e}", path.display()));
                break;
            }
            Ok(puzzle)
                if !(choice.filter().allows_rating(Some(puzzle.rating))
                    && choice.part(split::of_name(&puzzle.game))) =>
            {
                read.filtered += 1
            }
            Ok(puzzle) => {
                read.taken += 1;
                tasks_of_puzzle(&puzzle).for_each(&mut *take);
            }
        }
    }
    read.faulty += puzzles.skipped();
    Ok(())
}

fn tasks_of_puzzle(puzzle: &Puzzle) -> impl Iterator<Item = Task> {
    puzzle.tasks().map(|(ply, position, mv)| Task {
        seen: NetInput::of(&position, &puzzle.moves[..ply]),
        position,
        mv,
        ply,
        elo: puzzle.rating,
    })
}
