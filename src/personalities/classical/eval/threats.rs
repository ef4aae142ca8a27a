//! Threats against men that are badly guarded, and space.

use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Rank};

use super::bits::*;
use super::pieces::Attacks;
use super::tally::{Tally, Trace};
use super::terms::*;
use super::view::{Men, View};

/// Counts our threats: `theirs` as we see it. What the side to move threatens it can do at once.
#[inline(always)]
pub fn threats<T: Trace>(view: &View, mover: bool, ours: &Attacks, theirs: &Attacks, tally: &mut Tally<T>) {
    let enemies = &view.theirs;
    let their_pieces = enemies.all ^ enemies.pawns;
    // Squares that the enemy holds for good: by a pawn, or by two men against one of ours.
    let held = theirs.by_pawns | (theirs.twice & !ours.twice);
    let weak = enemies.all & !held & ours.all;
    let guarded_pieces = their_pieces & held;

    let hanging = weak & (!theirs.all | (their_pieces & ours.twice));

    if (weak | guarded_pieces).any() {
        by_kind(&THREAT_BY_MINOR, enemies, (weak | guarded_pieces) & (ours.by_knights | ours.by_bishops), tally);
        by_kind(&THREAT_BY_ROOK, enemies, weak & ours.by_rooks, tally);
        tally.when((weak & ours.by_king).any(), THREAT_BY_KING.only());
        tally.many(HANGING.only(), hanging.count());
        tally.many(GUARDED_BY_QUEEN.only(), (weak & theirs.by_queens & !theirs.twice).count());
    }
    tally.many(RESTRICTED.only(), (theirs.all & !held & ours.all).count());

    let safe = !theirs.all | ours.all;
    by_kind(&THREAT_BY_PAWN, enemies, pawn_attacks_up(view.ours.pawns & safe) & their_pieces, tally);

    let free = !view.occupied;
    let steps = up(view.ours.pawns) & free;
    let pushes = (steps | (up(steps & Bitboard::from_rank(Rank::Third)) & free)) & !theirs.by_pawns & safe;
    tally.many(PAWN_STEPS.only(), pushes.count());
    tally.many(LOOSE.at(0), (view.ours.pawns & !ours.all).count());
    tally.many(LOOSE.at(1), (view.ours.pieces() & !ours.all).count());
    tally.many(THREAT_BY_PUSH.only(), (pawn_attacks_up(pushes) & their_pieces & !ours.by_pawns).count());

    if mover {
        let better = guarded_pieces & (enemies.rooks | enemies.queens);
        tally.when((ours.by_pawns & their_pieces).any(), MOVER_THREAT.at(0));
        tally.when((better & (ours.by_knights | ours.by_bishops)).any(), MOVER_THREAT.at(1));
        tally.when((ours.by_rooks & enemies.queens).any(), MOVER_THREAT.at(2));
        tally.when((ours.by_king & weak).any(), MOVER_THREAT.at(3));
        tally.when(hanging.any(), MOVER_THREAT.at(4));
        tally.when((hanging & their_pieces).any(), MOVER_THREAT.at(5));
    }

    if let Some(queen) = enemies.queens.single_square() {
        let open = !view.ours.all & !theirs.by_pawns;
        let safe = open & !(theirs.all & !ours.twice);
        tally.many(KNIGHT_ON_QUEEN.only(), (ours.by_knights & safe & knight_attacks(queen)).count());
        let sliders = (ours.by_bishops & bishop_attacks(queen, view.occupied))
            | (ours.by_rooks & rook_attacks(queen, view.occupied));
        tally.many(SLIDER_ON_QUEEN.only(), (sliders & safe & ours.twice).count());
    }
}

/// Counts a term by the kind of the man that is threatened.
#[inline(always)]
fn by_kind<T: Trace>(group: &Group, men: &Men, threatened: Bitboard, tally: &mut Tally<T>) {
    if threatened.is_empty() {
        return;
    }
    for (kind, squares) in [men.pawns, men.knights, men.bishops, men.rooks, men.queens].into_iter().enumerate() {
        tally.many(group.at(kind), (threatened & squares).count());
    }
}

/// Counts room to manoeuvre: safe squares on our half of the centre files, twice where they lie behind our pawns. It
/// matters by how many pieces want to use it.
#[inline(always)]
pub fn space<T: Trace>(view: &View, theirs: &Attacks, tally: &mut Tally<T>) {
    let pieces = view.ours.pieces().count();
    if pieces < 4 {
        return;
    }
    let safe = CENTRE_FILES & Bitboard(0xffff_ff00) & !view.ours.pawns & !theirs.by_pawns;
    let behind = down(fill_down(view.ours.pawns)) & safe & !theirs.all;
    tally.many(SPACE.only(), (safe.count() + behind.count()) * pieces / 8);
}
