//! The limits under which Textbook plays whole games here.

use std::time::Duration;

use motley::engine::{Limits, SideClock};

/// A clock that ends no search: it makes a `go` a move of a game, where the book answers.
pub fn hours() -> Limits {
    let clock = Some(SideClock { remaining: Duration::from_secs(24 * 3600), increment: Duration::ZERO });
    Limits { white: clock, black: clock, ..Limits::default() }
}
