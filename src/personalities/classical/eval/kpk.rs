//! King and pawn against king: every position solved once, when the first of them is met.

use std::sync::OnceLock;

use shakmaty::attacks::king_attacks;
use shakmaty::{Bitboard, File, Rank, Square};

use super::bits::{bit, pawn_attacks_up};

/// Pawns stand on files a to d (the rest is mirrored) and ranks 2 to 7.
const PAWN_SQUARES: usize = 24;
const POSITIONS: usize = 2 * PAWN_SQUARES * 64 * 64;

/// Whether the side with the pawn, marching up, wins.
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
    fn all() -> impl Iterator<Item = PawnEnding> {
        [false, true].into_iter().flat_map(|pawn_side_moves| {
            (0..PAWN_SQUARES as u32).flat_map(move |pawn| {
                let pawn = Square::from_coords(File::new(pawn % 4), Rank::new(pawn / 4 + 1));
                Square::ALL.into_iter().flat_map(move |king| {
                    Square::ALL.into_iter().map(move |their_king| PawnEnding {
                        king,
                        pawn,
                        their_king,
                        pawn_side_moves,
                    })
                })
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
        if king.distance(their_king) <= 1
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
                king != goal && their_king != goal && (their_king.distance(goal) > 1 || king.distance(goal) == 1);
            return if pawn.rank() == Rank::Seventh && safe { KpkResult::Won } else { KpkResult::Unknown };
        }
        let takes = their_king.distance(pawn) == 1 && king.distance(pawn) > 1;
        let flights = king_attacks(their_king) & !king_attacks(king) & !attacked & !bit(pawn);
        if takes || flights.is_empty() { KpkResult::NotWon } else { KpkResult::Unknown }
    }

    /// The positions one move on.
    fn next(self, mut visit: impl FnMut(PawnEnding)) {
        let PawnEnding { king, pawn, their_king, pawn_side_moves } = self;
        let after = |king, pawn, their_king| PawnEnding { king, pawn, their_king, pawn_side_moves: !pawn_side_moves };
        if !pawn_side_moves {
            let flights: Bitboard =
                king_attacks(their_king) & !king_attacks(king) & !pawn_attacks_up(bit(pawn)) & !bit(pawn);
            flights.into_iter().for_each(|to| visit(after(king, pawn, to)));
            return;
        }
        let steps = king_attacks(king) & !king_attacks(their_king) & !bit(pawn);
        steps.into_iter().for_each(|to| visit(after(to, pawn, their_king)));
        let men = bit(king) | bit(their_king);
        let one = up_one(pawn);
        if pawn.rank() < Rank::Seventh && !men.contains(one) {
            visit(after(king, one, their_king));
            if pawn.rank() == Rank::Second && !men.contains(up_one(one)) {
                visit(after(king, up_one(one), their_king));
            }
        }
    }
}

fn up_one(square: Square) -> Square {
    Square::new((square.to_u32() + 8) & 63)
}

/// Retrograde analysis: results spread backwards until nothing changes; what is unknown then is drawn.
fn solve() -> Vec<bool> {
    let mut results = vec![KpkResult::Unknown; POSITIONS];
    for ending in PawnEnding::all() {
        results[ending.index()] = ending.immediate();
    }
    let mut open: Vec<PawnEnding> =
        PawnEnding::all().filter(|ending| results[ending.index()] == KpkResult::Unknown).collect();
    loop {
        let before = open.len();
        open.retain(|ending| {
            let (mut some_won, mut all_won, mut all_lost) = (false, true, true);
            ending.next(|next| {
                let result = results[next.index()];
                some_won |= result == KpkResult::Won;
                all_won &= result == KpkResult::Won;
                all_lost &= result == KpkResult::NotWon;
            });
            let result = match ending.pawn_side_moves {
                true if some_won => KpkResult::Won,
                true if all_lost => KpkResult::NotWon,
                false if all_won => KpkResult::Won,
                _ => return true,
            };
            results[ending.index()] = result;
            false
        });
        if open.len() == before {
            return results.into_iter().map(|result| result == KpkResult::Won).collect();
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
