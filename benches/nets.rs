//! Mockfish's net: loading, a run for every bench position, its input planes and its ranked moves. Pattern's nets:
//! loading, and reading a move.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motley::nets::input::NetInput;
use motley::nets::mockfish::{Embedded, MoveNet, Rule, rank_moves};
use motley::nets::pattern::{MoveSequence, PatternNet, Reader};
use motley::nets::planes::Planes;

fn bench_nets(criterion: &mut Criterion) {
    let positions = common::positions();
    let load = || MoveNet::embedded(Embedded::Standard).expect("the runtime is there");
    let mut net = load();
    let outputs: Vec<_> = positions
        .iter()
        .map(|game| net.predict(&NetInput::of(game.position(), &[])).expect("the net answers"))
        .collect();

    let mut group = criterion.benchmark_group("nets");
    group.sample_size(10);
    group.bench_function("load", |bencher| bencher.iter(load));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("predict", |bencher| {
        bencher
            .iter(|| positions.iter().filter(|game| net.predict(&NetInput::of(game.position(), &[])).is_ok()).count());
    });
    group.bench_function("planes", |bencher| {
        bencher.iter(|| {
            positions.iter().map(|game| Planes::Rich.encode(&NetInput::of(game.position(), &[])).len()).sum::<usize>()
        });
    });
    group.bench_function("moves", |bencher| {
        bencher.iter(|| {
            let ranked = positions
                .iter()
                .zip(&outputs)
                .map(|(game, output)| rank_moves(game.position(), &game.legal_moves(), output, Rule::Moves).len());
            ranked.sum::<usize>()
        });
    });
    group.finish();
}

fn bench_pattern(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pattern");
    group.sample_size(10);
    for net in PatternNet::ALL {
        let load = || Reader::embedded(net).expect("the runtime is there");
        let mut reader = load();
        let start = shakmaty::Chess::default();
        let mv = shakmaty::Position::legal_moves(&start)[0];
        let state = reader.read(&MoveSequence::default(), 1).expect("the net answers");
        group.bench_function(format!("load {}", net.name()), |bencher| bencher.iter(load));
        group.bench_function(format!("read_move {}", net.name()), |bencher| {
            bencher.iter(|| reader.read_move(&state, &start, mv).expect("the net answers"))
        });
    }
    group.finish();
}

criterion_group!(benches, bench_nets, bench_pattern);
criterion_main!(benches);
