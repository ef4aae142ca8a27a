//! The winning chances of an advantage in the endgame.

use shakmaty::{Bitboard, Rank};

use super::bits::{KING_SIDE, QUEEN_SIDE, same_colour};
use super::view::{Men, View};
use super::weights::{SCALE, SCALE_SHIFT};

/// The class of an endgame advantage by its winning chances: an index into the weights `SCALE`, which hold the share of
/// the endgame score that is left, out of [`FULL_SCALE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaleClass(u8);

/// The scale of an advantage that is worth what it is.
pub const FULL_SCALE: i32 = 128;

/// No advantage counts more than twice.
pub const SCALE_LIMIT: i32 = 256;

impl ScaleClass {
    pub const COUNT: usize = 31;

    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The class in which `strong`, who is ahead, plays against `weak`.
    ///
    /// 0–8: by the pawns of the stronger side. 9–12: opposite bishops alone, by the pawns more (up to 3). 13–16:
    /// opposite bishops with other pieces, the same. 17–20: rooks alone, by the pawns more. 21–24: queens alone, the
    /// same. 25–30: no pawns, by what the stronger side has more.
    #[inline(always)]
    pub fn of(strong: &Men, weak: &Men) -> ScaleClass {
        let pawns = strong.pawns.count().min(8);
        let class = if pawns == 0 {
            25 + pawnless(strong, weak)
        } else if opposite_bishops(strong.bishops, weak.bishops) {
            let alone = strong.pieces() == strong.bishops && weak.pieces() == weak.bishops;
            (if alone { 9 } else { 13 }) + pawns_more(strong, weak)
        } else if strong.pieces() == strong.rooks
            && weak.pieces() == weak.rooks
            && strong.rooks.any()
            && weak.rooks.any()
        {
            17 + pawns_more(strong, weak)
        } else if strong.pieces() == strong.queens
            && weak.pieces() == weak.queens
            && strong.queens.any()
            && weak.queens.any()
        {
            21 + pawns_more(strong, weak)
        } else {
            pawns
        };
        ScaleClass(class as u8)
    }

    /// Returns true if hardly any such advantage wins: bishops of opposite colours alone, and without pawns less than a
    /// rook, or up to a minor piece more than the other side.
    #[inline(always)]
    pub const fn is_drawish(self) -> bool {
        matches!(self.0, 9..=12 | 25 | 26 | 28)
    }
}

/// Corrections of the scale beside the class, whichever side is ahead: 1 for pawns on both wings, 1 for an ending
/// without pieces, kings beyond their fourth rank, passed pawns of both sides. The weights `SCALE_SHIFT` are for one of
/// each.
pub type ScaleShifts = [u8; 4];

#[inline(always)]
pub fn shifts(white: &View, passed: usize) -> ScaleShifts {
    let pawns = white.ours.pawns | white.theirs.pawns;
    let both_wings = (pawns & QUEEN_SIDE).any() && (pawns & KING_SIDE).any();
    let no_pieces = (white.ours.pieces() | white.theirs.pieces()).is_empty();
    let ahead = u8::from(white.king.rank() > Rank::Fourth) + u8::from(white.their_king.rank() < Rank::Fifth);
    [u8::from(both_wings), u8::from(no_pieces), ahead, passed as u8]
}

/// The share of an endgame advantage that counts, out of [`FULL_SCALE`].
#[inline(always)]
pub fn share(class: ScaleClass, shifts: ScaleShifts) -> i32 {
    let shift: i32 = shifts.iter().zip(SCALE_SHIFT).map(|(&count, shift)| i32::from(count) * shift).sum();
    (SCALE[class.index()] + shift).clamp(0, SCALE_LIMIT)
}

fn opposite_bishops(ours: Bitboard, theirs: Bitboard) -> bool {
    ours.single_square().is_some()
        && theirs.single_square().is_some_and(|bishop| (ours & same_colour(bishop)).is_empty())
}

fn pawns_more(strong: &Men, weak: &Men) -> usize {
    strong.pawns.count().saturating_sub(weak.pawns.count()).min(3)
}

/// Without pawns an advantage of a minor piece does not win: 0 for less than a rook and no more than a minor piece
/// ahead, then steps.
fn pawnless(strong: &Men, weak: &Men) -> usize {
    let worth = |men: &Men| 3 * (men.knights | men.bishops).count() + 5 * men.rooks.count() + 9 * men.queens.count();
    let (ours, theirs) = (worth(strong), worth(weak));
    let ahead = ours.saturating_sub(theirs);
    match (ours, ahead) {
        (0..=4, _) => 0,
        (5..=6, 0..=3) => 1,
        (_, 0..=1) => 2,
        (_, 2..=3) => 3,
        (_, 4..=5) => 4,
        _ => 5,
    }
}
