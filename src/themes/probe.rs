//! Questions that several detectors ask of a position.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position as _, Square, attacks,
};

use super::balance::{material, settled_for};
use crate::chess::exchange::{attackers_of, exchange_gain};

/// The position with the other side to move, at the next move of the game; `None` where the side to move is in check.
pub fn passed(position: &Chess) -> Option<Chess> {
    if position.is_check() {
        return None;
    }
    let mut setup = position.to_setup(EnPassantMode::Legal);
    if setup.turn.is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.swap_turn();
    setup.position(CastlingMode::Chess960).ok()
}

/// The position after a legal move.
pub fn after(position: &Chess, mv: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

/// A move of the side to move that mates.
pub fn mate_in_one(position: &Chess) -> Option<Move> {
    position.legal_moves().into_iter().find(|&mv| after(position, mv).is_checkmate())
}

/// The gain of the side to move, in pawns, if the piece on `from` takes on `to`; `None` where it cannot take there.
pub fn capture_gain(position: &Chess, from: Square, to: Square) -> Option<i32> {
    let side = position.turn();
    let captures = position.legal_moves().into_iter().filter(|mv| mv.from() == Some(from) && mv.to() == to);
    let standing = material(position.board(), side);
    captures.map(|mv| settled_for(&after(position, mv), side) - standing).max()
}

/// The pieces of `side` that attack a square, a king among them.
pub fn attackers(board: &Board, square: Square, side: Color) -> Bitboard {
    attackers_of(board, square, board.occupied()) & board.by_color(side)
}

/// The gain of `side` by an exchange on a square if a piece of the other side stood on `from` too.
pub fn gain_with(board: &Board, square: Square, side: Color, from: Square, piece: Piece) -> i32 {
    let mut board = board.clone();
    board.set_piece_at(from, piece);
    exchange_gain(&board, square, side)
}

/// The piece of the other side that pins the piece on `square` to its king, with the king's square.
pub fn pinned_to_king(board: &Board, square: Square) -> Option<(Square, Square)> {
    let color = board.color_at(square)?;
    let king = board.king_of(color)?;
    let pinner = pinned_to(board, square, king)?;
    Some((pinner, king))
}

/// The piece of the other side that would attack `behind` if `square` were empty, and does not now: it stands in line
/// with both.
pub fn pinned_to(board: &Board, square: Square, behind: Square) -> Option<Square> {
    let color = board.color_at(square)?;
    if square == behind || !attacks::aligned(square, behind, square) {
        return None;
    }
    let without = board.occupied().without(square);
    let sliders = attackers_of(board, behind, without) & board.by_color(!color) & board.sliders();
    sliders.into_iter().find(|&slider| attacks::between(slider, behind).contains(square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::read_fen;

    #[test]
    fn a_pass_gives_the_move_away_but_not_out_of_check() {
        let after_pass = |fen: &str| passed(&read_fen(fen, CastlingMode::Standard).expect(fen).position);
        let numbers =
            |fen: &str| after_pass(fen).map(|position| (position.turn().is_white(), position.fullmoves().get()));
        assert_eq!(numbers("4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"), Some((false, 30)));
        assert_eq!(numbers("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"), Some((true, 31)));
        assert_eq!(numbers("4k3/8/8/8/8/8/8/4R1K1 b - - 0 30"), None);
    }
}
