//! Pawn structure, and the cache that keeps it: pawns move seldom.

use shakmaty::{Bitboard, ByColor, Square};

use super::bits::{beside, bit, down, file_of, fill_down, fill_up, front_of, pawn_attacks_down, pawn_attacks_up, up};
use super::tapered::Tapered;
use super::term_sum::{NoTrace, TermSum, Trace};
use super::terms::*;
use super::view::View;

/// The evaluated pawn structure of both colours.
#[derive(Clone, Copy, Debug)]
pub struct PawnStructure {
    key: u64,
    /// White's score less Black's.
    pub score: Tapered,
    /// Passed pawns, as their own side sees them.
    pub passed: ByColor<Bitboard>,
    pub shelters: ByColor<Shelter>,
}

/// The shelter of a king; it holds as long as neither he nor a pawn moves.
#[derive(Clone, Copy, Debug)]
pub struct Shelter {
    pub king: Option<Square>,
    pub score: Tapered,
    pub danger: Tapered,
}

const NO_SHELTER: Shelter = Shelter { king: None, score: Tapered::ZERO, danger: Tapered::ZERO };

/// Pawn structures by key, one thread's own. An empty slot is the right answer for a board without pawns, whose key is
/// 0.
#[derive(Clone, Debug)]
pub struct PawnCache {
    slots: Box<[PawnStructure]>,
}

impl PawnCache {
    const SLOTS: usize = 1 << 13;

    pub fn new() -> PawnCache {
        let empty = PawnStructure {
            key: 0,
            score: Tapered::ZERO,
            passed: ByColor::default(),
            shelters: ByColor { black: NO_SHELTER, white: NO_SHELTER },
        };
        PawnCache { slots: vec![empty; Self::SLOTS].into_boxed_slice() }
    }

    /// The structure of these pawns, from the cache if it is there.
    #[inline(always)]
    pub fn probe(&mut self, key: u64, white: &View, black: &View) -> &mut PawnStructure {
        // The tables of squares go by the places of the kings, so that the same pawns have several scores.
        let places = (white.place() << 16 | black.place()) as u64;
        let key = if key == 0 { 0 } else { key ^ (places + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) };
        let slot = &mut self.slots[key as usize % Self::SLOTS];
        if slot.key != key {
            *slot = PawnStructure::of::<NoTrace>(key, white, black, &mut TermSum::default(), &mut TermSum::default());
        }
        slot
    }
}

impl PawnStructure {
    /// Passed pawns of both sides.
    #[inline(always)]
    pub fn passed_count(&self) -> usize {
        self.passed.white.count() + self.passed.black.count()
    }

    /// Works the structure out, and adds its score to the sums.
    #[inline(never)]
    pub fn of<T: Trace>(
        key: u64,
        white: &View,
        black: &View,
        for_white: &mut TermSum<T>,
        for_black: &mut TermSum<T>,
    ) -> PawnStructure {
        let before = for_white.score - for_black.score;
        let passed = ByColor { white: structure(white, for_white), black: structure(black, for_black) };
        let score = for_white.score - for_black.score - before;
        PawnStructure { key, score, passed, shelters: ByColor { black: NO_SHELTER, white: NO_SHELTER } }
    }
}

/// Counts the terms of one side's pawns and returns the passed ones.
fn structure<T: Trace>(view: &View, sum: &mut TermSum<T>) -> Bitboard {
    let (ours, theirs) = (view.ours.pawns, view.theirs.pawns);
    let mut passed = Bitboard::EMPTY;
    let files = fill_down(ours) & Bitboard(0xff);
    sum.add_times(ISLAND.only(), (files.0 & !(files.0 << 1)).count_ones() as usize);

    for square in ours {
        let rank = square.rank() as usize;
        let file = file_of(square);
        let neighbours = ours & beside(file);
        let unopposed = (theirs & front_of(square)).is_empty();
        let levers = theirs & pawn_attacks_up(bit(square));
        let push_levers = theirs & pawn_attacks_up(up(bit(square)));
        let guards = (ours & pawn_attacks_down(bit(square))).count();
        let phalanx = (ours & beside(bit(square))).count();

        sum.add(PAWN_SQUARE.at(view.table_index(square)));
        sum.add_if((ours & down(bit(square))).any(), DOUBLED.at(usize::from(guards > 0)));
        sum.add_times(SUPPORTED.at(rank), guards);
        sum.add_if(phalanx > 0, PHALANX.at(rank));
        sum.add_if(guards == 0 && levers.more_than_one(), UNSUPPORTED_LEVER.only());

        // Neighbours level with the pawn or behind it can still come to its help.
        let behind = neighbours & fill_down(beside(bit(square)));
        let blocked = (theirs & up(bit(square))).any();
        if neighbours.is_empty() {
            sum.add(ISOLATED.at(usize::from(unopposed)));
        } else if behind.is_empty() && (blocked || push_levers.any()) {
            sum.add(BACKWARD.at(usize::from(unopposed)));
        }

        // Enemy pawns that can block or take it on its way. One that stands beside a friend may leave its last guards
        // to him.
        let stoppers = theirs & (front_of(square) | fill_up(pawn_attacks_up(bit(square))));
        if (ours & front_of(square)).any() || !unopposed {
            continue;
        }
        if stoppers.is_empty() || (stoppers == push_levers && phalanx >= push_levers.count()) {
            passed |= bit(square);
        } else if (stoppers & !levers & !push_levers).is_empty() && guards + phalanx >= stoppers.count() {
            sum.add(CANDIDATE.at(rank));
        }
    }
    passed
}
