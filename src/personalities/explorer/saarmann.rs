//! The sampler of Saarmann, figure 14: walks that propose any next position and accept it by how popular it is,
//! to which the weights add.
//!
//! The figure leaves some things open; this is how they are read here.
//! - P is the share of all lines that pass through a position, so P(this move) / P(last move) is the share of the lines
//!   that go on this way: the ratio of equation (2) for a uniform proposal.
//! - A position that many lines share is proposed once. Its features are those of its lines, each in the measure in
//!   which they have it.
//! - What is not accepted is sampled anew, as the text says (the figure's `S[i] = current_S` would end the walk
//!   where it stands).

use rand::RngExt;
use rand::rngs::StdRng;
use shakmaty::Move;

use super::sample::{LineSample, SampleBuilder};
use super::steering::Steering;
use super::weights::FeatureWeights;
use crate::openings::{Graph, NodeId};

/// Walks through a graph.
pub struct Saarmann<'a> {
    graph: &'a Graph,
    /// A for every edge of the graph, bounded by 1.
    acceptance: Vec<f32>,
    /// The part of A from the learner's record for each position.
    steered: Vec<f64>,
}

impl Saarmann<'_> {
    pub fn new<'a>(graph: &'a Graph, weights: &FeatureWeights) -> Saarmann<'a> {
        let acceptance = Vec::with_capacity(graph.edge_count());
        let mut sampler = Saarmann { graph, acceptance, steered: Vec::new() };
        sampler.set_weights(weights);
        sampler
    }

    /// Changes the weights.
    pub fn set_weights(&mut self, weights: &FeatureWeights) {
        self.acceptance.clear();
        for from in self.graph.ids() {
            let edges = self.graph.edges(from).iter();
            self.acceptance.extend(edges.map(|edge| {
                let steered = self.steered.get(edge.to.index()).copied().unwrap_or(0.0);
                (accepted(self.graph, from, edge.to, weights) + steered).min(1.0) as f32
            }));
        }
    }

    /// Steers the walks to what the learner's record asks for, with the weights that also count.
    pub fn steer(&mut self, steering: &Steering, weights: &FeatureWeights) {
        let added = |wished: bool| if wished { steering.weight } else { 0.0 };
        self.steered = self.graph.ids().map(|id| added(steering.wishes(id))).collect();
        self.set_weights(weights);
    }

    /// Samples `iterations` lines from a position on, or fewer when `stopped` says so. A walk is memoryless: those that
    /// come from the start position go on from here in the same way.
    pub fn sample(&self, from: NodeId, iterations: u64, rng: &mut StdRng, stopped: impl Fn() -> bool) -> LineSample {
        let mut builder = SampleBuilder::default();
        let mut proposals = Proposals::default();
        let mut path = Vec::new();
        for sampled in 0..iterations {
            // Stopped, it has sampled one line at least.
            if self.graph.edges(from).is_empty() || sampled > 0 && stopped() {
                break;
            }
            let (end, id) = self.walk(from, rng, &mut path, &mut proposals);
            builder.add(id, 1, path[0], || (path.clone(), self.line_at(end)));
        }
        builder.finish(proposals.share())
    }

    /// The exact share of each way on from a position, in the order of its edges: a proposal is uniform, so shares are
    /// as the acceptances.
    pub fn exact(&self, from: NodeId) -> Vec<f64> {
        let acceptance = &self.acceptance[self.graph.first_edge(from)..][..self.graph.edges(from).len()];
        let sum: f64 = acceptance.iter().map(|&a| f64::from(a)).sum();
        acceptance.iter().map(|&a| f64::from(a) / sum).collect()
    }

    /// One line: from a position to an end of theory. Returns where it ends, and a number for the way.
    fn walk(&self, from: NodeId, rng: &mut StdRng, path: &mut Vec<Move>, proposals: &mut Proposals) -> (NodeId, u64) {
        path.clear();
        let (mut at, mut id) = (from, 0_u64);
        // Transpositions can lead back; no walk is longer than the longest line.
        while path.len() < self.graph.longest() {
            let edges = self.graph.edges(at);
            if edges.is_empty() {
                break;
            }
            let first = self.graph.first_edge(at);
            let chosen = loop {
                let proposed = rng.random_range(0..edges.len());
                proposals.made += 1;
                if rng.random::<f32>() < self.acceptance[first + proposed] {
                    break proposed;
                }
            };
            proposals.accepted += 1;
            path.push(edges[chosen].mv);
            at = edges[chosen].to;
            // Fowler, Noll and Vo's way to mix a number in.
            id = (id ^ (first + chosen) as u64).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(29);
        }
        (at, id)
    }

    /// The line that ends at a position, or else the first that passes.
    fn line_at(&self, end: NodeId) -> u32 {
        self.graph.node(end).named_by.unwrap_or_else(|| self.graph.passages(end)[0].line)
    }
}

