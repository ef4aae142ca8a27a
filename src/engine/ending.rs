//! The endings of a game by the rules.

use std::fmt;

use shakmaty::{Chess, Color, Position as _};

use super::Game;

/// The number of times that a position must stand on the board.
pub(super) const REPETITIONS: usize = 3;
/// Plies without a capture or a pawn's move.
const FIFTY_MOVES: u32 = 100;

/// Why a game is over, or may be ended by one who claims a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Checkmate { winner: Color },
    Stalemate,
    InsufficientMaterial,
    Repetition,
    FiftyMoves,
}

impl Ending {
    /// `None` while the game goes on.
    pub fn of(game: &Game) -> Option<Ending> {
        let position = game.position();
        if position.is_checkmate() {
            return Some(Ending::Checkmate { winner: !position.turn() });
        }
        if position.is_stalemate() {
            return Some(Ending::Stalemate);
        }
        if position.is_insufficient_material() {
            return Some(Ending::InsufficientMaterial);
        }
        if game.keys().iter().filter(|&&key| key == game.key()).count() >= REPETITIONS {
            return Some(Ending::Repetition);
        }
        (position.halfmoves() >= FIFTY_MOVES).then_some(Ending::FiftyMoves)
    }

    /// `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        if let Ending::Checkmate { winner } = self { Some(winner) } else { None }
    }

    /// As PGN writes it.
    pub fn result(self) -> &'static str {
        self.winner().map_or("1/2-1/2", |winner| winner.fold_wb("1-0", "0-1"))
    }

    /// Returns true if the game is over; otherwise the draw has to be claimed.
    pub fn is_forced(self) -> bool {
        !matches!(self, Ending::Repetition | Ending::FiftyMoves)
    }
}

/// Returns true if a position that is no checkmate is drawn by the rules, whatever came before.
pub fn is_drawn(position: &Chess) -> bool {
    position.is_insufficient_material() || position.halfmoves() >= FIFTY_MOVES || position.is_stalemate()
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate { .. } => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient material",
            Ending::Repetition => "threefold repetition",
            Ending::FiftyMoves => "fifty moves",
        })
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    fn ending(fen: &str, moves: &str) -> Option<Ending> {
        let mut game = Game::from_fen(fen, CastlingMode::Standard).expect("a sound position");
        moves.split_whitespace().for_each(|uci| game.play_uci(uci).expect("a legal move"));
        Ending::of(&game)
    }

    #[test]
    fn every_ending_is_told_by_its_name() {
        let start = Game::default().fen();
        let mate = ending(&start, "f2f3 e7e5 g2g4 d8h4").expect("the fool's mate");
        assert_eq!((mate.to_string().as_str(), mate.result(), mate.is_forced()), ("checkmate", "0-1", true));
        assert_eq!(ending("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""), Some(Ending::Stalemate));
        assert_eq!(ending("7k/8/6K1/8/8/8/8/8 b - - 0 1", ""), Some(Ending::InsufficientMaterial));
        let twice = "g1f3 g8f6 f3g1 f6g8 ";
        assert_eq!(ending(&start, twice), None);
        let thrice = ending(&start, &twice.repeat(2)).expect("the start position for the third time");
        assert_eq!((thrice, thrice.result(), thrice.is_forced()), (Ending::Repetition, "1/2-1/2", false));
        assert_eq!(ending("7k/8/6K1/8/8/8/8/R7 b - - 100 80", ""), Some(Ending::FiftyMoves));
    }
}
