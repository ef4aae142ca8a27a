//! Exchanges on one square: who may take there, and what he wins.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

/// The value of a piece in an exchange, in pawns; a king never changes hands.
pub const fn pawns_worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// The pieces of both sides that attack a square, if `occupied` are the squares that block a line.
pub fn attackers_of(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    (attacks::pawn_attacks(Color::White, square) & board.pawns() & board.black())
        | (attacks::pawn_attacks(Color::Black, square) & board.pawns() & board.white())
        | (attacks::knight_attacks(square) & board.knights())
        | (attacks::king_attacks(square) & board.kings())
        | (attacks::bishop_attacks(square, occupied) & board.bishops_and_queens())
        | (attacks::rook_attacks(square, occupied) & board.rooks_and_queens())
}

/// The kind of piece that takes first: the least valuable of the attackers, the king last.
pub fn least_valuable(board: &Board, attackers: Bitboard) -> Role {
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .find(|&role| (attackers & board.by_role(role)).any())
        .unwrap_or(Role::King)
}

/// The pawns that `side` wins by taking the piece on `square`, if both sides take with their least valuable piece
/// and stop when it pays; 0 if taking does not pay. Pins, en passant and promotions are ignored.
pub fn exchange_gain(board: &Board, square: Square, side: Color) -> i32 {
    board.role_at(square).map_or(0, |role| gain(board, square, side, board.occupied(), pawns_worth(role)))
}

/// [`exchange_gain`] if only the pieces on `occupied` are left and a piece worth `stake` stands on the square.
fn gain(board: &Board, square: Square, side: Color, occupied: Bitboard, stake: i32) -> i32 {
    let attackers = attackers_of(board, square, occupied) & occupied;
    let own = attackers & board.by_color(side);
    if own.is_empty() {
        return 0;
    }
    let role = least_valuable(board, own);
    let is_defended = (attackers & board.by_color(!side)).any();
    if role == Role::King && is_defended {
        return 0;
    }
    let taker = (own & board.by_role(role)).isolate_first();
    (stake - gain(board, square, !side, occupied ^ taker, pawns_worth(role))).max(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white_gain(board: &str, square: Square) -> i32 {
        exchange_gain(&board.parse().unwrap(), square, Color::White)
    }

    #[test]
    fn an_exchange_ends_when_it_no_longer_pays() {
        // Undefended, defended by a pawn, and a pawn that takes what is defended.
        assert_eq!(white_gain("4k3/8/8/3n4/8/8/3Q4/4K3", Square::D5), 3);
        assert_eq!(white_gain("4k3/8/4p3/3n4/8/8/3Q4/4K3", Square::D5), 0);
        assert_eq!(white_gain("4k3/8/4p3/3n4/4P3/8/3Q4/4K3", Square::D5), 3);
        assert_eq!(white_gain("4k3/8/8/8/8/8/3Q4/4K3", Square::D5), 0);
    }

    #[test]
    fn pieces_behind_pieces_take_part() {
        // Two rooks in a file against a rook that a rook defends: the second rook takes back.
        assert_eq!(white_gain("3r2k1/8/8/3r4/8/8/3R4/3R2K1", Square::D5), 5);
        assert_eq!(white_gain("3r2k1/3r4/8/3p4/8/8/3R4/3R2K1", Square::D5), 0);
    }

    #[test]
    fn a_king_takes_only_what_nobody_defends() {
        assert_eq!(white_gain("6k1/8/8/8/8/8/3r4/4K3", Square::D2), 5);
        assert_eq!(white_gain("3r2k1/8/8/8/8/8/3r4/4K3", Square::D2), 0);
    }
}
