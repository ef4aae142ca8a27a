//! Samples for the network evaluation as a search meets them: positions that Motley's own search visits, scored by a
//! teacher.

use rand::SeedableRng as _;
use rand::rngs::StdRng;
use shakmaty::Position as _;

use crate::training::nnue::sample::{MAX_SCORE, NnueSample};
use crate::training::nnue::scorer::{Scorer, Teacher};
use crate::training::nnue::searcher::PositionVisitor;
use crate::training::nnue::visit_sampled;
use crate::training::unique::UniqueSamples;
use crate::training::{Collector, DatasetError, DatasetJob, Summary, make, unwritable};
use motley::chess::key::position_key;
use motley::games::inputs::OpenGames;

/// The selection of positions, and what scores them.
#[derive(Clone, Debug)]
pub struct VisitedPositions {
    pub teacher: Teacher,
    /// The share of the games' positions that are searched, from 0 to 1.
    pub share: f64,
    /// Nodes of each search.
    pub nodes: u64,
    /// The share of the positions that a search visits that is taken, from 0 to 1.
    pub taken: f64,
    /// Seeds the sampling of positions.
    pub draw: u64,
}

/// Positions that searches from positions of games visit, with the teacher's score and no result, as [`NnueSample`].
/// Left out are positions in check, those that the teacher does not score, and scores beyond [`MAX_SCORE`]. Each
/// position is taken once; each part is shuffled as a whole. Memory holds all samples, 32 bytes each, and their keys, 9
/// to 18 bytes each.
///
/// # Errors
/// Fails if a file or the engine cannot be used, no sample was made, or the folder cannot be written.
pub fn visited_positions(
    job: &DatasetJob,
    settings: &VisitedPositions,
    open: &mut OpenGames<'_>,
) -> Result<Summary, DatasetError> {
    let mut teacher = Scorer::start(&settings.teacher)?;
    make(job, |Collector { writer, counts, .. }| {
        let (mut searcher, mut samples) = (PositionVisitor::new(), UniqueSamples::default());
        let mut rng = StdRng::seed_from_u64(settings.draw);
        visit_sampled(job, settings.draw, settings.share, open, counts, |part, ply, root| {
            for position in searcher.visited(root, settings.nodes, settings.taken, &mut rng) {
                let Some(score) = teacher.score(&position)? else { continue };
                if score.abs() <= i32::from(MAX_SCORE) {
                    let of_white = position.turn().fold_wb(score, -score) as i16;
                    let sample = NnueSample::new(&position, ply as u32, of_white, None);
                    samples.add(position_key(&position), part, sample);
                }
            }
            Ok(())
        })?;
        samples.write(writer, &mut rng).map_err(|source| unwritable(job, source))
    })
}
