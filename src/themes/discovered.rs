//! Discovered attack, discovered check and double check: a piece moves out of the line of another.
//!
//! Proof of a discovered attack: in the line a piece leaves the line between a queen, rook or bishop and its target,
//! and that piece takes the target from where it stood. Proof of a discovered check: the move gives check by a piece
//! that did not move, and wins something by itself that was defended well enough, or the piece that moved takes the
//! target afterwards. It is a double check where the piece that moved gives check as well.

use shakmaty::{Position as _, Square, attacks};

use super::balance::Win;
use super::line::{lands_on, role_after, taken_on};
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::{piece_on, role_name};
use crate::chess::exchange::exchange_gain;

pub fn discovered_attack(win: &Win, tale: Tale) -> Option<Proof> {
    let (line, prize) = (&win.line, win.prize);
    let (from, target) = (line.mv(prize).from()?, taken_on(line.mv(prize))?);
    let trace = line.trace(prize, from);
    let of_target = line.trace(prize, target);
    let uncovers = |&number: &usize| {
        let moved_from = line.mv(number).from();
        trace[number..].iter().all(|&square| square == from)
            && of_target[number..].iter().all(|&square| square == target)
            && moved_from.is_some_and(|square| attacks::between(from, target).contains(square))
            && !line.board(number).attacks_from(from).contains(target)
            && line.board(number + 1).attacks_from(from).contains(target)
    };
    let key = line.winners().take_while(|&number| number < prize).filter(uncovers).last()?;
    if !win.is_new_at(key) {
        return None;
    }
    let mv = line.mv(key);
    let moved = role_name(role_after(mv));
    let with_check = if line.after_move(key).is_check() { " with check" } else { "" };
    let board = line.board(key + 1);
    let clause = format!(
        "the {moved} has moved{with_check} out of the line of {} to {}",
        piece_on(board, from),
        piece_on(board, target)
    );
    let squares = vec![from, target, lands_on(mv, line.winner())];
    Some(Proof { theme: Theme::DiscoveredAttack, text: tale.tell(win, key, &clause), squares })
}

pub fn discovered_check(win: &Win, tale: Tale) -> Option<Proof> {
    let line = &win.line;
    line.winners().take_while(|&number| number <= win.prize).find_map(|key| check_at(win, tale, key))
}

fn check_at(win: &Win, tale: Tale, key: usize) -> Option<Proof> {
    let (line, prize) = (&win.line, win.prize);
    let mv = line.mv(key);
    let to = lands_on(mv, line.winner());
    let after = line.after_move(key);
    let checker = after.checkers().without(to).first().filter(|_| !mv.is_castle())?;
    let king = after.board().king_of(line.loser())?;
    let takes = taken_on(mv);
    let target = taken_on(line.mv(prize))?;
    let is_taken_now = key == prize && exchange_gain(line.board(key), target, line.winner()) < win.gain;
    let is_taken_later = key < prize
        && line.mv(prize).from() == Some(to)
        && line.trace(prize, to)[key + 1..].iter().all(|&square| square == to)
        && line.board(key + 1).attacks_from(to).contains(target)
        && line.trace(prize, target)[key + 1..].iter().all(|&square| square == target);
    if !(is_taken_now || is_taken_later) || !win.is_new_at(key) {
        return None;
    }
    let is_double = after.checkers().contains(to);
    let board = after.board();
    let does = match (takes, is_taken_later) {
        (_, true) => format!(" and attacks {}", piece_on(board, target)),
        (Some(square), _) => format!(" and takes {}", piece_on(line.board(key), square)),
        (None, _) => String::new(),
    };
    let moved = role_name(role_after(mv));
    let (theme, clause) = if is_double {
        (
            Theme::DoubleCheck,
            format!("the {moved} and {} give check at once, so that only the king can move", piece_on(board, checker)),
        )
    } else {
        let checks = format!("check by {} to {}", piece_on(board, checker), piece_on(board, king));
        (Theme::DiscoveredCheck, format!("the {moved} uncovers {checks}{does}"))
    };
    let squares: Vec<Square> = vec![checker, king, to];
    Some(Proof { theme, text: tale.tell(win, key, &clause), squares })
}
