//! The inputs of the network: which piece stands on which square, as each side sees it.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, CastlingSide, Color, Move, Piece, Role, Square};

use crate::personalities::classical::position::side_index;

/// Inputs of a perspective whose king stands in some region: two colours, six kinds of pieces, 64 squares.
pub const MEN_INPUTS: usize = 2 * COLOUR;
/// Inputs of the pieces of one colour.
const COLOUR: usize = 6 * 64;

/// Regions of the board in which a side's own king may stand.
pub const REGIONS: usize = 8;
/// The region of each square on the files a to d, by ranks as the side sees them: the worth of a piece depends on where
/// the king is, most of all near home, where it stands in most positions.
const REGION_OF: [[u8; 4]; 8] =
    [[0, 1, 2, 3], [4, 4, 5, 5], [6, 6, 6, 6], [6, 6, 6, 6], [7, 7, 7, 7], [7, 7, 7, 7], [7, 7, 7, 7], [7, 7, 7, 7]];

/// All inputs of one perspective for the pieces on their squares; those of one region are in use.
pub const INPUTS: usize = REGIONS * MEN_INPUTS;

/// The board as one side sees it: its own pieces first, marching up, its king on the files a to d; and the region where
/// that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    side: Color,
    is_mirrored: bool,
    region: u8,
}

impl Perspective {
    /// The number of perspectives.
    pub const COUNT: usize = 4 * REGIONS;

    /// That of `side` on a board. Without a king it is as with one on its square a1.
    #[inline]
    pub fn of(board: &Board, side: Color) -> Perspective {
        let corner = side.fold_wb(Square::A1, Square::A8);
        Perspective::with_king(side, board.king_of(side).unwrap_or(corner))
    }

    /// White's and Black's.
    #[inline]
    pub fn of_both(board: &Board) -> [Perspective; 2] {
        Color::ALL.map(|side| Perspective::of(board, side))
    }

    /// That of a side whose king stands on a square.
    #[inline]
    fn with_king(side: Color, king: Square) -> Perspective {
        let (file, rank) = (king.to_usize() & 7, side.fold_wb(0, 7) ^ (king.to_usize() >> 3));
        let is_mirrored = file & 4 != 0;
        let file = if is_mirrored { 7 - file } else { file };
        Perspective { side, is_mirrored, region: REGION_OF[rank][file] }
    }

    #[inline]
    pub fn side(self) -> Color {
        self.side
    }

    /// A number for each perspective, below [`Perspective::COUNT`].
    #[inline]
    pub fn number(self) -> usize {
        (2 * side_index(self.side) + usize::from(self.is_mirrored)) * REGIONS + usize::from(self.region)
    }

    /// The row of the hidden weights for a piece: ((region · 2 + colour) · 6 + kind) · 64 + square.
    #[inline]
    pub fn input(self, Man(man): Man) -> usize {
        usize::from(self.region) * MEN_INPUTS + self.seen::<MEN_INPUTS>(usize::from(man))
    }

    /// One of `BOTH` inputs, half of them for White's pieces and half for Black's, from White's view to this one.
    #[inline]
    pub fn seen<const BOTH: usize>(self, input: usize) -> usize {
        let own = match self.side {
            Color::White => input,
            Color::Black => (input + BOTH / 2) % BOTH,
        };
        own ^ self.turned()
    }

    /// The bits of a square that this perspective sees the other way round.
    #[inline]
    pub fn turned(self) -> usize {
        self.side.fold_wb(0, 56) ^ if self.is_mirrored { 7 } else { 0 }
    }

    /// The inputs that are 1.
    pub fn inputs(self, board: &Board) -> ArrayVec<usize, 64> {
        board.iter().map(|(square, piece)| self.input(Man::new(piece, square))).collect()
    }
}

/// A piece and its square: its input as White sees it, not mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Man(u16);

impl Man {
    /// The number of pieces that differ in colour or kind.
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

/// The squares of the pieces of each kind.
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

/// The changes that a move makes on the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    added: [Man; 2],
    removed: [Man; 2],
    added_count: u8,
    removed_count: u8,
    /// The mover whose king has come to another region, or crossed between the files d and e: all inputs of its
    /// perspective change.
    crossed: Option<Color>,
}

