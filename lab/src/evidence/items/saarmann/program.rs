//! Saarmann's published program, as far as its figures depend on it.
//!
//! The thesis leaves open how its figure 14 is to be read. The program that its author published answers it:
//! - a *line* is proposed, not a position: one that many lines share is proposed as often as it has lines;
//! - P is one divided by the number of lines that go on from the position, so that A of the first move is nearly
//!   nothing without weights, and A of later moves, P(this move) / P(last move), is 1 or more: weights act on the first
//!   move and hardly anywhere else;
//! - features come from ECO codes: uncommon A0, c4 A1 to A3, d4 A4 to A9, D and E, e4 B and C;
//! - names that begin with A to E are read as codes. Each such name shifts codes and names against the moves by a line,
//!   and the last lines are lost: 1,555 of 1,944 are left to it, of which 730 have five moves or more, as the thesis
//!   says. By the names of our file, ten of which it spells otherwise, 1,545 are left.

use rand::RngExt;
use rand::rngs::StdRng;
use rustc_hash::FxHashMap;
use shakmaty::Chess;

use motley::chess::replay::position_after;
use motley::openings::{FEATURES, Features, Graph, Identity, NamedLine, NodeId};

/// The lines as the program has them: moves of one, name and code of another.
pub fn shifted_lines(lines: &[NamedLine]) -> Vec<NamedLine> {
    let looks_like_a_code = |line: &&NamedLine| line.opening.starts_with(['A', 'B', 'C', 'D', 'E']);
    let names = lines.iter().filter(|line| !looks_like_a_code(line));
    let codes = lines.iter().flat_map(|line| {
        [Some(line.eco.as_str()), looks_like_a_code(&line).then_some(line.opening.as_str())].into_iter().flatten()
    });
    let with_features = |((line, name), code): ((&NamedLine, &NamedLine), &str)| {
        let features = features(&format!("{}/{}", name.opening, name.variation), code);
        NamedLine { features, ..line.clone() }
    };
    lines.iter().zip(names).zip(codes).map(with_features).collect()
}

/// The lines with the features that their own codes give them.
pub fn coded_lines(lines: &[NamedLine]) -> Vec<NamedLine> {
    let own = |line: &NamedLine| NamedLine { features: features(&line.name(), &line.eco), ..line.clone() };
    lines.iter().map(own).collect()
}

/// A name that is taken for a code has features too: "English opening" begins with E.
fn features(name: &str, code: &str) -> Features {
    let (letter, digit) = (code.chars().next(), code.chars().nth(1));
    let in_a =
        |digits: [char; 2]| letter == Some('A') && digit.is_some_and(|digit| (digits[0]..=digits[1]).contains(&digit));
    Features([
        name.contains("gambit") || name.contains("Gambit"),
        in_a(['0', '0']),
        in_a(['1', '3']),
        in_a(['4', '9']) || matches!(letter, Some('D' | 'E')),
        matches!(letter, Some('B' | 'C')),
    ])
}

/// A rule by which moves are proposed and accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Lines are proposed; A = share of the lines that go on this way + weights of the line's features.
    LineShare,
    /// Lines are proposed; A = P(this move) / P(last move) + weights, with P = 1 / lines that go on.
    Program,
}

/// A walk over lines.
pub struct LineWalk {
    graph: Graph,
    rule: Rule,
    weights: [f64; FEATURES],
    /// For each position the lines that go on from it: the line, and where it goes.
    onward: FxHashMap<NodeId, Vec<(u32, NodeId)>>,
    start: NodeId,
}

impl LineWalk {
    /// `weights` are those of the parameters that are set, the others are 0.
    pub fn new(lines: Vec<NamedLine>, rule: Rule, weights: [f64; FEATURES]) -> LineWalk {
        let graph = Graph::new(lines, Identity::Placement, false);
        let start = graph.find(&Chess::default()).expect("every line begins in the start position");
        let onward = graph.ids().map(|id| (id, onward(&graph, id))).collect();
        LineWalk { graph, rule, weights, onward, start }
    }

    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    pub fn start(&self) -> NodeId {
        self.start
    }

    /// The exact shares of the positions after `at`, when `last` lines went on from the position before it; `None` at
    /// the start.
    pub fn shares(&self, at: NodeId, last: Option<usize>) -> FxHashMap<NodeId, f64> {
        let onward = &self.onward[&at];
        let mut shares: FxHashMap<NodeId, f64> = FxHashMap::default();
        onward.iter().for_each(|way| *shares.entry(way.1).or_default() += self.accepted(at, way, last));
        let sum: f64 = shares.values().sum();
        shares.values_mut().for_each(|share| *share /= sum);
        shares
    }

