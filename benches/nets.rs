//! Mockfish's net: loaded, asked for every bench position, and the planes and moves around it.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motley::nets::mockfish::{Embedded, MoveNet, Rule, candidates};
use motley::nets::planes::Planes;
use motley::nets::seen::Seen;

fn bench_nets(criterion: &mut Criterion) {
    let positions = common::positions();
    let load = || MoveNet::embedded(Embedded::Standard).expect("the runtime is there");
    let mut net = load();
    let opinions: Vec<_> = positions.iter().map(|game| net.ask(&Seen::of(game.position(), &[])).expect("the net answers")).collect();

    let mut group = criterion.benchmark_group("nets");
    group.sample_size(10);
    group.bench_function("load", |bencher| bencher.iter(load));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("ask", |bencher| {
        bencher.iter(|| positions.iter().filter(|game| net.ask(&Seen::of(game.position(), &[])).is_ok()).count());
    });
    group.bench_function("planes", |bencher| {
        bencher.iter(|| positions.iter().map(|game| Planes::Rich.draw(&Seen::of(game.position(), &[])).len()).sum::<usize>());
    });
    group.bench_function("moves", |bencher| {
        bencher.iter(|| {
            let ranked = positions
                .iter()
                .zip(&opinions)
                .map(|(game, opinion)| candidates(game.position(), &game.legal_moves(), opinion, Rule::Moves).len());
            ranked.sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, bench_nets);
criterion_main!(benches);
