//! Interference: a piece comes between a defender and what it defends.
//!
//! Proof: in the line a piece moves onto the line between a queen, rook or bishop of the loser and the prize. Before
//! that an exchange on the prize's square did not pay; when the prize is taken it pays, and it would not if that piece
//! did not stand there.

use shakmaty::{Bitboard, Board, Color, Position as _, Square, attacks};

use super::balance::Win;
use super::line::{lands_on, taken_on};
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::piece_on;
use crate::chess::exchange::exchange_gain;

pub fn interference(win: &Win, tale: Tale) -> Option<Proof> {
    let keys = (0..win.assault()).rev();
    keys.into_iter().find_map(|key| interferes(win, tale, key))
}

/// The move of number `key`, of either side, that cuts a defender off.
fn interferes(win: &Win, tale: Tale, key: usize) -> Option<Proof> {
    let (line, assault) = (&win.line, win.assault());
    let target = taken_on(line.mv(assault))?;
    let mv = line.mv(key);
    // A capture there removes what stood in the line before.
    if mv.is_capture() || line.trace(assault, target)[key..].iter().any(|&square| square != target) {
        return None;
    }
    let (before, after, last) = (line.board(key), line.board(key + 1), line.board(assault));
    let square = lands_on(mv, line.position(key).turn());
    let defender = cut_off(before, square, target, !win.winner())?;
    let mut without = last.clone();
    without.discard_piece_at(square);
    let proves = last.piece_at(square) == after.piece_at(square)
        && last.piece_at(defender) == before.piece_at(defender)
        && exchange_gain(before, target, win.winner()) <= 0
        && exchange_gain(last, target, win.winner()) > 0
        && exchange_gain(&without, target, win.winner()) <= 0;
    if !proves {
        return None;
    }
    let clause =
        format!("{} cuts {} off from {}", piece_on(after, square), piece_on(after, defender), piece_on(after, target));
    // Only the winner's own moves end what is shown.
    let shown = key + key % 2;
    let text = tale.tell(win, shown.min(win.prize), &clause);
    Some(Proof { theme: Theme::Interference, text, squares: vec![square, defender, target] })
}

/// The queen, rook or bishop of a side that defends `target` across `square`.
fn cut_off(board: &Board, square: Square, target: Square, side: Color) -> Option<Square> {
    let sliders: Bitboard = board.by_color(side) & board.sliders();
    let defends = |&slider: &Square| {
        board.attacks_from(slider).contains(target) && attacks::between(slider, target).contains(square)
    };
    sliders.into_iter().find(defends)
}
