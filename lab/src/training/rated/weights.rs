//! Samples for the weights that correct the rated net by a short search: see [`motley::personalities::rated::weights`].

use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::{Path, PathBuf};

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rayon::prelude::*;
use serde::Serialize;

use crate::training::arrays::{read_array, write_array};
use crate::training::games::replay;
use crate::training::rated::strata::{GamePly, Strata};
use crate::training::rated::{PackedGames, RatedError};
use motley::files::{Overwrite, PartialFolder};
use motley::games::split::Part;
use motley::nets::rated::MOVER_FEATURES;
use motley::personalities::rated::{FEATURES, Predictor, replace_net_numbers, visit_plies};
use motley::personalities::searcher;

const POSITIONS: &str = "positions.npy";
const ROWS: &str = "moves.npy";

/// The selection of positions.
#[derive(Clone, Debug)]
pub struct WeightsJob {
    /// A folder that [`crate::training::rated::rated_games`] made.
    pub games: PathBuf,
    pub part: Part,
    /// The folder for the arrays; made if need be.
    pub out: PathBuf,
    /// The files that may be there already.
    pub overwrite: Overwrite,
    pub samples: usize,
    /// As in `Strata::new`.
    pub exponent: f64,
    pub seed: u64,
}

/// The samples that were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WeightsSummary {
    pub positions: usize,
    pub moves: usize,
}

impl Display for WeightsSummary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} positions with {} moves", self.positions, self.moves)
    }
}

/// A position whose moves are rows of the array of moves. The field names are those of the array.
#[derive(Clone, Copy, Debug, PartialEq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct PersonPosition {
    /// The row of its first move, how many moves there are, and which of them was played.
    pub first: u64,
    pub count: u16,
    pub played: u16,
    /// As [`motley::nets::rated::MoverContext::numbers`].
    pub who: [f32; MOVER_FEATURES],
    /// As in [`crate::training::rated::sample::RatedSample`], like those below.
    pub elo: u16,
    pub opponent_elo: u16,
    pub source: u8,
    pub file: u8,
    pub time_class: u8,
    pub ply: u16,
    pub game: u32,
}

/// A move. The field name is that of the array.
#[derive(Clone, Copy, Debug, PartialEq, npyz::Serialize, npyz::Deserialize, npyz::AutoSerialize)]
pub struct PersonMoveRow {
    /// As [`motley::personalities::rated::features`].
    pub numbers: [f32; FEATURES],
}

/// Writes `positions.npy` and `moves.npy`, arrays of `PersonPosition` and `PersonMoveRow`, in the order of the
/// games. `done` is called with the number of positions after each game, from several threads.
///
/// # Errors
/// Fails if the games cannot be read, none can be sampled, one is damaged, or the folder cannot be written.
pub fn weights_samples(job: &WeightsJob, done: impl Fn(u64) + Sync) -> Result<WeightsSummary, RatedError> {
    let packed = PackedGames::read(&job.games, job.part)?;
    let strata = Strata::new(&packed.games, job.exponent, [1.0; 3]);
    let places = strata.sample(job.samples, &mut StdRng::seed_from_u64(job.seed));
    if places.is_empty() {
        return Err(RatedError::Nothing { path: packed.path });
    }
    let games: Vec<&[GamePly]> = places.chunk_by(|a, b| a.game == b.game).collect();
    let of_game = |predictor: &mut Predictor, places: &&[GamePly]| {
        done(places.len() as u64);
        samples(&packed, places, predictor)
    };
    let parts: Vec<Vec<Sample>> =
        games.par_iter().map_init(|| Predictor::new(searcher()), of_game).collect::<Result<_, _>>()?;
    write(&job.out, job.overwrite, parts.concat())
        .map_err(|source| RatedError::Write { path: job.out.display().to_string(), source })
}

/// The samples to bring up to date.
#[derive(Clone, Debug)]
pub struct RefreshJob {
    /// The folder from whose games they were sampled, and the part.
    pub games: PathBuf,
    pub part: Part,
    /// A folder of [`weights_samples`], whose searches are kept.
    pub searched: PathBuf,
    pub out: PathBuf,
    pub overwrite: Overwrite,
}

