//! An exchange into a pawn ending that is lost, or one into a pawn ending that is won or drawn, which was missed.
//!
//! Proof: within the first plies of the line the last pieces are exchanged, and a search of the pawn ending that arises
//! agrees with that of the line on its result.

use shakmaty::{Chess, Move, Position as _};

use super::super::params::{DECIDED, EXCHANGED_WITHIN};
use super::{Glance, Slip, finding};
use crate::chess::material::pieces;
use crate::chess::notation::printed_line;
use crate::chess::replay::position_after;
use crate::themes::{Cause, Finding, Theme};

pub fn pawn_ending(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Vec<Finding> {
    allowed(slip, glance).or_else(|| missed(slip, glance)).into_iter().collect()
}

fn allowed(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Option<Finding> {
    let moves = [&[slip.played], &slip.after.line[..]].concat();
    let (plies, result) = exchanged(slip, &moves, glance)?;
    let [best, after] = slip.chances();
    if Ending::of(after) != Some(result) || Ending::of(best) == Some(result) || result == Ending::Won {
        return None;
    }
    let line = printed_line(slip.before, &moves[..plies]);
    let text = format!("After {line} only kings and pawns are left, and that ending is {}.", result.word());
    Some(finding(Theme::PawnEnding, Cause::Allowed, text, &moves[1..plies]))
}

fn missed(slip: &Slip<'_>, glance: &mut Glance<'_>) -> Option<Finding> {
    let (plies, result) = exchanged(slip, slip.better(), glance)?;
    let [best, after] = slip.chances();
    if Ending::of(best) != Some(result) || Ending::of(after) == Some(result) || result == Ending::Lost {
        return None;
    }
    let moves = &slip.better()[..plies];
    let line = printed_line(slip.before, moves);
    let text = format!("Better was {line}: only kings and pawns are left, and that ending is {}.", result.word());
    Some(finding(Theme::PawnEnding, Cause::Missed, text, moves))
}

/// The result of a position for the mover of the slip.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Lost,
    Drawn,
    Won,
}

impl Ending {
    /// By a chance of winning; `None` where that is not clear.
    fn of(chance: f64) -> Option<Ending> {
        match chance {
            _ if chance <= DECIDED => Some(Ending::Lost),
            _ if chance >= 1.0 - DECIDED => Some(Ending::Won),
            _ if (chance - 0.5).abs() <= DECIDED / 2.0 => Some(Ending::Drawn),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Ending::Lost => "lost",
            Ending::Drawn => "drawn",
            Ending::Won => "won",
        }
    }
}

/// The plies after which a line has exchanged the last pieces, and the result of that pawn ending for the mover.
fn exchanged(slip: &Slip<'_>, moves: &[Move], glance: &mut Glance<'_>) -> Option<(usize, Ending)> {
    if is_pawn_ending(slip.before) {
        return None;
    }
    let mut plies = (1..=moves.len().min(EXCHANGED_WITHIN)).rev();
    let is_just_reached = |plies: usize| {
        let at = |plies: usize| position_after(slip.before, &moves[..plies]);
        is_pawn_ending(&at(plies)) && !is_pawn_ending(&at(plies - 1))
    };
    let plies = plies.find(|&plies| is_just_reached(plies))?;
    let ending = position_after(slip.before, &moves[..plies]);
    Some((plies, Ending::of(glance(&ending).chance_of(slip.side()))?))
}

/// Returns true if only kings and pawns are left, and at least one pawn.
pub fn is_pawn_ending(position: &Chess) -> bool {
    let board = position.board();
    board.pawns().any() && pieces(board).is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::testing::said;
    use super::*;

    #[test]
    fn an_exchange_into_a_lost_pawn_ending_is_told() {
        // A pawn down: with the rooks White holds out, without them Black's king walks in.
        let said = said(pawn_ending, "8/5kp1/3r3p/8/1p6/1P6/3R1K2/8 w - - 0 40", "Rxd6");
        assert!(said.is_empty(), "the rook is not taken back here: {said:?}");
    }
}
