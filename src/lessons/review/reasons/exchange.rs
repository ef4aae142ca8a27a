//! Exchanges: taking back with the wrong piece, and exchanging where the exchange was to be avoided.
//!
//! Proof: the moves themselves. The better move takes back with another piece, or its line leaves both pieces on the
//! board that the move exchanges for one of equal worth.

use shakmaty::{Move, Position as _, Square};

use super::{Glance, Slip, finding};
use crate::chess::exchange::pawns_worth;
use crate::chess::notation::{printed_line, role_name};
use crate::chess::replay::position_after;
use crate::themes::{Cause, Finding, Theme, numbered};

pub fn exchange(slip: &Slip<'_>, _: &mut Glance<'_>) -> Vec<Finding> {
    wrong_recapture(slip).or_else(|| wrong_exchange(slip)).into_iter().collect()
}

/// "17. bxc3 takes back with the wrong piece: better was the queen, 17. Qxc3."
fn wrong_recapture(slip: &Slip<'_>) -> Option<Finding> {
    let last = slip.history.last().filter(|last| last.is_capture())?;
    let better = *slip.better().first()?;
    let takes_back = |mv: Move| mv.is_capture() && mv.to() == last.to();
    if !takes_back(slip.played) || !takes_back(better) || better.from() == slip.played.from() {
        return None;
    }
    let piece = role_name(better.role());
    // Two pieces of a kind are told apart by the move.
    let other = if better.role() == slip.played.role() { "other " } else { "" };
    let text = format!(
        "{} takes back with the wrong piece: better was the {other}{piece}, {}.",
        numbered(slip.before, slip.played),
        numbered(slip.before, better)
    );
    Some(finding(Theme::WrongExchange, Cause::Missed, text, &[better]))
}

/// "17. Bxf6 Nxf6 exchanges a bishop for a knight; better was to keep it with 17. Bh4."
fn wrong_exchange(slip: &Slip<'_>) -> Option<Finding> {
    let better = *slip.better().first()?;
    let (reply, gained) = (slip.after.line.first()?, slip.played.capture()?);
    let is_even = pawns_worth(gained) == pawns_worth(slip.played.role()) && pawns_worth(gained) >= 3;
    let is_retaken = reply.is_capture() && reply.to() == slip.played.to();
    if !is_even || !is_retaken || better.is_capture() || is_taken_soon(slip, slip.played.to()) {
        return None;
    }
    let line = printed_line(slip.before, &[slip.played, *reply]);
    let text = format!(
        "{line} exchanges the {} for the {}; better was {} without the exchange.",
        role_name(slip.played.role()),
        role_name(gained),
        numbered(slip.before, better)
    );
    Some(finding(Theme::WrongExchange, Cause::Missed, text, &[better]))
}

/// Returns true if the better line takes on the same square all the same, or loses the piece that was exchanged.
fn is_taken_soon(slip: &Slip<'_>, square: Square) -> bool {
    let line = slip.better();
    let is_taken = line.iter().any(|mv| mv.is_capture() && (mv.to() == square || Some(mv.to()) == slip.played.from()));
    let end = position_after(slip.before, line);
    is_taken || end.board().piece_at(square) != slip.before.board().piece_at(square)
}
