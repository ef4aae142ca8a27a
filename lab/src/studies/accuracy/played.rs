//! Positions with the move that was played in them, out of games or puzzles, one at a time.

use std::path::{Path, PathBuf};

use shakmaty::{Chess, Move};

use super::bands::band;
use crate::training::games::{packed_clocks, packed_moves, record, replay};
use crate::training::rated::sample::Expansion;
use crate::training::rated::{PackedGames, RatedError};
use motley::engine::Game;
use motley::games::file::GamesError;
use motley::games::filter::GameFilter;
use motley::games::inputs::{
    InputCounts, InputError, OpenGames, PartFilter, holds_puzzles, visit_games, visit_puzzles,
};
use motley::games::pgn::PgnGame;
use motley::games::puzzles::Puzzle;
use motley::games::split::{self, Part};
use motley::nets::rated::{MoverContext, Source};

/// A position, and what was played in it.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// The beginning of the game or of the puzzle, and the moves before.
    start: Chess,
    before: Vec<Move>,
    pub mv: Move,
    pub who: MoverContext,
    /// The mover's rating, or the puzzle's; 0 where unknown.
    pub elo: u16,
    /// The number of the game or puzzle among those that were read.
    pub game: u32,
    /// As in `band`.
    pub band: Option<usize>,
}

impl PlayedMove {
    /// `mv` after the moves `before`, of a game without a number by a player without a rating.
    pub fn of(start: &Chess, before: &[Move], mv: Move, who: MoverContext) -> PlayedMove {
        PlayedMove { start: start.clone(), before: before.to_vec(), mv, who, elo: 0, game: 0, band: None }
    }

    /// The ply of a game at an index, by players as its tags say; the game gets the number 0.
    ///
    /// # Panics
    /// Panics if the game has no such ply.
    pub fn in_game(game: &PgnGame, ply: usize) -> PlayedMove {
        expanded(game, 0, None, |expansion| half_move(&game.start, &game.moves, ply, expansion).played())
    }

    /// Plies before, from the beginning of the game or of the puzzle.
    pub fn ply(&self) -> usize {
        self.before.len()
    }

    /// The game so far.
    pub fn game(&self) -> Game {
        let mut game = Game::from_position(self.start.clone());
        self.before.iter().for_each(|&mv| game.play(mv));
        game
    }
}

/// A ply of a game whose position has not been worked out yet.
pub struct HalfMove<'a> {
    start: &'a Chess,
    moves: &'a [Move],
    ply: usize,
    elo: u16,
    game: u32,
    who: MoverContext,
}

impl HalfMove<'_> {
    /// As in `band`; `None` where the mover's rating is not known.
    pub fn band(&self) -> Option<usize> {
        band(&self.who).filter(|_| self.elo > 0)
    }

    pub fn played(&self) -> PlayedMove {
        let band = self.band();
        let &HalfMove { start, moves, ply, elo, game, who } = self;
        PlayedMove { elo, game, band, ..PlayedMove::of(start, &moves[..ply], moves[ply], who) }
    }
}

/// A filter of games and puzzles.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMoveFilter {
    /// For puzzles and packed games its bounds for ratings alone.
    pub games: GameFilter,
    /// Of packed games the part alone; the test part where none is named.
    pub part: PartFilter,
    /// The source of the games of PGN files; by their tags where this is `None`.
    pub source: Option<Source>,
    /// The number of a file whose packed games do not count.
    pub without_file: Option<u8>,
}

impl PlayedMoveFilter {
    fn accepts_game(&self, game: &PgnGame) -> bool {
        self.games.accepts(game) && self.part.accepts(split::of_moves(game))
    }

    fn accepts_puzzle(&self, puzzle: &Puzzle) -> bool {
        self.games.allows_rating(Some(puzzle.rating)) && self.part.accepts(split::of_name(&puzzle.game))
    }
}

