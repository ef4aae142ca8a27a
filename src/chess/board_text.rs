//! A board as text, for terminals.

use shakmaty::{Board, File, Piece, Rank, Square};

/// Draws a board with White below: capital letters are White's men, small ones Black's.
///
/// ```
/// use motley::chess::board_text::board_text;
/// use shakmaty::Board;
///
/// let text = board_text(&Board::new());
/// assert_eq!(text.lines().nth(1), Some(" | r | n | b | q | k | b | n | r | 8"));
/// assert_eq!(text.lines().last(), Some("   a   b   c   d   e   f   g   h"));
/// ```
pub fn board_text(board: &Board) -> String {
    const BORDER: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut text = String::from(BORDER);
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = board.piece_at(Square::from_coords(file, rank));
            text += &format!(" | {}", piece.map_or(' ', Piece::char));
        }
        text += &format!(" | {}\n{BORDER}", rank.char());
    }
    text + "   a   b   c   d   e   f   g   h\n"
}
