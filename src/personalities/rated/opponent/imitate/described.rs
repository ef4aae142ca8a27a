//! Positions of the player's games with the numbers of their moves.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rayon::prelude::*;
use shakmaty::{Move, Position as _};

use super::{ImitateError, ImitateSettings};
use crate::chess::hash::fnv1a;
use crate::files::{self, PartialFile};
use crate::nets::rated::MoverContext;
use crate::personalities::rated::opponent::{Habits, MoveNumbers, OwnGame, OwnGames, Profile, replay};
use crate::personalities::rated::weights::Weights;
use crate::personalities::rated::{FEATURES, NAMES, Predictor, lateness};
use crate::personalities::searcher;
use crate::work::parallel;

/// Bytes of a file of described positions: some million positions.
const MOST_KEPT: u64 = 1 << 32;

/// A sampled position: a game among those that were given, and the plies before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SampledPly {
    pub game: usize,
    pub ply: usize,
}

/// Positions in the order of the games, with the features of all their legal moves one after another.
pub struct Described {
    pub places: Vec<SampledPly>,
    features: Vec<[f32; FEATURES]>,
}

/// A position with what the fit and the comparison need of it.
pub struct Sample {
    pub place: SampledPly,
    pub moves: Vec<Move>,
    /// The number of the move that was played.
    pub played: usize,
    pub lateness: f32,
    /// The rated net's probabilities.
    pub net: Vec<f32>,
    /// Logarithms of the probabilities, up to a common summand, for people of the player's rating.
    pub logits: Vec<f32>,
    pub numbers: Vec<MoveNumbers>,
    pub position: shakmaty::Chess,
}

impl Described {
    /// Samples so many positions in which the player is to move and describes them.
    ///
    /// # Errors
    /// [`ImitateError::Keep`].
    pub fn sample(
        all: &OwnGames,
        games: &[OwnGame],
        settings: &ImitateSettings,
        count: usize,
        done: impl Fn(u64) + Sync,
    ) -> Result<Described, ImitateError> {
        let places = sample_places(all, games, count, settings.seed);
        let kept = settings.keep.as_ref().map(|folder| kept_file(folder, all, games, &places));
        let refuse = |path: &Path, source| ImitateError::Keep { path: path.display().to_string(), source };
        if let Some(path) = kept.as_ref().filter(|path| path.exists()) {
            let features = read(path).map_err(|source| refuse(path, source))?;
            done(places.len() as u64);
            return Ok(Described { places, features });
        }
        let by_game: Vec<&[SampledPly]> = places.chunk_by(|a, b| a.game == b.game).collect();
        let profile = Profile::of(all, games);
        let of_game = |predictor: &mut Predictor, places: &&[SampledPly]| {
            let features = describe(all, games, &profile, places, predictor);
            done(places.len() as u64);
            features
        };
        let predictor = || Predictor::new(searcher());
        let parts: Vec<Vec<[f32; FEATURES]>> = if parallel::has_threads() {
            by_game.par_iter().map_init(predictor, of_game).collect()
        } else {
            let mut predictor = predictor();
            by_game.iter().map(|places| of_game(&mut predictor, places)).collect()
        };
        let features = parts.concat();
        if let Some(path) = kept {
            write(&path, &features).map_err(|source| refuse(&path, source))?;
        }
        Ok(Described { places, features })
    }

    /// The positions once more, with the numbers that the habits give. `habits` returns them for the number of a game,
    /// with those that are to be left out.
    pub fn samples<'a>(
        &self,
        all: &OwnGames,
        games: &[OwnGame],
        habits: impl Fn(usize) -> (&'a Habits, Option<&'a Habits>) + Sync,
    ) -> Vec<Sample> {
        let profile = Profile::of(all, games);
        let net = NAMES.iter().position(|&name| name == "the net's probability").expect("it is one of the numbers");
        let (mut samples, mut rest) = (Vec::with_capacity(self.places.len()), &self.features[..]);
        for places in self.places.chunk_by(|a, b| a.game == b.game) {
            let game = &games[places[0].game];
            let (habits, without) = habits(places[0].game);
            let (mut wanted, mut last) = (places.iter().peekable(), Vec::new());
            for (ply, position, mv) in replay(all.moves(game)) {
                if let Some(&place) = wanted.next_if(|place| place.ply == ply) {
                    let moves = position.legal_moves().to_vec();
                    let (features, others) = rest.split_at(moves.len());
                    rest = others;
                    let who = who(all, game, &profile, ply);
                    samples.push(Sample {
                        place,
                        played: moves.iter().position(|&other| other == mv).expect("the move is legal"),
                        lateness: lateness(&position),
                        net: features.iter().map(|numbers| numbers[net]).collect(),
                        logits: Weights::embedded().logits(features, &who.numbers()),
                        numbers: MoveNumbers::of(&position, &last, &moves, features, habits, without),
                        position,
                        moves,
                    });
                }
                last.push(mv);
            }
        }
        samples
    }
}

