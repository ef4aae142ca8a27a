//! Samples for the weights that correct the rated net by a short search: see [`motley::personalities::rated::weights`].

use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::{Path, PathBuf};

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rayon::prelude::*;
use serde::Serialize;

use crate::training::arrays::write_array;
use crate::training::games::replay;
use crate::training::rated::strata::{Drawn, Strata};
use crate::training::rated::{PackedGames, RatedError};
use motley::files::{Overwrite, PartialFolder};
use motley::games::split::Part;
use motley::nets::rated::WHO;
use motley::personalities::rated::{FEATURES, Predictor};
use motley::personalities::searcher;

/// Which positions are taken.
#[derive(Clone, Debug)]
pub struct WeightsJob {
    /// A folder that [`crate::training::rated::rated_games`] made.
    pub games: PathBuf,
    pub part: Part,
    /// The folder for the arrays; made if need be.
    pub out: PathBuf,
    /// What may be there already.
    pub overwrite: Overwrite,
    pub samples: usize,
    /// As in `Strata::new`.
    pub exponent: f64,
    pub seed: u64,
}

/// What was made.
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
    /// As [`motley::nets::rated::Who::numbers`].
    pub who: [f32; WHO],
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
/// When the games cannot be read, none can be drawn, one is damaged, or the folder cannot be written.
pub fn weights_samples(job: &WeightsJob, done: impl Fn(u64) + Sync) -> Result<WeightsSummary, RatedError> {
    let packed = PackedGames::read(&job.games, job.part)?;
    let strata = Strata::new(&packed.games, job.exponent, [1.0; 3]);
    let drawn = strata.draw(job.samples, &mut StdRng::seed_from_u64(job.seed));
    if drawn.is_empty() {
        return Err(RatedError::Nothing { path: packed.path });
    }
    let games: Vec<&[Drawn]> = drawn.chunk_by(|a, b| a.game == b.game).collect();
    let of_game = |predictor: &mut Predictor, drawn: &&[Drawn]| {
        done(drawn.len() as u64);
        samples(&packed, drawn, predictor)
    };
    let parts: Vec<Vec<Sample>> =
        games.par_iter().map_init(|| Predictor::new(searcher()), of_game).collect::<Result<_, _>>()?;
    write(&job.out, job.overwrite, parts.concat())
        .map_err(|source| RatedError::Write { path: job.out.display().to_string(), source })
}

/// A position with its moves; `first` is still unknown.
type Sample = (PersonPosition, Vec<PersonMoveRow>);

/// The samples of some half moves of one game.
fn samples(packed: &PackedGames, drawn: &[Drawn], predictor: &mut Predictor) -> Result<Vec<Sample>, RatedError> {
    let number = drawn[0].game;
    let expansion = packed.game(number)?;
    let record = expansion.record;
    let (played, plies) =
        (replay(expansion.moves).map(|(_, _, mv)| mv), drawn.iter().map(|drawn| usize::from(drawn.ply)));
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
    let folder = PartialFolder::create(out, overwrite)?;
    write_array(&folder.path().join("positions.npy"), samples.iter().map(|(position, _)| *position))?;
    write_array(&folder.path().join("moves.npy"), samples.iter().flat_map(|(_, moves)| moves.iter().copied()))?;
    folder.finish()?;
    Ok(WeightsSummary { positions: samples.len(), moves: first as usize })
}
