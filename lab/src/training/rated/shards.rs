//! Shards of samples, taken from packed games of people.

use std::fmt::{self, Display, Formatter};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use npyz::Deserialize;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde::Serialize;
use thiserror::Error;

use crate::training::arrays::{read_array, write_array};
use crate::training::games::GameRecord;
use crate::training::rated::sample::{Expansion, RatedSample};
use crate::training::rated::strata::{GamePly, Strata};
use crate::training::rated::{CLOCKS, MOVES};
use motley::files::{Overwrite, PartialFolder};
use motley::games::split::Part;

/// The shards to make.
#[derive(Clone, Debug)]
pub struct ShardJob {
    /// A folder that [`crate::training::rated::rated_games`] made.
    pub games: PathBuf,
    pub part: Part,
    /// The folder for the shards; made if need be.
    pub out: PathBuf,
    /// The number of the first shard, and how many there are. A shard depends on its number, the seed and the games.
    pub first: u32,
    pub shards: u32,
    /// Samples for each shard; a position that is sampled twice for one is in it once.
    pub samples: usize,
    /// As in `Strata::new`.
    pub exponent: f64,
    /// As in `Strata::new`.
    pub source_weights: [f64; 3],
    pub seed: u64,
}

/// Why no shards were made.
#[derive(Debug, Error)]
pub enum RatedError {
    #[error("cannot read {path}: {source}")]
    Read { path: String, source: io::Error },
    #[error("the games of {path} have no position of a rated player in this part")]
    Nothing { path: String },
    #[error("game {game} of {path} is damaged")]
    Damaged { path: String, game: u32 },
    #[error("the samples of {path} were made from other games")]
    OtherGames { path: String },
    #[error("cannot write {path}: {source}")]
    Write { path: String, source: io::Error },
}

/// The shards that were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShardSummary {
    /// Positions that can be sampled.
    pub positions: u64,
    pub shards: u32,
    /// Samples in all shards.
    pub samples: u64,
}

impl Display for ShardSummary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ShardSummary { positions, shards, samples } = self;
        writeln!(f, "{samples} samples in {shards} shards, taken from {positions} positions")
    }
}

/// Writes `shard-00000.npy` and so on, arrays of [`RatedSample`] in random order. `finished` is called after each.
/// Memory holds the packed games and one shard.
///
/// # Errors
/// Fails if the games cannot be read, none can be sampled, one is damaged, or the folder cannot be written. Shards that
/// were complete before stay.
pub fn sample_shards(job: &ShardJob, mut finished: impl FnMut(u32)) -> Result<ShardSummary, RatedError> {
    let packed = PackedGames::read(&job.games, job.part)?;
    let strata = Strata::new(&packed.games, job.exponent, job.source_weights);
    let mut summary = ShardSummary { positions: strata.plies(), shards: 0, samples: 0 };
    if summary.positions == 0 {
        return Err(RatedError::Nothing { path: packed.path });
    }
    for number in job.first..job.first.saturating_add(job.shards) {
        let mut rng = StdRng::seed_from_u64(job.seed);
        let stream: u64 = rng.random();
        let mut rng = StdRng::seed_from_u64(stream.wrapping_add(u64::from(number)));
        let places = strata.sample(job.samples, &mut rng);
        let mut samples = packed.samples(&places)?;
        samples.shuffle(&mut rng);
        write(&job.out, number, &samples)
            .map_err(|source| RatedError::Write { path: job.out.display().to_string(), source })?;
        summary.shards += 1;
        summary.samples += samples.len() as u64;
        finished(number);
    }
    Ok(summary)
}

/// The arrays of a folder of packed games.
pub struct PackedGames {
    pub path: String,
    pub games: Vec<GameRecord>,
    moves: Vec<u16>,
    clocks: Vec<u16>,
}

impl PackedGames {
    /// Returns true if a path is a folder that [`crate::training::rated::rated_games`] made.
    pub fn are_in(path: &Path) -> bool {
        path.join(MOVES).is_file()
    }

    /// The games of a part.
    ///
    /// # Errors
    /// [`RatedError::Read`].
    pub fn read(folder: &Path, part: Part) -> Result<PackedGames, RatedError> {
        let games: Vec<GameRecord> = read(&folder.join(format!("{}.npy", part.name())))?;
        let (moves, clocks) = (read(&folder.join(MOVES))?, read(&folder.join(CLOCKS))?);
        Ok(PackedGames { path: folder.display().to_string(), games, moves, clocks })
    }

    /// The moves and clock times of a game.
    ///
    /// # Errors
    /// [`RatedError::Damaged`] where they are not in the arrays.
    pub fn game(&self, number: u32) -> Result<Expansion<'_>, RatedError> {
        let damaged = || RatedError::Damaged { path: self.path.clone(), game: number };
        let record = &self.games[number as usize];
        let moves = record.moves(&self.moves).ok_or_else(damaged)?;
        let clocks = record.clocks(&self.clocks).ok_or_else(damaged)?;
        Ok(Expansion { record, number, moves, clocks })
    }

    /// The samples of plies that are sorted.
    fn samples(&self, places: &[GamePly]) -> Result<Vec<RatedSample>, RatedError> {
        let mut samples = Vec::with_capacity(places.len());
        for of_game in places.chunk_by(|a, b| a.game == b.game) {
            let game = of_game[0].game;
            let plies: Vec<u16> = of_game.iter().map(|place| place.ply).collect();
            if !self.game(game)?.samples(&plies, |sample| samples.push(sample)) {
                return Err(RatedError::Damaged { path: self.path.clone(), game });
            }
        }
        Ok(samples)
    }
}