    /// The number of lines that go on from a position.
    pub fn lines_onward(&self, at: NodeId) -> usize {
        self.onward[&at].len()
    }

    /// The positions of one sampled line, without the start.
    pub fn walk(&self, rng: &mut StdRng) -> Vec<NodeId> {
        let (mut at, mut last, mut path) = (self.start, None, Vec::new());
        // Placements may repeat: the program's lines have at most 30 positions.
        while !self.onward[&at].is_empty() && path.len() < 29 {
            let onward = &self.onward[&at];
            let to = loop {
                let way = &onward[rng.random_range(0..onward.len())];
                if rng.random::<f64>() < self.accepted(at, way, last) {
                    break way.1;
                }
            };
            last = Some(onward.len());
            path.push(to);
            at = to;
        }
        path
    }

    fn accepted(&self, at: NodeId, &(line, to): &(u32, NodeId), last: Option<usize>) -> f64 {
        let onward = self.onward[&at].len() as f64;
        let ratio = match self.rule {
            Rule::LineShare => f64::from(self.graph.node(to).lines) / f64::from(self.graph.node(at).lines),
            Rule::Program => last.map_or(1.0, |last| last as f64) / onward,
        };
        (ratio + self.graph.line(line).features.dot(&self.weights)).min(1.0)
    }
}

/// The lines that go on from a position, each once.
fn onward(graph: &Graph, id: NodeId) -> Vec<(u32, NodeId)> {
    let next = |line: u32, ply: u32| {
        let position = position_after(&Chess::default(), &graph.line(line).moves[..=ply as usize]);
        graph.find(&position).expect("a position of a line")
    };
    let mut ways: Vec<(u32, NodeId)> = Vec::new();
    for passage in graph.passages(id) {
        let ends = graph.line(passage.line).moves.len() == passage.ply as usize;
        if !ends && ways.iter().all(|way| way.0 != passage.line) {
            ways.push((passage.line, next(passage.line, passage.ply)));
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use motley::chess::notation::parse_moves;

    fn line(eco: &str, name: &str, moves: &str) -> NamedLine {
        NamedLine::new(eco.into(), name.into(), String::new(), parse_moves(moves).expect("legal moves"))
    }

    #[test]
    fn a_name_that_looks_like_a_code_shifts_the_codes_and_shortens_the_list() {
        let lines = [
            line("A00", "Grob", "g4"),
            line("A10", "English", "c4"),
            line("B00", "King's pawn", "e4"),
            line("D00", "Queen's pawn gambit", "d4"),
        ];
        let shifted = shifted_lines(&lines);
        // Codes: A00, A10, English, B00, D00; names: Grob, King's pawn, Queen's pawn gambit.
        let features: Vec<String> = shifted.iter().map(|line| line.features.names()).collect();
        assert_eq!(features, ["uncommon", "c4", "gambit,d4"]);
        assert_eq!(coded_lines(&lines)[2].features.names(), "e4");
    }

    #[test]
    fn after_the_first_move_the_programs_weights_change_nothing() {
        let lines = vec![
            line("B20", "a", "e4 c5 Nf3"),
            line("B20", "b", "e4 c5 Nc3"),
            line("C20", "c gambit", "e4 e5 f4"),
            line("D00", "d", "d4 d5"),
        ];
        let walk = LineWalk::new(coded_lines(&lines), Rule::Program, [0.4, 0.0, 0.0, 0.0, 0.0]);
        let first = walk.shares(walk.start(), None);
        let mut shares: Vec<f64> = first.values().copied().collect();
        shares.sort_by(f64::total_cmp);
        // 1/4 each, and the gambit's line 0.4 more: d4 0.25 of 1.4.
        assert!((shares[0] - 0.25 / 1.4).abs() < 1e-9, "{shares:?}");
        let e4 = *first.iter().max_by(|a, b| a.1.total_cmp(b.1)).expect("moves").0;
        let replies = walk.shares(e4, Some(4));
        assert!(replies.values().any(|share| (share - 2.0 / 3.0).abs() < 1e-9), "{replies:?}");
        assert_eq!(walk.walk(&mut StdRng::seed_from_u64(1)).len().min(2), 2);
    }
}
