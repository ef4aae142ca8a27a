//! Fork: a piece attacks two targets at once.
//!
//! Proof: in the line a piece moves to a square from which it attacks two targets, neither of which it attacked before.
//! From there it takes one of them. The other is the king, a piece whose capture would win at least half as much, or a
//! mate on the next move. Before the move no other capture won as much. Or the loser takes the forking piece with one
//! that is worth more and is taken back.

use shakmaty::{Position as _, Role, Square};

use super::balance::Win;
use super::line::{TacticLine, taken_on};
use super::probe::{capture_gain, mate_in_one, passed};
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::{and, piece_on};
use crate::chess::exchange::exchange_gain;
use crate::chess::notation::san;

pub fn fork(win: &Win, tale: Tale) -> Option<Proof> {
    forked(win, tale).or_else(|| bought_off(win, tale))
}

fn forked(win: &Win, tale: Tale) -> Option<Proof> {
    let line = &win.line;
    let (key, from, target) = last_approach(win)?;
    let board = line.board(key + 1);
    let came = line.mv(key).from()?;
    let attacked = board.attacks_from(from) & board.by_color(line.loser());
    let before = line.board(key).attacks_from(came);
    if !attacked.contains(target) || before.contains(target) || !win.is_new_but_for(key) {
        return None;
    }
    let mut targets: Vec<Square> =
        attacked.into_iter().filter(|&square| square != target && !before.contains(square)).collect();
    targets.retain(|&square| is_target(win, key, from, square));
    targets.push(target);
    told(win, tale, key, from, targets)
}

/// A fork after which the forking piece is taken by a more valuable one, and that is taken back: a part of what is
/// attacked.
fn bought_off(win: &Win, tale: Tale) -> Option<Proof> {
    let line = &win.line;
    let key = win.prize.checked_sub(2)?;
    let (came, from) = (line.mv(key).from()?, line.mv(key).to());
    let is_bought_off = (key + 1..=win.prize).all(|number| taken_on(line.mv(number)) == Some(from));
    if !is_bought_off || !win.is_new_but_for(key) {
        return None;
    }
    let (old, board) = (line.board(key), line.board(key + 1));
    let attacked = board.attacks_from(from) & board.by_color(line.loser()) & !old.attacks_from(came);
    let is_target = |square: &Square| {
        board.role_at(*square) == Some(Role::King) || exchange_gain(board, *square, line.winner()) > win.gain
    };
    let targets: Vec<Square> = attacked.into_iter().filter(is_target).collect();
    if targets.len() < 2 {
        return None;
    }
    told(win, tale, key, from, targets)
}

/// The proof that the piece that comes to `from` by move number `key` attacks `targets`; a single one goes with a mate
/// threat.
fn told(win: &Win, tale: Tale, key: usize, from: Square, mut targets: Vec<Square>) -> Option<Proof> {
    let line = &win.line;
    let board = line.board(key + 1);
    // The king first, then the most valuable piece.
    targets.sort_by_key(|&square| {
        board.role_at(square).map_or(0, |role| if role == Role::King { -100 } else { -(role as i32) })
    });
    let mut named: Vec<String> = targets.iter().map(|&square| piece_on(board, square)).collect();
    let clause = if targets.len() > 1 {
        format!("{} attacks {}", piece_on(board, from), and(&named))
    } else {
        let threat = mate_threat(line, key)?;
        format!("{} attacks {}, and mate by {threat} is threatened", piece_on(board, from), named.remove(0))
    };
    let squares = [vec![from], targets].concat();
    Some(Proof { theme: Theme::Fork, text: tale.tell(win, key, &clause), squares })
}

/// The last move by which the piece that wins the prize came to where it takes it from: its number, that square, and
/// the prize's, if what is taken stood there all the time since.
pub fn last_approach(win: &Win) -> Option<(usize, Square, Square)> {
    let (line, prize) = (&win.line, win.prize);
    let (from, target) = (line.mv(prize).from()?, taken_on(line.mv(prize))?);
    let trace = line.trace(prize, from);
    let key = (0..prize).rev().step_by(2).map(|odd| odd - 1).find(|&number| trace[number] != trace[number + 1])?;
    line.trace(prize, target)[key..].iter().all(|&square| square == target).then_some((key, from, target))
}

/// Returns true if the piece on `from` really threatens the one on `square` after the winner's move of number `key`.
fn is_target(win: &Win, key: usize, from: Square, square: Square) -> bool {
    let line = &win.line;
    if line.board(key + 1).role_at(square) == Some(Role::King) {
        return true;
    }
    let gain = passed(line.after_move(key)).and_then(|position| capture_gain(&position, from, square));
    gain.is_some_and(|gain| gain >= 1 && 2 * gain >= win.gain)
}

/// The mate in one that the winner threatens after his move of number `key`, in SAN.
fn mate_threat(line: &TacticLine, key: usize) -> Option<String> {
    let position = passed(line.after_move(key))?;
    debug_assert_eq!(position.turn(), line.winner(), "the loser passes");
    mate_in_one(&position).map(|mate| san(&position, mate))
}
