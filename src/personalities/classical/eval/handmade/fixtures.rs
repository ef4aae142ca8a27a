//! Positions to test on, here and in the tuner, which includes this file.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use shakmaty::{Chess, Position};

/// Any key will do that is 0 without pawns and seldom the same for different pawns.
pub fn pawn_key(position: &Chess) -> u64 {
    let board = position.board();
    let (white, black) = ((board.pawns() & board.white()).0, (board.pawns() & board.black()).0);
    white.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ black.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31)
}

/// Every position of some games of random moves: captures are frequent in them, so that all phases occur.
pub fn random_positions() -> Vec<Chess> {
    let mut positions = Vec::new();
    for seed in 0..60 {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = Chess::default();
        for _ in 0..250 {
            let moves = position.legal_moves();
            let takes: Vec<_> = moves.iter().filter(|mv| mv.is_capture()).copied().collect();
            let chosen = if positions.len() % 3 == 0 {
                takes.choose(&mut rng).or(moves.choose(&mut rng))
            } else {
                moves.choose(&mut rng)
            };
            let Some(&mv) = chosen else {
                break;
            };
            position.play_unchecked(mv);
            positions.push(position.clone());
        }
    }
    positions
}
