//! Move generation: leaves of the move tree a second, counted in bulk.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motley::engine::Stop;
use motley::lab::perft::perft;

const DEPTH: u32 = 4;

fn bench_perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    for (name, game) in ["start position", "kiwipete"].into_iter().zip(common::positions()) {
        let leaves = perft(game.position(), DEPTH, &Stop::new()).expect("nobody stops it");
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("{name}, depth {DEPTH}"), |bencher| {
            bencher.iter(|| perft(game.position(), DEPTH, &Stop::new()))
        });
    }
    group.finish();
}

criterion_group!(benches, bench_perft);
criterion_main!(benches);