/// A of figure 14, at most 1.
fn accepted(graph: &Graph, from: NodeId, to: NodeId, weights: &FeatureWeights) -> f64 {
    let (here, there) = (graph.node(from), graph.node(to));
    let popularity = f64::from(there.lines) / f64::from(here.lines);
    let added: f64 = weights.values().iter().zip(there.feature_shares()).map(|(weight, share)| weight * share).sum();
    (popularity + added).min(1.0)
}

#[derive(Default)]
struct Proposals {
    made: u64,
    accepted: u64,
}

impl Proposals {
    fn share(&self) -> f64 {
        self.accepted as f64 / self.made.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use shakmaty::Chess;

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::openings::{Identity, NamedLine};

    fn line(name: &str, moves: &str) -> NamedLine {
        NamedLine::new("A00".into(), name.into(), String::new(), parse_moves(moves).expect("legal moves"))
    }

    fn lines() -> Vec<NamedLine> {
        vec![
            line("Open", "e4 e5 Nf3"),
            line("Gambit", "e4 e5 f4"),
            line("French", "e4 e6"),
            line("English", "c4"),
            line("Reti", "Nf3"),
        ]
    }

    fn weighted(weights: [f64; 5]) -> FeatureWeights {
        FeatureWeights::new([true; 5], weights).expect("in range")
    }

    #[test]
    fn acceptances_are_those_of_the_figure() {
        let graph = Graph::new(lines(), Identity::Placement, false);
        let root = graph.find(&Chess::default()).unwrap();
        let plain = Saarmann::new(&graph, &FeatureWeights::default());
        // e4 in three lines of five, c4 and Nf3 in one.
        assert_eq!(
            plain.exact(root).iter().map(|share| (1000.0 * share).round()).collect::<Vec<_>>(),
            [600.0, 200.0, 200.0]
        );
        // A third of the e4 lines are gambits: 0.6 + 0.3 / 3 = 0.7; c4 0.2 + 0.5 = 0.7; Nf3 stays at 0.2.
        let weighted_walk = Saarmann::new(&graph, &weighted([0.3, 0.0, 0.5, 0.0, 0.0]));
        let expected = [0.7 / 1.6, 0.7 / 1.6, 0.2 / 1.6];
        assert!(
            weighted_walk.exact(root).iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6),
            "{:?}",
            weighted_walk.exact(root)
        );
    }

    #[test]
    fn walks_keep_to_the_exact_shares() {
        let graph = Graph::new(lines(), Identity::Placement, false);
        let root = graph.find(&Chess::default()).unwrap();
        let walk = Saarmann::new(&graph, &weighted([0.3, 0.2, 0.5, 0.0, 0.1]));
        let sample = walk.sample(root, 20_000, &mut StdRng::seed_from_u64(1), || false);
        assert_eq!(sample.iterations, 20_000);
        for (edge, exact) in graph.edges(root).iter().zip(walk.exact(root)) {
            let sampled = sample.moves.iter().find(|share| share.mv == edge.mv).map_or(0.0, |share| share.share);
            let error = (exact * (1.0 - exact) / 20_000.0).sqrt();
            assert!((sampled - exact).abs() < 3.5 * error, "{sampled} for {exact}");
        }
        // Every way ends where theory ends.
        assert!(sample.lines.iter().all(|way| graph.line(way.line).moves.ends_with(&way.moves[way.moves.len() - 1..])));
    }

    #[test]
    fn walks_that_could_go_round_end() {
        let graph = Graph::new(vec![line("Round", "Nf3 Nf6 Ng1 Ng8 Nf3 d5")], Identity::Placement, true);
        let root = graph.find(&Chess::default()).unwrap();
        let sample =
            Saarmann::new(&graph, &FeatureWeights::default())
                .sample(root, 200, &mut StdRng::seed_from_u64(2), || false);
        assert!(sample.lines.iter().all(|way| way.moves.len() <= 6));
    }

    #[test]
    fn a_stop_ends_the_sampling_after_one_line() {
        let graph = Graph::new(lines(), Identity::Position, false);
        let root = graph.find(&Chess::default()).unwrap();
        let sample = Saarmann::new(&graph, &FeatureWeights::default()).sample(
            root,
            1 << 40,
            &mut StdRng::seed_from_u64(3),
            || true,
        );
        assert_eq!(sample.iterations, 1);
    }
}
