//! A pass, which chess does not have: what a side would do if the other did nothing.

use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

/// The position with the other side to move, at the next move of the game; `None` in check.
pub fn pass(position: &Chess) -> Option<Chess> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::fen::read_fen;

    #[test]
    fn a_pass_gives_the_move_away_but_not_out_of_check() {
        let passed = |fen: &str| pass(&read_fen(fen, CastlingMode::Standard).expect(fen).position);
        let numbers = |fen: &str| passed(fen).map(|position| (position.turn().is_white(), position.fullmoves().get()));
        assert_eq!(numbers("4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"), Some((false, 30)));
        assert_eq!(numbers("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"), Some((true, 31)));
        assert_eq!(numbers("4k3/8/8/8/8/8/8/4R1K1 b - - 0 30"), None);
    }
}
