//! Samples of thinking times, from games with clock times.

pub mod sample;

use crate::training::thinking::sample::{has_times, samples};
use crate::training::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use motley::games::inputs::{OpenGames, visit_games};
use motley::games::split;

/// Each ply of the games with clock times, as [`crate::training::thinking::sample::ThinkingSample`]; those of `player`,
/// a name as in the tags `White` and `Black`, are marked.
///
/// # Errors
/// Fails if a file cannot be opened, no game has clock times, or the folder cannot be written.
pub fn thinking_times(
    job: &DatasetJob,
    player: Option<&str>,
    open: &mut OpenGames<'_>,
) -> Result<Summary, DatasetError> {
    make(job, |Collector { writer, counts, .. }| {
        visit_games(&job.files, open, job.max_games, counts, |game, number| {
            let game = game.game;
            if !has_times(&game) {
                return Ok::<_, DatasetError>(false);
            }
            let part = job.split.parts(split::of_moves(&game)).next().expect("parts without end");
            for sample in samples(&game, number as u32, player) {
                writer.push(part, &sample).map_err(|source| unwritable(job, source))?;
            }
            Ok(true)
        })
    })
}
