//! Move generation: leaves of the move tree a second, counted in bulk.

mod common;

use common::Stopwatch;
use motley::bench::perft::perft;
use motley::engine::Stop;

const DEPTH: u32 = 4;

fn bench_perft(stopwatch: &mut Stopwatch) {
    stopwatch.group("perft");
    for (name, game) in ["start position", "kiwipete"].into_iter().zip(common::positions()) {
        let leaves = perft(game.position(), DEPTH, &Stop::new()).expect("nobody stops it");
        stopwatch.elements(leaves as usize);
        stopwatch.time(&format!("{name}, depth {DEPTH}"), || perft(game.position(), DEPTH, &Stop::new()));
    }
}

fn main() {
    let mut stopwatch = Stopwatch::default();
    bench_perft(&mut stopwatch);
}
