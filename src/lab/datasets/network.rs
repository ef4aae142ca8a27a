//! Samples for the network evaluation, each position once, in random order.

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use rand::seq::SliceRandom as _;
use rustc_hash::FxHashSet;

use super::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use crate::lab::inputs::{OpenGames, visit_games};
use crate::lab::samples::network::{NetworkSample, samples};
use crate::lab::samples::split::Part;

/// The quiet positions of scored games as [`NetworkSample`]. Of equal positions the first stays, whatever its part, so
/// that none is in two parts; each part is shuffled as a whole by the seed of the split. Games without scores are
/// outside the filters. Memory holds all samples, 32 bytes each, and their keys, 9 to 18 bytes each.
///
/// # Errors
/// When a file cannot be opened, no sample was made, or the folder cannot be written.
pub fn network_samples(job: &DatasetJob, open: &mut OpenGames<'_>) -> Result<Summary, DatasetError> {
    make(job, |Collector { writer, counts, .. }| {
        let mut keys = FxHashSet::default();
        let mut parts = Part::ALL.map(|_| Vec::<NetworkSample>::new());
        visit_games(&job.files, open, job.max_games, counts, |game, _| {
            let new = samples(&game, job.split).filter(|(key, ..)| keys.insert(*key));
            new.for_each(|(_, part, sample)| parts[part as usize].push(sample));
            Ok::<_, DatasetError>(!game.scores.is_empty())
        })?;
        let mut rng = StdRng::seed_from_u64(job.split.seed);
        for (part, mut samples) in Part::ALL.into_iter().zip(parts) {
            samples.shuffle(&mut rng);
            samples.iter().try_for_each(|sample| writer.push(part, sample)).map_err(|source| unwritable(job, source))?;
        }
        Ok(())
    })
}
