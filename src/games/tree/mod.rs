//! A game with all its variations, comments and glyphs: read from PGN, changed, and written again.
//!
//! The nodes lie in one array and name each other by number, so neither reading nor writing nor dropping a tree calls
//! itself, however deep variations are nested.

mod notes;
mod write;

use shakmaty::{Chess, Move, Outcome};

pub use notes::{Eval, EvalScore, Notes};
pub(in crate::games) use notes::{comment_text, one_space};

use super::tags::Tags;
use crate::chess::replay::position_after;

/// A node's number in its tree; the root's is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The position before the first move.
    pub const ROOT: NodeId = NodeId(0);

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move with what is said of it; the root has no move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Node {
    mv: Option<Move>,
    parent: Option<NodeId>,
    /// The main line first, then the variations in their order.
    children: Vec<NodeId>,
    notes: Notes,
}

/// A game as a tree of moves.
///
/// ```
/// use motley::games::reader::read_trees;
/// use motley::games::tree::NodeId;
///
/// let text = "1. e4 {best by test} (1. d4 $1 d5) 1... e5 *";
/// let tree = read_trees(text).next().unwrap().unwrap().tree;
/// let first = tree.children(NodeId::ROOT);
/// assert_eq!(first.len(), 2);
/// assert_eq!(tree.notes(first[0]).comments, ["best by test"]);
/// assert_eq!(tree.notes(first[1]).nags, [1]);
/// assert!(tree.to_string().ends_with("\n\n1. e4 {best by test} (1. d4 $1 d5) 1... e5 *\n\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// As in the file. Those that follow from the game (`Result`, `SetUp`, `FEN`, `Variant`) are written by the fields
    /// below.
    pub tags: Tags,
    /// The position before the first move, Chess960 games in their own castling mode.
    pub start: Chess,
    /// The tag `Result`, or the mark behind the moves where the tag is missing.
    pub outcome: Outcome,
    nodes: Vec<Node>,
}

impl GameTree {
    /// A game without moves.
    pub fn new(start: Chess) -> GameTree {
        GameTree { tags: Tags::default(), start, outcome: Outcome::Unknown, nodes: vec![Node::default()] }
    }

    /// A game without variations. The moves must be legal one after another from `start` on.
    pub fn of_moves(start: Chess, moves: &[Move]) -> GameTree {
        let mut tree = GameTree::new(start);
        moves.iter().fold(NodeId::ROOT, |at, &mv| tree.add(at, mv));
        tree
    }

    /// The number of nodes: the moves and the root.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if there is no move.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// All nodes, each behind its parent.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The move that leads to a node; `None` for the root.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.nodes[id.index()].mv
    }

    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.nodes[id.index()].parent
    }

    /// The moves from a node on: that of the main line first, then the variations in their order.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.nodes[id.index()].children
    }

    /// The notes on the move that leads to a node; for the root, those before the first move.
    pub fn notes(&self, id: NodeId) -> &Notes {
        &self.nodes[id.index()].notes
    }

    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        &mut self.nodes[id.index()].notes
    }

    /// Adds a move, which must be legal there, behind the other moves from `parent` on.
    ///
    /// # Panics
    /// With more than 2^32 nodes.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("memory holds fewer nodes"));
        let (mv, parent_of) = (Some(mv), Some(parent));
        self.nodes.push(Node { mv, parent: parent_of, ..Node::default() });
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// Takes back every node behind the first `nodes`.
    pub fn truncate(&mut self, nodes: usize) {
        let nodes = nodes.max(1);
        for id in (nodes..self.nodes.len()).rev() {
            if let Some(parent) = self.nodes[id].parent {
                self.nodes[parent.index()].children.retain(|child| child.index() != id);
            }
        }
        self.nodes.truncate(nodes);
    }

    /// The node of a move from `parent` on; added, as [`GameTree::add`] does, where there is none.
    pub fn add_new(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let known = self.children(parent).iter().copied().find(|&child| self.mv(child) == Some(mv));
        known.unwrap_or_else(|| self.add(parent, mv))
    }

    /// Makes a variation the main line of its position: the others follow in their order.
    pub fn promote(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else { return };
        let children = &mut self.nodes[parent.index()].children;
        if let Some(place) = children.iter().position(|&child| child == id) {
            children[..=place].rotate_right(1);
        }
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&id| self.children(id).first().copied()).skip(1)
    }

    /// The moves from the start to a node.
    pub fn moves_to(&self, id: NodeId) -> Vec<Move> {
        let way = std::iter::successors(Some(id), |&id| self.parent(id));
        let mut moves: Vec<Move> = way.filter_map(|id| self.mv(id)).collect();
        moves.reverse();
        moves
    }

    /// The position at a node.
    pub fn position(&self, id: NodeId) -> Chess {
        position_after(&self.start, &self.moves_to(id))
    }

    /// Calls `visit` with every node but the root and the position before its move, parents first.
    pub fn visit(&self, mut visit: impl FnMut(NodeId, &Chess, Move)) {
        let mut work = vec![(NodeId::ROOT, self.start.clone())];
        while let Some((at, position)) = work.pop() {
            for &child in self.children(at) {
                let Some(mv) = self.mv(child) else { continue };
                visit(child, &position, mv);
            }
            for &child in self.children(at).iter().rev() {
                work.extend(self.mv(child).map(|mv| (child, position_after(&position, &[mv]))));
            }
        }
    }
}
