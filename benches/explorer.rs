//! Explorer's parts: reading the lines, building their graph, drawing from it.

use criterion::{Criterion, criterion_group, criterion_main};
use motley::openings::{Graph, Identity, embedded};
use motley::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};
use shakmaty::Chess;

fn lines_and_graph(criterion: &mut Criterion) {
    criterion.bench_function("read the built-in lines", |bencher| bencher.iter(embedded));
    let lines = embedded();
    criterion.bench_function("graph with transpositions", |bencher| {
        bencher.iter(|| Graph::new(lines.clone(), Identity::Position, true))
    });
}

fn drawing(criterion: &mut Criterion) {
    let graph = Graph::new(embedded(), Identity::Position, true);
    let start = graph.find(&Chess::default()).expect("every line begins there");
    for sampler in [SamplerKind::Saarmann, SamplerKind::Metropolis] {
        let drawing =
            LineSampler { kind: sampler, weights: FeatureWeights::default(), iterations: 1000, chains: 1, seed: 1 };
        let prepared = drawing.prepare(&graph, start);
        criterion
            .bench_function(&format!("1000 lines by {sampler:?}"), |bencher| bencher.iter(|| prepared.draw(|| false)));
    }
}

criterion_group!(benches, lines_and_graph, drawing);
criterion_main!(benches);
