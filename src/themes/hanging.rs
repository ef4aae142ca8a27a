//! Hanging piece, pawn lost, lost trade: what the first move of the line takes.
//!
//! Proof: the first move of the line takes the prize, an exchange on its square pays for the winner, and the line wins
//! material to its quiet end. It is a lost trade where the loser takes back on the square in the line, and a hanging
//! piece or lost pawn where it does not.

use shakmaty::{Board, Move, Position as _, Role, Square, attacks};

use super::balance::Win;
use super::line::{TacticLine, lands_on, numbered, taken_on};
use super::probe::attackers;
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::{color_name, piece_on, role_name, sentence, spoils, spoils_with};
use crate::chess::exchange::exchange_gain;

pub fn hanging(win: &Win, tale: Tale) -> Option<Proof> {
    let line = &win.line;
    let square = taken_on(line.mv(0))?;
    let board = line.board(0);
    let taken = board.role_at(square)?;
    // Everything on this square up to the prize.
    let is_one_exchange = line.moves()[..=win.prize].iter().all(|mv| mv.is_capture() && mv.to() == line.mv(0).to());
    if !is_one_exchange || exchange_gain(board, square, line.winner()) <= 0 {
        return None;
    }
    let is_retaken = line.moves().get(1).is_some_and(|mv| mv.is_capture() && mv.to() == line.mv(0).to());
    let theme = match taken {
        _ if is_retaken => Theme::LostTrade,
        Role::Pawn => Theme::PawnLost,
        _ => Theme::HangingPiece,
    };
    let text = match tale {
        Tale::Allowed if is_retaken => traded(win)?,
        Tale::Allowed => allowed(win, square)?,
        _ => missed(win, tale, square, is_retaken),
    };
    let squares = line.mv(0).from().into_iter().chain([square]).collect();
    Some(Proof { theme, text, squares })
}

/// The end of the captures on the square of the first.
fn last_capture(line: &TacticLine) -> usize {
    let to = line.mv(0).to();
    line.moves().iter().take_while(|mv| mv.is_capture() && mv.to() == to).count() - 1
}

fn traded(win: &Win) -> Option<String> {
    let line = &win.line;
    let (before, lead) = line.lead()?;
    let shown = line.text_between(0, last_capture(line));
    let square = line.mv(0).to();
    let named = line.board(0).role_at(square);
    let result = format!("{} {}", color_name(line.winner()), spoils_with(win, named));
    let role = role_name(named?);
    let has_moved = lands_on(lead, line.loser()) == square;
    let was_attacked = exchange_gain(before.board(), square, line.winner()) > 0;
    let does = if has_moved && lead.is_capture() {
        format!("begins an exchange on {square} that loses")
    } else if has_moved {
        format!("puts the {role} on {square} without enough defence")
    } else if was_attacked {
        format!("does not save the {role} on {square}, which was attacked")
    } else {
        format!("leaves the {role} on {square} without enough defence")
    };
    Some(format!("{} {does}: {shown}, and {result}.", numbered(before, lead)))
}

/// Why the piece on `square` can be taken after the lead.
fn allowed(win: &Win, square: Square) -> Option<String> {
    let line = &win.line;
    let (before, lead) = line.lead()?;
    let (old, new) = (before.board(), line.board(0));
    let (lead_text, take) = (numbered(before, lead), line.numbered(0));
    let (came, stands) = (lead.from()?, lands_on(lead, line.loser()));
    let piece = piece_on(new, square);
    let taker = line.mv(0).from()?;
    let spoils = spoils(win);
    let is_undefended = attackers(new, square, line.loser()).is_empty();
    if square == stands {
        let by = piece_on(new, taker);
        return Some(match taken_on(lead) {
            Some(taken) => format!("{lead_text} takes {}, but {take} {spoils}.", piece_on(old, taken)),
            None => {
                format!("{lead_text} puts {piece}, where {by} can take it: {take} {spoils}.", piece = on(new, square))
            }
        });
    }
    let defended_it = old.attacks_from(came).contains(square) && !new.attacks_from(stands).contains(square);
    if defended_it {
        let left = if is_undefended { "without a defender" } else { "without enough defenders" };
        return Some(format!("{lead_text} leaves {piece} {left}: {take} {spoils}."));
    }
    if exchange_gain(old, square, line.winner()) > 0 && old.piece_at(square) == new.piece_at(square) {
        return Some(format!("{lead_text} does not save {piece}, which was attacked: {take} {spoils}."));
    }
    if is_opened_by(old, new, came, taker, square) {
        let line_of = piece_on(new, taker);
        return Some(format!("{lead_text} opens the line of {line_of} to {piece}: {take} {spoils}."));
    }
    Some(format!("After {lead_text} {piece} can be taken: {take} {spoils}."))
}

/// "the queen on d2", after "puts".
fn on(board: &Board, square: Square) -> String {
    piece_on(board, square)
}

/// Returns true if the taker attacks the square only since the piece that stood on `came` left.
fn is_opened_by(old: &Board, new: &Board, came: Square, taker: Square, square: Square) -> bool {
    old.piece_at(taker) == new.piece_at(taker)
        && attacks::between(taker, square).contains(came)
        && !old.attacks_from(taker).contains(square)
        && new.attacks_from(taker).contains(square)
}

/// The better line takes back what took something by the `last` move, and the mistake did not.
pub fn not_taken_back(win: &Win, last: Move) -> Option<Proof> {
    let line = &win.line;
    let (square, back) = (last.to(), line.mv(0));
    if !last.is_capture() || taken_on(back) != Some(square) || line.len() > last_capture(line) + 1 {
        return None;
    }
    let piece = piece_on(line.board(0), square);
    let text = format!("{} had to be taken back: {}.", sentence(&piece), line.numbered(0));
    let squares = back.from().into_iter().chain([square]).collect();
    Some(Proof { theme: Theme::LostTrade, text, squares })
}

fn missed(win: &Win, tale: Tale, square: Square, is_retaken: bool) -> String {
    let line = &win.line;
    let board = line.board(0);
    let piece = piece_on(board, square);
    let is_undefended = attackers(board, square, line.loser()).is_empty();
    let spoils = spoils(win);
    let (take, shown) = (line.numbered(0), line.text_between(0, last_capture(line)));
    match (tale, is_retaken, is_undefended) {
        (Tale::Missed, false, true) => sentence(&format!("{piece} had no defender: {take} {spoils}.")),
        (Tale::Missed, false, false) => sentence(&format!("{piece} could be taken: {take} {spoils}.")),
        (Tale::Missed, true, _) => format!("The exchange on {square} was good: {shown} {spoils}."),
        (_, true, _) => format!("{shown} {spoils}."),
        _ => format!("{take} {spoils}."),
    }
}
