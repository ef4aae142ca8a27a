//! Passed pawns: how far they are, what stands in their way, and who is near.

use shakmaty::Bitboard;

use super::bits::*;
use super::pieces::Attacks;
use super::term_sum::{TermSum, Trace};
use super::terms::*;
use super::view::View;

/// Counts the terms of our passed pawns: `theirs` as we see it. `mover` says whether we are to move.
#[inline(always)]
pub fn passed<T: Trace>(
    view: &View,
    pawns: Bitboard,
    mover: bool,
    ours: &Attacks,
    theirs: &Attacks,
    sum: &mut TermSum<T>,
) {
    for square in pawns {
        let rank = square.rank() as usize;
        let next = up(bit(square));
        let next_square = square_of(next);
        let file = square.file() as usize;
        sum.add(PASSED.at(rank));
        sum.add(PASSED_FILE.at(file.min(7 - file)));
        sum.add_if(((beside(bit(square)) | pawn_attacks_down(bit(square))) & pawns).any(), PASSED_CONNECTED.at(rank));
        if rank < 2 {
            continue;
        }

        sum.add(PASSED_OUR_KING.cell(8, rank - 2, distance(view.king, next_square)));
        sum.add(PASSED_THEIR_KING.cell(8, rank - 2, distance(view.their_king, next_square)));

        let path = front_of(square);
        let behind = fill_down(bit(square)) & !bit(square);
        let backers = (view.ours.rooks | view.ours.queens, view.theirs.rooks | view.theirs.queens);
        // A rook behind its pawn guards, one behind the enemy's attacks, every square of the path.
        let our_rook = (behind & backers.0).any();
        let their_rook = (behind & backers.1).any();
        sum.add_if(our_rook, PASSED_ROOK_BEHIND.at(0));
        sum.add_if(their_rook, PASSED_ROOK_BEHIND.at(1));

        let attacked = if their_rook { path } else { path & (theirs.all | view.theirs.all) };
        sum.add_if((next & view.occupied).any(), PASSED_BLOCKED.at(rank));
        sum.add_if((next & attacked).is_empty(), PASSED_FREE.at(rank));
        sum.add_if(attacked.is_empty(), PASSED_PATH.at(rank));
        sum.add_if(our_rook || (next & ours.all).any(), PASSED_GUARDED.at(rank));

        // The rule of the square: the enemy has no pieces, and his king comes too late.
        if view.theirs.pieces().is_empty() && (path & view.ours.all).is_empty() {
            let goal = square_of(Bitboard(path.0 & 0xff00_0000_0000_0000));
            let steps = 7 - rank;
            sum.add_if(distance(view.their_king, goal) > steps + usize::from(!mover), PASSED_UNSTOPPABLE.only());
        }
    }
}
