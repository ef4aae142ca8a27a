//! A board as text, for terminals.

use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};

const BORDER: &str = " +---+---+---+---+---+---+---+---+\n";

/// The way the pieces are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Men {
    /// Capital letters are White's pieces, small ones Black's.
    #[default]
    Letters,
    /// The chess symbols of Unicode.
    Symbols,
}

impl Men {
    fn of(self, piece: Piece) -> char {
        match (self, piece.color, piece.role) {
            (Men::Letters, ..) => piece.char(),
            (Men::Symbols, Color::White, Role::King) => '♔',
            (Men::Symbols, Color::White, Role::Queen) => '♕',
            (Men::Symbols, Color::White, Role::Rook) => '♖',
            (Men::Symbols, Color::White, Role::Bishop) => '♗',
            (Men::Symbols, Color::White, Role::Knight) => '♘',
            (Men::Symbols, Color::White, Role::Pawn) => '♙',
            (Men::Symbols, Color::Black, Role::King) => '♚',
            (Men::Symbols, Color::Black, Role::Queen) => '♛',
            (Men::Symbols, Color::Black, Role::Rook) => '♜',
            (Men::Symbols, Color::Black, Role::Bishop) => '♝',
            (Men::Symbols, Color::Black, Role::Knight) => '♞',
            (Men::Symbols, Color::Black, Role::Pawn) => '♟',
        }
    }
}

/// Draws a board with White below, in letters.
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
    board_text_of(board, Color::White, Men::Letters)
}

/// Draws a board with the side `below`.
///
/// ```
/// use motley::chess::board_text::{Men, board_text_of};
/// use shakmaty::{Board, Color};
///
/// let text = board_text_of(&Board::new(), Color::Black, Men::Symbols);
/// assert_eq!(text.lines().nth(1), Some(" | ♖ | ♘ | ♗ | ♔ | ♕ | ♗ | ♘ | ♖ | 1"));
/// assert_eq!(text.lines().last(), Some("   h   g   f   e   d   c   b   a"));
/// ```
pub fn board_text_of(board: &Board, below: Color, men: Men) -> String {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match below {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let mut text = String::from(BORDER);
    for rank in ranks {
        for file in files {
            let piece = board.piece_at(Square::from_coords(file, rank));
            text += &format!(" | {}", piece.map_or(' ', |piece| men.of(piece)));
        }
        text += &format!(" | {}\n{BORDER}", rank.char());
    }
    let names: Vec<String> = files.iter().map(|file| file.char().to_string()).collect();
    text + &format!("   {}\n", names.join("   "))
}
