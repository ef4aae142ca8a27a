//! Why a game could not be read as a tree.

use thiserror::Error;

use super::read::{MOST_COMMENT, MOST_NESTED, MOST_NODES};
use crate::games::start::StartError;

/// A game that cannot be read, and where it went wrong.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("game {game}, line {line}, {place}: {fault}")]
pub struct TreeError {
    /// Counts from 1, games that could not be read included.
    pub game: usize,
    /// Of the text, from 1.
    pub line: usize,
    /// "after 3. Nf3", "at the start".
    pub place: String,
    pub fault: TreeFault,
}

/// What is wrong.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TreeFault {
    #[error("`{0}` is no legal move here")]
    BadMove(String),
    #[error("`{0}` is a null move, which cannot be played")]
    NullMove(String),
    #[error("`{0}` is no tag")]
    BadTag(String),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("`${0}` is no glyph: their numbers go from 0 to 255")]
    BadGlyph(String),
    #[error("`{0}` closes nothing")]
    Unopened(char),
    #[error("a comment is not closed")]
    OpenComment,
    #[error("{0} variations are not closed")]
    OpenVariations(usize),
    #[error("a variation needs a move before it, to which it is the other choice")]
    NoMoveBefore,
    #[error("variations are nested more than {MOST_NESTED} deep")]
    TooDeep,
    #[error("a comment has more than {MOST_COMMENT} bytes")]
    LongComment,
    #[error("the game has more than {MOST_NODES} moves, all variations together")]
    TooManyNodes,
}
