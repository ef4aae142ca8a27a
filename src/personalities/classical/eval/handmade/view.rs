//! The board as one side sees it.
//!
//! Black's view is mirrored top to bottom, so that either side stands at the bottom and marches up. Every rule of the
//! evaluation is therefore written once, without colours, and the evaluation is symmetric by construction.

use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use super::bits::square_of;

/// The pieces of one colour.
#[derive(Clone, Copy, Debug)]
pub struct Men {
    pub pawns: Bitboard,
    pub knights: Bitboard,
    pub bishops: Bitboard,
    pub rooks: Bitboard,
    pub queens: Bitboard,
    pub king: Bitboard,
    pub all: Bitboard,
}

impl Men {
    #[inline(always)]
    fn of(board: &Board, color: Color) -> Men {
        let all = board.by_color(color);
        let of = |role| board.by_role(role) & all;
        Men {
            pawns: of(Role::Pawn),
            knights: of(Role::Knight),
            bishops: of(Role::Bishop),
            rooks: of(Role::Rook),
            queens: of(Role::Queen),
            king: of(Role::King),
            all,
        }
    }

    #[inline(always)]
    fn mirrored(&self) -> Men {
        Men {
            pawns: self.pawns.flip_vertical(),
            knights: self.knights.flip_vertical(),
            bishops: self.bishops.flip_vertical(),
            rooks: self.rooks.flip_vertical(),
            queens: self.queens.flip_vertical(),
            king: self.king.flip_vertical(),
            all: self.all.flip_vertical(),
        }
    }

    /// Everything but pawns and king.
    #[inline(always)]
    pub fn pieces(&self) -> Bitboard {
        self.all ^ self.pawns ^ self.king
    }
}

/// A board seen by one side: its own pieces below, marching up.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub ours: Men,
    pub theirs: Men,
    pub occupied: Bitboard,
    pub king: Square,
    pub their_king: Square,
    /// Mirrors squares left to right, so that tables of squares see our king on files e to h.
    flip: usize,
    /// The start of the table of squares for this place of the kings.
    table: usize,
}

/// The number of tables of squares, by the places of the kings: ours in the centre or not, times theirs on the same
/// wing, on the other, in the centre (files d and e).
pub const TABLES: usize = 6;

#[inline(always)]
const fn in_centre(king: Square) -> bool {
    matches!(king.file(), File::D | File::E)
}

#[inline(always)]
const fn on_queen_side(king: Square) -> bool {
    king.to_usize() & 4 == 0
}

impl View {
    #[inline(always)]
    pub fn of_white(board: &Board) -> View {
        let (ours, theirs) = (Men::of(board, Color::White), Men::of(board, Color::Black));
        View::new(ours, theirs, ours.all | theirs.all, square_of(ours.king), square_of(theirs.king))
    }

    /// The index of `square` in the tables of squares.
    #[inline(always)]
    pub fn table_index(&self, square: Square) -> usize {
        (square.to_usize() ^ self.flip) + self.table
    }

    #[inline(always)]
    fn new(ours: Men, theirs: Men, occupied: Bitboard, king: Square, their_king: Square) -> View {
        let theirs_stands = match (in_centre(their_king), on_queen_side(king) == on_queen_side(their_king)) {
            (true, _) => 2,
            (false, same_wing) => usize::from(!same_wing),
        };
        let table = 64 * (theirs_stands + 3 * usize::from(in_centre(king)));
        View { ours, theirs, occupied, king, their_king, flip: if on_queen_side(king) { 7 } else { 0 }, table }
    }

    /// A number for what the tables of squares depend on.
    #[inline(always)]
    pub fn place(&self) -> usize {
        self.table + self.flip
    }

    /// The same board seen from the other side.
    #[inline(always)]
    pub fn mirrored(&self) -> View {
        let (ours, theirs) = (self.theirs.mirrored(), self.ours.mirrored());
        View::new(
            ours,
            theirs,
            self.occupied.flip_vertical(),
            self.their_king.flip_vertical(),
            self.king.flip_vertical(),
        )
    }
}
