//! Saarmann's wish that the transitions learn from the learner: lines that pass positions which he got wrong, or has
//! not seen, weigh more.
//!
//! A line's wish is the share of the learner's questions on it, from the position on, that he got wrong or has not
//! seen (as the focus says), from 0 to 1. The sampler `Metropolis` multiplies the line's weight by exp(weight · wish):
//! it is one more feature, and the chain's stationary distribution is popularity × exp(weights · features + weight ·
//! wish). `Saarmann` adds weight to A where a move leads to a position that is wished for.

use rustc_hash::FxHashMap;
use shakmaty::{CastlingMode, Color};

use super::options::LearnerFocus;
use crate::chess::fen::read_fen;
use crate::openings::{Graph, NodeId};
use crate::record::{Answers, Counts};

/// Right answers in a row after which a mistake is corrected.
const CORRECTED: u32 = 3;

/// The positions that the learner is steered to.
#[derive(Clone, Debug)]
pub struct Steering {
    /// True for each node of the graph that is wished for.
    wished: Vec<bool>,
    /// The plies after which each line is in such a position.
    by_line: FxHashMap<u32, Vec<u32>>,
    side: Color,
    pub(super) weight: f64,
}

impl Steering {
    /// Steers a learner who plays `side`; `weight` is that of a line on which every question is wished for, in the
    /// units of the sampler.
    pub fn new(graph: &Graph, counts: &Counts, focus: LearnerFocus, side: Color, weight: f64) -> Steering {
        let seen: FxHashMap<NodeId, Answers> =
            counts.positions().filter_map(|(fen, answers)| Some((node(graph, fen)?, answers))).collect();
        let is_wrong = |answers: &Answers| answers.wrong > 0 && answers.streak < CORRECTED;
        let is_wished = |id: NodeId| {
            let ply = graph.passages(id)[0].ply;
            if turn(ply) != side || graph.edges(id).is_empty() {
                return false;
            }
            let answers = seen.get(&id);
            let (wrong, unseen) = (answers.is_some_and(is_wrong), answers.is_none());
            match focus {
                LearnerFocus::Off => false,
                LearnerFocus::Wrong => wrong,
                LearnerFocus::Unseen => unseen,
                LearnerFocus::Both => wrong || unseen,
            }
        };
        let wished: Vec<bool> = graph.ids().map(is_wished).collect();
        let mut by_line: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for id in graph.ids().filter(|id| wished[id.index()]) {
            for passage in graph.passages(id) {
                by_line.entry(passage.line).or_default().push(passage.ply);
            }
        }
        Steering { wished, by_line, side, weight }
    }

    /// The number of positions wished for.
    pub fn positions(&self) -> usize {
        self.wished.iter().filter(|&&wished| wished).count()
    }

    /// Returns true if a position is wished for.
    pub fn wishes(&self, id: NodeId) -> bool {
        self.wished[id.index()]
    }

    /// The share of the learner's questions on a line, after so many plies and later, that are wished for.
    pub fn wish(&self, graph: &Graph, line: u32, from: u32) -> f64 {
        let length = graph.line(line).moves.len() as u32;
        let questions = (from..length).filter(|&ply| turn(ply) == self.side).count();
        let wished = self
            .by_line
            .get(&line)
            .map_or(0, |plies| plies.iter().filter(|&&ply| (from..length).contains(&ply)).count());
        if questions == 0 { 0.0 } else { wished as f64 / questions as f64 }
    }
}

/// The side to move after so many plies from the start.
fn turn(ply: u32) -> Color {
    Color::from_white(ply.is_multiple_of(2))
}

