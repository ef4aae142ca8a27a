//! The accuracy of Mockfish's nets in naming the move that was played, on games or puzzles that they have not seen.

mod bands;
mod counts;
mod moves;
mod played;
mod predictor;
mod report;
mod tables;

use std::path::PathBuf;

use thiserror::Error;

use crate::studies::reservoir::Reservoir;
use crate::studies::threads::divide_work;
use crate::training::rated::RatedError;
use motley::games::file::GamesError;
use motley::games::inputs::{InputCounts, InputError, OpenGames};
use motley::nets::NetError;
use motley::nets::rated::MoverContext;
use motley::studies::predictions::policy::NetsError;

use self::bands::BAND_COUNT;
pub use self::bands::BandAccuracy;
pub use self::counts::{AccuracyCounts, BOOK_PLIES, HitCount};
pub use self::played::{HalfMove, PlayedMove, PlayedMoveFilter, read_played_moves};
pub use self::predictor::MovePredictor;
pub use self::report::{AccuracyReport, GroupAccuracy, MoveAccuracy, NetworkAccuracy, accuracy_boards};

/// Positions that are collected before the threads work on them.
const BLOCK: usize = 8192;
/// Positions of a sample between two reports of progress.
const SMALL_BLOCK: usize = 512;

/// The number of positions to sample, and the random seed.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// From all positions, or from each band.
    pub positions: usize,
    pub per_band: bool,
    pub seed: u64,
}

/// The ratings that a net is given.
#[derive(Clone, Debug, Default)]
pub struct Ratings {
    /// The rating of both players in place of their own.
    pub fixed: Option<u16>,
    /// Differences from these ratings with which the bands are measured besides.
    pub offsets: Vec<i16>,
}

