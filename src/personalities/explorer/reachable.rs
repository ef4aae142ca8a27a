//! The lines that can still be reached from a position, sorted so that those with a common beginning are adjacent.

use shakmaty::Move;

use super::weights::FeatureWeights;
use crate::openings::{Graph, NodeId};

/// One line from the position on.
#[derive(Clone, Copy, Debug)]
struct Entry {
    line: u32,
    /// The ply at which the line goes on after the position (or after the transposition).
    ply: u32,
    /// A move that no line plays here, but which lands in this one.
    transposition: Option<Move>,
    /// The start of its ranges in [`ReachableLines::ranges`].
    ranges: u32,
}

/// The lines from a position on.
pub struct ReachableLines<'a> {
    graph: &'a Graph,
    entries: Vec<Entry>,
    /// For each entry and each number of first moves from 0 to all: the entries that have these in common, first and
    /// end.
    ranges: Vec<(u32, u32)>,
}

impl ReachableLines<'_> {
    /// Gathers the lines through a position, and those one transposition away where the graph has such edges.
    pub fn new(graph: &Graph, at: NodeId) -> ReachableLines<'_> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut gather = |node: NodeId, transposition: Option<Move>| {
            for passage in graph.passages(node) {
                // A line that ends here has no move left; a transposition into its end is a move.
                if transposition.is_some() || (passage.ply as usize) < graph.line(passage.line).moves.len() {
                    entries.push(Entry { line: passage.line, ply: passage.ply, transposition, ranges: 0 });
                }
            }
        };
        gather(at, None);
        for edge in graph.edges(at).iter().filter(|edge| edge.lines == 0) {
            gather(edge.to, Some(edge.mv));
        }
        entries.sort_by(|a, b| moves_of(graph, a).map(code).cmp(moves_of(graph, b).map(code)));

        let mut sum = 0;
        for entry in &mut entries {
            entry.ranges = sum;
            sum += moves_of(graph, entry).count() as u32 + 1;
        }
        let mut lines = ReachableLines { graph, entries, ranges: vec![(0, 0); sum as usize] };
        lines.split(0, lines.entries.len(), 0);
        lines
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of the line in which an entry ends.
    pub fn line(&self, entry: usize) -> u32 {
        self.entries[entry].line
    }

    /// The number of plies of its line after which an entry goes on.
    pub fn ply(&self, entry: usize) -> u32 {
        self.entries[entry].ply
    }

    /// The moves of an entry from the position on.
    pub fn moves(&self, entry: usize) -> impl Iterator<Item = Move> {
        moves_of(self.graph, &self.entries[entry])
    }

    /// The number of moves of an entry from the position on.
    pub fn length(&self, entry: usize) -> usize {
        let entry = &self.entries[entry];
        self.graph.line(entry.line).moves.len() - entry.ply as usize + usize::from(entry.transposition.is_some())
    }

    /// The entries that share an entry's first `moves` moves, itself among them.
    pub fn sharing(&self, entry: usize, moves: usize) -> (usize, usize) {
        let (first, end) = self.ranges[self.entries[entry].ranges as usize + moves];
        (first as usize, end as usize)
    }

    /// The popularity of the line of an entry.
    pub fn popularity(&self, entry: usize) -> f64 {
        self.graph.line(self.entries[entry].line).popularity()
    }

    /// Weights · features of the line of an entry.
    pub fn weight(&self, entry: usize, weights: &FeatureWeights) -> f64 {
        self.graph.line(self.entries[entry].line).features.dot(weights.values())
    }

    /// Fills in the ranges of the entries from `first` to `end`, which have `depth` moves in common.
    fn split(&mut self, first: usize, end: usize, depth: usize) {
        let mut work = vec![(first, end, depth)];
        while let Some((first, end, depth)) = work.pop() {
            for entry in first..end {
                self.ranges[self.entries[entry].ranges as usize + depth] = (first as u32, end as u32);
            }
            let next = |entry: usize| moves_of(self.graph, &self.entries[entry]).nth(depth);
            let mut start = first;
            while start < end {
                let mv = next(start);
                // Sorted: the same moves stand together, and the entries that end here stand first.
                let stop = start + (start..end).take_while(|&entry| next(entry) == mv).count();
                if mv.is_some() {
                    work.push((start, stop, depth + 1));
                }
                start = stop;
            }
        }
    }
}

fn moves_of<'a>(graph: &'a Graph, entry: &Entry) -> impl Iterator<Item = Move> + use<'a> {
    entry.transposition.into_iter().chain(graph.line(entry.line).moves[entry.ply as usize..].iter().copied())
}

/// A different number for each move, to sort by.
fn code(mv: Move) -> u32 {
    let square = |square: Option<shakmaty::Square>| square.map_or(0, |square| square as u32 + 1);
    square(mv.from()) << 16 | (mv.to() as u32) << 8 | mv.promotion().map_or(0, |role| role as u32)
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::chess::replay::position_after;
    use crate::openings::{Identity, NamedLine};

    fn graph(lines: &[&str], transpositions: bool) -> Graph {
        let line = |moves: &&str| {
            NamedLine::new("A00".into(), (*moves).into(), String::new(), parse_moves(moves).expect("legal"))
        };
        Graph::new(lines.iter().map(line).collect(), Identity::Position, transpositions)
    }

    #[test]
    fn ranges_are_the_lines_with_a_common_beginning() {
        let graph = graph(&["e4 e5 Nf3", "e4 e5", "d4 d5", "e4 c5", "e4 e5 Nf3 Nc6"], false);
        let root = graph.find(&Chess::default()).unwrap();
        let lines = ReachableLines::new(&graph, root);
        assert_eq!(lines.len(), 5);
        for entry in 0..lines.len() {
            let own: Vec<Move> = lines.moves(entry).collect();
            assert_eq!(lines.length(entry), own.len());
            for cut in 0..=own.len() {
                let (first, end) = lines.sharing(entry, cut);
                let sharing = |other: usize| lines.moves(other).take(cut).eq(own[..cut].iter().copied());
                assert!((first..end).contains(&entry));
                assert!(
                    (0..lines.len()).all(|other| (first..end).contains(&other) == sharing(other)),
                    "entry {entry}, cut {cut}"
                );
            }
        }
    }

    #[test]
    fn lines_one_transposition_away_are_reachable_too() {
        let lines = ["e4 e5 Nc3 Nf6 Bc4 Nc6", "e4 e5 Bc4 Nf6 f4"];
        let position = position_after(&Chess::default(), &parse_moves("e4 e5 Bc4 Nf6").unwrap());
        let lengths = |transpositions| {
            let graph = graph(&lines, transpositions);
            let lines = ReachableLines::new(&graph, graph.find(&position).unwrap());
            (0..lines.len()).map(|entry| lines.length(entry)).collect::<Vec<_>>()
        };
        assert_eq!(lengths(false), [1], "f4");
        assert_eq!(lengths(true), [2, 1], "Nc3 and on to the Vienna's end, or f4");
    }
}
