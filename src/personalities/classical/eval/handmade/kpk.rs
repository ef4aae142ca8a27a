//! King and pawn against king: every position solved once, when the first of them is met.

use std::sync::OnceLock;

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, File, Rank, Square};

use super::bits::{bit, distance, pawn_attacks_up, up};

/// Pawns stand on files a to d (the rest is mirrored) and ranks 2 to 7.
const PAWN_SQUARES: usize = 24;
const POSITIONS: usize = 2 * PAWN_SQUARES * 64 * 64;

/// Returns true if the side with the pawn, marching up, wins.
pub fn is_won(king: Square, pawn: Square, their_king: Square, pawn_side_moves: bool) -> bool {
    static TABLE: OnceLock<Vec<bool>> = OnceLock::new();
    let table = TABLE.get_or_init(solve);
    let fold = |square: Square| if pawn.file() > File::D { square.flip_horizontal() } else { square };
    table[index(fold(king), fold(pawn), fold(their_king), pawn_side_moves)]
}

fn index(king: Square, pawn: Square, their_king: Square, pawn_side_moves: bool) -> usize {
    let pawn_index = pawn.file() as usize + 4 * (pawn.rank() as usize - 1);
    ((usize::from(pawn_side_moves) * PAWN_SQUARES + pawn_index) * 64 + king.to_usize()) * 64 + their_king.to_usize()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum KpkResult {
    Unknown,
    Won,
    /// Drawn, or impossible: no side may move there.
    NotWon,
}

/// A position: the kings, the pawn, and who moves.
#[derive(Clone, Copy)]
struct PawnEnding {
    king: Square,
    pawn: Square,
    their_king: Square,
    pawn_side_moves: bool,
}

impl PawnEnding {
    fn with_pawn(pawn: Square) -> impl Iterator<Item = PawnEnding> {
        let kings = || Square::ALL.into_iter();
        kings().flat_map(move |king| {
            kings().flat_map(move |their_king| {
                [false, true].map(|pawn_side_moves| PawnEnding { king, pawn, their_king, pawn_side_moves })
            })
        })
    }

    fn index(self) -> usize {
        index(self.king, self.pawn, self.their_king, self.pawn_side_moves)
    }

    /// The result, where no other position decides it.
    fn immediate(self) -> KpkResult {
        let PawnEnding { king, pawn, their_king, pawn_side_moves } = self;
        let attacked = pawn_attacks_up(bit(pawn));
        if distance(king, their_king) <= 1
            || king == pawn
            || their_king == pawn
            || (pawn_side_moves && attacked.contains(their_king))
        {
            return KpkResult::NotWon;
        }
        if pawn_side_moves {
            // A promotion that cannot be answered by taking the queen.
            let goal = up_one(pawn);
            let safe =
                king != goal && their_king != goal && (distance(their_king, goal) > 1 || distance(king, goal) == 1);
            return if pawn.rank() == Rank::Seventh && safe { KpkResult::Won } else { KpkResult::Unknown };
        }
        let takes = distance(their_king, pawn) == 1 && distance(king, pawn) > 1;
        let flights = king_attacks(their_king) & !king_attacks(king) & !attacked & !bit(pawn);
        if takes || flights.is_empty() { KpkResult::NotWon } else { KpkResult::Unknown }
    }

    /// The positions one move on, the king's moves first.
    fn next(self) -> impl Iterator<Item = PawnEnding> {
        let PawnEnding { king, pawn, their_king, pawn_side_moves } = self;
        let after = PawnEnding { pawn_side_moves: !pawn_side_moves, ..self };
        let pawn_steps = if pawn_side_moves { self.pawn_steps() } else { Bitboard::EMPTY };
        let king_steps = if pawn_side_moves {
            king_attacks(king) & !king_attacks(their_king) & !bit(pawn)
        } else {
            king_attacks(their_king) & !king_attacks(king) & !pawn_attacks_up(bit(pawn)) & !bit(pawn)
        };
        let by_king = king_steps.into_iter().map(move |to| match pawn_side_moves {
            true => PawnEnding { king: to, ..after },
            false => PawnEnding { their_king: to, ..after },
        });
        by_king.chain(pawn_steps.into_iter().map(move |to| PawnEnding { pawn: to, ..after }))
    }

    fn pawn_steps(self) -> Bitboard {
        let free = !(bit(self.king) | bit(self.their_king));
        let one = up(bit(self.pawn)) & free;
        (one | (up(one & Bitboard::from_rank(Rank::Third)) & free)) & !Bitboard::from_rank(Rank::Eighth)
    }
}

fn up_one(square: Square) -> Square {
    Square::new((square.to_u32() + 8) & 63)
}

/// Solves the positions from the most advanced pawn down: its steps lead to what is solved already.
fn solve() -> Vec<bool> {
    let mut is_won = vec![false; POSITIONS];
    for pawn in (0..PAWN_SQUARES as u32).rev() {
        solve_pawn(Square::from_coords(File::new(pawn % 4), Rank::new(pawn / 4 + 1)), &mut is_won);
    }
    is_won
}

/// Retrograde analysis: wins spread backwards until nothing changes; what is unknown then is drawn.
fn solve_pawn(pawn: Square, is_won: &mut [bool]) {
    let mut open = Vec::new();
    for ending in PawnEnding::with_pawn(pawn) {
        match ending.immediate() {
            KpkResult::Won => is_won[ending.index()] = true,
            KpkResult::Unknown => open.push(ending),
            KpkResult::NotWon => {}
        }
    }
    loop {
        let before = open.len();
        open.retain(|ending| {
            let mut next = ending.next();
            let won = match ending.pawn_side_moves {
                true => next.any(|next| is_won[next.index()]),
                // It has a move: its positions without one are decided at once.
                false => next.all(|next| is_won[next.index()]),
            };
            is_won[ending.index()] = won;
            !won
        });
        if open.len() == before {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published count of won positions with the pawn on files a to d, legal ones only: 111,282 of them.
    #[test]
    fn as_many_positions_are_won_as_others_have_counted() {
        assert_eq!(solve().into_iter().filter(|&won| won).count(), 111_282);
    }

    #[test]
    fn the_opposition_decides() {
        use Square::{A5, A8, B6, E4, E5, E6, E7, E8};
        assert!(is_won(E6, E5, E8, true) && is_won(E6, E5, E8, false));
        assert!(!is_won(E5, E4, E7, true) && is_won(E5, E4, E7, false));
        assert!(!is_won(B6, A5, A8, true) && !is_won(B6, A5, A8, false));
    }
}
