//! Gradient descent (Adam: Kingma and Ba, 2015) on the mean squared error of predicted points.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::model::{PARAMETERS, Parameters, SCALES, SHIFTS, backward, forward};
use super::samples::{TuningData, TuningPosition, TuningSet};
use motley::personalities::classical::eval::handmade::scale::FULL_SCALE;
use motley::personalities::classical::eval::handmade::terms::{self, GROUPS, TermGroup, Topic};

/// The settings of the training.
#[derive(Clone, Debug)]
pub struct Settings {
    pub epochs: usize,
    /// Step of the optimiser in centipawns at the start; it falls to a hundredth of it along a cosine.
    pub rate: f32,
    /// The share of the game's result in what is learnt; the rest is the recorded score.
    pub lambda: f32,
    /// Pull towards zero, in units of the loss for a weight of 100 centipawns: what is seldom met stays small.
    pub shrink: f32,
    pub seed: u64,
    /// Groups that are left out, all their weights zero: to measure what they are worth.
    pub without: Vec<&'static TermGroup>,
}

/// The losses over a set of positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Losses {
    /// Mean squared error against the mixture that is learnt.
    pub target: f64,
    /// Mean squared error against the results of the games.
    pub result: f64,
    /// Mean squared error against the recorded scores, as points.
    pub score: f64,
}

/// The result of an epoch.
#[derive(Clone, Copy, Debug)]
pub struct Epoch {
    pub number: usize,
    pub training: Losses,
    pub held_out: Losses,
}

/// Centipawns while tuning: `sigmoid(score / SIGMOID_SCALE)` is the points that a score predicts. Only the start values
/// depend on it.
pub const SIGMOID_SCALE: f32 = 200.0;

/// Positions to a step.
const BATCH: usize = 16_384;
/// Positions that one thread takes at a time.
const CHUNK: usize = 1_024;

pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The scale K for which `sigmoid(score / K)` predicts the results of the games best, by ternary search.
pub fn fit_score_scale(samples: &TuningSet) -> f32 {
    let error = |scale: f32| -> f64 {
        let error = |index| {
            let sample = samples.get(index);
            f64::from(sigmoid(sample.score / scale) - sample.result).powi(2)
        };
        (0..samples.len()).into_par_iter().with_min_len(CHUNK).map(error).sum()
    };
    let (mut low, mut high) = (20.0_f32, 2_000.0_f32);
    while high / low > 1.001 {
        let (a, b) = (low * (high / low).cbrt(), high / (high / low).cbrt());
        if error(a) < error(b) { high = b } else { low = a }
    }
    (low * high).sqrt()
}

/// The start of every tuning: material by custom, king danger at a place where its curve has a slope, everything else
/// zero.
pub fn start() -> Parameters {
    let mut row = vec![0.0; PARAMETERS];
    let mut set = |group: &TermGroup, index: usize, middlegame: f32, endgame: f32| {
        row[2 * (group.start + index)] = middlegame;
        row[2 * (group.start + index) + 1] = endgame;
    };
    for (index, (middlegame, endgame)) in
        [(80.0, 100.0), (320.0, 300.0), (340.0, 320.0), (460.0, 520.0), (950.0, 960.0)].into_iter().enumerate()
    {
        set(&terms::MATERIAL, index, middlegame, endgame);
    }
    set(&terms::DANGER_BASE, 0, 100.0, 20.0);
    for kind in 0..4 {
        set(&terms::DANGER_ATTACKER, kind, 40.0, 10.0);
        set(&terms::DANGER_SAFE_CHECK, 2 * kind, 60.0, 10.0);
        set(&terms::DANGER_SAFE_CHECK, 2 * kind + 1, 90.0, 15.0);
    }
    row[SCALES..SHIFTS].fill(FULL_SCALE as f32);
    row
}

