//! Captures and queen promotions, generated alone: quiescence searches nothing else, and most nodes of a search are
//! quiescence.

use shakmaty::attacks::{attacks, between, bishop_attacks, king_attacks, pawn_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Board, Chess, Color, Move, MoveList, Position as _, Rank, Role, Square};

/// What quiescence looks at.
#[inline]
pub fn is_noisy(mv: Move) -> bool {
    mv.is_capture() || mv.promotion() == Some(Role::Queen)
}

/// The legal moves that [`is_noisy`] holds for. The side to move must not be in check.
pub fn noisy_moves(position: &Chess) -> MoveList {
    let board = position.board();
    let (us, them) = (position.us(), position.them());
    let mut moves = if position.maybe_ep_square().is_some() { position.en_passant_moves() } else { MoveList::new() };
    let Some(king) = board.king_of(position.turn()) else { return moves };
    let pinned = pinned(board, us, them, king);
    let allowed = |from: Square| if pinned.contains(from) { ray(king, from) } else { Bitboard::FULL };

    pawn_moves(position, allowed, &mut moves);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in us & board.by_role(role) {
            let targets = attacks(from, role.of(position.turn()), board.occupied()) & them & allowed(from);
            for to in targets {
                moves.push(Move::Normal { role, from, capture: board.role_at(to), to, promotion: None });
            }
        }
    }
    for to in king_attacks(king) & them {
        if board.attacks_to(to, !position.turn(), board.occupied()).is_empty() {
            moves.push(Move::Normal { role: Role::King, from: king, capture: board.role_at(to), to, promotion: None });
        }
    }
    moves
}

/// Our men that alone stand between our king and an enemy slider.
fn pinned(board: &Board, us: Bitboard, them: Bitboard, king: Square) -> Bitboard {
    let snipers = (rook_attacks(king, them) & them & board.rooks_and_queens())
        | (bishop_attacks(king, them) & them & board.bishops_and_queens());
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = between(king, sniper) & us;
        if !blockers.more_than_one() {
            pinned |= blockers;
        }
    }
    pinned
}

/// Captures by pawns, and steps to the last rank that make a queen.
fn pawn_moves(position: &Chess, allowed: impl Fn(Square) -> Bitboard, moves: &mut MoveList) {
    let (board, side) = (position.board(), position.turn());
    let pawns = position.our(Role::Pawn);
    let (last_rank, seventh) = match side {
        Color::White => (Rank::Eighth, Rank::Seventh),
        Color::Black => (Rank::First, Rank::Second),
    };
    // Only pawns that attack something are worth a look one by one.
    let victims = position.them();
    for from in pawns & attacked_by_pawns(!side, victims) {
        for to in pawn_attacks(side, from) & victims & allowed(from) {
            let capture = board.role_at(to);
            if to.rank() == last_rank {
                for promotion in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
                    moves.push(Move::Normal { role: Role::Pawn, from, capture, to, promotion: Some(promotion) });
                }
            } else {
                moves.push(Move::Normal { role: Role::Pawn, from, capture, to, promotion: None });
            }
        }
    }
    for from in pawns & Bitboard::from_rank(seventh) {
        let to = Square::from_coords(from.file(), last_rank);
        if !board.occupied().contains(to) && allowed(from).contains(to) {
            moves.push(Move::Normal { role: Role::Pawn, from, capture: None, to, promotion: Some(Role::Queen) });
        }
    }
}

/// All squares that pawns of `side` on `squares` would attack.
fn attacked_by_pawns(side: Color, squares: Bitboard) -> Bitboard {
    let (west, east) =
        (squares & !Bitboard::from_file(shakmaty::File::A), squares & !Bitboard::from_file(shakmaty::File::H));
    match side {
        Color::White => west.shift(7) | east.shift(9),
        Color::Black => west.shift(-9) | east.shift(-7),
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;

    use super::*;

    #[test]
    fn noisy_moves_are_those_of_the_full_list() {
        let (mut compared, mut promotions, mut en_passant) = (0, 0, 0);
        for seed in 0..150 {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut position = Chess::default();
            for _ in 0..200 {
                let legal = position.legal_moves();
                if !position.is_check() {
                    let mut expected: Vec<Move> = legal.iter().copied().filter(|&mv| is_noisy(mv)).collect();
                    let mut found: Vec<Move> = noisy_moves(&position).to_vec();
                    expected.sort_by_key(|mv| format!("{mv:?}"));
                    found.sort_by_key(|mv| format!("{mv:?}"));
                    assert_eq!(found, expected, "{position:?}");
                    compared += 1;
                    promotions += found.iter().filter(|mv| mv.is_promotion()).count();
                    en_passant += found.iter().filter(|mv| mv.is_en_passant()).count();
                }
                let Some(&mv) = legal.choose(&mut rng) else { break };
                position.play_unchecked(mv);
            }
        }
        assert!(compared > 10_000 && promotions > 100 && en_passant > 20, "{compared} {promotions} {en_passant}");
    }
}
