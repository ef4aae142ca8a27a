//! Skewer: a piece in front moves out of the line, and the piece behind it is taken.
//!
//! Proof: in the line a queen, rook or bishop comes to a square from which it attacks the front piece. That is the king
//! or worth at least as much as the piece behind. The front piece moves off the line at once, and the attacker takes
//! the piece behind from the same square. Before the move no capture won as much.

use shakmaty::{Role, attacks};

use super::balance::Win;
use super::fork::last_approach;
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::piece_on;
use crate::chess::exchange::pawns_worth;

pub fn skewer(win: &Win, tale: Tale) -> Option<Proof> {
    let line = &win.line;
    let (key, from, behind) = last_approach(win)?;
    let board = line.board(key + 1);
    if key + 2 != win.prize || !board.sliders().contains(from) || !win.is_new_at(key) {
        return None;
    }
    let front = line.mv(key + 1).from()?;
    let role = board.role_at(front)?;
    let is_in_front = attacks::between(from, behind).contains(front) && board.attacks_from(from).contains(front);
    let is_worth_more = role == Role::King || pawns_worth(role) >= pawns_worth(board.role_at(behind)?);
    if !is_in_front || !is_worth_more {
        return None;
    }
    let clause = format!(
        "{} attacks {} and, behind it, {}",
        piece_on(board, from),
        piece_on(board, front),
        piece_on(board, behind)
    );
    Some(Proof { theme: Theme::Skewer, text: tale.tell(win, key, &clause), squares: vec![from, front, behind] })
}
