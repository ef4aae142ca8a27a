//! The theme of a puzzle.

use shakmaty::{Chess, Move};

use crate::themes;

/// The name of the theme of a solution, and a sentence that says what it does; `None` where no theme is proved. `last`
/// is the move that led to the position, with the position before it.
pub fn theme(position: &Chess, solution: &[Move], last: Option<(&Chess, Move)>) -> Option<(String, String)> {
    let finding = themes::idea(position, solution, last)?;
    Some((finding.theme.name().to_owned(), finding.text))
}
