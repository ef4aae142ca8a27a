//! Samples for the network evaluation, each position once, in random order.

mod rescored;
pub mod sample;
mod scorer;
mod searcher;
mod visited;
mod weighed;

pub use rescored::rescored_samples;
pub use scorer::Teacher;
pub use visited::{VisitedPositions, visited_positions};
pub use weighed::{WeighedMoves, weighed_moves};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use shakmaty::Chess;

use crate::training::nnue::sample::samples;
use crate::training::unique::UniqueSamples;
use crate::training::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use motley::chess::replay::positions;
use motley::games::inputs::{InputCounts, OpenGames, visit_games};
use motley::games::split::{self, Part};

/// The quiet positions of scored games as [`NnueSample`](crate::training::nnue::sample::NnueSample). Of equal
/// positions the first stays, whatever its part, so that none is in two parts; each part is shuffled as a whole by the
/// seed of the split. Games without scores are outside the filters. Memory holds all samples, 32 bytes each, and their
/// keys, 9 to 18 bytes each.
///
/// # Errors
/// Fails if a file cannot be opened, no sample was made, or the folder cannot be written.
pub fn nnue_samples(job: &DatasetJob, open: &mut OpenGames<'_>) -> Result<Summary, DatasetError> {
    make(job, |Collector { writer, counts, .. }| {
        let mut unique = UniqueSamples::default();
        visit_games(&job.files, open, job.max_games, counts, |game, _| {
            samples(&game, job.split).for_each(|(key, part, sample)| unique.add(key, part, sample));
            Ok::<_, DatasetError>(!game.scores.is_empty())
        })?;
        let mut rng = StdRng::seed_from_u64(job.split.seed);
        unique.write(writer, &mut rng).map_err(|source| unwritable(job, source))
    })
}

/// Visits a random share of the positions of all games, each with its part of the split and the plies before it.
/// Another `draw` samples other positions; the split stays that of the job.
fn visit_sampled(
    job: &DatasetJob,
    draw: u64,
    share: f64,
    open: &mut OpenGames<'_>,
    counts: &mut InputCounts,
    mut visit: impl FnMut(Part, usize, &Chess) -> Result<(), DatasetError>,
) -> Result<(), DatasetError> {
    visit_games(&job.files, open, job.max_games, counts, |scored, number| {
        let game = &scored.game;
        let mut rng = StdRng::seed_from_u64(draw ^ number.rotate_left(32));
        let parts = job.split.parts(split::of_moves(game));
        for ((ply, position, _), part) in positions(&game.start, &game.moves).zip(parts) {
            if rng.random_bool(share) {
                visit(part, ply, &position)?;
            }
        }
        Ok(true)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::io::Cursor;
    use std::path::Path;

    use super::*;
    use crate::training::nnue::sample::NnueSample;
    use motley::chess::key::position_key;
    use motley::games::file::{GameFile, GamesError};
    use motley::games::split::{Part, Split, Unit};

    /// A won game of knights that step out and back for sixteen plies, and of pawns that advance one square each, in
    /// the order of `files`; every move has the score 1.
    fn game(files: &str) -> Vec<u8> {
        let step = |from: u16, to: u16| from | to << 6;
        let knights = [step(6, 21), step(62, 45), step(21, 6), step(45, 62)].repeat(4);
        let pawns = files.bytes().flat_map(|file| {
            let file = u16::from(file - b'a');
            [step(8 + file, 16 + file), step(48 + file, 40 + file)]
        });
        let moves: Vec<u16> = knights.into_iter().chain(pawns).collect();
        let plies = moves.iter().flat_map(|mv| [mv.to_le_bytes(), [1, 0]].concat());
        [moves.len() as u8, 0, 2, 0].into_iter().chain(plies).collect()
    }

    /// A job for so many files.
    fn job(name: &str, files: usize, seed: u64, validation: f64) -> DatasetJob {
        DatasetJob {
            files: (0..files).map(|number| format!("{number}.bin").into()).collect(),
            out: std::env::temp_dir().join(format!("motley-network-{name}-{}", std::process::id())),
            overwrite: motley::files::Overwrite::Nothing,
            split: Split { unit: Unit::Game, validation, test: 0.0, seed },
            max_games: u64::MAX,
            shard: None,
        }
    }

    /// Opens files with these games.
    fn open(files: &[Vec<u8>]) -> impl FnMut(&Path) -> Result<GameFile, GamesError> {
        |path| {
            let number: usize = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok()).expect("a number");
            GameFile::new(path, Cursor::new(files[number].clone()))
        }
    }

    /// The samples of each part, from files with these games.
    fn made(name: &str, files: &[Vec<u8>], seed: u64, validation: f64) -> (Summary, [Vec<NnueSample>; 3]) {
        let job = job(name, files.len(), seed, validation);
        let summary = nnue_samples(&job, &mut open(files)).expect("samples");
        let read = |part: Part| {
            let bytes = fs::read(job.out.join(format!("{}.npy", part.name()))).expect("an array");
            let array = npyz::NpyFile::new(&bytes[..]).expect("an array of NumPy's");
            array.data().expect("samples").map(Result::unwrap).collect()
        };
        let parts = Part::ALL.map(read);
        fs::remove_dir_all(&job.out).expect("the test's own folder");
        (summary, parts)
    }

    #[test]
    fn a_position_of_several_games_and_files_is_taken_once() {
        // The start, and the positions after a and h in either order, are common.
        let files = [[game("ahb"), game("hab")].concat(), game("ahc")];
        let (summary, parts) = made("once", &files, 1, 0.5);
        assert_eq!((summary.counts.taken, summary.train + summary.validation), (3, 6 + 3 + 1));
        let mut boards: Vec<_> = parts.concat().iter().map(|sample| (sample.occupied, sample.turn)).collect();
        boards.sort_unstable();
        boards.dedup();
        assert_eq!(boards.len(), 10);
    }

    #[test]
    fn the_seed_decides_the_order_and_all_games_are_mixed() {
        let files = [game("abcdefgh"), game("hgfedcba")];
        let order = |seed| made("order", &files, seed, 0.0).1[Part::Train as usize].clone();
        let (first, again, other) = (order(1), order(1), order(2));
        assert_eq!(first, again);
        assert_ne!(first, other);
        assert!(!first.is_sorted_by_key(|sample| sample.ply));
        let sorted = |mut samples: Vec<NnueSample>| {
            samples.sort_by_key(|sample| (sample.ply, sample.occupied));
            samples
        };
        assert_eq!(sorted(first), sorted(other));
    }
    #[test]
    fn another_draw_samples_other_positions_and_holds_the_same_games_out() {
        let files = [["abcdefgh", "hgfedcba", "cdefghab", "efghabcd", "bacdefgh", "dcbaefgh"].map(game).concat()];
        let job = job("draw", 1, 1, 0.5);
        let drawn = |draw: u64, share: f64| {
            let mut found = BTreeSet::new();
            let mut visit = |part: Part, ply: usize, position: &Chess| {
                found.insert((position_key(position), ply, part as usize));
                Ok(())
            };
            visit_sampled(&job, draw, share, &mut open(&files), &mut InputCounts::default(), &mut visit)
                .expect("games");
            found
        };
        let (first, second, every) = (drawn(1, 0.5), drawn(2, 0.5), drawn(3, 1.0));
        assert_ne!(first, second);
        assert!(first.is_subset(&every) && second.is_subset(&every), "the parts are the same");
        let parts: BTreeSet<usize> = every.iter().map(|&(.., part)| part).collect();
        assert_eq!(parts.len(), 2);
    }
}
