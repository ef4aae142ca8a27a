//! Moves that force something: captures and promotions that lose nothing, and checks.

use std::cmp::Reverse;

use shakmaty::{Chess, Move, Position as _, Role};

use crate::chess::exchange::{exchange_gain, pawns_worth};

/// Captures and promotions after which the opponent does not win back more by taking on the same square, and, where
/// `checks` are asked for, checks that leave nothing to be taken there; those that win most stand first.
pub fn forcing_moves(position: &Chess, checks: bool) -> Vec<Move> {
    let mut moves: Vec<(i32, Move)> =
        position.legal_moves().into_iter().filter_map(|mv| Some((gain(position, mv, checks)?, mv))).collect();
    moves.sort_by_key(|&(gain, _)| Reverse(gain));
    moves.into_iter().map(|(_, mv)| mv).collect()
}

/// The pawns that a move wins on the square that it reaches; `None` where it forces nothing or loses something.
fn gain(position: &Chess, mv: Move, checks: bool) -> Option<i32> {
    let takes =
        mv.capture().map_or(0, pawns_worth) + mv.promotion().map_or(0, |to| pawns_worth(to) - pawns_worth(Role::Pawn));
    let is_capture = mv.is_capture() || mv.promotion().is_some();
    if !is_capture && !checks {
        return None;
    }
    let mut after = position.clone();
    after.play_unchecked(mv);
    if !is_capture && !after.is_check() {
        return None;
    }
    // Castling is written as the king's move to the rook's square, where nothing can be taken.
    let loses = if mv.is_castle() { 0 } else { exchange_gain(after.board(), mv.to(), after.turn()) };
    (takes >= loses).then_some(takes - loses)
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::engine::Game;

    fn forcing(fen: &str, checks: bool) -> Vec<String> {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        let moves = forcing_moves(game.position(), checks);
        moves.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect()
    }

    #[test]
    fn captures_that_win_come_first_and_those_that_lose_are_left_out() {
        // The queen takes the free rook or the protected pawn; the pawn promotes or takes the knight and promotes.
        let fen = "1n4k1/P4p2/4p3/8/r7/8/8/Q3K3 w - - 0 1";
        let moves = forcing(fen, false);
        assert_eq!(moves[0], "a7b8q", "{moves:?}");
        assert!(moves.contains(&"a1a4".to_owned()) && moves.contains(&"a7a8q".to_owned()), "{moves:?}");
        assert!(!moves.contains(&"e1e2".to_owned()));
        assert_eq!(forcing("6k1/5p2/4p3/8/8/8/4Q3/4K3 w - - 0 1", false), [""; 0], "the pawn is protected");
    }

    #[test]
    fn checks_count_where_they_are_asked_for_and_give_nothing_away() {
        let fen = "6k1/5p2/4p3/8/8/8/4Q3/4K3 w - - 0 1";
        let checks = forcing(fen, true);
        assert!(checks.contains(&"e2g4".to_owned()) && !checks.contains(&"e2e6".to_owned()), "{checks:?}");
    }
}
