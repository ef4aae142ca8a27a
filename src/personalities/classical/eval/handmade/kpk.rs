//! King and pawn against king: every position solved once, when the first of them is met.

use std::sync::OnceLock;

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, File, Rank, Square};

use super::bits::{beside, bit, down, pawn_attacks_up, up};

/// Pawns stand on files a to d (the rest is mirrored) and ranks 2 to 7.
const PAWN_SQUARES: usize = 24;

/// The won positions: for each pawn and its king, the squares of the other king.
struct Won {
    /// With the pawn's side to move.
    moving: [[Bitboard; 64]; PAWN_SQUARES],
    /// With the other side to move.
    waiting: [[Bitboard; 64]; PAWN_SQUARES],
}

/// Returns true if the side with the pawn, marching up, wins.
pub fn is_won(king: Square, pawn: Square, their_king: Square, pawn_side_moves: bool) -> bool {
    static WON: OnceLock<Box<Won>> = OnceLock::new();
    let won = WON.get_or_init(solve);
    let fold = |square: Square| if pawn.file() > File::D { square.flip_horizontal() } else { square };
    let of_side = if pawn_side_moves { &won.moving } else { &won.waiting };
    of_side[index(fold(pawn))][fold(king).to_usize()].contains(fold(their_king))
}

fn index(pawn: Square) -> usize {
    pawn.file() as usize + 4 * (pawn.rank() as usize - 1)
}

/// Solves the positions from the most advanced pawn down: its steps lead to what is solved already.
fn solve() -> Box<Won> {
    let none = [[Bitboard::EMPTY; 64]; PAWN_SQUARES];
    let mut won = Box::new(Won { moving: none, waiting: none });
    for pawn in (0..PAWN_SQUARES as u32).rev() {
        won.solve_pawn(Square::from_coords(File::new(pawn % 4), Rank::new(pawn / 4 + 1)));
    }
    won
}

impl Won {
    /// Retrograde analysis: wins spread backwards until nothing changes; what is unknown then is drawn.
    fn solve_pawn(&mut self, pawn: Square) {
        let index = index(pawn);
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for king in Square::ALL.into_iter().filter(|&king| king != pawn) {
                let (moving, waiting) = (self.by_moving(king, pawn), self.after_any_flight(king, pawn));
                let before = [&mut self.moving, &mut self.waiting].map(|won| &mut won[index][king.to_usize()]);
                for (before, now) in before.into_iter().zip([moving, waiting]) {
                    has_changed |= *before != now;
                    *before = now;
                }
            }
        }
    }

    /// The squares of the other king where the pawn's side, to move, promotes safely or moves to a won position.
    fn by_moving(&self, king: Square, pawn: Square) -> Bitboard {
        let waiting = |king: Square, pawn: Square| self.waiting[index(pawn)][king.to_usize()];
        let king_steps = king_attacks(king) & !bit(pawn);
        let mut won = king_steps.into_iter().fold(promotes(king, pawn), |won, king| won | waiting(king, pawn));
        let one = up_one(pawn);
        if pawn.rank() < Rank::Seventh && one != king {
            won |= waiting(king, one) & !bit(one);
            let two = up_one(one);
            if pawn.rank() == Rank::Second && two != king {
                won |= waiting(king, two) & !bit(one) & !bit(two);
            }
        }
        won & possible(king, pawn) & !pawn_attacks_up(bit(pawn))
    }

    /// The squares of the other king, which is to move, from which all its moves lead to won positions, of which there
    /// is one at least.
    fn after_any_flight(&self, king: Square, pawn: Square) -> Bitboard {
        let flights = !king_attacks(king) & !pawn_attacks_up(bit(pawn)) & !bit(pawn);
        let holds = around(flights & !self.moving[index(pawn)][king.to_usize()]);
        let is_guarded = king_attacks(king).contains(pawn);
        let takes = if is_guarded { Bitboard::EMPTY } else { king_attacks(pawn) };
        possible(king, pawn) & around(flights) & !holds & !takes
    }
}

/// The squares where the other king may stand.
fn possible(king: Square, pawn: Square) -> Bitboard {
    !(king_attacks(king) | bit(king) | bit(pawn))
}

/// The squares of the other king where it cannot answer a promotion by taking the queen.
fn promotes(king: Square, pawn: Square) -> Bitboard {
    let goal = up_one(pawn);
    if pawn.rank() != Rank::Seventh || king == goal {
        return Bitboard::EMPTY;
    }
    let takes = if king_attacks(king).contains(goal) { Bitboard::EMPTY } else { king_attacks(goal) };
    !(takes | bit(goal))
}

/// The squares from which a king reaches one of these in a move.
fn around(squares: Bitboard) -> Bitboard {
    let on_rank = squares | beside(squares);
    beside(squares) | up(on_rank) | down(on_rank)
}

fn up_one(square: Square) -> Square {
    Square::new((square.to_u32() + 8) & 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published count of won positions with the pawn on files a to d, legal ones only: 111,282 of them.
    #[test]
    fn as_many_positions_are_won_as_others_have_counted() {
        let won = solve();
        let squares = won.moving.as_flattened().iter().chain(won.waiting.as_flattened());
        assert_eq!(squares.map(|squares| squares.count()).sum::<usize>(), 111_282);
    }

    #[test]
    fn the_opposition_decides() {
        use Square::{A5, A8, B6, E4, E5, E6, E7, E8};
        assert!(is_won(E6, E5, E8, true) && is_won(E6, E5, E8, false));
        assert!(!is_won(E5, E4, E7, true) && is_won(E5, E4, E7, false));
        assert!(!is_won(B6, A5, A8, true) && !is_won(B6, A5, A8, false));
    }
}
