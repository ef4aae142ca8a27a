//! A learner's repertoire: games with variations, as a graph of positions in which one move is chosen for the learner's
//! side. It is asked for move by move, and checked against what people of a rating play.

mod check;
mod gaps;
mod losing;
mod refutation;
mod replies;

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Color, Move, Position as _};
use thiserror::Error;

pub use check::{Check, CheckSettings, Conflict, Duplicate, EarlyEnd, check};
pub use gaps::Gap;
pub use losing::{LosingMove, losing_moves};
pub use refutation::{Refutation, Refuter};
pub use replies::{ReplyModel, ReplySource};

use crate::chess::key::position_key;
use crate::chess::notation::{color_name, numbered_line};
use crate::engine::Game;
use crate::games::pgn::PgnFaults;
use crate::games::reader::read_trees;
use crate::games::tree::{GameTree, NodeId};

/// Positions of all chapters together: a person who knows a tenth of them is a grandmaster.
pub const MOST_POSITIONS: usize = 200_000;

/// Glyphs of moves that a chapter shows as mistakes: "?" and "??".
const MISTAKES: [u8; 2] = [2, 4];

/// Why there is no repertoire.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum RepertoireError {
    #[error("there is no game with moves in it")]
    Empty,
    #[error("there is no game in it: expected is PGN, and `{0}` begins no game")]
    NoPgn(String),
    #[error("{} has no move in it: is it a repertoire for the other side?", color_name(*.0))]
    NoOwnMove(Color),
    #[error("it has more than {MOST_POSITIONS} positions")]
    TooLong,
}

/// A node of a chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChapterNode {
    pub chapter: usize,
    pub node: NodeId,
}

/// A position that the repertoire reaches, by whatever order of moves.
#[derive(Clone, Debug)]
pub struct KnownPosition {
    pub position: Chess,
    /// The place where it is first reached.
    pub place: ChapterNode,
    /// Plies from the start, by the way on which it is first reached.
    pub ply: usize,
    /// In the order of the chapters, main lines first: where the learner moves, the first is the chosen one.
    pub moves: Vec<KnownMove>,
}

/// A move of the repertoire.
#[derive(Clone, Debug)]
pub struct KnownMove {
    pub mv: Move,
    /// The position that it leads to, by its number.
    pub to: usize,
    /// Every node that plays it.
    pub places: Vec<ChapterNode>,
}

/// The chapters, and the graph of their positions.
#[derive(Clone, Debug)]
pub struct Repertoire {
    side: Color,
    chapters: Vec<GameTree>,
    positions: Vec<KnownPosition>,
    index: FxHashMap<u64, usize>,
    /// The positions in which chapters begin that no chapter before them reaches.
    starts: Vec<usize>,
    /// Moves of the learner's side that are marked as mistakes: they and what follows them are left out.
    mistakes: Vec<ChapterNode>,
}

impl Repertoire {
    /// Reads the games of a PGN text as chapters, with all variations, for one side, as far as they can be read; with
    /// what was left out of them or read otherwise than it is written.
    ///
    /// # Errors
    /// As [`Repertoire::new`].
    pub fn read(text: impl Into<Vec<u8>>, side: Color) -> Result<(Repertoire, PgnFaults), RepertoireError> {
        let (mut chapters, mut faults) = (Vec::new(), PgnFaults::default());
        let mut trees = read_trees(text);
        for read in trees.by_ref() {
            match read {
                Ok(read) => {
                    faults.note(read.fault.as_ref(), &read.remarks);
                    chapters.push(read.tree);
                }
                Err(fault) => faults.skip(&fault),
            }
        }
        if let (true, Some(word)) = (chapters.is_empty() && faults.is_clean(), trees.stray()) {
            return Err(RepertoireError::NoPgn(word.to_owned()));
        }
        Ok((Repertoire::new(chapters, side)?, faults))
    }

    /// Joins chapters.
    ///
    /// # Errors
    /// Fails if there is no move, none of the learner's side, or too much.
    pub fn new(chapters: Vec<GameTree>, side: Color) -> Result<Repertoire, RepertoireError> {
        let mut repertoire = Repertoire {
            side,
            chapters: Vec::new(),
            positions: Vec::new(),
            index: FxHashMap::default(),
            starts: Vec::new(),
            mistakes: Vec::new(),
        };
        for (chapter, tree) in chapters.iter().enumerate() {
            repertoire.join(chapter, tree)?;
        }
        repertoire.chapters = chapters;
        if repertoire.positions.iter().all(|known| known.moves.is_empty()) {
            return Err(RepertoireError::Empty);
        }
        if !repertoire.questions().any(|known| !known.moves.is_empty()) {
            return Err(RepertoireError::NoOwnMove(side));
        }
        Ok(repertoire)
    }

