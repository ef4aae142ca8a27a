//! Lines sampled as Explorer samples them, under one or several settings.

use std::time::Instant;

use super::TheoryPosition;
use crate::openings::FEATURES;
use crate::personalities::explorer::{LineSample, LineSampler, Steering};

/// A setting to sample under.
#[derive(Clone, Debug)]
pub struct SampleSetting {
    /// The features that count, and their weights, as they were given: `sampler` has what follows from them.
    pub parameters: [bool; FEATURES],
    pub weights: [f64; FEATURES],
    pub sampler: LineSampler,
}

/// A setting and what was sampled under it.
#[derive(Clone, Debug)]
pub struct SampleOutcome {
    pub setting: SampleSetting,
    pub sample: LineSample,
    /// The exact share of each edge of the position.
    pub exact: Vec<f64>,
    /// Of the sampling alone.
    pub seconds: f64,
}

/// Samples under one setting, steered by the learner's record where that is asked for; fewer lines when `stopped` says
/// so.
pub fn sample_one(
    theory: &TheoryPosition,
    setting: SampleSetting,
    steering: Option<&Steering>,
    stopped: impl Fn() -> bool + Sync,
) -> SampleOutcome {
    let mut prepared = setting.sampler.prepare(&theory.graph, theory.at);
    steering.into_iter().for_each(|steering| prepared.steer(steering));
    let start = Instant::now();
    let sample = prepared.sample_with_convergence(stopped);
    let seconds = start.elapsed().as_secs_f64();
    SampleOutcome { sample, exact: prepared.exact(), seconds, setting }
}

/// One outcome for each setting.
pub fn sample_all(theory: &TheoryPosition, settings: Vec<SampleSetting>) -> Vec<SampleOutcome> {
    settings.into_iter().map(|setting| sample_one(theory, setting, None, || false)).collect()
}
