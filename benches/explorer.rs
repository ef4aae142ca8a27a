//! Explorer's parts: reading the lines, building their graph, sampling from it.

mod common;

use common::Stopwatch;
use motley::openings::{Graph, Identity, embedded};
use motley::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};
use shakmaty::Chess;

fn lines_and_graph(stopwatch: &mut Stopwatch) {
    stopwatch.group("explorer");
    stopwatch.time("read the built-in lines", embedded);
    let lines = embedded();
    stopwatch.time("graph with transpositions", || Graph::new(lines.clone(), Identity::Position, true));
}

fn sampling(stopwatch: &mut Stopwatch) {
    let graph = Graph::new(embedded(), Identity::Position, true);
    let start = graph.find(&Chess::default()).expect("every line begins there");
    for sampler in [SamplerKind::Saarmann, SamplerKind::Metropolis] {
        let line_sampler =
            LineSampler { kind: sampler, weights: FeatureWeights::default(), iterations: 1000, chains: 1, seed: 1 };
        let prepared = line_sampler.prepare(&graph, start);
        stopwatch.time(&format!("1000 lines by {sampler:?}"), || prepared.sample(|| false));
    }
}

fn main() {
    let mut stopwatch = Stopwatch::default();
    lines_and_graph(&mut stopwatch);
    sampling(&mut stopwatch);
}
