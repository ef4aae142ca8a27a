//! Positions with the move that was played in them, out of games or puzzles, one at a time.

use std::path::PathBuf;

use shakmaty::{Chess, Move, Position as _};

use crate::games::file::GamesError;
use crate::games::filter::GameFilter;
use crate::games::pgn::PgnGame;
use crate::games::puzzles::Puzzle;
use crate::lab::inputs::{InputCounts, InputError, OpenGames, PartFilter, holds_puzzles, visit_games, visit_puzzles};
use crate::lab::samples::split;
use crate::nets::input::NetInput;

/// A position, and what was played in it.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    pub position: Chess,
    pub input: NetInput,
    pub mv: Move,
    /// Half moves before, from the beginning of the game or of the puzzle.
    pub ply: usize,
    /// The mover's rating, or the puzzle's; 0 where unknown.
    pub elo: u16,
}

/// Which games and puzzles count.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMoveFilter {
    /// For puzzles, its bounds for ratings alone.
    pub games: GameFilter,
    pub part: PartFilter,
}

impl PlayedMoveFilter {
    fn accepts_game(&self, game: &PgnGame) -> bool {
        self.games.accepts(game) && self.part.accepts(split::of_moves(game))
    }

    fn accepts_puzzle(&self, puzzle: &Puzzle) -> bool {
        self.games.allows_rating(Some(puzzle.rating)) && self.part.accepts(split::of_name(&puzzle.game))
    }
}

/// Gives every played move of the files to `take`.
///
/// # Errors
/// When a file cannot be opened, and the first error of `take`.
pub fn read_played_moves<E: From<InputError> + From<GamesError>>(
    files: &[PathBuf],
    filter: &PlayedMoveFilter,
    open: &mut OpenGames<'_>,
    mut take: impl FnMut(PlayedMove) -> Result<(), E>,
) -> Result<InputCounts, E> {
    let mut counts = InputCounts::default();
    for path in files {
        if holds_puzzles(path) {
            visit_puzzles(path, &mut counts, |puzzle, _| {
                let accepted = filter.accepts_puzzle(&puzzle);
                if accepted {
                    of_puzzle(&puzzle).try_for_each(&mut take)?;
                }
                Ok::<_, E>(accepted)
            })?;
        } else {
            visit_games(std::slice::from_ref(path), open, u64::MAX, &mut counts, |game, _| {
                let accepted = filter.accepts_game(&game.game);
                if accepted {
                    of_game(&game.game).try_for_each(&mut take)?;
                }
                Ok::<_, E>(accepted)
            })?;
        }
    }
    Ok(counts)
}

fn of_game(game: &PgnGame) -> impl Iterator<Item = PlayedMove> {
    let mut position = game.start.clone();
    game.moves.iter().enumerate().map(move |(ply, &mv)| {
        let elo = if position.turn().is_white() { game.tags.white_elo() } else { game.tags.black_elo() };
        let input = NetInput::of(&position, &game.moves[..ply]);
        let played = PlayedMove { input, mv, ply, elo: elo.unwrap_or_default(), position: position.clone() };
        position.play_unchecked(mv);
        played
    })
}

fn of_puzzle(puzzle: &Puzzle) -> impl Iterator<Item = PlayedMove> {
    puzzle.tasks().map(|(ply, position, mv)| PlayedMove {
        input: NetInput::of(&position, &puzzle.moves[..ply]),
        position,
        mv,
        ply,
        elo: puzzle.rating,
    })
}
