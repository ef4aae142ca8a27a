//! The evaluation as a function of its weights: forwards for the loss, backwards for the gradient.

use shakmaty::Color;

use super::samples::{Counted, TuningPosition};
use motley::personalities::classical::eval::handmade::FULL_PHASE;
use motley::personalities::classical::eval::handmade::king::{DANGER_LIMIT, DANGER_LINEAR, DANGER_SQUARE};
use motley::personalities::classical::eval::handmade::scale::{FULL_SCALE, SCALE_LIMIT, ScaleClass};
use motley::personalities::classical::eval::handmade::terms::COUNT;
use motley::personalities::classical::eval::handmade::weights::SCALE_SHIFT;

/// The number of parameters: two halves of each weight, and the scales of the endgame.
pub const PARAMETERS: usize = SHIFTS + SCALE_SHIFT.len();

/// The index of the scales in a row of parameters.
pub const SCALES: usize = 2 * COUNT;

/// The index of the shifts of the scale.
pub const SHIFTS: usize = SCALES + ScaleClass::COUNT;

/// A number for each parameter: the parameters themselves, their gradient, or what the optimiser remembers of them. The
/// middlegame half of weight i stands at 2i, its endgame half at 2i + 1.
pub type Parameters = Vec<f32>;

/// Sums for both halves.
#[derive(Clone, Copy, Default)]
struct Halves {
    middlegame: f32,
    endgame: f32,
}

fn weigh(parameters: &[f32], counted: Counted<'_>) -> Halves {
    let mut sum = Halves::default();
    for (term, count) in counted.iter() {
        sum.middlegame += parameters[2 * term] * count;
        sum.endgame += parameters[2 * term + 1] * count;
    }
    sum
}

/// An evaluation, and the parts of it that its gradient needs.
pub struct Forward {
    /// White's score in centipawns.
    pub score: f32,
    danger: [Halves; 2],
    endgame: f32,
    /// The parameter of the scale class.
    class: usize,
    /// The share of the endgame score that counts, and whether it can still move.
    pub scale: f32,
    scale_moves: bool,
}

/// Evaluates as play does, in floating point.
pub fn forward(parameters: &[f32], sample: &TuningPosition<'_>) -> Forward {
    let mut sum = weigh(parameters, sample.linear);
    let danger = [weigh(parameters, sample.danger.white), weigh(parameters, sample.danger.black)];
    for (danger, sign) in danger.iter().zip([-1.0, 1.0]) {
        let middlegame = danger.middlegame.clamp(0.0, DANGER_LIMIT as f32);
        sum.middlegame += sign * middlegame * middlegame / DANGER_SQUARE as f32;
        sum.endgame += sign * danger.endgame.clamp(0.0, DANGER_LIMIT as f32) / DANGER_LINEAR as f32;
    }
    let ahead = Color::from_white(sum.endgame >= 0.0);
    let class = SCALES + sample.classes[ahead];
    let shift: f32 = parameters[SHIFTS..].iter().zip(sample.shifts).map(|(shift, count)| shift * count).sum();
    let unclamped = parameters[class] + shift;
    let limit = SCALE_LIMIT as f32;
    let scale = unclamped.clamp(0.0, limit) / FULL_SCALE as f32;
    let phase = sample.phase / FULL_PHASE as f32;
    Forward {
        score: sum.middlegame * phase + sum.endgame * scale * (1.0 - phase),
        danger,
        endgame: sum.endgame,
        class,
        scale,
        scale_moves: unclamped > 0.0 && unclamped < limit,
    }
}

