//! Decisions of the sides of a game besides their moves.

use std::fmt;

use shakmaty::{Color, Move};

use crate::engine::PlayerFailed;

/// The end of a game by a decision, and not by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    Resigned { loser: Color },
    Agreed,
}

impl Settled {
    /// As PGN writes it.
    pub fn result(self) -> &'static str {
        match self {
            Settled::Resigned { loser } => loser.fold_wb("0-1", "1-0"),
            Settled::Agreed => "1/2-1/2",
        }
    }
}

impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Settled::Resigned { .. } => "resignation",
            Settled::Agreed => "agreement",
        })
    }
}

/// The answer to an offered draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferAnswer {
    Agreed,
    Declined,
}

/// The turn of a player.
#[derive(Debug)]
pub struct Reply {
    /// The move that was made; `None` where the player resigned.
    pub mv: Option<Move>,
    /// The player panicked; a move was made nevertheless.
    pub failure: Option<PlayerFailed>,
    /// The messages of the player.
    pub messages: Vec<String>,
    /// It offers a draw with its move.
    pub offers_draw: bool,
}
