//! The board as one side sees it.
//!
//! Black's view is mirrored top to bottom, so that either side stands at the bottom and marches up. Every rule of the evaluation is therefore
//! written once, without colours, and the evaluation is symmetric by construction.

use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::bits::square_of;

/// The men of one colour.
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

/// A board seen by one side: its own men below, marching up.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub ours: Men,
    pub theirs: Men,
    pub occupied: Bitboard,
    pub king: Square,
    pub their_king: Square,
}

impl View {
    #[inline(always)]
    pub fn of_white(board: &Board) -> View {
        let (ours, theirs) = (Men::of(board, Color::White), Men::of(board, Color::Black));
        View { ours, theirs, occupied: ours.all | theirs.all, king: square_of(ours.king), their_king: square_of(theirs.king) }
    }

    /// The same board seen from the other side.
    #[inline(always)]
    pub fn mirrored(&self) -> View {
        View {
            ours: self.theirs.mirrored(),
            theirs: self.ours.mirrored(),
            occupied: self.occupied.flip_vertical(),
            king: self.their_king.flip_vertical(),
            their_king: self.king.flip_vertical(),
        }
    }
}
