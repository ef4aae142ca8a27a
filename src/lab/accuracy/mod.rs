//! How often Mockfish's nets name the move that was played, on games or puzzles that they have not seen.

mod counts;
mod played;
mod report;

use std::path::PathBuf;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::Position as _;
use thiserror::Error;

use super::inputs::{InputCounts, InputError, OpenGames};
use super::policy::{NetsError, PolicyNets};
use super::threads::divide_work;
use crate::games::file::GamesError;
use crate::nets::NetError;
use crate::nets::mockfish::rank_moves;

pub use self::counts::{AccuracyCounts, BOOK_PLIES, HitCount};
pub use self::played::{PlayedMove, PlayedMoveFilter, read_played_moves};
pub use self::report::{AccuracyReport, GroupAccuracy, MoveAccuracy, NetworkAccuracy, accuracy_boards};

/// Positions that are collected before the threads work on them.
const BLOCK: usize = 8192;

/// Positions to draw at random from all, and the random seed of the draw.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    pub positions: usize,
    pub seed: u64,
}

/// Why accuracy could not be measured.
#[derive(Debug, Error)]
pub enum AccuracyError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Nets(#[from] NetsError),
    #[error(transparent)]
    Net(#[from] NetError),
    #[error("no position to measure on: try other files or filters")]
    Nothing,
}

impl From<GamesError> for AccuracyError {
    fn from(error: GamesError) -> AccuracyError {
        AccuracyError::Input(error.into())
    }
}

/// Measures accuracy on all positions of the files, or on a sample of them; each of `nets` works on its own thread.
///
/// # Errors
/// When a file cannot be opened, a net fails, or there is no position.
pub fn measure_accuracy(
    nets: &mut [PolicyNets],
    files: &[PathBuf],
    filter: &PlayedMoveFilter,
    sampling: Option<Sampling>,
    open: &mut OpenGames<'_>,
) -> Result<(AccuracyCounts, InputCounts), AccuracyError> {
    let mut counts = AccuracyCounts::default();
    let mut moves = Vec::new();
    let read = if let Some(Sampling { positions, seed }) = sampling {
        let mut reservoir = Reservoir::new(positions, seed);
        let read = read_played_moves(files, filter, open, |played| {
            reservoir.offer(played);
            Ok::<_, AccuracyError>(())
        })?;
        moves = reservoir.kept;
        read
    } else {
        read_played_moves(files, filter, open, |played| {
            moves.push(played);
            if moves.len() == BLOCK {
                count(nets, &moves, &mut counts)?;
                moves.clear();
            }
            Ok::<_, AccuracyError>(())
        })?
    };
    count(nets, &moves, &mut counts)?;
    if counts.report().move_match.positions == 0 {
        return Err(AccuracyError::Nothing);
    }
    Ok((counts, read))
}

fn count(nets: &mut [PolicyNets], moves: &[PlayedMove], counts: &mut AccuracyCounts) -> Result<(), AccuracyError> {
    let parts = divide_work(nets, moves, |nets, moves| {
        let mut counts = AccuracyCounts::default();
        for played in moves {
            let prediction = nets.predict(&played.input)?;
            let legal = played.position.legal_moves();
            let ranked = rank_moves(&played.position, &legal, &prediction.output, prediction.rule);
            counts.add(played, &prediction.output, &ranked);
        }
        Ok::<_, AccuracyError>(counts)
    })?;
    parts.into_iter().for_each(|part| counts.merge(part));
    Ok(())
}

/// Keeps a sample in which every item has the same chance to be (Vitter's algorithm R).
struct Reservoir<T> {
    kept: Vec<T>,
    size: usize,
    offered: usize,
    rng: StdRng,
}

impl<T> Reservoir<T> {
    fn new(size: usize, seed: u64) -> Reservoir<T> {
        Reservoir { kept: Vec::new(), size, offered: 0, rng: StdRng::seed_from_u64(seed) }
    }

    fn offer(&mut self, item: T) {
        self.offered += 1;
        if self.kept.len() < self.size {
            self.kept.push(item);
        } else if let Some(slot) = self.kept.get_mut(self.rng.random_range(0..self.offered)) {
            *slot = item;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::path::Path;

    use super::*;
    use crate::games::file::GameFile;
    use crate::games::filter::{GameFilter, Unrated};
    use crate::lab::inputs::PartFilter;
    use crate::personalities::mockfish::NetChoice;

    const GAME: &str = "[WhiteElo \"2100\"]\n[BlackElo \"2300\"]\n[Result \"1-0\"]\n\ne4 e5 Nf3 Nc6 1-0\n\n";

    fn measured(min_elo: u16, sampling: Option<Sampling>) -> Result<(AccuracyCounts, InputCounts), AccuracyError> {
        let mut nets = [(); 2].map(|()| PolicyNets::load(NetChoice::Best, None).expect("the built-in nets"));
        let games = GameFilter { min_elo, unrated: Unrated::Reject, ..GameFilter::ALL };
        let filter = PlayedMoveFilter { games, part: PartFilter::default() };
        let text = format!("{GAME}{GAME}[Event \"illegal\"]\n\ne4 e5 Ke3 *\n\n");
        let mut open = |path: &Path| GameFile::new(path, Cursor::new(text.clone()));
        measure_accuracy(&mut nets, &["games.pgn".into()], &filter, sampling, &mut open)
    }

    #[test]
    fn all_positions_are_counted_or_as_many_as_the_sample_holds() {
        let (counts, read) = measured(2000, None).expect("two sound games");
        assert_eq!((counts.report().move_match.positions, read.taken, read.illegal), (8, 2, 1));
        assert_eq!(counts.report().by_elo.keys().copied().collect::<Vec<_>>(), [2000, 2200]);
        let (counts, _) = measured(2000, Some(Sampling { positions: 3, seed: 1 })).expect("two sound games");
        assert_eq!(counts.report().move_match.positions, 3);
        assert!(matches!(measured(2200, None), Err(AccuracyError::Nothing)));
    }

    #[test]
    fn the_reservoir_is_fair() {
        let mut kept = [0; 10];
        for seed in 0..2000 {
            let mut reservoir = Reservoir::new(3, seed);
            (0..10).for_each(|item| reservoir.offer(item));
            reservoir.kept.iter().for_each(|&item: &usize| kept[item] += 1);
        }
        assert!(kept.iter().all(|&count| (500..700).contains(&count)), "{kept:?}, 600 of each are expected");
    }
}
