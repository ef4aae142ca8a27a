//! The inputs of the network: which man stands where, as each side sees it.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, CastlingSide, Color, Move, Piece, Role, Square};

use crate::personalities::classical::position::side_index;

/// Inputs of one perspective: two colours, six kinds of men, 64 squares.
pub const INPUTS: usize = 2 * COLOUR;
/// Inputs of the men of one colour.
const COLOUR: usize = 6 * 64;

/// How one side sees the board: its own men first, marching up, its king on the files a to d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    side: Color,
    is_mirrored: bool,
}

impl Perspective {
    /// That of `side` on a board. Without a king it is not mirrored.
    #[inline]
    pub fn of(board: &Board, side: Color) -> Perspective {
        Perspective { side, is_mirrored: board.king_of(side).is_some_and(is_mirrored) }
    }

    #[inline]
    pub fn side(self) -> Color {
        self.side
    }

    /// A number for each of the four perspectives.
    #[inline]
    pub fn number(self) -> usize {
        2 * side_index(self.side) + usize::from(self.is_mirrored)
    }

    /// The row of the hidden weights for a man: (colour · 6 + kind) · 64 + square.
    #[inline]
    pub fn input(self, Man(man): Man) -> usize {
        let (own, squares) = match self.side {
            Color::White => (usize::from(man), 0),
            Color::Black => ((usize::from(man) + COLOUR) % INPUTS, 56),
        };
        own ^ squares ^ if self.is_mirrored { 7 } else { 0 }
    }

    /// The inputs that are 1.
    pub fn inputs(self, board: &Board) -> ArrayVec<usize, 64> {
        board.iter().map(|(square, piece)| self.input(Man::new(piece, square))).collect()
    }
}

#[inline]
fn is_mirrored(king: Square) -> bool {
    king.to_usize() & 4 != 0
}

/// A man and its square: its input as White sees it, not mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Man(u16);

impl Man {
    /// Men that differ in colour or kind.
    pub const KINDS: usize = 12;

    #[inline]
    pub fn new(piece: Piece, square: Square) -> Man {
        let kind = 6 * side_index(piece.color) + piece.role as usize - 1;
        Man::of_kind(kind, square)
    }

    /// The same by a number below [`Man::KINDS`]: White's pawn to king, then Black's.
    #[inline]
    pub fn of_kind(kind: usize, square: Square) -> Man {
        Man((64 * kind + square.to_usize()) as u16)
    }
}

/// Where the men of each kind stand.
#[inline]
pub fn squares_by_kind(board: &Board) -> [Bitboard; Man::KINDS] {
    let mut squares = [Bitboard::EMPTY; Man::KINDS];
    for (side, squares) in Color::ALL.into_iter().zip(squares.chunks_exact_mut(6)) {
        // `Color::ALL` begins with White.
        for (role, squares) in Role::ALL.into_iter().zip(squares) {
            *squares = board.by_color(side) & board.by_role(role);
        }
    }
    squares
}

/// What a move changes on the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    added: [Man; 2],
    removed: [Man; 2],
    added_count: u8,
    removed_count: u8,
    /// The mover whose king has crossed between the files d and e: all inputs of its perspective change.
    crossed: Option<Color>,
}

impl Changes {
    /// A null move.
    pub const NONE: Changes =
        Changes { added: [Man(0); 2], removed: [Man(0); 2], added_count: 0, removed_count: 0, crossed: None };

    /// What a legal move of `us` changes.
    #[inline]
    pub fn of(us: Color, mv: Move) -> Changes {
        let mut changes = Changes::NONE;
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                changes.remove(role.of(us), from);
                changes.add(promotion.unwrap_or(role).of(us), to);
                if let Some(captured) = capture {
                    changes.remove(captured.of(!us), to);
                }
                if role == Role::King {
                    changes.move_king(us, from, to);
                }
            }
            Move::EnPassant { from, to } => {
                changes.remove(Role::Pawn.of(us), from);
                changes.add(Role::Pawn.of(us), to);
                changes.remove(Role::Pawn.of(!us), Square::from_coords(to.file(), from.rank()));
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                let king_to = Square::from_coords(side.king_to_file(), king.rank());
                changes.remove(Role::King.of(us), king);
                changes.remove(Role::Rook.of(us), rook);
                changes.add(Role::King.of(us), king_to);
                changes.add(Role::Rook.of(us), Square::from_coords(side.rook_to_file(), rook.rank()));
                changes.move_king(us, king, king_to);
            }
            Move::Put { .. } => {}
        }
        changes
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.added[usize::from(self.added_count)] = Man::new(piece, square);
        self.added_count += 1;
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.removed[usize::from(self.removed_count)] = Man::new(piece, square);
        self.removed_count += 1;
    }

    #[inline]
    fn move_king(&mut self, us: Color, from: Square, to: Square) {
        if is_mirrored(from) != is_mirrored(to) {
            self.crossed = Some(us);
        }
    }

    /// Whether all inputs of this side's perspective change.
    #[inline]
    pub fn crossed(&self, side: Color) -> bool {
        self.crossed == Some(side)
    }

    /// The inputs of a perspective that become 1, and those that become 0. Both are written to `inputs`, which saves
    /// the search the checks of a list that could overflow.
    #[inline]
    pub fn inputs(self, perspective: Perspective, inputs: &mut [[usize; 2]; 2]) -> [&[usize]; 2] {
        *inputs = [self.added, self.removed].map(|men| men.map(|man| perspective.input(man)));
        let [added, removed] = inputs;
        [&added[..usize::from(self.added_count)], &removed[..usize::from(self.removed_count)]]
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    fn inputs(fen: &str, side: Color) -> Vec<usize> {
        let board = fen.parse::<Fen>().unwrap().into_setup().board;
        let mut inputs = Perspective::of(&board, side).inputs(&board).to_vec();
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn inputs_are_numbered_by_colour_kind_and_square() {
        // White's king a1 and pawn b2, Black's rook h8 and king c8.
        let white = [9, 5 * 64, 384 + 3 * 64 + 63, 384 + 5 * 64 + 58];
        assert_eq!(inputs("2k4r/8/8/8/8/8/1P6/K7", Color::White), white);
        // Black sees its own men first, from below: the rook on h1, the king on c1, White's pawn on b7.
        let black = [3 * 64 + 7, 5 * 64 + 2, 384 + 49, 384 + 5 * 64 + 56];
        assert_eq!(inputs("2k4r/8/8/8/8/8/1P6/K7", Color::Black), black);
    }

    #[test]
    fn the_board_is_mirrored_for_the_side_whose_king_stands_on_the_files_e_to_h() {
        for side in Color::ALL {
            assert_eq!(inputs("k7/8/8/3r4/8/8/P7/K7", side), inputs("7k/8/8/4r3/8/8/7P/7K", side));
        }
        assert_eq!(inputs("k7/8/8/8/8/8/8/7K", Color::White), [5 * 64, 384 + 5 * 64 + 63]);
        assert_eq!(inputs("k7/8/8/8/8/8/8/7K", Color::Black), [5 * 64, 384 + 5 * 64 + 63]);
        assert_eq!(inputs("k7/8/8/8/8/8/8/3K4", Color::White)[0], 5 * 64 + 3);
        assert_eq!(inputs("k7/8/8/8/8/8/8/4K3", Color::White)[0], 5 * 64 + 3);
    }
}
