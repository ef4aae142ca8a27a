//! Draw by repetition: the position comes for the third time.
//!
//! Proof: by the moves of the game the position at the end of a line of at most one move stood on the board twice
//! before, and the other line does not begin so.

use shakmaty::Chess;

use super::Mistake;
use super::line::{TacticLine, numbered};
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::color_name;
use crate::chess::key::position_key;

/// The repetition that a mistake allows or misses, with its line.
pub fn repetition(mistake: &Mistake<'_>) -> Option<(Tale, Proof, TacticLine)> {
    let game = TacticLine::new(&Chess::default(), mistake.history);
    if mistake.history.is_empty() || game.end() != mistake.before {
        return None;
    }
    let before: Vec<u64> = (0..=game.len()).map(|number| position_key(game.position(number))).collect();
    let allowed = TacticLine::after(mistake.before, mistake.played, mistake.refutation);
    let better = TacticLine::new(mistake.before, &mistake.better[..mistake.better.len().min(1)]);
    // Without a better line nothing is missed.
    let is_missed = better.len() == 1 && is_third(&before, &better);
    match (is_third(&before, &allowed), is_missed) {
        (true, false) => Some((Tale::Allowed, proof(allowed_text(&allowed)), allowed)),
        (false, true) => Some((Tale::Missed, proof(missed_text(&better)), better)),
        _ => None,
    }
}

/// Returns true if a line of at most one move ends in a position that was there twice.
fn is_third(before: &[u64], line: &TacticLine) -> bool {
    let key = position_key(line.end());
    line.len() <= 1 && before.iter().filter(|&&earlier| earlier == key).count() >= 2
}

fn proof(text: String) -> Proof {
    Proof { theme: Theme::Repetition, text, squares: Vec::new() }
}

fn allowed_text(line: &TacticLine) -> String {
    let shown = match line.lead() {
        Some((before, lead)) if line.len() == 0 => numbered(before, lead),
        _ => line.text_to(0),
    };
    let claims = color_name(line.winner());
    format!("After {shown} the position is on the board for the third time, and {claims} can claim a draw.")
}

fn missed_text(line: &TacticLine) -> String {
    format!("There was a draw: after {} the position is on the board for the third time.", line.text_to(0))
}
