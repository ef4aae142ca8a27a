//! The king: the pawns before him, and how many attack him.

use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, File, Square};

use super::bits::*;
use super::pawns::Shelter;
use super::pieces::Attacks;
use super::tapered::{S, Tapered};
use super::term_sum::{TermSum, Trace};
use super::terms::*;
use super::view::View;

/// In the middlegame, danger squared over this is centipawns: one attacker is nothing, three together are a mating
/// attack.
pub const DANGER_SQUARE: i32 = 2048;
/// In the endgame, danger over this is centipawns.
pub const DANGER_LINEAR: i32 = 8;
/// Danger beyond this counts no more: nothing is worse than about a queen and a half.
pub const DANGER_LIMIT: i32 = 1800;

/// The penalty for `danger`, in centipawns.
#[inline(always)]
pub fn penalty(danger: Tapered) -> Tapered {
    let middlegame = danger.middlegame().clamp(0, DANGER_LIMIT);
    let endgame = danger.endgame().clamp(0, DANGER_LIMIT);
    S(middlegame * middlegame / DANGER_SQUARE, endgame / DANGER_LINEAR)
}

/// The king's shelter: his pawns and the enemy's on the three files around him, from `kept` where king and pawns stand
/// as they did.
#[inline(always)]
pub fn shelter<T: Trace>(view: &View, kept: &mut Shelter, sum: &mut TermSum<T>) {
    if !T::RECORDS && kept.king == Some(view.king) {
        sum.score += kept.score;
        sum.danger += kept.danger;
        return;
    }
    let before = (sum.score, sum.danger);
    count_shelter(view, sum);
    *kept = Shelter { king: Some(view.king), score: sum.score - before.0, danger: sum.danger - before.1 };
}

fn count_shelter<T: Trace>(view: &View, sum: &mut TermSum<T>) {
    let (ours, theirs) = (view.ours.pawns, view.theirs.pawns);
    // Pawns behind the king shelter nothing.
    let ahead = fill_up(Bitboard::from_rank(view.king.rank()));
    let middle = (view.king.file() as u32).clamp(1, 6);
    for index in middle - 1..=middle + 1 {
        let file = Bitboard::from_file(File::new(index));
        let edge = index.min(7 - index) as usize;
        let our_rank = nearest_rank(ours & file & ahead);
        let their_rank = nearest_rank(theirs & file & ahead);
        sum.add(SHELTER.cell(8, edge, our_rank));
        sum.add_danger(DANGER_SHELTER.at(our_rank), 1);
        sum.add_danger(DANGER_STORM.at(their_rank), 1);
        if our_rank > 0 && our_rank + 1 == their_rank {
            sum.add(STORM_BLOCKED.at(their_rank));
        } else {
            sum.add(STORM.cell(8, edge, their_rank));
        }
    }

    let file = file_of(view.king);
    match ((ours & file).is_empty(), (theirs & file).is_empty()) {
        (true, true) => sum.add(KING_FILE_OPEN.at(2)),
        (true, false) => sum.add(KING_FILE_OPEN.at(0)),
        (false, true) => sum.add(KING_FILE_OPEN.at(1)),
        (false, false) => {}
    }
    sum.add_if(((ours | theirs) & KING_FLANK[view.king.file() as usize]).is_empty(), PAWNLESS_FLANK.only());
    if let Some(distance) = ours.into_iter().map(|pawn| distance(view.king, pawn)).min() {
        sum.add(KING_PAWN_DISTANCE.at(distance));
    }
}

/// The rank of the nearest pawn on one file, from the king's side; 0 without one.
fn nearest_rank(pawns: Bitboard) -> usize {
    pawns.first().map_or(0, |square| square.rank() as usize)
}

/// Counts what endangers our king: `theirs` as we see it.
#[inline(always)]
pub fn danger<T: Trace>(view: &View, mover: bool, ours: &Attacks, theirs: &Attacks, sum: &mut TermSum<T>) {
    let king: Square = view.king;
    let zone = KING_ZONE[king.to_usize()];
    let weak = theirs.all & !ours.twice & (!ours.all | ours.by_king | ours.by_queens);
    let flank = KING_FLANK[king.file() as usize] & Bitboard(0x0000_00ff_ffff_ffff);

    sum.add_danger(DANGER_BASE.only(), 1);
    for kind in 0..4 {
        sum.add_danger(DANGER_ATTACKER.at(kind), usize::from(theirs.attackers[kind]));
    }
    sum.add_danger(DANGER_THEIR_MOVE.only(), usize::from(!mover));
    sum.add_danger(DANGER_HIT.only(), theirs.hits);
    sum.add_danger(DANGER_WEAK.only(), (zone & weak).count());
    sum.add_danger(DANGER_PINNED.only(), ours.pinned.count());
    sum.add_danger(DANGER_FLANK.only(), (flank & theirs.all).count() + (flank & theirs.twice).count());
    sum.add_danger(DANGER_FLANK_DEFENCE.only(), (flank & ours.all).count());
    sum.add_danger(DANGER_FLIGHTS.at((ours.by_king & !view.ours.all & !theirs.all).count()), 1);
    sum.add_danger(DANGER_NO_QUEEN.only(), usize::from(view.theirs.queens.is_empty()));
    sum.add_danger(DANGER_KNIGHT_GUARD.only(), usize::from((ours.by_knights & zone).any()));

    // Checks from safe squares decide attacks: our queens do not stop them, they would have to interpose.
    let safe = !view.theirs.all & (!ours.all | (weak & theirs.twice));
    let through = view.occupied ^ view.ours.queens;
    let straight = rook_attacks(king, through);
    let diagonal = bishop_attacks(king, through);
    let checks = [
        knight_attacks(king) & theirs.by_knights,
        diagonal & theirs.by_bishops,
        straight & theirs.by_rooks,
        (straight | diagonal) & theirs.by_queens & !ours.by_queens,
    ];
    for (kind, &squares) in checks.iter().enumerate() {
        let safe_checks = squares & safe;
        if safe_checks.any() {
            sum.add_danger(DANGER_SAFE_CHECK.at(2 * kind + usize::from(safe_checks.more_than_one())), 1);
        } else {
            sum.add_danger(DANGER_CHECK.at(kind), (squares & !view.theirs.all).count());
        }
    }
}
