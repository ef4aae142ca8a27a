//! Reads the games of a text with all their variations.

use std::io::Read;
use std::path::Path;

use super::{GameFault, ReadTree, Reader, Text};
use crate::files::{self, Bounds};
use crate::games::foreign::{DecodedText, looks_like};
use crate::games::pgn::{NumberedError, PgnError, numbered_head};
use crate::games::unpacked;

/// The longest text that is read, unpacked.
pub const MOST_BYTES: u64 = 64 << 20;

/// The text of a file of games, plain or compressed with zstd.
///
/// # Errors
/// Fails if the file cannot be read, is no PGN, or is longer than [`MOST_BYTES`].
pub fn text_of(path: &Path) -> Result<Vec<u8>, PgnError> {
    let file = files::open(path).map_err(|source| PgnError::Open { path: path.display().to_string(), source })?;
    text_of_stream(file)
}

/// As [`text_of`], of what a stream holds.
///
/// # Errors
/// As [`text_of`].
pub fn text_of_stream(stream: impl Read + Send + 'static) -> Result<Vec<u8>, PgnError> {
    let mut bytes = Vec::new();
    DecodedText::new(unpacked(stream, Bounds::of_text(MOST_BYTES))?).read_to_end(&mut bytes)?;
    match looks_like(&bytes) {
        Some(what) => Err(PgnError::Foreign(what)),
        None => Ok(bytes),
    }
}

/// Reads the games of a text one after another.
pub fn read_trees(text: impl Into<Vec<u8>>) -> TreeReader {
    TreeReader { reader: Reader::new(Text::of_bytes(text.into())) }
}

/// Games with their variations, one after another. A game whose start cannot be known is an error, and the next one
/// follows; one that cannot be read to its end says so beside its moves.
pub struct TreeReader {
    reader: Reader,
}

impl TreeReader {
    /// Game `number` (from 1), and nothing of the others.
    ///
    /// # Errors
    /// Fails if there is no such game, or its start cannot be known.
    pub fn numbered(mut self, number: u64) -> Result<ReadTree, NumberedError> {
        let head = numbered_head(&mut self.reader, number)?;
        self.reader.tree(head).map_err(NumberedError::Refused)
    }

    /// The first word that belongs to no game, if there is one.
    pub fn stray(&self) -> Option<&str> {
        self.reader.stray()
    }

    /// Counts the games behind those that were read.
    pub fn count_rest(mut self) -> u64 {
        while self.reader.head().is_some() {
            self.reader.pass();
        }
        self.reader.passed()
    }
}

impl Iterator for TreeReader {
    type Item = Result<ReadTree, GameFault>;

    fn next(&mut self) -> Option<Self::Item> {
        let head = self.reader.head()?;
        Some(self.reader.tree(head))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::chess::notation::{parse_moves, san};
    use crate::games::tree::{GameTree, NodeId};

    #[test]
    fn a_variation_is_promoted_and_the_others_keep_their_order() {
        let mut tree =
            read_trees("1. e4 (1. d4) (1. c4) (1. Nf3) 1... e5 *").next().expect("a game").expect("reads").tree;
        let third = tree.children(NodeId::ROOT)[2];
        tree.promote(third);
        let names = |tree: &GameTree| {
            let named = |&id: &NodeId| san(&tree.start, tree.mv(id).expect("a move"));
            tree.children(NodeId::ROOT).iter().map(named).collect::<Vec<_>>()
        };
        assert_eq!(names(&tree), ["c4", "e4", "d4", "Nf3"]);
        tree.promote(NodeId::ROOT);
        assert_eq!(names(&tree), ["c4", "e4", "d4", "Nf3"], "the root has no siblings");
    }

    #[test]
    fn every_node_is_visited_with_the_position_before_it() {
        let tree =
            read_trees("1. e4 (1. d4 d5 (1... Nf6 2. c4)) 1... e5 2. Nf3 *").next().expect("one").expect("reads").tree;
        let mut seen = Vec::new();
        tree.visit(|id, before, mv| {
            assert_eq!(*before, tree.position(tree.parent(id).expect("a move has a parent")));
            seen.push(san(before, mv));
        });
        assert_eq!(seen, ["e4", "d4", "e5", "Nf3", "d5", "Nf6", "c4"]);
        assert_eq!(seen.len() + 1, tree.len());
    }

    #[test]
    fn a_game_without_variations_is_its_main_line() {
        let moves = parse_moves("e4 e5 Nf3").expect("legal");
        let tree = GameTree::of_moves(Chess::default(), &moves);
        let last = tree.main_line().last().expect("three moves");
        assert_eq!((tree.moves_to(last), tree.is_empty()), (moves, false));
    }
}