/// The node of a position of the record.
fn node(graph: &Graph, fen: &str) -> Option<NodeId> {
    let position = read_fen(fen, CastlingMode::Standard).ok()?.position;
    graph.find(&position)
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{Chess, EnPassantMode};

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::chess::replay::position_after;
    use crate::openings::{FEATURES, Identity, embedded};
    use crate::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind};
    use crate::statistics::distance::total_variation;

    fn after(moves: &str) -> Chess {
        position_after(&Chess::default(), &parse_moves(moves).expect("legal"))
    }

    fn key(moves: &str) -> String {
        let fen = Fen::from_position(&after(moves), EnPassantMode::Legal).to_string();
        fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
    }

    /// A learner of Black who got three positions wrong and corrected one of them.
    fn counts() -> Counts {
        let mut counts = Counts::default();
        for (moves, right, wrong, streak) in
            [("e4 e5 f4", 0, 2, 0), ("e4 c6 d4", 1, 1, 1), ("d4 d5 c4", 5, 1, 5), ("e4", 9, 0, 9)]
        {
            counts.set(key(moves), Answers { right, wrong, streak });
        }
        counts
    }

    fn steering(graph: &Graph, focus: LearnerFocus, weight: f64) -> Steering {
        Steering::new(graph, &counts(), focus, Color::Black, weight)
    }

    #[test]
    fn what_is_wished_for_follows_from_the_record() {
        let graph = Graph::new(embedded(), Identity::Position, true);
        let wishes = |focus, moves: &str| {
            let id = graph.find(&after(moves)).expect("in theory");
            steering(&graph, focus, 1.0).wishes(id)
        };
        for (moves, wrong, unseen) in [
            ("e4 e5 f4", true, false),
            ("e4 c6 d4", true, false),
            ("d4 d5 c4", false, false),
            ("e4", false, false),
            ("e4 e5 Nf3", false, true),
            ("e4 e5", false, false),
        ] {
            assert_eq!(wishes(LearnerFocus::Wrong, moves), wrong, "{moves}");
            assert_eq!(wishes(LearnerFocus::Unseen, moves), unseen, "{moves}");
            assert_eq!(wishes(LearnerFocus::Both, moves), wrong || unseen, "{moves}");
            assert!(!wishes(LearnerFocus::Off, moves), "{moves}");
        }
        assert_eq!(steering(&graph, LearnerFocus::Wrong, 1.0).positions(), 2);
    }

    #[test]
    fn the_wish_of_a_line_is_the_share_of_its_questions() {
        let line = crate::openings::NamedLine::new(
            "C30".into(),
            "King's Gambit".into(),
            String::new(),
            parse_moves("e4 e5 f4 exf4 Nf3 g5").expect("legal"),
        );
        let graph = Graph::new(vec![line], Identity::Position, false);
        let wrong = steering(&graph, LearnerFocus::Wrong, 1.0);
        assert_eq!([0, 2, 4].map(|ply| wrong.wish(&graph, 0, ply)), [1.0 / 3.0, 0.5, 0.0]);
        assert_eq!(steering(&graph, LearnerFocus::Both, 1.0).wish(&graph, 0, 0), 2.0 / 3.0);
    }

    /// The distance of the sampled shares of the first moves from the exact ones, by iterations.
    fn distances(graph: &Graph, kind: SamplerKind, weight: f64, focus: LearnerFocus) -> Vec<(u64, f64)> {
        let at = graph.find(&after("e4 e5")).expect("in theory");
        let weights = FeatureWeights::new([false; FEATURES], [0.0; FEATURES]).expect("in range");
        let steering = steering(graph, focus, weight);
        let of = |iterations: u64| {
            let distance = |seed: u64| {
                let mut prepared = LineSampler { kind, weights, iterations, chains: 4, seed }.prepare(graph, at);
                prepared.steer(&steering);
                let sample = prepared.sample(|| false);
                let exact = prepared.exact();
                let sampled = |edge: &crate::openings::Edge| {
                    sample.moves.iter().find(|share| share.mv == edge.mv).map_or(0.0, |share| share.share)
                };
                total_variation(graph.edges(at).iter().map(sampled).zip(exact))
            };
            (iterations, (1..=8).map(distance).sum::<f64>() / 8.0)
        };
        [100, 1_000, 10_000, 100_000].map(of).to_vec()
    }

    #[test]
    fn steered_samples_converge_to_the_stated_distribution() {
        let graph = Graph::new(embedded(), Identity::Position, true);
        for kind in [SamplerKind::Metropolis, SamplerKind::Saarmann] {
            for focus in [LearnerFocus::Off, LearnerFocus::Wrong, LearnerFocus::Both] {
                let weight = if kind == SamplerKind::Metropolis { 3.0 } else { 0.3 };
                let found = distances(&graph, kind, weight, focus);
                println!("{kind:?} {focus:?} {found:?}");
                // A hundred times the lines bring a tenth of the distance, were they independent.
                assert!(found[3].1 < 0.01 && found[3].1 < found[1].1 / 4.0, "{kind:?} {focus:?} {found:?}");
            }
        }
    }

    #[test]
    fn what_was_wrong_is_met_more_often() {
        let graph = Graph::new(embedded(), Identity::Position, true);
        let share = |kind: SamplerKind, weight: f64| {
            let at = graph.find(&after("e4 e5")).expect("in theory");
            let weights = FeatureWeights::default();
            let mut prepared = LineSampler { kind, weights, iterations: 1, chains: 1, seed: 1 }.prepare(&graph, at);
            prepared.steer(&steering(&graph, LearnerFocus::Wrong, weight));
            let f4 = graph.edges(at).iter().position(|edge| graph.find(&after("e4 e5 f4")) == Some(edge.to));
            prepared.exact()[f4.expect("the King's Gambit")]
        };
        assert!(share(SamplerKind::Metropolis, 5.0) > 2.0 * share(SamplerKind::Metropolis, 0.0));
        assert!(share(SamplerKind::Saarmann, 0.5) > 2.0 * share(SamplerKind::Saarmann, 0.0));
    }
}