impl Changes {
    /// A null move.
    pub const NONE: Changes =
        Changes { added: [Man(0); 2], removed: [Man(0); 2], added_count: 0, removed_count: 0, crossed: None };

    /// The changes by a legal move of `us`.
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
        if Perspective::with_king(us, from) != Perspective::with_king(us, to) {
            self.crossed = Some(us);
        }
    }

    /// Returns true if all inputs of this side's perspective change.
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
    fn inputs_are_numbered_by_region_colour_kind_and_square() {
        // White's king a1 and pawn b2, Black's rook h8 and king c8.
        let white = [9, 5 * 64, 384 + 3 * 64 + 63, 384 + 5 * 64 + 58];
        assert_eq!(inputs("2k4r/8/8/8/8/8/1P6/K7", Color::White), white);
        // Black sees its own pieces first, from below: the rook on h1, the king on c1, White's pawn on b7. Its king
        // stands in region 2.
        let black = [3 * 64 + 7, 5 * 64 + 2, 384 + 49, 384 + 5 * 64 + 56].map(|input| 2 * 768 + input);
        assert_eq!(inputs("2k4r/8/8/8/8/8/1P6/K7", Color::Black), black);
    }

    #[test]
    fn the_board_is_mirrored_for_the_side_whose_king_stands_on_the_files_e_to_h() {
        for side in Color::ALL {
            assert_eq!(inputs("k7/8/8/3r4/8/8/P7/K7", side), inputs("7k/8/8/4r3/8/8/7P/7K", side));
        }
        assert_eq!(inputs("k7/8/8/8/8/8/8/7K", Color::White), [5 * 64, 384 + 5 * 64 + 63]);
        assert_eq!(inputs("k7/8/8/8/8/8/8/7K", Color::Black), [5 * 64, 384 + 5 * 64 + 63]);
        assert_eq!(inputs("k7/8/8/8/8/8/8/3K4", Color::White)[0], 3 * 768 + 5 * 64 + 3);
        assert_eq!(inputs("k7/8/8/8/8/8/8/4K3", Color::White)[0], 3 * 768 + 5 * 64 + 3);
    }

    #[test]
    fn the_regions_of_the_king_lie_alike_for_both_sides() {
        for (squares, region) in [
            (["a1", "h1"], 0),
            (["b1", "g1"], 1),
            (["d1", "e1"], 3),
            (["b2", "h2"], 4),
            (["d4", "h3"], 6),
            (["a7", "e8"], 7),
        ] {
            for square in squares.map(|square| square.parse::<Square>().unwrap()) {
                let white = Perspective::with_king(Color::White, square);
                let black = Perspective::with_king(Color::Black, square.flip_vertical());
                assert_eq!((white.region, black.region), (region, region), "{square}");
                assert_eq!(white.is_mirrored, black.is_mirrored);
                assert!(white.number() < black.number() && black.number() < Perspective::COUNT);
            }
        }
    }

    #[test]
    fn a_king_that_comes_to_another_region_or_half_changes_all_inputs_of_its_side() {
        let crossed = |from: &str, to: &str, us| {
            let (from, to) = (from.parse().unwrap(), to.parse().unwrap());
            let mv = Move::Normal { role: Role::King, from, capture: None, to, promotion: None };
            let changes = Changes::of(us, mv);
            assert!(!changes.crossed(!us));
            changes.crossed(us)
        };
        for (from, to) in [("d1", "e1"), ("g1", "h1"), ("g1", "h2"), ("e2", "e3"), ("d5", "e5")] {
            assert!(crossed(from, to, Color::White), "{from} to {to}");
        }
        for (from, to) in [("g2", "h2"), ("e2", "f2"), ("a3", "d4"), ("e3", "e4"), ("e8", "g8")] {
            assert!(!crossed(from, to, Color::White), "{from} to {to}");
        }
        assert!(crossed("e8", "g8", Color::Black) && !crossed("e1", "g1", Color::Black));
    }
}
