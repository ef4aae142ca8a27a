//! Static exchange evaluation: who comes out ahead when all pieces that can take on one square do.

use shakmaty::{Move, Position as _, Role, Square, attacks};

use super::params;
use super::position::Position;
use crate::chess::exchange::{attackers_of, least_valuable};
use crate::chess::packed::Parts;

/// In centipawns.
#[inline]
pub fn exchange_value(role: Role) -> i32 {
    match role {
        Role::Pawn => params::EXCHANGE_PAWN.get(),
        Role::Knight => params::EXCHANGE_KNIGHT.get(),
        Role::Bishop => params::EXCHANGE_BISHOP.get(),
        Role::Rook => params::EXCHANGE_ROOK.get(),
        Role::Queen => params::EXCHANGE_QUEEN.get(),
        Role::King => 0,
    }
}

/// Returns true if the exchange that `mv` begins wins at least `threshold` centipawns for the mover.
///
/// Castling, en passant and promotions are judged by the pawn or the piece that lands; pins are ignored.
pub fn exchange_reaches(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.is_castle() {
        return threshold <= 0;
    }
    let (Parts { role, from, to }, board) = (Parts::of(mv), position.chess().board());

    let won = mv.capture().map_or(0, exchange_value);
    let promoted = mv.promotion().map_or(0, |role| exchange_value(role) - exchange_value(Role::Pawn));
    let mut balance = won + promoted - threshold;
    if balance < 0 {
        return false;
    }
    let landed = mv.promotion().unwrap_or(role);
    balance = exchange_value(landed) - balance;
    if balance <= 0 {
        return true;
    }

    let mut occupied = board.occupied().without(from);
    if mv.is_en_passant() {
        occupied = occupied.without(Square::from_coords(to.file(), from.rank()));
    }
    occupied.add(to);
    let (diagonal, straight) = (board.bishops_and_queens(), board.rooks_and_queens());
    let mut attackers = attackers_of(board, to, occupied);
    let mut side = position.turn();
    let mut winning = true;

    loop {
        side = !side;
        attackers &= occupied;
        let ours = attackers & board.by_color(side);
        if ours.is_empty() {
            break;
        }
        winning = !winning;
        let role = least_valuable(board, ours);
        if role == Role::King {
            // The king may only take what is not defended.
            if (attackers & board.by_color(!side)).any() {
                winning = !winning;
            }
            break;
        }
        balance = exchange_value(role) - balance;
        if balance < i32::from(winning) {
            break;
        }
        let taker = (ours & board.by_role(role)).isolate_first();
        occupied ^= taker;
        // The piece that left may have stood before another one.
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook_attacks(to, occupied) & straight;
        }
    }
    winning
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;
    use shakmaty::{CastlingMode, Chess};

    use super::*;

    /// The exact value, found by asking for every threshold.
    fn exchange(fen: &str, mv: &str) -> i32 {
        let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let mv = mv.parse::<UciMove>().unwrap().to_move(&chess).unwrap();
        let position = Position::new(chess);
        (-2000..=2000).rev().find(|&threshold| exchange_reaches(&position, mv, threshold)).unwrap()
    }

    #[test]
    fn exchanges_are_counted_out() {
        assert_eq!(exchange("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"), 100);
        assert_eq!(exchange("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"), 100 - 325);
        // The queen behind the rook recaptures through it.
        assert_eq!(exchange("4k3/4r3/8/4p3/8/8/4R3/4QK2 w - - 0 1", "e2e5"), 100);
        assert_eq!(exchange("4k3/3n4/8/4p3/8/8/4R3/4QK2 w - - 0 1", "e2e5"), 100 - 500 + 325);
        // A king takes only what is undefended.
        assert_eq!(exchange("8/3k4/4p3/8/8/8/4R3/5K2 w - - 0 1", "e2e6"), 100 - 500);
        assert_eq!(exchange("8/3k4/4p3/8/8/8/4R3/4RK2 w - - 0 1", "e2e6"), 100);
    }

    #[test]
    fn special_moves() {
        assert_eq!(exchange("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), 100);
        assert_eq!(exchange("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), 900);
        assert_eq!(exchange("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q"), 1400);
        assert_eq!(exchange("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), 0);
    }
}
