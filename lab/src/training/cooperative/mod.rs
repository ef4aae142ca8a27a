//! Samples of constraints, for Cooperative's nets: which piece counts games reach after a position.

pub mod sample;

use crate::training::cooperative::sample::{Visits, visits};
use crate::training::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use motley::games::filter::GameFilter;
use motley::games::inputs::{OpenGames, visit_games};
use motley::games::split::{self, Part};

/// Positions with the share of the games through them that met each constraint, in the first `max_plies` plies.
/// Positions of one part come from games of this part alone, and are counted in them alone; openings therefore stand in
/// several parts. Memory holds 36 bytes for each ply.
///
/// # Errors
/// Fails if a file cannot be opened, no sample was made, or the folder cannot be written.
pub fn shares_from_games(
    job: &DatasetJob,
    filter: &GameFilter,
    max_plies: usize,
    open: &mut OpenGames<'_>,
) -> Result<Summary, DatasetError> {
    let mut open = |path: &_| open(path).map(|games| games.with_max_plies(max_plies));
    make(job, |Collector { writer, counts, .. }| {
        let mut parts = Part::ALL.map(|_| Visits::default());
        visit_games(&job.files, &mut open, job.max_games, counts, |game, _| {
            if !filter.accepts(&game.game) {
                return Ok::<_, DatasetError>(false);
            }
            for (part, visit) in job.split.parts(split::of_moves(&game.game)).zip(visits(&game.game)) {
                parts[part as usize].push(visit);
            }
            Ok(true)
        })?;
        for (part, visits) in Part::ALL.into_iter().zip(parts) {
            visits.into_samples(|sample| writer.push(part, &sample)).map_err(|source| unwritable(job, source))?;
        }
        Ok(())
    })
}