fn read<T: Deserialize>(path: &Path) -> Result<Vec<T>, RatedError> {
    read_array(path).map_err(|source| RatedError::Read { path: path.display().to_string(), source })
}

/// The shard gets its name when it is complete: a training may be waiting for it.
fn write(out: &Path, number: u32, samples: &[RatedSample]) -> io::Result<()> {
    fs::create_dir_all(out)?;
    let name = format!("shard-{number:05}.npy");
    let folder = PartialFolder::create(&out.join(format!("{name}.folder")), Overwrite::Nothing)?;
    let partial = folder.path().join(&name);
    write_array(&partial, samples.iter().copied())?;
    fs::rename(partial, out.join(name))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::Cursor;

    use super::*;
    use crate::training::DatasetJob;
    use crate::training::rated::rated_games;
    use motley::games::file::GameFile;
    use motley::games::split::{Split, Unit};
    use motley::nets::rated::Source;

    const GAMES: &str = "[WhiteElo \"1500\"]\n[BlackElo \"2500\"]\n[Result \"1-0\"]\n\n\
                         e4 {[%clk 0:01:00]} e5 {[%clk 0:00:59]} Nf3 {[%clk 0:00:58]} 1-0\n\n\
                         [WhiteElo \"900\"]\n[Result \"0-1\"]\n\nf3 e5 g4 Qh4# 0-1\n\n\
                         d4 d5 *\n\n";

    /// A folder of packed games, and what `motley-lab dataset rated` reported; removed with the value.
    struct Packed {
        base: PathBuf,
    }

    impl Packed {
        fn new(name: &str) -> Packed {
            let base = std::env::temp_dir().join(format!("motley-shards-{name}-{}", std::process::id()));
            // A killed run of another day may have left it.
            let _ = fs::remove_dir_all(&base);
            let split = Split { unit: Unit::Game, validation: 0.0, test: 0.0, seed: 1 };
            let job = DatasetJob {
                files: vec!["in.pgn".into()],
                out: base.join("games"),
                overwrite: Overwrite::Nothing,
                split,
                max_games: u64::MAX,
                shard: None,
            };
            let mut open = |path: &Path| GameFile::new(path, Cursor::new(GAMES));
            let summary = rated_games(&job, &[Source::Lichess], &mut open).expect("sound games");
            assert_eq!((summary.counts.taken, summary.counts.filtered, summary.train), (2, 1, 2));
            Packed { base }
        }

        fn job(&self, samples: usize) -> ShardJob {
            ShardJob {
                games: self.base.join("games"),
                part: Part::Train,
                out: self.base.join("shards"),
                first: 3,
                shards: 2,
                samples,
                exponent: 0.5,
                source_weights: [1.0; 3],
                seed: 1,
            }
        }

        fn shard(&self, number: u32) -> Vec<RatedSample> {
            read(&self.base.join(format!("shards/shard-{number:05}.npy"))).expect("the shard is there")
        }
    }

    impl Drop for Packed {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.base).expect("the test's own folder");
        }
    }

    #[test]
    fn shards_hold_the_positions_of_rated_players_once() {
        let packed = Packed::new("once");
        let summary = sample_shards(&packed.job(1000), |_| ()).expect("positions");
        assert_eq!(summary, ShardSummary { positions: 5, shards: 2, samples: 10 });
        let shard = packed.shard(4);
        let places: BTreeSet<(u32, u16)> = shard.iter().map(|sample| (sample.game, sample.ply)).collect();
        assert_eq!(places, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)].into());
        let third = shard.iter().find(|sample| (sample.game, sample.ply) == (0, 2)).expect("2. Nf3");
        assert_eq!((third.elo, third.opponent_elo, third.clock, third.opponent_clock), (1500, 2500, 600, 590));
    }

    #[test]
    fn a_shard_depends_on_its_number_and_on_nothing_before() {
        let packed = Packed::new("number");
        sample_shards(&packed.job(4), |_| ()).expect("positions");
        let (third, fourth) = (packed.shard(3), packed.shard(4));
        sample_shards(&ShardJob { first: 4, shards: 1, ..packed.job(4) }, |_| ()).expect("positions");
        assert_eq!(packed.shard(4), fourth);
        assert_ne!(third, fourth);
    }

    #[test]
    fn damaged_and_missing_games_are_told() {
        let packed = Packed::new("damaged");
        write_array(&packed.base.join("games/moves.npy"), [0_u16; 7].into_iter()).unwrap();
        let error = sample_shards(&packed.job(100), |_| ()).expect_err("a1a1 is no move").to_string();
        assert!(error.starts_with("game 0 of") && error.ends_with("is damaged"), "{error}");
        write_array(&packed.base.join("games/moves.npy"), [0_u16; 2].into_iter()).unwrap();
        assert!(matches!(sample_shards(&packed.job(100), |_| ()), Err(RatedError::Damaged { .. })));
        let test = ShardJob { part: Part::Test, ..packed.job(100) };
        assert!(matches!(sample_shards(&test, |_| ()), Err(RatedError::Nothing { .. })));
        fs::remove_file(packed.base.join("games/moves.npy")).unwrap();
        assert!(matches!(sample_shards(&packed.job(100), |_| ()), Err(RatedError::Read { .. })));
    }
}