    /// Adds the moves of a chapter, main lines first.
    fn join(&mut self, chapter: usize, tree: &GameTree) -> Result<(), RepertoireError> {
        let before = self.positions.len();
        let root = self.number(&tree.start, ChapterNode { chapter, node: NodeId::ROOT }, 0);
        // A chapter that begins where another passes is reached from that one's start.
        if root == before {
            self.starts.push(root);
        }
        let mut work = vec![(NodeId::ROOT, root)];
        while let Some((node, at)) = work.pop() {
            let mut follow = Vec::new();
            for &child in tree.children(node) {
                let Some(mv) = tree.mv(child) else { continue };
                let place = ChapterNode { chapter, node: child };
                let is_own = self.positions[at].position.turn() == self.side;
                if is_own && tree.notes(child).nags.iter().any(|nag| MISTAKES.contains(nag)) {
                    self.mistakes.push(place);
                    continue;
                }
                let mut after = self.positions[at].position.clone();
                after.play_unchecked(mv);
                let to = self.number(&after, place, self.positions[at].ply + 1);
                if self.positions.len() > MOST_POSITIONS {
                    return Err(RepertoireError::TooLong);
                }
                let moves = &mut self.positions[at].moves;
                match moves.iter_mut().find(|known| known.mv == mv) {
                    Some(known) => known.places.push(place),
                    None => moves.push(KnownMove { mv, to, places: vec![place] }),
                }
                follow.push((child, to));
            }
            work.extend(follow.into_iter().rev());
        }
        Ok(())
    }

    /// The number of a position, which is new where it was not reached before.
    fn number(&mut self, position: &Chess, place: ChapterNode, ply: usize) -> usize {
        let next = self.positions.len();
        let number = *self.index.entry(position_key(position)).or_insert(next);
        if number == next {
            self.positions.push(KnownPosition { position: position.clone(), place, ply, moves: Vec::new() });
        }
        number
    }

    /// The learner's side.
    pub fn side(&self) -> Color {
        self.side
    }

    pub fn chapters(&self) -> &[GameTree] {
        &self.chapters
    }

    /// All positions, in the order in which they are first reached.
    pub fn positions(&self) -> &[KnownPosition] {
        &self.positions
    }

    /// The positions in which chapters begin that no chapter before them reaches.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// Moves of the learner's side that are left out, because a glyph marks them as mistakes.
    pub fn mistakes(&self) -> &[ChapterNode] {
        &self.mistakes
    }

    /// The positions in which the learner moves.
    pub fn questions(&self) -> impl Iterator<Item = &KnownPosition> {
        self.positions.iter().filter(|known| known.position.turn() == self.side)
    }

    /// The number of a position of the repertoire, by whatever order of moves it was reached.
    pub fn find(&self, position: &Chess) -> Option<usize> {
        self.index.get(&position_key(position)).copied()
    }

    /// Moves of all chapters together, those that are left out included.
    pub fn move_count(&self) -> usize {
        self.chapters.iter().map(|tree| tree.len() - 1).sum()
    }

    /// Lines of all chapters together: the ends of their branches.
    pub fn branch_count(&self) -> usize {
        let ends =
            |tree: &GameTree| tree.ids().filter(|&id| id != NodeId::ROOT && tree.children(id).is_empty()).count();
        self.chapters.iter().map(ends).sum()
    }

    /// The game that first reaches a position, from the start of its chapter.
    pub fn game(&self, known: &KnownPosition) -> Game {
        let tree = &self.chapters[known.place.chapter];
        let usual = tree.start == Chess::default();
        let mut game = if usual { Game::default() } else { Game::from_position(tree.start.clone()) };
        tree.moves_to(known.place.node).into_iter().for_each(|mv| game.play(mv));
        game
    }

    /// The moves to a node: "1. e4 e5 2. Nf3".
    pub fn line_to(&self, place: ChapterNode) -> String {
        let tree = &self.chapters[place.chapter];
        numbered_line(&tree.start, &tree.moves_to(place.node))
    }

    /// The name of a chapter: from its tag `ChapterName` or `Event`, else from its number.
    pub fn chapter_name(&self, chapter: usize) -> String {
        let tags = &self.chapters[chapter].tags;
        let named =
            ["ChapterName", "Event"].iter().filter_map(|tag| tags.get(tag)).find(|name| !matches!(*name, "" | "?"));
        named.map_or_else(|| format!("chapter {}", chapter + 1), str::to_owned)
    }

    /// All chapters as PGN, as they were read: every variation, comment and glyph in its order.
    pub fn to_pgn(&self) -> String {
        self.chapters.iter().map(ToString::to_string).collect()
    }
}

#[cfg(test)]
mod tests;
