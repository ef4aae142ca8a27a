//! Pin: a piece cannot move, or not take back, because of one that stands behind it.
//!
//! Proof that a pinned piece cannot take back: it attacks the square of the prize, an exchange there would not pay for
//! the winner if it took part, but it is pinned to its king off that line, and nothing else can take back. Proof that a
//! pinned piece is lost: in the line it is pinned and attacked, it had a safe square off the line to go to but for the
//! pin, and it is taken where it stands. Before the move no capture won as much.

use shakmaty::{Board, Color, Position as _, Role, Square, attacks};

use super::balance::Win;
use super::line::taken_on;
use super::probe::{attackers, pinned_to, pinned_to_king};
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::piece_on;
use crate::chess::exchange::{exchange_gain, pawns_worth};

pub fn pin(win: &Win, tale: Tale) -> Option<Proof> {
    pinned_defender(win, tale).or_else(|| pinned_target(win, tale))
}

fn pinned_defender(win: &Win, tale: Tale) -> Option<Proof> {
    let (line, prize) = (&win.line, win.prize);
    let mv = line.mv(prize);
    let target = taken_on(mv)?;
    let (before, after) = (line.board(prize), line.board(prize + 1));
    // En passant leaves the square of the pawn taken empty, where nothing can take back.
    if target != mv.to() || exchange_gain(before, target, line.winner()) > 0 {
        return None;
    }
    let defenders = attackers(after, target, line.loser()).without(after.king_of(line.loser())?);
    let can_retake = line.after_move(prize).legal_moves().into_iter().any(|mv| mv.is_capture() && mv.to() == target);
    if can_retake {
        return None;
    }
    let is_held = |&square: &Square| {
        pinned_to_king(after, square)
            .is_some_and(|(pinner, king)| target != pinner && !attacks::ray(pinner, king).contains(target))
    };
    let held: Vec<Square> = defenders.into_iter().filter(is_held).collect();
    let &defender = held.first()?;
    let (pinner, king) = pinned_to_king(after, defender)?;
    let clause = format!(
        "{} cannot take back on {target}, because {} pins it to {}",
        piece_on(after, defender),
        piece_on(after, pinner),
        piece_on(after, king)
    );
    let squares = vec![target, defender, pinner, king];
    Some(Proof { theme: Theme::Pin, text: tale.tell(win, prize, &clause), squares })
}

fn pinned_target(win: &Win, tale: Tale) -> Option<Proof> {
    let (line, prize) = (&win.line, win.prize);
    let target = taken_on(line.mv(prize))?;
    let key = prize.checked_sub(2)?;
    if line.trace(prize, target)[key..].iter().any(|&square| square != target) || !win.is_new_at(key) {
        return None;
    }
    let board = line.board(key + 1);
    let taker = line.mv(prize).from()?;
    let (pinner, behind) = pin_of(board, target, line.loser())?;
    // A pin that goes on to the capture, by a piece that the loser could not take meanwhile.
    let still = pin_of(line.board(prize), target, line.loser())?;
    if still.0 != pinner || pinner == taker && exchange_gain(board, target, line.winner()) <= 0 {
        return None;
    }
    if !board.attacks_from(taker).contains(target) && line.trace(prize, taker)[key + 1] == taker {
        return None;
    }
    let has_refuge = refuges(board, target, pinner, behind, line.winner()) > 0;
    if !has_refuge {
        return None;
    }
    let clause = format!(
        "{} cannot leave, because {} pins it to {}",
        piece_on(board, target),
        piece_on(board, pinner),
        piece_on(board, behind)
    );
    let squares = vec![target, pinner, behind];
    Some(Proof { theme: Theme::Pin, text: tale.tell(win, key, &clause), squares })
}

/// The piece that pins the one on `square`, and the king or more valuable piece behind it that would be lost.
fn pin_of(board: &Board, square: Square, side: Color) -> Option<(Square, Square)> {
    if let Some(pin) = pinned_to_king(board, square) {
        return Some(pin);
    }
    let worth = pawns_worth(board.role_at(square)?);
    let valuable = board.by_color(side) & (board.queens() | board.rooks());
    valuable.into_iter().filter(|&behind| pawns_worth(role(board, behind)) > worth).find_map(|behind| {
        let pinner = pinned_to(board, square, behind)?;
        let is_lost = attackers(board, behind, side).is_empty()
            || pawns_worth(role(board, pinner)) < pawns_worth(role(board, behind));
        is_lost.then_some((pinner, behind))
    })
}

fn role(board: &Board, square: Square) -> Role {
    board.role_at(square).unwrap_or(Role::Pawn)
}

/// Squares off the line of the pin to which the pinned piece could go without being lost there.
fn refuges(board: &Board, square: Square, pinner: Square, behind: Square, enemy: Color) -> usize {
    let Some(piece) = board.piece_at(square) else { return 0 };
    let reached = match piece.role {
        Role::Pawn => return 0,
        _ => board.attacks_from(square) & !board.by_color(piece.color) & !attacks::ray(pinner, behind),
    };
    let is_safe = |&to: &Square| {
        let mut board = board.clone();
        board.discard_piece_at(square);
        board.set_piece_at(to, piece);
        exchange_gain(&board, to, enemy) == 0
    };
    reached.into_iter().filter(is_safe).count()
}