/// As many of the player's positions as are asked for, each with the same chance.
fn sample_places(all: &OwnGames, games: &[OwnGame], count: usize, seed: u64) -> Vec<SampledPly> {
    let own = |game: &OwnGame| (all.moves(game).len() + usize::from(game.color.is_white())) / 2;
    let ends: Vec<usize> = games
        .iter()
        .scan(0, |sum, game| {
            *sum += own(game);
            Some(*sum)
        })
        .collect();
    let whole = ends.last().copied().unwrap_or_default();
    let mut rng = StdRng::seed_from_u64(seed);
    let mut numbers = rand::seq::index::sample(&mut rng, whole, count.min(whole)).into_vec();
    numbers.sort_unstable();
    let of_number = |number: usize| {
        let game = ends.partition_point(|&end| end <= number);
        let before = game.checked_sub(1).map_or(0, |before| ends[before]);
        SampledPly { game, ply: 2 * (number - before) + usize::from(games[game].color.is_black()) }
    };
    numbers.into_iter().map(of_number).collect()
}

/// The player before a ply of a game, with the clocks.
fn who(all: &OwnGames, game: &OwnGame, profile: &Profile, ply: usize) -> MoverContext {
    MoverContext {
        elo: game.elo.unwrap_or_else(|| profile.elo()),
        opponent_elo: game.opponent_elo,
        source: game.source,
        time_class: game.time_class,
        clocks: all.clocks(game, ply),
    }
}

fn describe(
    all: &OwnGames,
    games: &[OwnGame],
    profile: &Profile,
    places: &[SampledPly],
    predictor: &mut Predictor,
) -> Vec<[f32; FEATURES]> {
    // What earlier searches left behind must not depend on how the games are divided among threads.
    predictor.new_game();
    let own = &games[places[0].game];
    let (played, plies) = (replay(all.moves(own)).map(|(_, _, mv)| mv), places.iter().map(|place| place.ply));
    let mut features = Vec::new();
    predictor.describe_plies(played, plies, |ply| who(all, own, profile, ply), |_, _, _, rows| features.extend(rows));
    features
}

/// The file for just these positions.
fn kept_file(folder: &Path, all: &OwnGames, games: &[OwnGame], places: &[SampledPly]) -> PathBuf {
    let positions = places.iter().flat_map(|place| {
        let moves = all.moves(&games[place.game]).iter().take(place.ply);
        moves.flat_map(|mv| mv.to_le_bytes())
    });
    let version = env!("CARGO_PKG_VERSION").bytes();
    let hash =
        fnv1a(version.chain(NAMES.iter().flat_map(|name| name.bytes())).chain(all.name.bytes()).chain(positions));
    folder.join(format!("described-{hash:016x}.f32"))
}

fn write(path: &Path, features: &[[f32; FEATURES]]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = PartialFile::create(path)?;
    features.as_flattened().iter().try_for_each(|number| file.write_all(&number.to_le_bytes()))?;
    file.finish()
}

fn read(path: &Path) -> io::Result<Vec<[f32; FEATURES]>> {
    let bytes = files::read_bytes(path, MOST_KEPT)?;
    let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|&number| f32::from_le_bytes(number)).collect();
    match numbers.as_chunks() {
        (rows, []) => Ok(rows.to_vec()),
        _ => Err(io::Error::new(io::ErrorKind::InvalidData, "it is cut short")),
    }
}