/// Why accuracy could not be measured.
#[derive(Debug, Error)]
pub enum AccuracyError {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Packed(#[from] RatedError),
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

/// The games to measure on, and the settings.
#[derive(Clone, Debug)]
pub struct AccuracyJob {
    pub files: Vec<PathBuf>,
    pub filter: PlayedMoveFilter,
    pub sampling: Option<Sampling>,
    pub ratings: Ratings,
}

/// Measures accuracy on all positions of the files, or on a sample of them; each of `predictors` works on its own
/// thread. Of a sample `progress` is given the positions that are done and all of them.
///
/// # Errors
/// Fails if a file cannot be opened, a net fails, or there is no position.
pub fn measure_accuracy(
    predictors: &mut [MovePredictor],
    job: &AccuracyJob,
    open: &mut OpenGames<'_>,
    mut progress: impl FnMut(usize, usize),
) -> Result<(AccuracyCounts, InputCounts), AccuracyError> {
    let AccuracyJob { files, filter, sampling, ratings } = job;
    let mut counts = AccuracyCounts::default();
    let read = if let Some(sampling) = sampling {
        let mut samples = Samples::new(*sampling);
        let read = read_played_moves(files, filter, open, |half_move| {
            samples.offer(half_move);
            Ok::<_, AccuracyError>(())
        })?;
        let moves = samples.sampled();
        for (index, block) in moves.chunks(SMALL_BLOCK).enumerate() {
            progress(index * SMALL_BLOCK, moves.len());
            count(predictors, block, ratings, &mut counts)?;
        }
        read
    } else {
        let mut moves = Vec::new();
        let read = read_played_moves(files, filter, open, |half_move| {
            moves.push(half_move.played());
            if moves.len() == BLOCK {
                count(predictors, &moves, ratings, &mut counts)?;
                moves.clear();
            }
            Ok::<_, AccuracyError>(())
        })?;
        count(predictors, &moves, ratings, &mut counts)?;
        read
    };
    if counts.is_empty() {
        return Err(AccuracyError::Nothing);
    }
    Ok((counts, read))
}

fn count(
    predictors: &mut [MovePredictor],
    moves: &[PlayedMove],
    ratings: &Ratings,
    counts: &mut AccuracyCounts,
) -> Result<(), AccuracyError> {
    let parts = divide_work(predictors, moves, |predictor, moves| {
        let mut counts = AccuracyCounts::default();
        for played in moves {
            count_one(predictor, played, ratings, &mut counts)?;
        }
        Ok::<_, AccuracyError>(counts)
    })?;
    parts.into_iter().for_each(|part| counts.merge(part));
    Ok(())
}

fn count_one(
    predictor: &mut MovePredictor,
    played: &PlayedMove,
    ratings: &Ratings,
    counts: &mut AccuracyCounts,
) -> Result<(), AccuracyError> {
    let (game, known) = (played.game(), played.who);
    let who = ratings.fixed.map_or(known, |elo| MoverContext { elo, opponent_elo: Some(elo), ..known });
    let (output, ranked) = predictor.predict(&game, who)?;
    counts.add(game.position(), played, &output, &ranked);
    for &offset in &ratings.offsets {
        if offset == 0 {
            counts.add_shifted(0, played, &ranked);
            continue;
        }
        let (_, ranked) = predictor.predict(&game, who.shifted(offset))?;
        counts.add_shifted(offset, played, &ranked);
    }
    Ok(())
}

/// Positions sampled at random: from all, or from each band alike.
struct Samples {
    per_band: bool,
    reservoirs: Vec<Reservoir<PlayedMove>>,
}

impl Samples {
    fn new(Sampling { positions, per_band, seed }: Sampling) -> Samples {
        let count = if per_band { BAND_COUNT } else { 1 };
        Samples { per_band, reservoirs: (0..count).map(|_| Reservoir::new(positions, seed)).collect() }
    }

    fn offer(&mut self, half_move: &HalfMove<'_>) {
        let index = if self.per_band { half_move.band() } else { Some(0) };
        if let Some(index) = index {
            self.reservoirs[index].offer(|| half_move.played());
        }
    }

    fn sampled(self) -> Vec<PlayedMove> {
        self.reservoirs.into_iter().flat_map(|reservoir| reservoir.kept).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::path::Path;

    use super::*;
    use motley::games::file::GameFile;
    use motley::games::filter::{GameFilter, Unrated};
    use motley::games::inputs::PartFilter;
    use motley::personalities::mockfish::NetChoice;
    use motley::studies::predictions::policy::PolicyNets;

    const GAME: &str = "[WhiteElo \"2100\"]\n[BlackElo \"2300\"]\n[Result \"1-0\"]\n\ne4 e5 Nf3 Nc6 1-0\n\n";

    fn measured(min_elo: u16, sampling: Option<Sampling>) -> Result<(AccuracyCounts, InputCounts), AccuracyError> {
        measured_by(MovePredictor::of_nets, min_elo, sampling)
    }

    fn measured_by(
        predictor: fn(PolicyNets) -> MovePredictor,
        min_elo: u16,
        sampling: Option<Sampling>,
    ) -> Result<(AccuracyCounts, InputCounts), AccuracyError> {
        let nets = || PolicyNets::load(NetChoice::Rated, None).expect("the built-in nets");
        let mut predictors = [(); 2].map(|()| predictor(nets()));
        let games = GameFilter { min_elo, unrated: Unrated::Reject, ..GameFilter::ALL };
        let filter = PlayedMoveFilter { games, part: PartFilter::default(), source: None, without_file: None };
        let ratings = Ratings { fixed: None, offsets: vec![-400, 0] };
        let job = AccuracyJob { files: vec!["games.pgn".into()], filter, sampling, ratings };
        let text = format!("{GAME}{GAME}[Event \"illegal\"]\n\ne4 e5 Ke3 *\n\n");
        let mut open = |path: &Path| GameFile::new(path, Cursor::new(text.clone()));
        measure_accuracy(&mut predictors, &job, &mut open, |_, _| ())
    }

    #[test]
    fn all_positions_are_counted_or_as_many_as_the_sample_holds() {
        let (counts, read) = measured(2000, None).expect("two sound games");
        assert_eq!((counts.report().move_match.all.positions, read.taken, read.illegal), (8, 2, 1));
        assert_eq!(counts.report().by_elo.keys().copied().collect::<Vec<_>>(), [2000, 2200]);
        for (per_band, elo, expected) in [(false, 2000, 3), (true, 2000, 3)] {
            let sampling = Sampling { positions: 3, per_band, seed: 1 };
            let (counts, _) = measured(elo, Some(sampling)).expect("two sound games");
            assert_eq!(counts.report().move_match.all.positions, expected);
        }
        assert!(matches!(measured(2200, None), Err(AccuracyError::Nothing)));
    }

    #[test]
    fn the_search_of_a_level_changes_the_moves_and_not_the_networks() {
        let [nets, level] = [MovePredictor::of_nets, MovePredictor::of_level]
            .map(|predictor| measured_by(predictor, 2000, None).expect("two sound games").0.report());
        assert_eq!(nets.networks["selector"].accuracy, level.networks["selector"].accuracy);
        let loss = |report: &AccuracyReport| report.bands[0].all.negative_log_likelihood;
        assert_ne!(loss(&nets), loss(&level));
        assert!(loss(&level) < 3.0, "openings are known: {}", loss(&level));
    }

    #[test]
    fn bands_are_measured_with_other_ratings_too() {
        let (counts, _) = measured(2000, None).expect("two sound games");
        let report = counts.report();
        let offsets: Vec<i16> = report.offsets.iter().map(|shifted| shifted.offset).collect();
        assert_eq!((offsets, report.bands.len()), (vec![-400, 0], 1));
        let loss = |bands: &[BandAccuracy]| bands[0].all.negative_log_likelihood;
        assert_eq!(loss(&report.offsets[1].bands), loss(&report.bands));
        assert_ne!(loss(&report.offsets[0].bands), loss(&report.bands));
    }
}
