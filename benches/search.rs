//! The search of the default player to a fixed depth, one thread, from an empty table.

mod common;

use common::Stopwatch;
use motley::engine::options::SharedOptions;
use motley::engine::{Limits, Silent, Stop};
use motley::personalities::PERSONALITIES;

const DEPTH: i32 = 8;

fn bench_search(stopwatch: &mut Stopwatch) {
    let mut player = (PERSONALITIES[0].build)();
    player.configure(&SharedOptions { own_book: false, seed: 1, ..SharedOptions::default() }, &mut Silent);
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };

    stopwatch.group("search");
    for (name, game) in ["start position", "kiwipete", "rook endgame"].into_iter().zip(common::positions()) {
        stopwatch.time(&format!("{name}, depth {DEPTH}"), || {
            player.new_game();
            player.choose(&game, &limits, &Stop::new(), &mut Silent)
        });
    }
}

fn main() {
    let mut stopwatch = Stopwatch::default();
    bench_search(&mut stopwatch);
}
