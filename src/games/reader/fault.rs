//! Faults in games, and remarks on what was read otherwise than written.

use std::fmt;

use thiserror::Error;

use crate::chess::fen::FenNote;
use crate::chess::spelling::MoveFault;
use crate::games::start::StartError;

/// As much of a word as a message shows.
pub fn shown(word: &str) -> String {
    const SHOWN: usize = 40;
    word.chars().take(SHOWN).collect()
}

/// Why a game could not be read, or not to its end.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum Reason {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("cannot read {word}: {fault}")]
    Move { word: String, fault: MoveFault },
    #[error("{0} is a null move, with which a side passes")]
    Null(String),
    #[error("it has too many moves")]
    TooLong,
}

impl Reason {
    /// A word that is no move.
    pub fn unreadable(word: &str) -> Reason {
        Reason::Move { word: shown(word), fault: MoveFault::NoMove }
    }
}

/// The place and the reason at which the reading of a game ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// Of the game in its file, from 1; games that cannot be read count.
    pub number: u64,
    /// Of the text, from 1.
    pub line: u64,
    /// The word, in bytes of the unpacked text.
    pub place: std::ops::Range<u64>,
    /// The last move before it, "7... Nf6"; `None` before the first.
    pub after: Option<String>,
    pub reason: Reason,
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameFault { number, line, after, reason, .. } = self;
        match (after, reason) {
            (_, Reason::Start(reason)) => write!(f, "game {number} (line {line}): {reason}"),
            (Some(after), reason) => write!(f, "game {number} (line {line}, after {after}): {reason}"),
            (None, reason) => write!(f, "game {number} (line {line}, before the first move): {reason}"),
        }
    }
}

impl std::error::Error for GameFault {}

/// A remark on what was read otherwise than written, or left out beside the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub number: u64,
    pub line: u64,
    pub kind: RemarkKind,
}

/// The kinds of remarks.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RemarkKind {
    #[error("its piece letters are read as {0}")]
    Letters(&'static str),
    #[error("{0}")]
    Fen(FenNote),
    #[error("the tag FEN holds no position, `{0}`: the game is read from the usual start")]
    NoFen(String),
    #[error("the tag says {tag}, the end of the moves {mark}")]
    TwoResults { tag: &'static str, mark: &'static str },
    #[error("a comment is not closed")]
    OpenComment,
    #[error("a comment of more than {} KiB is left out", super::lexer::MOST_COMMENT >> 10)]
    LongComment,
    #[error("variations that are not closed: {0}")]
    OpenVariations(usize),
    #[error("a variation is kept as text: {0}")]
    Variation(Reason),
    #[error("the text ends before the game does")]
    Unfinished,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} (line {}): {}", self.number, self.line, self.kind)
    }
}
