//! The graph of positions that named lines span, with every way from one to another (seed 000, section 4.2).

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::zobrist::{Zobrist64, ZobristValue as _};
use shakmaty::{Board, CastlingSide, Chess, EnPassantMode, Move, Position, Role, Square};

use super::features::FEATURES;
use super::line::{Line, Results};

/// When two positions are the same node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Identity {
    /// Men, side to move, castling rights, en passant: the rules' own notion.
    #[default]
    Position,
    /// Men and side to move alone: the seed's, which compared boards.
    Placement,
}

impl Identity {
    /// The key under which the graph knows a position; for `Position` it is that of [`crate::engine::Game::keys`].
    pub fn key(self, position: &Chess) -> u64 {
        match self {
            Identity::Position => position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0,
            Identity::Placement => {
                placement_key(position.board())
                    ^ if position.turn().is_white() { Zobrist64::zobrist_for_white_turn().0 } else { 0 }
            }
        }
    }
}

/// A key of the men alone.
pub(super) fn placement_key(board: &Board) -> u64 {
    board.into_iter().fold(0, |key, (square, piece)| key ^ Zobrist64::zobrist_for_piece(square, piece).0)
}

/// What a move changes in the key of the men: two squares, three when it captures en passant, four when it castles.
fn change(position: &Chess, mv: Move) -> u64 {
    let side = position.turn();
    let put = |role: Role, square: Square| Zobrist64::zobrist_for_piece(square, role.of(side)).0;
    let captured = |role: Role, square: Square| Zobrist64::zobrist_for_piece(square, role.of(!side)).0;
    match mv {
        Move::Normal { role, from, capture, to, promotion } => {
            put(role, from) ^ put(promotion.unwrap_or(role), to) ^ capture.map_or(0, |role| captured(role, to))
        }
        Move::EnPassant { from, to } => {
            put(Role::Pawn, from)
                ^ put(Role::Pawn, to)
                ^ captured(Role::Pawn, Square::from_coords(to.file(), from.rank()))
        }
        Move::Castle { king, rook } => {
            let wing = CastlingSide::from_king_side(king < rook);
            put(Role::King, king)
                ^ put(Role::Rook, rook)
                ^ put(Role::King, wing.king_to(side))
                ^ put(Role::Rook, wing.rook_to(side))
        }
        Move::Put { role, to } => put(role, to),
    }
}

/// A node's number in its graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where a line passes: after `ply` half moves of line number `line`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Passage {
    pub line: u32,
    pub ply: u32,
}

/// A position that some line reaches.
#[derive(Clone, Debug)]
pub struct Node {
    /// How many lines pass here.
    pub lines: u32,
    /// How many of these lines have each feature.
    pub features: [u32; FEATURES],
    /// A line that ends here and so names the position: the first in the order of the lines.
    pub named_by: Option<u32>,
    passages: Range<u32>,
    edges: Range<u32>,
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
    /// How many lines play it here; 0 for a transposition, which no line plays but which lands in one.
    pub lines: u32,
    /// Real games that played it here, as far as the lines were counted.
    pub results: Results,
}

/// Lines as a directed graph. Nothing in it grows with the square of the lines: it is built in one pass over all moves.
pub struct Graph {
    lines: Vec<Line>,
    identity: Identity,
    nodes: Vec<Node>,
    /// Zobrist keys are random already: a quick hash does.
    index: FxHashMap<u64, NodeId>,
    passages: Vec<Passage>,
    edges: Vec<Edge>,
    longest: usize,
}

impl Graph {
    /// Builds the graph of `lines`. With `transpositions`, any legal move that lands on a known position is an edge, as
    /// in the seed; else only the moves of lines.
    pub fn new(lines: Vec<Line>, identity: Identity, transpositions: bool) -> Graph {
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
        let (visits, placements) = graph.number_the_positions();
        graph.gather_passages(&visits);
        graph.connect(&visits, transpositions.then_some(&placements));
        graph
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub fn line(&self, number: u32) -> &Line {
        &self.lines[number as usize]
    }

    /// Half moves of the longest line.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// How many positions are known.
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

    /// Where lines pass this node.
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
        self.line(line).moves[..ply as usize].iter().fold(Chess::default(), |mut position, &mv| {
            position.play_unchecked(mv);
            position
        })
    }

    /// The line that names this position, because it ends here.
    pub fn name(&self, id: NodeId) -> Option<&Line> {
        self.node(id).named_by.map(|line| self.line(line))
    }

    /// The node after each half move of each line, line after line; and which placements of men there are.
    fn number_the_positions(&mut self) -> (Vec<NodeId>, FxHashSet<u64>) {
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
    fn gather_passages(&mut self, visits: &[NodeId]) {
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
        let edges: Vec<Vec<Edge>> = (0..graph.nodes.len() as u32)
            .into_par_iter()
            .map(|id| {
                let mut edges = graph.edges_of_lines(NodeId(id), |passage| {
                    visits[first[passage.line as usize] + passage.ply as usize + 1]
                });
                if let Some(placements) = transpositions {
                    graph.add_transpositions(NodeId(id), placements, &mut edges);
                }
                edges
            })
            .collect();
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
            // Few moves lead to men that stand anywhere in theory: the others are not worth playing.
            if !placements.contains(&(here ^ change(&position, mv))) || edges.iter().any(|edge| edge.mv == mv) {
                continue;
            }
            let mut after = position.clone();
            after.play_unchecked(mv);
            if let Some(to) = self.find(&after).filter(|to| *to != id) {
                edges.push(Edge { mv, to, lines: 0, results: Results::default() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation::parse_moves;

    fn line(name: &str, moves: &str) -> Line {
        Line::new("A00".into(), name.into(), String::new(), parse_moves(moves).expect("legal moves"))
    }

    fn at(graph: &Graph, moves: &str) -> NodeId {
        find(graph, moves).expect("a known position")
    }

    fn find(graph: &Graph, moves: &str) -> Option<NodeId> {
        let position = parse_moves(moves).expect("legal").into_iter().fold(Chess::default(), |mut position, mv| {
            position.play_unchecked(mv);
            position
        });
        graph.find(&position)
    }

    fn ways(graph: &Graph, moves: &str) -> Vec<(String, u32)> {
        let id = at(graph, moves);
        let position = graph.position(id);
        graph
            .edges(id)
            .iter()
            .map(|edge| (shakmaty::san::San::from_move(&position, edge.mv).to_string(), edge.lines))
            .collect()
    }

    /// The seed's example, figures 10 to 12.
    fn vienna_and_bishop() -> Vec<Line> {
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
        assert_eq!(graph.name(at(&graph, "e4 e5 Nc3 Nf6 Bc4")).map(Line::name), Some("Vienna".to_owned()));
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
    fn a_move_changes_the_key_of_the_men_as_it_moves_them() {
        // Castling, captures, a capture en passant, a promotion.
        let moves = parse_moves("e4 e6 e5 d5 exd6 Nf6 dxc7 Be7 Nf3 O-O cxb8=Q Rxb8 Be2 b6 O-O").expect("legal");
        let mut position = Chess::default();
        for mv in moves {
            let changed = placement_key(position.board()) ^ change(&position, mv);
            position.play_unchecked(mv);
            assert_eq!(changed, placement_key(position.board()), "{mv:?}");
        }
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
