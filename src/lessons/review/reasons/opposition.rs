//! The opposition in pawn endings: the kings face each other with one square between them, and the side that has to
//! move must give way.
//!
//! Proof: only kings and pawns are left, the king's move takes the opposition in the one line and not in the other, and
//! the result of the game depends on it.

use shakmaty::{Chess, Color, Move, Position as _, Role};

use super::super::params::RESULT_LOST;
use super::pawn_ending::is_pawn_ending;
use super::{Glance, Slip, finding};
use crate::chess::notation::color_name;
use crate::themes::{Cause, Finding, Theme, numbered};

pub fn opposition(slip: &Slip<'_>, _: &mut Glance<'_>) -> Vec<Finding> {
    let [best, after] = slip.chances();
    if !is_pawn_ending(slip.before) || best - after < RESULT_LOST {
        return Vec::new();
    }
    missed(slip).or_else(|| allowed(slip)).into_iter().collect()
}

fn missed(slip: &Slip<'_>) -> Option<Finding> {
    let (position, better) = slip.after_better()?;
    if !takes(&position, better) || has(&slip.after_played()) {
        return None;
    }
    let text = format!(
        "Better was {}, which takes the opposition: {}'s king has to give way.",
        numbered(slip.before, better),
        color_name(!slip.side())
    );
    Some(finding(Theme::Opposition, Cause::Missed, text, &[better]))
}

fn allowed(slip: &Slip<'_>) -> Option<Finding> {
    let (position, reply) = slip.after_reply()?;
    if !takes(&position, reply) {
        return None;
    }
    let text = format!(
        "{} lets {} take the opposition by {}: {}'s king has to give way.",
        numbered(slip.before, slip.played),
        color_name(!slip.side()),
        numbered(&slip.after_played(), reply),
        color_name(slip.side())
    );
    Some(finding(Theme::Opposition, Cause::Allowed, text, &[reply]))
}

/// Returns true if a move of the king led to a position in which its side has the opposition.
fn takes(position: &Chess, mv: Move) -> bool {
    mv.role() == Role::King && !mv.is_capture() && has(position)
}

/// Returns true if the side that is not to move has the opposition.
fn has(position: &Chess) -> bool {
    let king = |color: Color| position.board().king_of(color);
    let (Some(white), Some(black)) = (king(Color::White), king(Color::Black)) else { return false };
    let [files, ranks] =
        [(white.file() as i32 - black.file() as i32).abs(), (white.rank() as i32 - black.rank() as i32).abs()];
    matches!((files, ranks), (0, 2) | (2, 0))
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;
    use super::*;

    #[test]
    fn the_opposition_decides_a_pawn_ending() {
        // The pawn on e4 wins if White's king faces Black's with Black to move.
        let fen = "4k3/8/8/4K3/4P3/8/8/8 w - - 0 60";
        assert_eq!(
            said(opposition, fen, "Kf6"),
            Vec::<String>::new(),
            "the king stands before the pawn on the sixth rank in any case"
        );
        let fen = "8/4k3/8/8/4K3/8/4P3/8 w - - 0 60";
        let expected = "Better was 60. Ke5, which takes the opposition: Black's king has to give way.";
        assert_eq!(said(opposition, fen, "e3"), [expected]);
        assert_eq!(said(opposition, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a3").len(), 0);
    }
}
