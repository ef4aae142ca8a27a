//! A passed pawn that no king catches: the rule of the square.
//!
//! Proof: the defender has only his king and pawns, the way of the pawn is free, its own king does not stand in it, and
//! the defender's king is outside the square of the pawn with the move taken into account. After the better move (or,
//! for what was missed, after the played one) that is not so, and the chance of winning says that it decides.

use shakmaty::{Bitboard, Chess, Color, Position as _, Rank, Square};

use super::super::params::RESULT_LOST;
use super::{Glance, Slip, finding};
use crate::themes::{Cause, Finding, Theme, numbered};

pub fn runner(slip: &Slip<'_>, _: &mut Glance<'_>) -> Vec<Finding> {
    let [best, after] = slip.chances();
    if best - after < RESULT_LOST {
        return Vec::new();
    }
    allowed(slip).or_else(|| missed(slip)).into_iter().collect()
}

fn allowed(slip: &Slip<'_>) -> Option<Finding> {
    let after = slip.after_played();
    let pawn = runner_of(&after, !slip.side())?;
    let is_new = slip.after_better().is_none_or(|(position, _)| runner_of(&position, !slip.side()).is_none());
    let king = after.board().king_of(slip.side())?;
    let text = format!(
        "After {} the king on {king} cannot catch the pawn on {pawn} any more.",
        numbered(slip.before, slip.played)
    );
    (is_new && runner_of(&after, slip.side()).is_none())
        .then(|| finding(Theme::Runner, Cause::Allowed, text, &slip.after.line[..slip.after.line.len().min(1)]))
}

fn missed(slip: &Slip<'_>) -> Option<Finding> {
    let (position, better) = slip.after_better()?;
    let pawn = runner_of(&position, slip.side())?;
    let is_new = runner_of(&slip.after_played(), slip.side()).is_none();
    let king = position.board().king_of(!slip.side())?;
    let text =
        format!("Better was {}: the king on {king} cannot catch the pawn on {pawn}.", numbered(slip.before, better));
    (is_new && runner_of(&position, !slip.side()).is_none())
        .then(|| finding(Theme::Runner, Cause::Missed, text, &[better]))
}

/// A pawn of `side` that the other side, which has only king and pawns, cannot catch.
fn runner_of(position: &Chess, side: Color) -> Option<Square> {
    let board = position.board();
    let theirs = board.by_color(!side);
    if theirs != (theirs & (board.pawns() | board.kings())) {
        return None;
    }
    let king = board.king_of(!side)?;
    let has_move = position.turn() == side;
    let pawns = board.by_piece(side.pawn());
    pawns.into_iter().find(|&pawn| runs(board.occupied(), board.by_piece((!side).pawn()), pawn, side, king, has_move))
}

/// Returns true if a pawn queens before the king reaches it.
fn runs(occupied: Bitboard, enemies: Bitboard, pawn: Square, side: Color, king: Square, has_move: bool) -> bool {
    let last = side.fold_wb(Rank::Eighth, Rank::First);
    let queening = Square::from_coords(pawn.file(), last);
    let first_rank = side.fold_wb(Rank::Second, Rank::Seventh);
    // The double step gains a move.
    let steps = pawn.rank().distance(last) - u32::from(pawn.rank() == first_rank);
    let path = shakmaty::attacks::between(pawn, queening).with(queening);
    let is_free = (path & occupied).is_empty() && !is_guarded(path.with(pawn), enemies, side);
    is_free && king.distance(queening) > steps + u32::from(!has_move)
}

/// Returns true if an enemy pawn attacks a square of the path.
fn is_guarded(path: Bitboard, enemies: Bitboard, side: Color) -> bool {
    enemies.into_iter().any(|enemy| (shakmaty::attacks::pawn_attacks(!side, enemy) & path).any())
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::super::testing::said;
    use super::*;
    use crate::chess::fen::read_fen;

    #[test]
    fn the_square_of_the_pawn_tells_who_is_first() {
        let runner = |fen: &str, side| runner_of(&read_fen(fen, CastlingMode::Standard).expect(fen).position, side);
        assert_eq!(runner("8/8/8/P4k2/8/8/8/4K3 w - - 0 1", Color::White), Some(Square::A5));
        assert_eq!(runner("8/8/8/P4k2/8/8/8/4K3 b - - 0 1", Color::White), Some(Square::A5), "five files away");
        assert_eq!(runner("8/8/8/P3k3/8/8/8/4K3 b - - 0 1", Color::White), None, "into the square");
        assert_eq!(runner("8/8/8/P5k1/8/2b5/8/4K3 w - - 0 1", Color::White), None, "a bishop may stop it");
        assert_eq!(runner("8/8/1p6/P5k1/8/8/8/4K3 b - - 0 1", Color::White), None, "a pawn may take it");
    }

    #[test]
    fn a_king_that_leaves_the_square_is_told() {
        let said = said(runner, "8/8/8/4k3/P7/8/8/6K1 b - - 0 50", "Kf4");
        assert_eq!(said, ["After 50...Kf4 the king on f4 cannot catch the pawn on a4 any more."]);
    }
}
