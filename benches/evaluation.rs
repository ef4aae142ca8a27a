//! The static evaluation: positions whose pawns were seen before, and positions whose pawns are new.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use motley::engine::Score;
use motley::personalities::classical::eval::Evaluator;

fn bench_evaluation(criterion: &mut Criterion) {
    let positions = common::positions();
    let mut evaluator = Evaluator::new();
    // One pass over all positions; `key` names the pawns of the position with that index.
    let mut evaluate_all = |key: &mut dyn FnMut(u64) -> u64| {
        (0..)
            .zip(&positions)
            .map(|(index, game)| evaluator.evaluate(game.position(), key(index)))
            .fold(Score::DRAW, Score::max)
    };

    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("pawns seen before", |bencher| bencher.iter(|| evaluate_all(&mut |index| index + 1)));
    let mut fresh = positions.len() as u64;
    group.bench_function("pawns never seen", |bencher| {
        bencher.iter(|| {
            evaluate_all(&mut |_| {
                fresh += 1;
                fresh
            })
        });
    });
    group.finish();
}

criterion_group!(benches, bench_evaluation);
criterion_main!(benches);
