//! The graph of positions that named lines span, with every way from one to another (Saarmann, section 4.2).

use std::ops::Range;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move};

use super::features::FEATURES;
use super::line::{NamedLine, Results};
use crate::chess::key::{placement_and_turn_key, position_key};
use crate::chess::replay::position_after;

/// The definition of positions that are the same node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Identity {
    /// Pieces, side to move, castling rights, en passant: as in the rules of repetition.
    #[default]
    Position,
    /// Pieces and side to move alone: Saarmann's, who compared boards.
    Placement,
}

impl Identity {
    /// The key under which the graph files a position; for `Position` it is that of [`crate::engine::Game::keys`].
    pub fn key(self, position: &Chess) -> u64 {
        match self {
            Identity::Position => position_key(position),
            Identity::Placement => placement_and_turn_key(position),
        }
    }
}

/// A node's number in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A passage of a line: after `ply` plies of line number `line`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Passage {
    pub line: u32,
    pub ply: u32,
}

/// A position that some line reaches.
#[derive(Clone, Debug)]
pub struct Node {
    /// The number of lines that pass here.
    pub lines: u32,
    /// The number of these lines that have each feature.
    pub features: [u32; FEATURES],
    /// A line that ends here and so names the position: the first in the order of the lines.
    pub named_by: Option<u32>,
    pub(super) passages: Range<u32>,
    pub(super) edges: Range<u32>,
}

impl Node {
    /// The share of the lines through this position that have each feature, from 0 to 1.
    pub fn feature_shares(&self) -> [f64; FEATURES] {
        self.features.map(|count| f64::from(count) / f64::from(self.lines))
    }
}

/// A move between two known positions.
#[derive(Clone, Debug)]
pub struct Edge {
    pub mv: Move,
    pub to: NodeId,
    /// The number of lines that play it here; 0 for a transposition, which no line plays but which lands in one.
    pub lines: u32,
    /// Real games that played it here, as far as the lines were counted.
    pub results: Results,
}

/// Lines as a directed graph. Nothing in it grows with the square of the lines: it is built in one pass over all moves.
pub struct Graph {
    pub(super) lines: Vec<NamedLine>,
    pub(super) identity: Identity,
    pub(super) nodes: Vec<Node>,
    /// Zobrist keys are random already: a quick hash does.
    pub(super) index: FxHashMap<u64, NodeId>,
    pub(super) passages: Vec<Passage>,
    pub(super) edges: Vec<Edge>,
    pub(super) longest: usize,
}

impl Graph {
    pub fn lines(&self) -> &[NamedLine] {
        &self.lines
    }

    pub fn line(&self, number: u32) -> &NamedLine {
        &self.lines[number as usize]
    }

    /// Plies of the longest line.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The number of known positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The ways on: the moves of lines, the most used first, then transpositions.
    pub fn edges(&self, id: NodeId) -> &[Edge] {
        let Range { start, end } = self.nodes[id.index()].edges;
        &self.edges[start as usize..end as usize]
    }

    /// The number of a node's first edge among the edges of all nodes: with it, figures for edges can stand in one
    /// array.
    pub fn first_edge(&self, id: NodeId) -> usize {
        self.nodes[id.index()].edges.start as usize
    }

    /// Edges of all nodes together.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The passages of lines through this node.
    pub fn passages(&self, id: NodeId) -> &[Passage] {
        let Range { start, end } = self.nodes[id.index()].passages;
        &self.passages[start as usize..end as usize]
    }

    /// The node of a position.
    pub fn find(&self, position: &Chess) -> Option<NodeId> {
        self.find_key(self.identity.key(position))
    }

    /// The node with a key of this graph's [`Identity`].
    pub fn find_key(&self, key: u64) -> Option<NodeId> {
        self.index.get(&key).copied()
    }

    /// The position of a node, as the first line that passes there has it.
    pub fn position(&self, id: NodeId) -> Chess {
        let Passage { line, ply } = self.passages(id)[0];
        position_after(&Chess::default(), &self.line(line).moves[..ply as usize])
    }

