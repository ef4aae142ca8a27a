//! Why a move was a mistake, in a sentence that a line of moves proves: mates, forks, pins, hanging pieces and others.
//!
//! A detector looks at the best play after the move and at the best line instead of it. It says nothing unless the line
//! shows what it says and the material at the quiet end of the line confirms the loss. `docs/themes.md` says what the
//! proof of each theme is.

mod theme;

use shakmaty::{Chess, Move, Square};

pub use self::theme::Theme;

/// A move that cost something, with the lines that show it.
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a> {
    pub before: &'a Chess,
    pub played: Move,
    /// Best play after the played move, the opponent's reply first; empty where the game is over.
    pub refutation: &'a [Move],
    /// The best line instead, first the move that should have been played.
    pub better: &'a [Move],
    /// The moves of the game up to `before`, from the initial position: the rules of the opening need them. Empty
    /// where they are not known.
    pub history: &'a [Move],
}

/// Which line of a mistake proves a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// The refutation: the move allows it.
    Allowed,
    /// The better line: the move misses it.
    Missed,
}

/// One reason why a move was a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub theme: Theme,
    pub cause: Cause,
    /// One or two English sentences.
    pub text: String,
    /// The moves that prove it: the beginning of the refutation (without the played move) or of the better line.
    pub line: Vec<Move>,
    /// Where the pieces stand that the text names, at the moment of which it speaks.
    pub squares: Vec<Square>,
}

/// Why the move was a mistake, the most important reason first; empty where nothing is proved. Moves of a line that are
/// not legal end it.
pub fn explain(mistake: &Mistake<'_>) -> Vec<Finding> {
    let _ = mistake;
    Vec::new()
}
