//! `go perft`: leaves counted move by move.

use shakmaty::Position;

use crate::engine::{Game, Stop, perft};
use crate::uci::reporter::Notation;

/// Counts the leaves below every legal move, a line each, and returns their sum; `None` when stopped.
pub fn divide(game: &Game, depth: u32, notation: Notation, stop: &Stop, mut line: impl FnMut(String)) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut sum = 0;
    for mv in game.legal_moves() {
        let mut child = game.position().clone();
        child.play_unchecked(mv);
        let leaves = perft(&child, depth - 1, stop)?;
        line(format!("{}: {leaves}", notation.write(mv)));
        sum += leaves;
    }
    Some(sum)
}
