//! Samples of moves, for Mockfish's nets: what players, engines or solvers of puzzles played.

pub mod sample;

use serde_json::{Map, Value};
use shakmaty::{Chess, Move};

use crate::training::moves::sample::{Filter, MoveSample, label, samples};
use crate::training::sharded::{Output, make_shardable};
use crate::training::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use motley::games::file::ScoredGame;
use motley::games::inputs::{OpenGames, visit_puzzles};
use motley::games::puzzles::Puzzle;
use motley::games::split;

/// The positions of a puzzle that become samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleSamples {
    /// One for each move of the solver.
    Solutions,
    /// The solutions, and the position before them: the field `result` is 1 where there is a tactic, else 0.
    Tactics,
}

/// Positions with the moves that players chose, from games that the filter accepts.
///
/// # Errors
/// Fails if a file cannot be opened, no sample was made, or the folder cannot be written.
pub fn from_games(job: &DatasetJob, filter: &Filter, open: &mut OpenGames<'_>) -> Result<Summary, DatasetError> {
    let mut open = |path: &_| open(path).map(|games| games.with_max_plies(filter.max_ply));
    push_games(job, settings(filter), &mut open, |game| filter.takes(&game.game).then_some(*filter))
}

/// The settings that parts of a sharded run must have in common.
fn settings(filter: &Filter) -> Map<String, Value> {
    let Filter { min_elo, max_elo, min_ply, max_ply, decisive } = *filter;
    let settings: [(&str, Value); 5] = [
        ("min_elo", min_elo.into()),
        ("max_elo", max_elo.into()),
        ("min_ply", min_ply.into()),
        ("max_ply", max_ply.into()),
        ("decisive", decisive.into()),
    ];
    settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Positions with the moves that an engine chose in games against itself; the opening was given to it.
///
/// # Errors
/// As [`from_games`].
pub fn from_engine_games(job: &DatasetJob, open: &mut OpenGames<'_>) -> Result<Summary, DatasetError> {
    let all = |game: &ScoredGame| Filter {
        min_elo: 0,
        max_elo: u16::MAX,
        min_ply: game.opening_plies,
        max_ply: usize::MAX,
        decisive: false,
    };
    push_games(job, Map::new(), open, |game| Some(all(game)))
}

/// `filter` returns which positions of a game become samples, `None` where the game is left out.
fn push_games(
    job: &DatasetJob,
    settings: Map<String, Value>,
    open: &mut OpenGames<'_>,
    filter: impl Fn(&ScoredGame) -> Option<Filter>,
) -> Result<Summary, DatasetError> {
    make_shardable(job, settings, open, |Output { writer, .. }, game, _, number| {
        let Some(filter) = filter(&game) else { return Ok(false) };
        for (part, sample) in samples(&game.game, number as u32, &filter, job.split) {
            writer.push(part, &sample)?;
        }
        Ok(true)
    })
}

/// Positions with the moves that solve them, from puzzles with this rating at least.
///
/// # Errors
/// As [`from_games`].
pub fn from_puzzles(job: &DatasetJob, min_rating: u16, which: PuzzleSamples) -> Result<Summary, DatasetError> {
    make(job, |out| {
        let Collector { writer, counts, .. } = out;
        job.files.iter().try_for_each(|path| {
            visit_puzzles(path, counts, |puzzle, number| {
                if puzzle.rating < min_rating {
                    return Ok(false);
                }
                // Puzzles of one game may share positions.
                let parts = job.split.parts(split::of_name(&puzzle.game));
                for (part, sample) in parts.zip(samples_of(&puzzle, which)) {
                    let sample = MoveSample { game: number as u32, ..sample };
                    writer.push(part, &sample).map_err(|source| unwritable(job, source))?;
                }
                Ok(true)
            })
        })
    })
}

fn samples_of(puzzle: &Puzzle, which: PuzzleSamples) -> Vec<MoveSample> {
    let sample = |ply: usize, position: &Chess, mv: Move, result| MoveSample {
        ply: ply as u16,
        elo: puzzle.rating,
        result,
        ..label(position, &puzzle.moves[..ply], mv)
    };
    let mut samples: Vec<_> = puzzle.tasks().map(|(ply, position, mv)| sample(ply, &position, mv, 1)).collect();
    if which == PuzzleSamples::Tactics {
        samples.push(sample(0, &puzzle.start, puzzle.moves[0], 0));
    }
    samples
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use motley::games::puzzles::PuzzleReader;

    #[test]
    fn tactics_add_the_position_before_the_opponents_mistake() {
        let row = "PuzzleId,FEN,Moves,Rating\na,6k1/5ppp/8/8/8/8/8/R3K2r w - - 0 1,e1d2 h1a1 d2c2 a1a8,900\n";
        let puzzle = PuzzleReader::new(Cursor::new(row)).unwrap().next().unwrap().unwrap();
        let plies = |which| samples_of(&puzzle, which).iter().map(|s| (s.ply, s.result, s.elo)).collect::<Vec<_>>();
        assert_eq!(plies(PuzzleSamples::Solutions), [(1, 1, 900), (3, 1, 900)]);
        assert_eq!(plies(PuzzleSamples::Tactics), [(1, 1, 900), (3, 1, 900), (0, 0, 900)]);
    }
}
