//! Material counted with the usual values of the pieces.

use shakmaty::{Bitboard, Board, Color, Role};

/// The usual value of a piece in centipawns; a king has none.
pub const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// What stands on the board beside kings and pawns.
pub fn pieces(board: &Board) -> Bitboard {
    board.occupied() & !board.pawns() & !board.kings()
}

/// The value of a side's pieces less that of the other's, in centipawns.
pub fn balance(board: &Board, side: Color) -> i32 {
    let sum = |side: Color| -> i32 {
        let men = board.material_side(side);
        Role::ALL.into_iter().map(|role| i32::from(*men.get(role)) * value(role)).sum()
    };
    sum(side) - sum(!side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balance_is_that_of_the_given_side() {
        assert_eq!(balance(&Board::new(), Color::White), 0);
        let board = Board::from_ascii_board_fen(b"rnb1kbn1/pppppppp/8/8/8/8/PPPPPPP1/RN2KBNR").unwrap();
        assert_eq!((balance(&board, Color::White), balance(&board, Color::Black)), (100, -100));
    }
}
