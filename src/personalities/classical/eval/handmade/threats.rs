//! Threats against pawns and pieces that are badly guarded, and space.

use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Rank};

use super::bits::*;
use super::pieces::Attacks;
use super::term_sum::{TermSum, Trace};
use super::terms::*;
use super::view::{Men, View};

/// Counts our threats: `theirs` as we see it. What the side to move threatens it can do at once.
#[inline(always)]
pub fn threats<T: Trace>(view: &View, mover: bool, ours: &Attacks, theirs: &Attacks, sum: &mut TermSum<T>) {
    let enemies = &view.theirs;
    let their_pieces = enemies.all ^ enemies.pawns;
    // Squares that the enemy holds for good: by a pawn, or by two attackers against one of ours.
    let held = theirs.by_pawns | (theirs.twice & !ours.twice);
    let weak = enemies.all & !held & ours.all;
    let guarded_pieces = their_pieces & held;

    let hanging = weak & (!theirs.all | (their_pieces & ours.twice));

    if (weak | guarded_pieces).any() {
        by_kind(&THREAT_BY_MINOR, enemies, (weak | guarded_pieces) & (ours.by_knights | ours.by_bishops), sum);
        by_kind(&THREAT_BY_ROOK, enemies, weak & ours.by_rooks, sum);
        sum.add_if((weak & ours.by_king).any(), THREAT_BY_KING.only());
        sum.add_times(HANGING.only(), hanging.count());
        sum.add_times(GUARDED_BY_QUEEN.only(), (weak & theirs.by_queens & !theirs.twice).count());
    }
    sum.add_times(RESTRICTED.only(), (theirs.all & !held & ours.all).count());

    let safe = !theirs.all | ours.all;
    by_kind(&THREAT_BY_PAWN, enemies, pawn_attacks_up(view.ours.pawns & safe) & their_pieces, sum);

    let free = !view.occupied;
    let steps = up(view.ours.pawns) & free;
    let pushes = (steps | (up(steps & Bitboard::from_rank(Rank::Third)) & free)) & !theirs.by_pawns & safe;
    sum.add_times(PAWN_STEPS.only(), pushes.count());
    sum.add_times(LOOSE.at(0), (view.ours.pawns & !ours.all).count());
    sum.add_times(LOOSE.at(1), (view.ours.pieces() & !ours.all).count());
    sum.add_times(THREAT_BY_PUSH.only(), (pawn_attacks_up(pushes) & their_pieces & !ours.by_pawns).count());

    if mover {
        let better = guarded_pieces & (enemies.rooks | enemies.queens);
        sum.add_if((ours.by_pawns & their_pieces).any(), MOVER_THREAT.at(0));
        sum.add_if((better & (ours.by_knights | ours.by_bishops)).any(), MOVER_THREAT.at(1));
        sum.add_if((ours.by_rooks & enemies.queens).any(), MOVER_THREAT.at(2));
        sum.add_if((ours.by_king & weak).any(), MOVER_THREAT.at(3));
        sum.add_if(hanging.any(), MOVER_THREAT.at(4));
        sum.add_if((hanging & their_pieces).any(), MOVER_THREAT.at(5));
    }

    if let Some(queen) = enemies.queens.single_square() {
        let open = !view.ours.all & !theirs.by_pawns;
        let safe = open & !(theirs.all & !ours.twice);
        sum.add_times(KNIGHT_ON_QUEEN.only(), (ours.by_knights & safe & knight_attacks(queen)).count());
        let sliders = (ours.by_bishops & bishop_attacks(queen, view.occupied))
            | (ours.by_rooks & rook_attacks(queen, view.occupied));
        sum.add_times(SLIDER_ON_QUEEN.only(), (sliders & safe & ours.twice).count());
    }
}

/// Counts a term by the kind of the pawn or piece that is threatened.
#[inline(always)]
fn by_kind<T: Trace>(group: &TermGroup, men: &Men, threatened: Bitboard, sum: &mut TermSum<T>) {
    if threatened.is_empty() {
        return;
    }
    for (kind, squares) in [men.pawns, men.knights, men.bishops, men.rooks, men.queens].into_iter().enumerate() {
        sum.add_times(group.at(kind), (threatened & squares).count());
    }
}

/// Counts room to manoeuvre: safe squares on our half of the centre files, twice where they lie behind our pawns. It
/// matters more, the more pieces there are to use it.
#[inline(always)]
pub fn space<T: Trace>(view: &View, theirs: &Attacks, sum: &mut TermSum<T>) {
    let pieces = view.ours.pieces().count();
    if pieces < 4 {
        return;
    }
    let safe = CENTRE_FILES & Bitboard(0xffff_ff00) & !view.ours.pawns & !theirs.by_pawns;
    let behind = down(fill_down(view.ours.pawns)) & safe & !theirs.all;
    sum.add_times(SPACE.only(), (safe.count() + behind.count()) * pieces / 8);
}
