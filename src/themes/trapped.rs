//! Trapped piece: a piece is attacked and has no safe square.
//!
//! Proof: in the line a piece worth three pawns or more is attacked and would be taken with profit; so it would after
//! each of its moves; and it is taken where it stands or where it flees to, at once. Before the attack no capture won
//! as much. Where the piece is pinned to its king, the theme is a pin.

use shakmaty::{Chess, Position as _, Role, Square};

use super::balance::{Win, material, settled_for};
use super::line::taken_on;
use super::probe::{after, attackers, passed, pinned_to_king};
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::piece_on;
use crate::chess::exchange::pawns_worth;

pub fn trapped_piece(win: &Win, tale: Tale) -> Option<Proof> {
    let (line, prize) = (&win.line, win.prize);
    let key = prize.checked_sub(2)?;
    let at_end = taken_on(line.mv(prize))?;
    let square = line.trace(prize, at_end)[key];
    let position = line.after_move(key);
    let role = position.board().role_at(square).filter(|&role| role != Role::King && pawns_worth(role) >= 3)?;
    if position.is_check() || !win.is_new_at(key) || !is_trapped(position, square, role) {
        return None;
    }
    let board = position.board();
    // What attacks it now did not before: otherwise it was lost already, or something else kept it.
    let attackers = attackers(board, square, line.winner());
    if attackers.is_empty() || gain_on(line.position(key), square) > 0 {
        return None;
    }
    let squares = attackers.into_iter().chain([square]).collect();
    let piece = piece_on(board, square);
    let (theme, clause) = match pinned_to_king(board, square) {
        Some((pinner, king)) => {
            let held = format!("because {} pins it to {}", piece_on(board, pinner), piece_on(board, king));
            (Theme::Pin, format!("{piece} cannot leave the line, {held}"))
        }
        None => (Theme::TrappedPiece, format!("{piece} is attacked and has no safe square")),
    };
    Some(Proof { theme, text: tale.tell(win, key, &clause), squares })
}

/// Returns true if the piece of the side to move is lost where it stands and wherever it moves.
fn is_trapped(position: &Chess, square: Square, role: Role) -> bool {
    let moves = position.legal_moves();
    let mut own = moves.iter().filter(|mv| mv.from() == Some(square) && mv.role() == role).peekable();
    // A piece that has no move at all is shut in or pinned; a pin is told as one.
    let has_moves = own.peek().is_some();
    has_moves
        && passed(position).is_some_and(|position| gain_on(&position, square) > 0)
        && own.all(|&mv| gain_on(&after(position, mv), mv.to()) > mv.capture().map_or(0, pawns_worth))
}

/// The most that the side to move wins by taking on a square, in pawns.
fn gain_on(position: &Chess, square: Square) -> i32 {
    let side = position.turn();
    let standing = material(position.board(), side);
    let captures = position.legal_moves().into_iter().filter(|mv| mv.is_capture() && mv.to() == square);
    captures.map(|mv| settled_for(&after(position, mv), side) - standing).max().unwrap_or(0)
}
