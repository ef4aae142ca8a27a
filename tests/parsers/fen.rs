//! FEN, as `position fen` and `motley` read it.

use motley::engine::Game;
use shakmaty::{CastlingMode, Position as _};

/// Checks that a FEN that is read can be written and read again.
pub fn run(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut is_sound = false;
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        if let Ok(game) = Game::from_fen(&text, mode) {
            is_sound = true;
            // Letters of rooks' files may have said that it is Chess960; what is written has to be read as that.
            let again = Game::from_fen(&game.fen(), game.position().castles().mode()).expect("a FEN of our own");
            assert_eq!(game.fen(), again.fen(), "{text}");
            assert!(game.legal_moves().len() < 512, "{text}");
        }
    }
    is_sound
}
