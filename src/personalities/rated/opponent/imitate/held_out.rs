//! Compares predictions with what the player did in games that they know nothing of.

use serde::Serialize;

use super::described::{Described, Sample};
use super::fit::predict;
use crate::personalities::rated::opponent::{Habits, Opponent, OwnGame, OwnGames};
use crate::personalities::rated::weights::softmax;
use crate::statistics::clustered::mean_by_game;

/// Plies that count as before the rest of the game.
const OPENING_PLIES: usize = 10;
/// No move is held less probable than this.
const LEAST_PROBABILITY: f32 = 1e-6;
/// The names of the predictors.
const PREDICTORS: [&str; 4] = ["rated net", "people of his rating", "fitted to him", "with his repertoire"];

/// The results of a predictor on the held-out positions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    pub predictor: &'static str,
    /// Per cent of the moves that were the most probable ones, with the standard error.
    pub top_1: f64,
    pub top_1_error: f64,
    /// Points more than the rated net, with the standard error of the difference.
    pub gain: f64,
    pub gain_error: f64,
    /// Mean −ln of the played move's probability, with the standard error.
    pub surprise: f64,
    pub surprise_error: f64,
}

/// The predictors in one phase of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseComparison {
    pub phase: &'static str,
    pub positions: usize,
    pub games: usize,
    pub predictors: Vec<Measured>,
}

/// The predictors in all phases.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    pub phases: Vec<PhaseComparison>,
}

/// The predictions for one position.
struct Judged {
    game: usize,
    ply: usize,
    /// For each predictor, 1 if the played move was the most probable one, and −ln of its probability.
    by_predictor: [(f64, f64); PREDICTORS.len()],
}

pub fn compare(all: &OwnGames, games: &[OwnGame], opponent: &Opponent, described: &Described) -> Comparison {
    let none = Habits::default();
    let habits = opponent.preferences.as_ref().map_or(&none, |preferences| &preferences.habits);
    let samples = described.samples(all, games, |_| (habits, None));
    let judged: Vec<Judged> = samples.iter().map(|sample| judge(sample, opponent)).collect();
    let phase = |phase, is_in: &dyn Fn(usize) -> bool| {
        let chosen: Vec<&Judged> = judged.iter().filter(|judged| is_in(judged.ply)).collect();
        PhaseComparison {
            phase,
            positions: chosen.len(),
            games: chosen.chunk_by(|a, b| a.game == b.game).count(),
            predictors: (0..PREDICTORS.len()).map(|predictor| measured(&chosen, predictor)).collect(),
        }
    };
    let phases = vec![
        phase("before ply 10", &|ply| ply < OPENING_PLIES),
        phase("from ply 10 on", &|ply| ply >= OPENING_PLIES),
        phase("plies 10 to 19", &|ply| (OPENING_PLIES..2 * OPENING_PLIES).contains(&ply)),
        phase("from ply 20 on", &|ply| ply >= 2 * OPENING_PLIES),
    ];
    Comparison { phases }
}

fn judge(sample: &Sample, opponent: &Opponent) -> Judged {
    let general = softmax(&sample.logits);
    let fitted = match &opponent.preferences {
        Some(preferences) => predict(sample, &preferences.weights),
        None => general.clone(),
    };
    let mut whole = fitted.clone();
    opponent.repertoire.blend(&sample.position, &sample.moves, &mut whole);
    let judge = |probabilities: &[f32]| {
        let played = probabilities[sample.played];
        let is_first = probabilities.iter().all(|&other| other <= played);
        (f64::from(u8::from(is_first)), -f64::from(played.max(LEAST_PROBABILITY)).ln())
    };
    Judged {
        game: sample.place.game,
        ply: sample.place.ply,
        by_predictor: [judge(&sample.net), judge(&general), judge(&fitted), judge(&whole)],
    }
}

fn measured(judged: &[&Judged], predictor: usize) -> Measured {
    let of = |number: &dyn Fn(&Judged) -> f64| mean_by_game(judged, |judged| judged.game, |judged| number(judged));
    let (top_1, top_1_error) = of(&|judged| judged.by_predictor[predictor].0);
    let (gain, gain_error) = of(&|judged| judged.by_predictor[predictor].0 - judged.by_predictor[0].0);
    let (surprise, surprise_error) = of(&|judged| judged.by_predictor[predictor].1);
    Measured {
        predictor: PREDICTORS[predictor],
        top_1: 100.0 * top_1,
        top_1_error: 100.0 * top_1_error,
        gain: 100.0 * gain,
        gain_error: 100.0 * gain_error,
        surprise,
        surprise_error,
    }
}
