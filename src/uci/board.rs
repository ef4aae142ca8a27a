//! `d`: the board as text.

use shakmaty::Position;

use crate::chess::board_text::board_text;
use crate::engine::Game;

/// The board with its FEN, its key, the pieces that give check and the number of legal moves.
pub fn text(game: &Game) -> String {
    let position = game.position();
    let mut text = board_text(position.board());
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    text += &format!("\nFen: {}\nKey: {:016x}\n", game.fen(), game.key());
    text += &format!("Checkers: {}\nLegal moves: {}", checkers.join(" "), game.legal_moves().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::CastlingMode;

    #[test]
    fn a_board_with_a_check() {
        let game = Game::from_fen("4k3/8/8/8/8/5n2/8/R3K3 w Q - 3 40", CastlingMode::Standard).unwrap();
        let shown = text(&game);
        assert_eq!(shown.lines().nth(11), Some(" |   |   |   |   |   | n |   |   | 3"));
        assert_eq!(shown.lines().nth(15), Some(" | R |   |   |   | K |   |   |   | 1"));
        assert!(shown.contains("\nFen: 4k3/8/8/8/8/5n2/8/R3K3 w Q - 3 40\n"));
        assert!(shown.contains("\nCheckers: f3\nLegal moves: 4"));
    }

    #[test]
    fn the_key_is_polyglots() {
        assert!(text(&Game::default()).contains("Key: 463b96181691fc9c"));
    }
}
