//! Clearance: a piece leaves a square with check or a capture or as an offer, and another piece of its side uses it.
//!
//! Proof: in the line the piece that takes the prize first moves onto the square that the other has left, or the
//! prize's captor crosses it on its way there; before the clearing move no capture won as much.

use shakmaty::{Position as _, Square, attacks};

use super::balance::Win;
use super::line::lands_on;
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::{piece_on, role_name};

pub fn clearance(win: &Win, tale: Tale) -> Option<Proof> {
    win.line.winners().take_while(|&key| key + 2 <= win.prize).find_map(|key| clears(win, tale, key))
}

fn clears(win: &Win, tale: Tale, key: usize) -> Option<Proof> {
    let line = &win.line;
    let left = line.mv(key).from()?;
    let landed = lands_on(line.mv(key), win.winner());
    let is_forcing = line.mv(key).is_capture() || line.after_move(key).is_check() || is_taken(win, key, landed);
    if !is_forcing || !win.is_new_at(key) {
        return None;
    }
    let uses = |&number: &usize| {
        let mv = line.mv(number);
        // The piece that captures at last, on its way: it had to wait for the square.
        let arrives = number < win.prize && line.mv(win.prize).from() == Some(lands_on(mv, win.winner()));
        let from = mv.from().filter(|&from| from != landed);
        let crosses = from.is_some_and(|from| attacks::between(from, mv.to()).contains(left));
        arrives && from.is_some() && (mv.to() == left || crosses)
    };
    let used = (key + 2..win.prize).step_by(2).find(uses)?;
    let user: Square = line.mv(used).from()?;
    let clause =
        format!("the {} makes way on {left} for {}", role_name(line.mv(key).role()), piece_on(line.board(used), user));
    Some(Proof { theme: Theme::Clearance, text: tale.tell(win, used, &clause), squares: vec![left, landed, user] })
}

/// Returns true if the loser's answer takes the piece that moved.
fn is_taken(win: &Win, key: usize, landed: Square) -> bool {
    key + 1 < win.line.len() && win.line.mv(key + 1).is_capture() && win.line.mv(key + 1).to() == landed
}
