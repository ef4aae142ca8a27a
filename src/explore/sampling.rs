//! Lines drawn as Explorer draws them, under one or several settings.

use std::time::Instant;

use super::TheoryPosition;
use crate::openings::FEATURES;
use crate::personalities::explorer::{LineSample, LineSampler};

/// A setting to draw under.
#[derive(Clone, Debug)]
pub struct SampleSetting {
    /// Which features count, and how much, as they were given: `drawing` has what follows from them.
    pub parameters: [bool; FEATURES],
    pub weights: [f64; FEATURES],
    pub drawing: LineSampler,
}

/// A setting and what was drawn under it.
#[derive(Clone, Debug)]
pub struct SampleOutcome {
    pub setting: SampleSetting,
    pub sample: LineSample,
    /// The exact share of each edge of the position.
    pub exact: Vec<f64>,
    /// Of the drawing alone.
    pub seconds: f64,
}

/// Draws under one setting, fewer lines when `stopped` says so.
pub fn draw_one(theory: &TheoryPosition, setting: SampleSetting, stopped: impl Fn() -> bool + Sync) -> SampleOutcome {
    let prepared = setting.drawing.prepare(&theory.graph, theory.at);
    let start = Instant::now();
    let sample = prepared.draw_with_convergence(stopped);
    let seconds = start.elapsed().as_secs_f64();
    SampleOutcome { sample, exact: prepared.exact(), seconds, setting }
}

/// One outcome for each setting.
pub fn sample_all(theory: &TheoryPosition, settings: Vec<SampleSetting>) -> Vec<SampleOutcome> {
    settings.into_iter().map(|setting| draw_one(theory, setting, || false)).collect()
}
