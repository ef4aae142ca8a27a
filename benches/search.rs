//! The search of the default player to a fixed depth, one thread, from an empty table.

mod common;

use criterion::{Criterion, criterion_group, criterion_main};
use motley::engine::options::SharedOptions;
use motley::engine::{Limits, Silent, Stop};
use motley::personalities::PERSONALITIES;

const DEPTH: i32 = 8;

fn bench_search(criterion: &mut Criterion) {
    let mut player = (PERSONALITIES[0].build)();
    player.configure(&SharedOptions { own_book: false, seed: 1, ..SharedOptions::default() }, &mut Silent);
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };

    let mut group = criterion.benchmark_group("search");
    group.sample_size(20);
    for (name, game) in ["start position", "kiwipete", "rook endgame"].into_iter().zip(common::positions()) {
        group.bench_function(format!("{name}, depth {DEPTH}"), |bencher| {
            bencher.iter(|| {
                player.new_game();
                player.choose(&game, &limits, &Stop::new(), &mut Silent)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench_search);
criterion_main!(benches);
