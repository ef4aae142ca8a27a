//! The games of people, packed, with their ratings, time controls and clocks.

pub mod sample;
mod shards;
mod strata;
mod weights;

pub use shards::{PackedGames, RatedError, ShardJob, ShardSummary, sample_shards};
pub use weights::{RefreshJob, WeightsJob, WeightsSummary, refresh_weights_samples, weights_samples};

use serde_json::{Map, Value};

use crate::training::games::{NO_CLOCKS, can_be_kept, packed_clocks, packed_moves, record};
use crate::training::sharded::{Output, make_shardable};
use crate::training::{DatasetError, DatasetJob, Summary};
use motley::games::inputs::OpenGames;
use motley::games::split;
use motley::nets::rated::Source;

/// The arrays besides those of the parts.
pub(super) const MOVES: &str = "moves.npy";
pub(super) const CLOCKS: &str = "clocks.npy";

/// Writes the games of each part as [`crate::training::games::GameRecord`], the moves of all games to `moves.npy`
/// and the clock times of those that have them to `clocks.npy`. `sources` has one for each file of the job; files from
/// the 256th on have its number. Memory holds one game.
///
/// # Errors
/// Fails if a file cannot be opened, no game was taken, or the folder cannot be written.
pub fn rated_games(job: &DatasetJob, sources: &[Source], open: &mut OpenGames<'_>) -> Result<Summary, DatasetError> {
    let names: Vec<Value> = sources.iter().map(|source| format!("{source:?}").into()).collect();
    let settings = Map::from_iter([("sources".to_owned(), names.into())]);
    make_shardable(job, settings, open, |Output { writer, arrays }, game, file, _| {
        let game = game.game;
        if !can_be_kept(&game) {
            return Ok(false);
        }
        let [moves, clocks] = &mut arrays[..] else { unreachable!("two arrays") };
        let number = u8::try_from(file).unwrap_or(u8::MAX);
        let record = record(&game, sources[file], number, moves.length, clocks.length);
        moves.extend(packed_moves(&game))?;
        if record.first_clock != NO_CLOCKS {
            clocks.extend(packed_clocks(&game))?;
        }
        let part = job.split.parts(split::of_moves(&game)).next().expect("parts without end");
        writer.push(part, &record)?;
        Ok(true)
    })
}