/// Learns the weights. `report` is called after every epoch.
pub fn train(split: &TuningData, score_scale: f32, settings: &Settings, mut report: impl FnMut(Epoch)) -> Parameters {
    let mut row = start();
    let frozen = frozen(settings);
    for (value, _) in row.iter_mut().zip(&frozen).filter(|(_, frozen)| **frozen) {
        *value = 0.0;
    }
    let anchors = start();
    let target = |sample: &TuningPosition<'_>| {
        settings.lambda * sample.result + (1.0 - settings.lambda) * sigmoid(sample.score / score_scale)
    };

    let samples = &split.training;
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut rng = StdRng::seed_from_u64(settings.seed);
    let mut adam = Adam::new();
    let steps = (settings.epochs * samples.len().div_ceil(BATCH)) as f32;
    for number in 1..=settings.epochs {
        order.shuffle(&mut rng);
        for batch in order.chunks(BATCH) {
            let chunk = |chunk: &[u32]| {
                let mut gradient = vec![0.0; PARAMETERS];
                for &index in chunk {
                    let sample = samples.get(index as usize);
                    let forward = forward(&row, &sample);
                    let points = sigmoid(forward.score / SIGMOID_SCALE);
                    let slope = 2.0 * (points - target(&sample)) * points * (1.0 - points) / SIGMOID_SCALE;
                    backward(&sample, &forward, slope, &mut gradient);
                }
                gradient
            };
            // Chunks are added up in their order: the sum does not depend on the threads.
            let parts: Vec<Parameters> = batch.par_chunks(CHUNK).map(chunk).collect();
            let mut gradient = vec![0.0; PARAMETERS];
            for part in &parts {
                gradient.iter_mut().zip(part).for_each(|(sum, part)| *sum += part / batch.len() as f32);
            }
            let progress = adam.steps as f32 / steps;
            let rate = settings.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos()));
            for index in 0..PARAMETERS {
                let pull = if index < 2 * terms::MATERIAL.len {
                    0.0
                } else {
                    settings.shrink / 10_000.0 * 2.0 * (row[index] - anchor(&anchors, index))
                };
                gradient[index] = if frozen[index] { 0.0 } else { gradient[index] + pull };
            }
            adam.step(&mut row, &gradient, rate);
            row[SCALES..SHIFTS].iter_mut().for_each(|scale| *scale = scale.max(0.0));
        }
        report(Epoch {
            number,
            training: losses(samples, &row, score_scale, settings.lambda),
            held_out: losses(&split.held_out, &row, score_scale, settings.lambda),
        });
    }
    row
}

/// Scales are pulled to their full value, everything else to zero.
fn anchor(anchors: &[f32], index: usize) -> f32 {
    if index >= SCALES { anchors[index] } else { 0.0 }
}

fn frozen(settings: &Settings) -> Vec<bool> {
    let mut frozen = vec![false; PARAMETERS];
    for group in &settings.without {
        frozen[2 * group.start..2 * (group.start + group.len)].fill(true);
    }
    frozen
}

/// The losses of `row` over the positions.
pub fn losses(samples: &TuningSet, row: &[f32], score_scale: f32, lambda: f32) -> Losses {
    let one = |index| {
        let sample = samples.get(index);
        let points = sigmoid(forward(row, &sample).score / SIGMOID_SCALE);
        let score = sigmoid(sample.score / score_scale);
        let target = lambda * sample.result + (1.0 - lambda) * score;
        [target, sample.result, score].map(|goal| f64::from(points - goal).powi(2))
    };
    let sums = (0..samples.len())
        .into_par_iter()
        .with_min_len(CHUNK)
        .map(one)
        .reduce(|| [0.0; 3], |a, b| std::array::from_fn(|i| a[i] + b[i]));
    let [target, result, score] = sums.map(|sum| sum / samples.len().max(1) as f64);
    Losses { target, result, score }
}

/// The groups by these names, or all groups of a topic by its title.
pub fn groups_named(name: &str) -> Vec<&'static TermGroup> {
    GROUPS
        .iter()
        .filter(|group| group.name.eq_ignore_ascii_case(name) || group.topic.title().eq_ignore_ascii_case(name))
        .collect()
}

/// The topics whose weights may be left out: all but material.
pub fn topics() -> impl Iterator<Item = &'static str> {
    Topic::ALL.iter().filter(|&&topic| topic != Topic::Material).map(|topic| topic.title())
}

struct Adam {
    mean: Parameters,
    square: Parameters,
    steps: i32,
}

impl Adam {
    const MEAN_DECAY: f32 = 0.9;
    const SQUARE_DECAY: f32 = 0.999;

    fn new() -> Adam {
        Adam { mean: vec![0.0; PARAMETERS], square: vec![0.0; PARAMETERS], steps: 0 }
    }

    fn step(&mut self, row: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let mean_share = 1.0 - Self::MEAN_DECAY.powi(self.steps);
        let square_share = 1.0 - Self::SQUARE_DECAY.powi(self.steps);
        for index in 0..row.len() {
            let slope = gradient[index];
            self.mean[index] += (1.0 - Self::MEAN_DECAY) * (slope - self.mean[index]);
            self.square[index] += (1.0 - Self::SQUARE_DECAY) * (slope * slope - self.square[index]);
            let (mean, square) = (self.mean[index] / mean_share, self.square[index] / square_share);
            // Gradients are of the order of 1e-6: the customary 1e-8 would swallow them.
            row[index] -= rate * mean / (square.sqrt() + 1e-12);
        }
    }
}
