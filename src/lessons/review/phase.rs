//! The phase of a game, by which figures are grouped.

use shakmaty::{Chess, Position as _};

use crate::chess::material::pieces;
use crate::message::words;

/// Plies that count as the opening.
const OPENING_PLIES: usize = 20;
/// With at most this many pieces beside kings and pawns, both sides together, it is an endgame.
const ENDGAME_PIECES: usize = 6;

words! {
    /// A phase of a game.
    pub enum GamePhase { Opening = "opening", Middlegame = "middlegame", Endgame = "endgame" }
}

impl GamePhase {
    /// The phase of a position after so many plies of its game.
    pub fn of(position: &Chess, plies: usize) -> GamePhase {
        match plies {
            _ if pieces(position.board()).count() <= ENDGAME_PIECES => GamePhase::Endgame,
            0..OPENING_PLIES => GamePhase::Opening,
            _ => GamePhase::Middlegame,
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::engine::Game;

    #[test]
    fn few_pieces_are_an_endgame_however_early() {
        let phase = |fen: &str, plies| {
            let game = Game::from_fen(fen, CastlingMode::Standard).expect("a legal position");
            GamePhase::of(game.position(), plies)
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!((phase(start, 19), phase(start, 20)), (GamePhase::Opening, GamePhase::Middlegame));
        assert_eq!(phase("r2qk1n1/8/8/8/8/8/8/R2QK1N1 w - - 0 1", 3), GamePhase::Endgame);
        assert_eq!(phase("r2qk1n1/8/8/8/8/8/8/R2QKBN1 w - - 0 1", 40), GamePhase::Middlegame);
    }
}
