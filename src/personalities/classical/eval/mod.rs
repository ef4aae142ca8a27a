//! The static evaluation of a search thread: by the network (`nnue`), or by hand-made terms (`handmade`).

pub mod handmade;
pub mod nnue;

use std::sync::Arc;

use shakmaty::{Board, Chess, Color, Move, Position as _};

use self::handmade::Evaluator;
use self::nnue::{Accumulators, Changes, Nnue, NnueExplanation};
use super::position::Position;
use crate::engine::{Ply, Score};

/// Evaluates the positions of one thread's search.
pub enum StaticEvaluation {
    Nnue(Accumulators),
    Handmade(Evaluator),
}

impl StaticEvaluation {
    /// By the network, or without one by the hand-made terms.
    pub fn new(nnue: Option<Arc<Nnue>>) -> StaticEvaluation {
        match nnue {
            Some(nnue) => StaticEvaluation::Nnue(Accumulators::new(nnue)),
            None => StaticEvaluation::Handmade(Evaluator::new()),
        }
    }

    /// A search begins at a new root.
    pub fn start(&mut self) {
        if let StaticEvaluation::Nnue(accumulators) = self {
            accumulators.start();
        }
    }

    /// The position at `ply` arises from the one before it by a move of `mover`, or by passing.
    #[inline]
    pub fn enter(&mut self, ply: Ply, mover: Color, mv: Option<Move>) {
        if let StaticEvaluation::Nnue(accumulators) = self {
            accumulators.enter(ply, mv.map_or(Changes::NONE, |mv| Changes::of(mover, mv)));
        }
    }

    /// The evaluation of the position at `ply` in centipawns from the mover's view, inside ±[`Score::EVAL_LIMIT`].
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: Ply) -> Score {
        match self {
            StaticEvaluation::Nnue(accumulators) => {
                accumulators.prefetch(position.chess().board(), ply);
                let attacked = || Color::ALL.map(|side| position.attacked_by(side));
                by_nnue(position.chess(), |board, turn| accumulators.evaluate(board, turn, attacked(), ply))
            }
            StaticEvaluation::Handmade(evaluator) => evaluator.evaluate(position.chess(), position.pawn_key()),
        }
    }
}

/// The network's score, where no rule knows better: endgames with a rule of their own have its score, and of an
/// advantage that the material hardly lets win only its share counts. `network` is given the board and the mover.
#[inline]
fn by_nnue(position: &Chess, nnue: impl FnOnce(&Board, Color) -> i32) -> Score {
    if let Some(score) = handmade::known_endgame(position) {
        return score;
    }
    let (board, turn) = (position.board(), position.turn());
    let score = nnue(board, turn);
    let ahead = if score >= 0 { turn } else { !turn };
    Score(handmade::drawish_share(board, ahead).map_or(score, |share| score * share / handmade::FULL_SCALE))
}

/// The evaluation of a position by a network and by the rules that know better, in centipawns from White's view.
pub fn evaluation_for_white(position: &Chess, nnue: &Nnue) -> i32 {
    let score = by_nnue(position, |board, turn| nnue.evaluate_board(board, turn));
    if position.turn().is_white() { score.0 } else { -score.0 }
}

/// The tables of `eval`: the hand-made terms, and where a network evaluates, its board too.
pub fn explain(position: &Chess, nnue: Option<&Nnue>) -> String {
    let handmade = handmade::explain(position);
    let Some(nnue) = nnue else { return handmade.to_string() };
    let explained = NnueExplanation::of(nnue, position);
    let for_white = evaluation_for_white(position, nnue);
    format!(
        "{}Hand-made evaluation {} for White\n\n{explained}\nFinal evaluation {} for White",
        handmade.terms_table(),
        handmade::pawns(handmade.score),
        handmade::pawns(for_white)
    )
}

#[cfg(test)]
mod tests;
