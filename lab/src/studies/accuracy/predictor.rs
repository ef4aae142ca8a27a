//! Predictors of the played move: nets alone, or as a level plays, nets that a short search corrects.

use std::cmp::Ordering;

use super::AccuracyError;
use motley::engine::{Game, Limits, Stop};
use motley::nets::mockfish::{NetOutput, RankedMove, rank_moves};
use motley::nets::rated::{MoveInput, MoverContext};
use motley::personalities::rated::{Person, Predictor};
use motley::personalities::searcher;
use motley::studies::predictions::policy::PolicyNets;

/// Predicts moves; each thread needs its own.
pub struct MovePredictor {
    nets: PolicyNets,
    /// Corrects the probabilities of the moves, but not the seven networks.
    search: Option<Predictor>,
}

impl MovePredictor {
    pub fn of_nets(nets: PolicyNets) -> MovePredictor {
        MovePredictor { nets, search: None }
    }

    /// As a level plays, before temperature and sharpness. The seven networks' figures are those of `nets`.
    pub fn of_level(nets: PolicyNets) -> MovePredictor {
        MovePredictor { nets, search: Some(Predictor::new(searcher())) }
    }

    /// The nets' output, and the legal moves, the most probable first.
    ///
    /// # Errors
    /// Fails if the nets fail.
    pub fn predict(&mut self, game: &Game, who: MoverContext) -> Result<(NetOutput, Vec<RankedMove>), AccuracyError> {
        let prediction = self.nets.predict(&MoveInput::of(game.start(), game.moves(), who))?;
        let ranked = if let Some(search) = &mut self.search {
            rank_with_search(search, game, who)
        } else {
            rank_moves(game.position(), &game.legal_moves(), &prediction.output, prediction.rule)
        };
        Ok((prediction.output, ranked))
    }
}

fn rank_with_search(search: &mut Predictor, game: &Game, who: MoverContext) -> Vec<RankedMove> {
    let person = Person::anybody(who);
    let predicted = search.predict(game, &game.legal_moves(), person, &Limits::default(), &Stop::new());
    let mut ranked: Vec<RankedMove> = predicted
        .into_iter()
        .map(|person| RankedMove { mv: person.scored.mv, score: person.probability, probability: person.probability })
        .collect();
    ranked.sort_by(|a, b| b.probability.partial_cmp(&a.probability).unwrap_or(Ordering::Equal));
    ranked
}
