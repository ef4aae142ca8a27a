//! `d`: the board as text.

use shakmaty::{CastlingSide, Color, Position};

use crate::chess::board_text::board_text;
use crate::engine::Game;

/// The board with its FEN, its key, the number of legal moves and the pieces that give check. Programs written for
/// Stockfish wait for `Fen:` and take `Checkers:` for the last line.
pub fn text(game: &Game) -> String {
    let position = game.position();
    let mut text = board_text(position.board());
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    text += &format!("\nFen: {}\nKey: {:016x}\n", fen(game), game.key());
    text += &format!("Legal moves: {}\nCheckers: {}", game.legal_moves().len(), checkers.join(" "));
    text
}

/// The FEN. In Chess960 castling rights are the files of the rooks, as Stockfish writes them there.
fn fen(game: &Game) -> String {
    let fen = game.fen();
    let castles = game.position().castles();
    if castles.mode().is_standard() || castles.is_empty() {
        return fen;
    }
    let mut rights = String::new();
    for (color, side) in Color::ALL.into_iter().flat_map(|color| CastlingSide::ALL.map(|side| (color, side))) {
        if let Some(rook) = castles.rook(color, side) {
            rights.push(color.fold_wb(rook.file().upper_char(), rook.file().char()));
        }
    }
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields[2] = &rights;
    fields.join(" ")
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
        assert!(shown.ends_with("\nLegal moves: 4\nCheckers: f3"));
    }

    #[test]
    fn castling_rights_are_files_in_chess960_only() {
        let shown = |fen: &str, mode| text(&Game::from_fen(fen, mode).unwrap());
        let start = Game::default().fen();
        assert!(shown(&start, CastlingMode::Standard).contains(" w KQkq - 0 1\n"));
        assert!(shown(&start, CastlingMode::Chess960).contains(" w HAha - 0 1\n"));
        let one_right = "4k3/8/8/8/8/8/8/1R2K1R1 w G - 0 1";
        assert!(shown(one_right, CastlingMode::Chess960).contains(" w G - 0 1\n"));
        assert!(shown("4k3/8/8/8/8/8/8/4K3 w - - 0 1", CastlingMode::Chess960).contains(" w - - 0 1\n"));
    }

    #[test]
    fn the_key_is_polyglots() {
        assert!(text(&Game::default()).contains("Key: 463b96181691fc9c"));
    }
}
