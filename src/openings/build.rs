//! Builds the graph: numbers the positions, collects where lines pass, connects what a move connects.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Chess, Position as _};

use super::features::FEATURES;
use super::graph::{Edge, Graph, Identity, Node, NodeId, Passage};
use super::line::{NamedLine, Results};
use crate::chess::key::{placement_change, placement_key};
use crate::work::parallel;

impl Graph {
    /// Builds the graph of `lines`. With `transpositions`, any legal move that lands on a known position is an edge, as
    /// in Saarmann; else only the moves of lines.
    pub fn new(lines: Vec<NamedLine>, identity: Identity, transpositions: bool) -> Graph {
        let longest = lines.iter().map(|line| line.moves.len()).max().unwrap_or_default();
        let mut graph = Graph {
            lines,
            identity,
            nodes: Vec::new(),
            index: FxHashMap::default(),
            passages: Vec::new(),
            edges: Vec::new(),
            longest,
        };
        let (visits, placements) = graph.number_positions();
        graph.collect_passages(&visits);
        graph.connect(&visits, transpositions.then_some(&placements));
        graph
    }

    /// The node after each ply of each line, line after line; and which placements of pieces there are.
    fn number_positions(&mut self) -> (Vec<NodeId>, FxHashSet<u64>) {
        let mut placements = FxHashSet::default();
        let mut visits = Vec::with_capacity(self.lines.iter().map(|line| line.moves.len() + 1).sum());
        for line in &self.lines {
            let mut position = Chess::default();
            for ply in 0..=line.moves.len() {
                if ply > 0 {
                    position.play_unchecked(line.moves[ply - 1]);
                }
                let next = NodeId(self.index.len() as u32);
                let known = *self.index.entry(self.identity.key(&position)).or_insert(next);
                if known == next {
                    placements.insert(placement_key(position.board()));
                }
                visits.push(known);
            }
        }
        (visits, placements)
    }

    /// Sorts the visits by node (a counting sort) and counts what passes.
    fn collect_passages(&mut self, visits: &[NodeId]) {
        let mut ends = vec![0_u32; self.index.len()];
        visits.iter().for_each(|id| ends[id.index()] += 1);
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        let mut starts: Vec<u32> = std::iter::once(0).chain(ends.iter().copied()).take(ends.len()).collect();
        self.nodes = starts
            .iter()
            .zip(&ends)
            .map(|(&start, &end)| Node {
                lines: 0,
                features: [0; FEATURES],
                named_by: None,
                passages: start..end,
                edges: 0..0,
            })
            .collect();

        self.passages = vec![Passage { line: 0, ply: 0 }; visits.len()];
        let mut visits = visits.iter();
        for (number, line) in self.lines.iter().enumerate() {
            let mut seen_before = Vec::new();
            for (ply, id) in visits.by_ref().take(line.moves.len() + 1).enumerate() {
                self.passages[starts[id.index()] as usize] = Passage { line: number as u32, ply: ply as u32 };
                starts[id.index()] += 1;
                // A line that comes back to a position passes it once.
                if seen_before.contains(id) {
                    continue;
                }
                seen_before.push(*id);
                let node = &mut self.nodes[id.index()];
                node.lines += 1;
                node.features.iter_mut().zip(line.features.0).for_each(|(count, has)| *count += u32::from(has));
                if ply == line.moves.len() {
                    node.named_by.get_or_insert(number as u32);
                }
            }
        }
    }

    fn connect(&mut self, visits: &[NodeId], transpositions: Option<&FxHashSet<u64>>) {
        // Where each line's visits begin, to look up what follows a passage.
        let mut first = Vec::with_capacity(self.lines.len());
        let mut sum = 0;
        for line in &self.lines {
            first.push(sum);
            sum += line.moves.len() + 1;
        }
        let graph = &*self;
        let edges = parallel::map(graph.nodes.len(), |id| {
            let id = NodeId(id as u32);
            let next = |passage: Passage| visits[first[passage.line as usize] + passage.ply as usize + 1];
            let mut edges = graph.edges_of_lines(id, next);
            if let Some(placements) = transpositions {
                graph.add_transpositions(id, placements, &mut edges);
            }
            edges
        });
        for (node, edges) in self.nodes.iter_mut().zip(edges) {
            let start = self.edges.len() as u32;
            self.edges.extend(edges);
            node.edges = start..self.edges.len() as u32;
        }
    }

    fn edges_of_lines(&self, id: NodeId, next: impl Fn(Passage) -> NodeId) -> Vec<Edge> {
        let mut edges: Vec<Edge> = Vec::new();
        for &passage in self.passages(id) {
            let line = self.line(passage.line);
            let Some(&mv) = line.moves.get(passage.ply as usize) else { continue };
            let results = line.results.get(passage.ply as usize).copied().unwrap_or_default();
            match edges.iter_mut().find(|edge| edge.mv == mv) {
                Some(edge) => {
                    edge.lines += 1;
                    // Counted by position and move: every line says the same, unless files of different counts were
                    // mixed.
                    if results.games() > edge.results.games() {
                        edge.results = results;
                    }
                }
                None => edges.push(Edge { mv, to: next(passage), lines: 1, results }),
            }
        }
        edges.sort_by_key(|edge| std::cmp::Reverse((edge.lines, edge.results.games())));
        edges
    }

    fn add_transpositions(&self, id: NodeId, placements: &FxHashSet<u64>, edges: &mut Vec<Edge>) {
        let position = self.position(id);
        let here = placement_key(position.board());
        for mv in position.legal_moves() {
            // Few moves lead to a placement that stands anywhere in theory: the others are not worth playing.
            if !placements.contains(&(here ^ placement_change(&position, mv))) || edges.iter().any(|edge| edge.mv == mv)
            {
                continue;
            }
            let mut after = position.clone();
            after.play_unchecked(mv);
            if let Some(to) = self.find(&after) {
                edges.push(Edge { mv, to, lines: 0, results: Results::default() });
            }
        }
    }
}
