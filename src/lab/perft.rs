//! Perft: counts leaves, to check a move generator.

use shakmaty::{Chess, Move, Position};

use crate::engine::{Game, Stop};

/// The number of leaves `depth` plies below a position; `None` when stopped.
///
/// The last ply is counted, not played (bulk counting).
pub fn perft(position: &Chess, depth: u32, stop: &Stop) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    // Two plies take microseconds: a check for each of them would cost more than it gains.
    if depth > 2 && stop.is_stopped() {
        return None;
    }
    let mut leaves = 0;
    for mv in moves {
        let mut child = position.clone();
        child.play_unchecked(mv);
        leaves += perft(&child, depth - 1, stop)?;
    }
    Some(leaves)
}

/// Counts the leaves below every legal move, each given to `each` as it comes, and returns their sum; `None` when
/// stopped.
pub fn divide(game: &Game, depth: u32, stop: &Stop, mut each: impl FnMut(Move, u64)) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut sum = 0;
    for mv in game.legal_moves() {
        let mut child = game.position().clone();
        child.play_unchecked(mv);
        let leaves = perft(&child, depth - 1, stop)?;
        each(mv, leaves);
        sum += leaves;
    }
    Some(sum)
}
