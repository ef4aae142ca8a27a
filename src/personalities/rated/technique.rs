//! The share of moves in which a level follows the method of a [basic ending](crate::engine::is_basic_ending).

use shakmaty::Move;

use super::predictor::PersonMove;

/// Gives one move the share `technique` of all choices.
pub fn prefer(best: Move, technique: f32, candidates: &mut [PersonMove]) {
    for candidate in candidates {
        let preferred = if candidate.scored.mv == best { technique } else { 0.0 };
        candidate.probability = candidate.probability * (1.0 - technique) + preferred;
    }
}