/// Gives every ply of the files to `take`. A folder holds the packed games of `motley-lab dataset rated`.
///
/// # Errors
/// Fails if a file cannot be opened, and with the first error of `take`.
pub fn read_played_moves<E: From<InputError> + From<GamesError> + From<RatedError>>(
    files: &[PathBuf],
    filter: &PlayedMoveFilter,
    open: &mut OpenGames<'_>,
    mut take: impl FnMut(&HalfMove<'_>) -> Result<(), E>,
) -> Result<InputCounts, E> {
    let mut counts = InputCounts::default();
    for path in files {
        if PackedGames::are_in(path) {
            visit_packed(path, filter, &mut counts, &mut take)?;
        } else if holds_puzzles(path) {
            visit_puzzles(path, &mut counts, |puzzle, number| {
                let accepted = filter.accepts_puzzle(&puzzle);
                if accepted {
                    of_puzzle(&puzzle, number as u32, &mut take)?;
                }
                Ok::<_, E>(accepted)
            })?;
        } else {
            visit_games(std::slice::from_ref(path), open, u64::MAX, &mut counts, |game, number| {
                let accepted = filter.accepts_game(&game.game);
                if accepted {
                    of_game(&game.game, number as u32, filter.source, &mut take)?;
                }
                Ok::<_, E>(accepted)
            })?;
        }
    }
    Ok(counts)
}

fn of_game<E>(
    game: &PgnGame,
    number: u32,
    source: Option<Source>,
    take: &mut impl FnMut(&HalfMove<'_>) -> Result<(), E>,
) -> Result<(), E> {
    expanded(game, number, source, |expansion| each(&game.start, &game.moves, expansion, take))
}

/// Gives `with` what is known of a game and its players; without a `source`, the tags say where it was played.
fn expanded<R>(game: &PgnGame, number: u32, source: Option<Source>, with: impl FnOnce(&Expansion<'_>) -> R) -> R {
    let record = record(game, source.unwrap_or_else(|| Source::of(&game.tags)), 0, 0, 0);
    let (moves, clocks) = (packed_moves(game).collect::<Vec<_>>(), packed_clocks(game).collect::<Vec<_>>());
    with(&Expansion { record: &record, number, moves: &moves, clocks: &clocks })
}

/// Gives the plies of a game to `take`.
fn each<E>(
    start: &Chess,
    moves: &[Move],
    expansion: &Expansion<'_>,
    take: &mut impl FnMut(&HalfMove<'_>) -> Result<(), E>,
) -> Result<(), E> {
    (0..moves.len()).try_for_each(|ply| take(&half_move(start, moves, ply, expansion)))
}

fn half_move<'a>(start: &'a Chess, moves: &'a [Move], ply: usize, expansion: &Expansion<'_>) -> HalfMove<'a> {
    let (elo, _) = expansion.record.ratings(ply);
    HalfMove { start, moves, ply, elo, game: expansion.number, who: expansion.who(ply) }
}

fn visit_packed<E: From<RatedError>>(
    path: &Path,
    filter: &PlayedMoveFilter,
    counts: &mut InputCounts,
    take: &mut impl FnMut(&HalfMove<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let part = filter.part.0.map_or(Part::Test, |(_, part)| part);
    let games = PackedGames::read(path, part)?;
    let start = Chess::default();
    for number in 0..games.games.len() as u32 {
        let expansion = Expansion { number: counts.taken as u32, ..games.game(number)? };
        let (own, other) = expansion.record.ratings(0);
        let is_rated = [own, other].into_iter().all(|elo| filter.games.allows_rating(Some(elo)));
        if !is_rated || filter.without_file == Some(expansion.record.file) {
            counts.filtered += 1;
            continue;
        }
        let moves: Vec<Move> = replay(expansion.moves).map(|(_, _, mv)| mv).collect();
        each(&start, &moves, &expansion, take)?;
        counts.taken += 1;
    }
    Ok(())
}

fn of_puzzle<E>(puzzle: &Puzzle, game: u32, take: &mut impl FnMut(&HalfMove<'_>) -> Result<(), E>) -> Result<(), E> {
    let (elo, who) = (puzzle.rating, MoverContext::rapid(puzzle.rating));
    puzzle
        .tasks()
        .try_for_each(|(ply, ..)| take(&HalfMove { start: &puzzle.start, moves: &puzzle.moves, ply, elo, game, who }))
}
