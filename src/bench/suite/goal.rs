//! The solutions of a position of a test suite.

use shakmaty::Move;
use shakmaty::san::San;

use crate::engine::{Game, Score, ScoreKind};

/// The solution of a position.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Any of `best`, or any move where that is empty, but none of `avoid`.
    Move { best: Vec<Move>, avoid: Vec<Move> },
    /// The exact distance to mate.
    Mate { moves: u32 },
}

impl Goal {
    /// Returns true if a move with its score solves the position.
    pub fn is_met(&self, mv: Option<Move>, score: Score) -> bool {
        match self {
            Goal::Move { best, avoid } => {
                mv.is_some_and(|mv| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv))
            }
            Goal::Mate { moves } => score.kind() == ScoreKind::Mate(moves.cast_signed()),
        }
    }

    /// The goal in words, moves in SAN.
    pub fn describe(&self, game: &Game) -> String {
        let list = |moves: &[Move]| moves.iter().map(|&mv| san(game, mv)).collect::<Vec<_>>().join(" or ");
        match self {
            Goal::Move { best, avoid } if avoid.is_empty() => list(best),
            Goal::Move { best, avoid } if best.is_empty() => format!("anything but {}", list(avoid)),
            Goal::Move { best, avoid } => format!("{}, not {}", list(best), list(avoid)),
            Goal::Mate { moves } => format!("mate {moves}"),
        }
    }
}

/// The move in SAN, without a mark for check or mate.
pub fn san(game: &Game, mv: Move) -> String {
    San::from_move(game.position(), mv).to_string()
}
