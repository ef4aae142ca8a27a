//! Weights for a wished distribution of moves.

use serde::Serialize;

use super::TheoryPosition;
use crate::chess::notation::{parse_move, san};
use crate::openings::FEATURES;
use crate::personalities::explorer::{FitError, SamplerKind, TargetShare, fit};

/// The weights that come nearest to some wishes.
#[derive(Clone, Debug, Serialize)]
pub struct FittedWeights {
    pub at: String,
    pub sampler: String,
    /// In the order gambit, uncommon, c4, d4, e4.
    pub weights: [f64; FEATURES],
    /// The largest distance between a wish and what comes out.
    pub worst: f64,
    /// Distributions that were calculated.
    pub tried: usize,
    /// Wished moves first, then by share.
    pub moves: Vec<FittedMove>,
}

#[derive(Clone, Debug, Serialize)]
pub struct FittedMove {
    pub san: String,
    /// From 0 to 1, where there is a wish.
    pub wish: Option<f64>,
    /// The fitted share, from 0 to 1.
    pub share: f64,
}

/// Finds weights for wishes such as "c4:0.4,Nf3:0.1"; of two wishes for one move the last counts.
///
/// # Errors
/// Fails if a wish is no legal move with a share from 0 to 1, or all together cannot be met.
pub fn fit_wishes(theory: &TheoryPosition, sampler: SamplerKind, wishes: &str) -> Result<FittedWeights, FitError> {
    fit_targets(theory, sampler, &parse_wishes(theory, wishes)?, |_| true)
}

/// Finds weights for wished shares of moves, for as long as `goes_on` says so (see [`fit`]).
///
/// # Errors
/// Fails if a move is no continuation, or all together cannot be met.
pub fn fit_targets(
    theory: &TheoryPosition,
    sampler: SamplerKind,
    wishes: &[TargetShare],
    goes_on: impl FnMut(usize) -> bool,
) -> Result<FittedWeights, FitError> {
    let found = fit(&theory.graph, theory.at, sampler, wishes, goes_on)?;
    let position = theory.position();
    let edges = theory.graph.edges(theory.at).iter().zip(&found.shares);
    let mut moves: Vec<FittedMove> = edges
        .map(|(edge, &share)| FittedMove {
            san: san(&position, edge.mv),
            wish: wishes.iter().find(|wish| wish.mv == edge.mv).map(|wish| wish.share),
            share,
        })
        .collect();
    moves.sort_by(|a, b| b.wish.is_some().cmp(&a.wish.is_some()).then(b.share.total_cmp(&a.share)));
    Ok(FittedWeights {
        at: theory.title(),
        sampler: format!("{sampler:?}").to_lowercase(),
        weights: found.weights.map(rounded),
        worst: found.worst,
        tried: found.tried,
        moves,
    })
}

/// Four places are all that the search tells apart.
fn rounded(weight: f64) -> f64 {
    (weight * 1e4).round() / 1e4
}

fn parse_wishes(theory: &TheoryPosition, text: &str) -> Result<Vec<TargetShare>, FitError> {
    let position = theory.position();
    let mut wishes: Vec<TargetShare> = Vec::new();
    for part in text.split(',') {
        let bad = || FitError::BadTarget(part.to_owned());
        let (mv, share) = part.split_once(':').ok_or_else(bad)?;
        let share: f64 = share.trim().parse().map_err(|_| bad())?;
        let mv = parse_move(&position, mv.trim()).filter(|_| (0.0..=1.0).contains(&share)).ok_or_else(bad)?;
        wishes.retain(|wish| wish.mv != mv);
        wishes.push(TargetShare { mv, share });
    }
    Ok(wishes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Game;
    use crate::openings::{Identity, embedded};

    fn fitted(wishes: &str) -> Result<FittedWeights, FitError> {
        let theory = TheoryPosition::new(embedded(), Identity::Position, true, &Game::default());
        fit_wishes(&theory.expect("the start is in theory"), SamplerKind::Metropolis, wishes)
    }

    #[test]
    fn wishes_are_met_closely_and_stand_first() {
        let fitted = fitted("c4:0.9,c4:0.4,Nf3:0.1").expect("wishes that can be met");
        assert!(fitted.worst < 0.02, "{}", fitted.worst);
        let [first, second, ..] = fitted.moves.as_slice() else { panic!("two moves at least") };
        assert_eq!((first.san.as_str(), first.wish, second.wish), ("c4", Some(0.4), Some(0.1)));
    }

    #[test]
    fn wishes_that_cannot_be_read_or_met_are_refused() {
        for wishes in ["c4", "c4:2", "c4:x", "c5:0.1", "", "c4:0.9,d4:0.9"] {
            assert!(fitted(wishes).is_err(), "{wishes}");
        }
    }
}
