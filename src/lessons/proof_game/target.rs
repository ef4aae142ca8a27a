//! The position that is to be reached.

use shakmaty::{Bitboard, Board, CastlingSide, Chess, Color, EnPassantMode, Move, Position as _, Square};

use crate::chess::pawns::pawn_rank;

/// A position to reach, by the first four fields of its FEN.
#[derive(Clone, Debug)]
pub struct Target {
    pub board: Board,
    pub turn: Color,
    /// The rooks with a right to castle.
    pub castling: Bitboard,
    /// The square behind a pawn that has just advanced by two; named in a FEN even where no capture is possible.
    pub en_passant: Option<Square>,
    /// Pieces that have never moved: pawns on their first rank, kings and rooks with a right to castle.
    pub unmoved: Bitboard,
}

impl Target {
    /// An en passant square counts where the position was read from a FEN that names it, even if no pawn can capture.
    pub fn new(position: &Chess) -> Target {
        let board = position.board().clone();
        let castling = position.castles().castling_rights();
        let of_side = |side: Color| {
            let pawns = board.by_piece(side.pawn()) & Bitboard::from(pawn_rank(side));
            let has_right = CastlingSide::ALL.iter().any(|&wing| position.castles().has(side, wing));
            let king = if has_right { board.by_piece(side.king()) } else { Bitboard::EMPTY };
            pawns | king
        };
        let unmoved = castling | of_side(Color::White) | of_side(Color::Black);
        Target {
            turn: position.turn(),
            castling,
            en_passant: position.ep_square(EnPassantMode::Always),
            unmoved,
            board,
        }
    }

    /// Returns true if the position is the target.
    pub fn is(&self, position: &Chess) -> bool {
        position.turn() == self.turn
            && *position.board() == self.board
            && position.castles().castling_rights() == self.castling
            && match self.en_passant {
                Some(_) => position.ep_square(EnPassantMode::Always) == self.en_passant,
                None => position.ep_square(EnPassantMode::Legal).is_none(),
            }
    }

    /// Returns true if a move takes a piece away that never moves.
    pub fn forbids(&self, mv: Move) -> bool {
        mv.from().is_some_and(|from| self.unmoved.contains(from)) || self.unmoved.contains(mv.to())
    }

    /// Returns true if the pawn that must advance by two last has done so, in a position that is not the target.
    pub fn is_too_late(&self, board: &Board) -> bool {
        let pawn = self.en_passant.and_then(|behind| behind.offset(self.turn.fold_wb(-8, 8)));
        pawn.is_some_and(|pawn| board.by_piece((!self.turn).pawn()).contains(pawn))
    }
}