/// Copies samples with the probabilities of the program's nets as they are now: the searches take ten times as long.
/// `done` is called with the number of positions after each game, from several threads.
///
/// # Errors
/// As [`weights_samples`], and when the samples cannot be read or are of other games.
pub fn refresh_weights_samples(job: &RefreshJob, done: impl Fn(u64) + Sync) -> Result<WeightsSummary, RatedError> {
    let packed = PackedGames::read(&job.games, job.part)?;
    let positions: Vec<PersonPosition> = read(&job.searched.join(POSITIONS))?;
    let mut rows: Vec<PersonMoveRow> = read(&job.searched.join(ROWS))?;
    let mut games: Vec<(&[PersonPosition], &mut [PersonMoveRow])> = Vec::new();
    let mut rest = &mut rows[..];
    for positions in positions.chunk_by(|a, b| a.game == b.game) {
        let count = positions.iter().map(|position| usize::from(position.count)).sum();
        let (own, others) = rest.split_at_mut_checked(count).ok_or_else(|| other_games(&job.searched))?;
        games.push((positions, own));
        rest = others;
    }
    games.par_iter_mut().try_for_each_init(
        || Predictor::new(searcher()),
        |predictor, (positions, rows)| {
            done(positions.len() as u64);
            refresh(&packed, predictor, positions, rows).ok_or_else(|| other_games(&job.searched))
        },
    )?;
    let written = write_arrays(&job.out, job.overwrite, &positions, &rows);
    written.map_err(|source| RatedError::Write { path: job.out.display().to_string(), source })
}

/// The samples of one game; `None` where they are of another one.
fn refresh(
    packed: &PackedGames,
    predictor: &mut Predictor,
    positions: &[PersonPosition],
    mut rows: &mut [PersonMoveRow],
) -> Option<()> {
    let expansion = packed.game(positions.first()?.game).ok()?;
    let played = replay(expansion.moves).map(|(_, _, mv)| mv);
    let (mut positions_left, mut is_same) = (positions.iter(), true);
    let plies = positions.iter().map(|position| usize::from(position.ply));
    let has_all = visit_plies(played, plies, |ply, game, _| {
        let Some(position) = positions_left.next() else { return };
        let probabilities = predictor.net_probabilities_of(game, &expansion.who(ply));
        let (own, others) = std::mem::take(&mut rows).split_at_mut(usize::from(position.count));
        rows = others;
        is_same &= own.len() == probabilities.len();
        let mut numbers: Vec<[f32; FEATURES]> = own.iter().map(|row| row.numbers).collect();
        replace_net_numbers(game.position(), &mut numbers, &probabilities);
        own.iter_mut().zip(numbers).for_each(|(row, numbers)| row.numbers = numbers);
    });
    (has_all && is_same).then_some(())
}

fn read<T: npyz::Deserialize>(path: &Path) -> Result<Vec<T>, RatedError> {
    read_array(path).map_err(|source| RatedError::Read { path: path.display().to_string(), source })
}

fn other_games(folder: &Path) -> RatedError {
    RatedError::OtherGames { path: folder.display().to_string() }
}

/// A position with its moves; `first` is still unknown.
type Sample = (PersonPosition, Vec<PersonMoveRow>);

/// The samples of some plies of one game.
fn samples(packed: &PackedGames, places: &[GamePly], predictor: &mut Predictor) -> Result<Vec<Sample>, RatedError> {
    let number = places[0].game;
    let expansion = packed.game(number)?;
    let record = expansion.record;
    let (played, plies) =
        (replay(expansion.moves).map(|(_, _, mv)| mv), places.iter().map(|place| usize::from(place.ply)));
    let mut samples = Vec::new();
    let is_sound = predictor.describe_plies(
        played,
        plies,
        |ply| expansion.who(ply),
        |ply, moves, played, rows| {
            let (elo, opponent_elo) = record.ratings(ply);
            let position = PersonPosition {
                first: 0,
                count: moves.len() as u16,
                played: played as u16,
                who: expansion.who(ply).numbers(),
                elo,
                opponent_elo,
                source: record.source,
                file: record.file,
                time_class: record.time_class,
                ply: ply as u16,
                game: number,
            };
            samples.push((position, rows.into_iter().map(|numbers| PersonMoveRow { numbers }).collect()));
        },
    );
    if is_sound { Ok(samples) } else { Err(RatedError::Damaged { path: packed.path.clone(), game: number }) }
}

fn write(out: &Path, overwrite: Overwrite, mut samples: Vec<Sample>) -> io::Result<WeightsSummary> {
    let mut first = 0;
    for (position, moves) in &mut samples {
        position.first = first;
        first += moves.len() as u64;
    }
    let (positions, moves): (Vec<PersonPosition>, Vec<Vec<PersonMoveRow>>) = samples.into_iter().unzip();
    write_arrays(out, overwrite, &positions, &moves.concat())
}

fn write_arrays(
    out: &Path,
    overwrite: Overwrite,
    positions: &[PersonPosition],
    moves: &[PersonMoveRow],
) -> io::Result<WeightsSummary> {
    let folder = PartialFolder::create(out, overwrite)?;
    write_array(&folder.path().join(POSITIONS), positions.iter().copied())?;
    write_array(&folder.path().join(ROWS), moves.iter().copied())?;
    folder.finish()?;
    Ok(WeightsSummary { positions: positions.len(), moves: moves.len() })
}
