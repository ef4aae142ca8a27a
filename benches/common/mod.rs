//! What the benches measure on: the positions of `motley bench`.

use motley::engine::Game;
use shakmaty::CastlingMode;

/// Openings, middlegames and endgames; the start position first.
pub fn positions() -> Vec<Game> {
    let lines = include_str!("../../src/lab/bench.epd").lines();
    lines.map(|fen| Game::from_fen(fen, CastlingMode::Standard).expect("the bench positions are legal")).collect()
}