/// Adds to `gradient` what changes the score, times `slope` (how the loss changes with the score).
pub fn backward(sample: &TuningPosition<'_>, forward: &Forward, slope: f32, gradient: &mut [f32]) {
    let phase = sample.phase / FULL_PHASE as f32;
    let by_middlegame = slope * phase;
    let by_endgame = slope * (1.0 - phase) * forward.scale;
    if forward.scale_moves {
        let by_scale = slope * (1.0 - phase) * forward.endgame / FULL_SCALE as f32;
        gradient[forward.class] += by_scale;
        gradient[SHIFTS..].iter_mut().zip(sample.shifts).for_each(|(gradient, count)| *gradient += by_scale * count);
    }

    let mut spread = |counted: Counted<'_>, middlegame: f32, endgame: f32| {
        for (term, count) in counted.iter() {
            gradient[2 * term] += middlegame * count;
            gradient[2 * term + 1] += endgame * count;
        }
    };
    spread(sample.linear, by_middlegame, by_endgame);
    for ((danger, counted), sign) in
        forward.danger.iter().zip([sample.danger.white, sample.danger.black]).zip([-1.0, 1.0])
    {
        let inside = |danger: f32| danger > 0.0 && danger < DANGER_LIMIT as f32;
        let middlegame = if inside(danger.middlegame) { 2.0 * danger.middlegame / DANGER_SQUARE as f32 } else { 0.0 };
        let endgame = if inside(danger.endgame) { 1.0 / DANGER_LINEAR as f32 } else { 0.0 };
        spread(counted, sign * by_middlegame * middlegame, sign * by_endgame * endgame);
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::tuning::fixtures::{pawn_key, random_positions};
    use crate::tuning::samples::TuningSet;
    use motley::personalities::classical::eval::handmade::terms::WEIGHTS;
    use motley::personalities::classical::eval::handmade::weights::SCALE;
    use motley::personalities::classical::eval::handmade::{Evaluator, Terms};

    /// The weights that play uses.
    fn current() -> Parameters {
        let halves = WEIGHTS.iter().flat_map(|weight| [weight.middlegame() as f32, weight.endgame() as f32]);
        halves.chain(SCALE.iter().chain(&SCALE_SHIFT).map(|&scale| scale as f32)).collect()
    }

    /// White's score by these weights.
    fn score_of(parameters: &[f32], terms: &Terms) -> f32 {
        forward(parameters, &TuningSet::from_terms(terms).get(0)).score
    }

    #[test]
    fn the_tuner_computes_the_score_that_the_search_uses() {
        let weights = current();
        let mut compared = 0;
        for position in random_positions() {
            let Some(terms) = Terms::of(&position) else {
                continue;
            };
            let score = Evaluator::new().evaluate(&position, pawn_key(&position)).0;
            let white = if position.turn().is_white() { score } else { -score };
            let modelled = score_of(&weights, &terms);
            // Divisions round towards zero: by the danger of both kings, the scale and the phase.
            assert!((modelled - white as f32).abs() < 6.0, "{modelled} {white} {position:?}");
            compared += 1;
        }
        assert!(compared > 5_000, "{compared}");
    }

    #[test]
    fn the_gradient_is_what_small_steps_measure() {
        let position: shakmaty::Chess = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/1PN1P3/PB2BPPP/R2Q1RK1 w - - 0 1"
            .parse::<shakmaty::fen::Fen>()
            .unwrap()
            .into_position(shakmaty::CastlingMode::Standard)
            .unwrap();
        let terms = Terms::of(&position).unwrap();
        let samples = TuningSet::from_terms(&terms);
        let sample = samples.get(0);
        let parameters: Parameters =
            current().iter().enumerate().map(|(index, weight)| weight + (index % 7) as f32).collect();
        let mut gradient = vec![0.0; PARAMETERS];
        backward(&sample, &forward(&parameters, &sample), 1.0, &mut gradient);
        for index in 0..PARAMETERS {
            let mut moved = parameters.clone();
            let score = |moved: &[f32]| forward(moved, &sample).score;
            moved[index] += 1.0;
            let above = score(&moved);
            moved[index] -= 2.0;
            let slope = (above - score(&moved)) / 2.0;
            assert!(
                (slope - gradient[index]).abs() < 0.01 + 0.02 * slope.abs(),
                "parameter {index}: {slope} measured, {} computed",
                gradient[index]
            );
        }
    }
}
