//! The order in which moves are judged: where time ends the first depth, the likeliest ones have been looked at.

use std::cmp::Reverse;

use shakmaty::{Chess, Move, Position as _};

use crate::chess::material;

/// The moves with those first that promise most: mate, then by the material that they win at once, less the piece that
/// moves where it can be taken.
pub fn promising_first(position: &Chess, moves: &[Move]) -> Vec<Move> {
    let mut ordered = moves.to_vec();
    ordered.sort_by_cached_key(|&mv| Reverse(promise(position, mv)));
    ordered
}

/// A move of the side to move that mates at once.
pub fn allows_mate(position: &Chess) -> Option<Move> {
    position.legal_moves().into_iter().find(|&mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        after.is_checkmate()
    })
}

fn promise(position: &Chess, mv: Move) -> i32 {
    let mut after = position.clone();
    after.play_unchecked(mv);
    if after.is_checkmate() {
        return i32::MAX;
    }
    let board = after.board();
    let won = material::balance(board, position.turn()) - material::balance(position.board(), position.turn());
    // Castling is written as the king's move to the rook's square, where nothing can be taken.
    let is_attacked = !mv.is_castle() && board.attacks_to(mv.to(), after.turn(), board.occupied()).any();
    let at_risk = board.role_at(mv.to()).map_or(0, material::value);
    if is_attacked { won - at_risk } else { won }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::engine::Game;

    #[test]
    fn mates_come_first_then_what_is_won_and_last_what_is_given_away() {
        let game = Game::from_fen("6k1/3p1ppp/8/1q6/8/8/PQ6/K3R3 w - - 0 1", CastlingMode::Standard).unwrap();
        let read = |uci: &str| game.read_uci(uci).unwrap();
        let moves = ["b2b3", "a2a3", "b2b5", "e1e8", "b2g7"].map(read);
        let expected = ["e1e8", "b2b5", "a2a3", "b2g7", "b2b3"].map(read);
        assert_eq!(promising_first(game.position(), &moves), expected);
    }
}
