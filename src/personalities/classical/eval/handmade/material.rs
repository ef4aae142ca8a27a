//! The terms of material, wherever it stands: its worth, how the kinds go together, and the phase of the game.

use super::tapered::Tapered;
use super::term_sum::{NoTrace, TermSum, Trace};
use super::terms::*;
use super::view::{Men, View};

/// The phase with all pieces on the board; 0 is a pawn ending.
pub const FULL_PHASE: i32 = 24;

/// Pawns, knights, bishops, rooks and queens of either side.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    white: [usize; 5],
    black: [usize; 5],
}

impl Counts {
    #[inline(always)]
    pub fn of(white: &View) -> Counts {
        let of =
            |men: &Men| [men.pawns, men.knights, men.bishops, men.rooks, men.queens].map(|squares| squares.count());
        Counts { white: of(&white.ours), black: of(&white.theirs) }
    }

    /// A number that no other material has: six bits a count.
    #[inline(always)]
    fn key(&self) -> u64 {
        self.white.iter().chain(&self.black).fold(1, |key, &count| key << 6 | count as u64)
    }
}

/// The evaluated material of both colours.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material {
    key: u64,
    /// White's score less Black's.
    pub score: Tapered,
    /// A minor piece counts 1, a rook 2, a queen 4.
    pub phase: i32,
}

impl Material {
    /// Works the material out, and adds its score to the sums.
    pub fn of<T: Trace>(counts: Counts, for_white: &mut TermSum<T>, for_black: &mut TermSum<T>) -> Material {
        let before = for_white.score - for_black.score;
        count(&counts.white, &counts.black, for_white);
        count(&counts.black, &counts.white, for_black);
        let score = for_white.score - for_black.score - before;
        let phase: usize = [counts.white, counts.black]
            .iter()
            .map(|[_, knights, bishops, rooks, queens]| knights + bishops + 2 * rooks + 4 * queens)
            .sum();
        Material { key: counts.key(), score, phase: FULL_PHASE.min(phase as i32) }
    }
}

/// Counts the terms of one side's material.
fn count<T: Trace>(ours: &[usize; 5], theirs: &[usize; 5], sum: &mut TermSum<T>) {
    let [pawns, knights, bishops, rooks, queens] = *ours;
    for kind in 0..5 {
        sum.add_times(MATERIAL.at(kind), ours[kind]);
        for (other, &our_count) in ours[..=kind].iter().enumerate() {
            sum.add_times(TOGETHER.at(kind * (kind + 1) / 2 + other), ours[kind] * our_count);
        }
        for (other, &their_count) in theirs[..kind].iter().enumerate() {
            sum.add_times(AGAINST.at(kind * (kind - 1) / 2 + other), ours[kind] * their_count);
        }
    }
    sum.add_if(pawns > 0, PAWN_ALIVE.only());
    sum.add_if(knights > 1, KNIGHT_PAIR.only());
    sum.add_if(bishops > 1, BISHOP_PAIR.only());
    sum.add_if(rooks > 1, ROOK_PAIR.only());
    sum.add_if(queens > 0, QUEEN_ALIVE.only());
}

/// Materials by their key, one thread's own.
#[derive(Clone, Debug)]
pub struct MaterialCache {
    slots: Box<[Material]>,
}

impl MaterialCache {
    /// A power of two; a game meets some dozens, a search some hundreds.
    const BITS: u32 = 11;

    pub fn new() -> MaterialCache {
        MaterialCache { slots: vec![Material::default(); 1 << Self::BITS].into_boxed_slice() }
    }

    #[inline(always)]
    pub fn probe(&mut self, white: &View) -> Material {
        let counts = Counts::of(white);
        let key = counts.key();
        let slot = &mut self.slots[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Self::BITS)) as usize];
        if slot.key != key {
            *slot = Material::of::<NoTrace>(counts, &mut TermSum::default(), &mut TermSum::default());
        }
        *slot
    }
}
