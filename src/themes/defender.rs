//! Removed defender and overloaded piece: what defended the prize is captured, lured or driven away.
//!
//! Proof: in the line the defender is captured, or it moves in answer to a capture, an offer or an attack on itself.
//! Before that an exchange on the prize's square did not pay, and would have paid without the defender; when the prize
//! is taken it pays, and it would not if the defender stood where it stood. The defender was overloaded if it moved to
//! take back on a square where it had defended another piece.

use shakmaty::{Board, Piece, Square};

use super::balance::Win;
use super::line::taken_on;
use super::probe::{attackers, gain_with};
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::{piece_on, role_name};
use crate::chess::exchange::exchange_gain;

/// The way the defender goes.
enum Way {
    Captured,
    /// It takes back where the winner has taken something that it had to defend, too.
    Overloaded(Square),
    /// It takes what is offered on this square.
    Lured(Square),
    /// It moves away from an attack by the piece on this square.
    Driven(Square),
}

pub fn removed_defender(win: &Win, tale: Tale) -> Option<Proof> {
    let keys = win.line.winners().rev().filter(|&number| number < win.assault());
    keys.into_iter().find_map(|key| removed_at(win, tale, key))
}

fn removed_at(win: &Win, tale: Tale, key: usize) -> Option<Proof> {
    let (line, assault) = (&win.line, win.assault());
    let target = taken_on(line.mv(assault))?;
    if line.trace(assault, target)[key..].iter().any(|&square| square != target) {
        return None;
    }
    let (stood, way) = departure(win, key)?;
    let board = line.board(key);
    let defender = board.piece_at(stood)?;
    if !proves_defence(win, key, target, stood, defender) {
        return None;
    }
    let defends = format!("{} no longer defends {}", its_name(board, stood), piece_on(board, target));
    let (theme, shown, clause) = match way {
        Way::Captured => {
            let clause = format!("{} has lost its defender, {}", piece_on(board, target), piece_on(board, stood));
            (Theme::RemovedDefender, key, clause)
        }
        Way::Overloaded(square) => {
            let both = format!("{} and {}", piece_on(board, square), piece_on(board, target));
            (Theme::OverloadedPiece, key + 1, format!("{} could not defend both {both}", its_name(board, stood)))
        }
        Way::Lured(_) | Way::Driven(_) => (Theme::RemovedDefender, key + 1, defends),
    };
    let mut squares = vec![target, stood];
    if let Way::Overloaded(square) | Way::Lured(square) | Way::Driven(square) = way {
        squares.push(square);
    }
    Some(Proof { theme, text: tale.tell(win, shown, &clause), squares })
}

/// "the knight from f6": it has moved when this is told.
fn its_name(board: &Board, stood: Square) -> String {
    board.role_at(stood).map_or_else(String::new, |role| format!("the {} from {stood}", role_name(role)))
}

/// The square from which a piece of the loser disappears by the winner's move of number `key` or in answer to it.
fn departure(win: &Win, key: usize) -> Option<(Square, Way)> {
    let line = &win.line;
    let mv = line.mv(key);
    let target = taken_on(line.mv(win.assault()))?;
    if let Some(stood) = taken_on(mv)
        && line.board(key).attacks_from(stood).contains(target)
    {
        return Some((stood, Way::Captured));
    }
    if key + 1 >= win.assault() {
        return None;
    }
    let answer = line.mv(key + 1);
    let stood = answer.from()?;
    let board = line.board(key + 1);
    let defends = board.attacks_from(stood).contains(target);
    let still = line.board(key + 2).attacks_from(answer.to()).contains(target);
    if !defends || still || answer.is_castle() {
        return None;
    }
    let way = match (answer.is_capture() && answer.to() == mv.to(), mv.is_capture()) {
        (true, true) => Way::Overloaded(mv.to()),
        (true, false) => Way::Lured(mv.to()),
        _ if board.attacks_from(mv.to()).contains(stood) => Way::Driven(mv.to()),
        _ => return None,
    };
    Some((stood, way))
}

/// Returns true if the piece that stood there was what kept the prize: see the top of the file.
fn proves_defence(win: &Win, key: usize, target: Square, stood: Square, defender: Piece) -> bool {
    let (line, winner) = (&win.line, win.winner());
    let (first, last) = (line.board(key), line.board(win.assault()));
    let defended = attackers(first, target, line.loser()).contains(stood);
    let mut without = first.clone();
    without.discard_piece_at(stood);
    defended
        && exchange_gain(first, target, winner) <= 0
        && exchange_gain(&without, target, winner) > 0
        && exchange_gain(last, target, winner) > 0
        // A piece that took the defender stands where it stood, and gives way to it here.
        && gain_with(last, target, winner, stood, defender) <= 0
}
