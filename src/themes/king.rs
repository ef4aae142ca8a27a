//! King opened: a pawn has left the cover of its own king, and the line attacks the king there.
//!
//! Proof: the move is a pawn's, from a square in front of its own king. In the line, which ends in mate or wins
//! material, a piece gives check along a line that the pawn closed, or on a square that it guarded.

use shakmaty::{Color, Move, Position as _, Role, Square, attacks};

use super::line::{TacticLine, lands_on, numbered};
use super::tale::Proof;
use super::theme::Theme;
use super::words::piece_on;

/// The line must be one that ends in mate or wins material.
pub fn king_opened(line: &TacticLine) -> Option<Proof> {
    let (before, lead) = line.lead()?;
    let (color, from) = (line.loser(), lead.from()?);
    let king = before.board().king_of(color)?;
    if lead.role() != Role::Pawn || !is_cover(king, from, color) {
        return None;
    }
    let key = line.winners().find(|&number| uses_gap(line, number, king, from, color))?;
    let check = line.text_between(0, key);
    let checkers = line.after_move(key).checkers();
    let is_line = checkers.into_iter().any(|checker| attacks::between(checker, king).contains(from));
    let way = if is_line { "through the gap" } else { "on a square that it guarded" };
    let text = format!(
        "{} takes the pawn on {from} away from {}, and {check} gives check {way}.",
        numbered(before, lead),
        piece_on(before.board(), king)
    );
    let squares = vec![from, king, lands_on(line.mv(key), line.winner())];
    Some(Proof { theme: Theme::KingOpened, text, squares })
}

/// Returns true if a pawn on this square covers the king: at most a file away, one or two ranks in front.
fn is_cover(king: Square, pawn: Square, color: Color) -> bool {
    let ahead = (pawn.rank() as i32 - king.rank() as i32) * color.fold_wb(1, -1);
    pawn.file().distance(king.file()) <= 1 && (1..=2).contains(&ahead)
}

/// Returns true if the winner's move gives check where the pawn on `gap` would not have let it.
fn uses_gap(line: &TacticLine, number: usize, king: Square, gap: Square, color: Color) -> bool {
    let after = line.after_move(number);
    let Some(checker) = after.checkers().single_square() else { return false };
    if after.board().king_of(color) != Some(king) || after.board().piece_at(gap).is_some() && checker != gap {
        return false;
    }
    let mv: Move = line.mv(number);
    let is_blocked = attacks::between(checker, king).contains(gap);
    let lead = line.lead().map(|(_, lead)| lead.to());
    // Where the pawn itself was taken, it guarded nothing.
    let is_guarded = attacks::pawn_attacks(color, gap).contains(checker) && lead != Some(checker);
    is_blocked || is_guarded && lands_on(mv, line.winner()) == checker
}