    /// The line that names this position, because it ends here.
    pub fn name(&self, id: NodeId) -> Option<&NamedLine> {
        self.node(id).named_by.map(|line| self.line(line))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::chess::notation::{parse_moves, san};

    fn line(name: &str, moves: &str) -> NamedLine {
        NamedLine::new("A00".into(), name.into(), String::new(), parse_moves(moves).expect("legal moves"))
    }

    fn at(graph: &Graph, moves: &str) -> NodeId {
        find(graph, moves).expect("a known position")
    }

    fn find(graph: &Graph, moves: &str) -> Option<NodeId> {
        graph.find(&position_after(&Chess::default(), &parse_moves(moves).expect("legal")))
    }

    fn ways(graph: &Graph, moves: &str) -> Vec<(String, u32)> {
        let id = at(graph, moves);
        let position = graph.position(id);
        graph.edges(id).iter().map(|edge| (san(&position, edge.mv), edge.lines)).collect()
    }

    /// Saarmann's example, figures 10 to 12.
    fn vienna_and_bishop() -> Vec<NamedLine> {
        vec![line("Vienna", "e4 e5 Nc3 Nf6 Bc4"), line("Bishop's opening: Greco gambit", "e4 e5 Bc4 Nf6 f4")]
    }

    #[test]
    fn shared_positions_are_one_node_and_know_their_lines() {
        let graph = Graph::new(vienna_and_bishop(), Identity::Position, false);
        // The start, e4, e5, and three more of each line.
        assert_eq!(graph.len(), 9);
        assert_eq!(graph.node(at(&graph, "e4 e5")).lines, 2);
        assert_eq!(ways(&graph, "e4 e5"), [("Nc3".to_owned(), 1), ("Bc4".to_owned(), 1)]);
        assert_eq!(graph.node(at(&graph, "e4")).features, [1, 0, 0, 0, 2], "one of the two is a gambit");
        assert_eq!(graph.name(at(&graph, "e4 e5 Nc3 Nf6 Bc4")).map(NamedLine::name), Some("Vienna".to_owned()));
        assert!(graph.name(at(&graph, "e4 e5")).is_none());
        assert!(find(&graph, "e4 c5").is_none());
    }

    #[test]
    fn a_legal_move_to_a_known_position_is_an_edge_where_that_is_asked_for() {
        let without = Graph::new(vienna_and_bishop(), Identity::Position, false);
        assert_eq!(ways(&without, "e4 e5 Bc4 Nf6"), [("f4".to_owned(), 1)]);
        let with = Graph::new(vienna_and_bishop(), Identity::Position, true);
        assert_eq!(ways(&with, "e4 e5 Bc4 Nf6"), [("f4".to_owned(), 1), ("Nc3".to_owned(), 0)]);
        assert_eq!(with.edges(at(&with, "e4 e5 Bc4 Nf6"))[1].to, at(&with, "e4 e5 Nc3 Nf6 Bc4"));
    }

    #[test]
    fn castling_rights_tell_positions_apart_but_not_placements() {
        // The king has been to e2 in one of them.
        let lines = vec![line("Lost rights", "e4 e5 Ke2 Ke7 Ke1 Ke8"), line("Kept rights", "e4 e5")];
        let by_rules = Graph::new(lines.clone(), Identity::Position, false);
        assert_ne!(at(&by_rules, "e4 e5"), at(&by_rules, "e4 e5 Ke2 Ke7 Ke1 Ke8"));
        let by_men = Graph::new(lines, Identity::Placement, false);
        let node = at(&by_men, "e4 e5");
        assert_eq!(node, at(&by_men, "e4 e5 Ke2 Ke7 Ke1 Ke8"));
        assert_eq!(
            (by_men.node(node).lines, by_men.passages(node).len()),
            (2, 3),
            "one line passes twice and counts once"
        );
    }

    #[test]
    fn edges_are_sorted_by_lines_then_games_and_keep_the_larger_count() {
        let with_games = |name: &str, moves: &str, games: &[u32]| NamedLine {
            results: games.iter().map(|&white| Results { white, draws: 0, black: 0 }).collect(),
            ..line(name, moves)
        };
        let lines = vec![
            with_games("English", "c4", &[1]),
            with_games("King's Pawn", "e4", &[3]),
            with_games("Open", "e4 e5", &[5, 2]),
            with_games("French", "e4 e6", &[4, 2]),
            with_games("Queen's Pawn", "d4", &[6]),
        ];
        let graph = Graph::new(lines, Identity::Position, false);
        let edges = graph.edges(at(&graph, ""));
        let figures: Vec<(String, u32, u32)> =
            edges.iter().map(|edge| (san(&Chess::default(), edge.mv), edge.lines, edge.results.games())).collect();
        let expected = [("e4", 3, 5), ("d4", 1, 6), ("c4", 1, 1)];
        assert_eq!(figures, expected.map(|(mv, lines, games)| (mv.to_owned(), lines, games)));
    }

    #[test]
    fn every_edge_is_legal_and_lands_where_it_says() {
        for identity in [Identity::Position, Identity::Placement] {
            let graph = Graph::new(super::super::embedded(), identity, true);
            for id in graph.ids() {
                let position = graph.position(id);
                assert_eq!(graph.find(&position), Some(id));
                for edge in graph.edges(id) {
                    assert!(position.is_legal(edge.mv));
                    let mut after = position.clone();
                    after.play_unchecked(edge.mv);
                    assert_eq!(graph.find(&after), Some(edge.to));
                }
            }
        }
    }
}
