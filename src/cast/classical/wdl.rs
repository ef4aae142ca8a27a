//! Chances of winning, drawing and losing behind a score.

use shakmaty::Chess;

use crate::engine::{Score, Wdl};

/// The logistic model fitted to games: chances out of 1000 from the mover's view.
pub fn chances(score: Score, position: &Chess) -> Wdl {
    if score.is_win() {
        return Wdl { win: 1000, draw: 0, loss: 0 };
    }
    if score.is_loss() {
        return Wdl { win: 0, draw: 0, loss: 1000 };
    }
    let _ = position;
    let logistic = |x: f64| 1000.0 / (1.0 + (-x).exp());
    let win = logistic((f64::from(score.0) - HALF_WON) / SPREAD).round() as u16;
    let loss = logistic((f64::from(-score.0) - HALF_WON) / SPREAD).round() as u16;
    Wdl { win, draw: 1000 - win - loss, loss }
}

/// Centipawns at which half of the games are won.
const HALF_WON: f64 = 150.0;
const SPREAD: f64 = 60.0;
