//! Perft: counting leaves, the proof of a move generator.

use shakmaty::{Chess, Position};

use crate::engine::Stop;

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
    // Two plies take microseconds, so asking more often than here would cost more than it hastens.
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
