//! In-between move: the capture that was to be expected comes one move later.
//!
//! Proof: the loser takes something, the winner could take back with profit there, but first gives check or takes or
//! attacks something elsewhere, takes back after the answer, and ends better by a pawn or more than by taking back at
//! once.

use shakmaty::{Move, Position as _, Square};

use super::balance::{Win, material, settled_for};
use super::line::{numbered, taken_on};
use super::probe::after;
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::{color_name, piece_on, spoils};
use crate::chess::exchange::exchange_gain;

pub fn in_between(win: &Win, tale: Tale) -> Option<Proof> {
    win.line.winners().find_map(|key| between_at(win, tale, key))
}

fn between_at(win: &Win, tale: Tale, key: usize) -> Option<Proof> {
    let line = &win.line;
    if key + 2 >= line.len().min(win.given) {
        return None;
    }
    let capture = if key > 0 { line.mv(key - 1) } else { line.lead()?.1 };
    let square = taken_on(capture).map(|_| capture.to())?;
    let (between, back) = (line.mv(key), line.mv(key + 2));
    let position = line.position(key);
    let is_expected = exchange_gain(position.board(), square, line.winner()) > 0;
    if !is_expected || between.to() == square || back.to() != square || !back.is_capture() {
        return None;
    }
    let is_forcing = line.after_move(key).is_check() || between.is_capture();
    if !is_forcing || at_once(win, key, square)? >= material(line.end().board(), line.winner()) {
        return None;
    }
    let first = format!(
        "{} first plays {} and takes {} a move later",
        color_name(win.winner()),
        line.numbered(key),
        piece_on(position.board(), square)
    );
    let result = format!("{} {}", line.text_between(key, key + 2), spoils(win));
    let text = match (tale, line.lead(), key.checked_sub(1)) {
        (Tale::Allowed, Some((before, lead)), None) => format!("After {} {first}: {result}.", numbered(before, lead)),
        (Tale::Allowed, _, Some(capture)) => format!("After {} {first}: {result}.", line.text_to(capture)),
        (Tale::Missed, _, Some(_)) => format!("Better was {}: {first}, and {result}.", line.text_to(key)),
        _ => format!("{}: {first}, and {result}.", line.text_to(key)),
    };
    Some(Proof { theme: Theme::InBetweenMove, text, squares: vec![between.to(), square] })
}

/// The winner's balance if he takes back on `square` at once, in the best way.
fn at_once(win: &Win, key: usize, square: Square) -> Option<i32> {
    let position = win.line.position(key);
    let captures = position.legal_moves().into_iter().filter(|mv: &Move| mv.is_capture() && mv.to() == square);
    captures.map(|mv| settled_for(&after(position, mv), win.winner())).max()
}
