//! An attack on the king: after the move the opponent's pieces bear on it in greater number than it has defenders.
//!
//! Proof: along the line at least three pieces (or two with the queen) attack the king or squares beside it, more than
//! pieces defend these squares, the line gives check or captures beside the king, and at the end of the better line
//! fewer pieces do.

use shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position as _, Role, Square, attacks};

use super::super::params::{ATTACK_PLIES, ATTACKERS};
use super::{Glance, Slip, finding};
use crate::chess::material::pieces;
use crate::chess::notation::printed_line;
use crate::chess::replay::position_after;
use crate::themes::{Cause, Finding, Theme, pieces_on};

pub fn attack(slip: &Slip<'_>, _: &mut Glance<'_>) -> Vec<Finding> {
    allowed(slip).into_iter().collect()
}

fn allowed(slip: &Slip<'_>) -> Option<Finding> {
    let side = slip.side();
    let moves = [&[slip.played], &slip.after.line[..]].concat();
    // The position with the opponent's last move of the line's beginning on the board.
    let plies = (2..=moves.len().min(ATTACK_PLIES)).rev().find(|plies| plies % 2 == 0)?;
    let end = position_after(slip.before, &moves[..plies]);
    let king = end.board().king_of(side)?;
    let attackers = bearing_on_king(end.board(), king, !side);
    let defenders = defenders(end.board(), king, side);
    if !is_attack(end.board(), attackers, defenders) || !hits(slip.before, &moves[..plies], side) {
        return None;
    }
    let quiet = position_after(slip.before, &slip.better()[..slip.better().len().min(plies)]);
    let there = quiet.board().king_of(side).map_or(0, |king| bearing_on_king(quiet.board(), king, !side).count());
    if there >= attackers.count() {
        return None;
    }
    let line = printed_line(slip.before, &moves[..plies]);
    let squares: Vec<Square> = attackers.into_iter().collect();
    let guards = match defenders.count() {
        0 => "no piece defends it".to_owned(),
        1 => "one piece defends it".to_owned(),
        many => format!("{} defend it", number(many)),
    };
    let file =
        open_file(end.board(), king, !side).map_or_else(String::new, |file| format!(" The {file}-file is open."));
    let text = format!(
        "After {line} the king on {king} is under attack by {}, and {guards}.{file}",
        pieces_on(end.board(), &squares)
    );
    let mut found = finding(Theme::KingAttack, Cause::Allowed, text, &moves[1..plies]);
    found.squares = squares.into_iter().chain([king]).collect();
    Some(found)
}

fn number(count: usize) -> &'static str {
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"].get(count).copied().unwrap_or("many")
}

/// Pieces of `side`, pawns and king left out, that attack the square of the other side's king or one beside it.
pub fn bearing_on_king(board: &Board, king: Square, side: Color) -> Bitboard {
    bearing_on(board, attacks::king_attacks(king).with(king), side)
}

/// Pieces of the king's side that guard a square beside it.
fn defenders(board: &Board, king: Square, side: Color) -> Bitboard {
    bearing_on(board, attacks::king_attacks(king), side)
}

fn bearing_on(board: &Board, zone: Bitboard, side: Color) -> Bitboard {
    let own = pieces(board) & board.by_color(side);
    own.into_iter().filter(|&square| (board.attacks_from(square) & zone).any()).collect()
}

fn is_attack(board: &Board, attackers: Bitboard, defenders: Bitboard) -> bool {
    let least = if (attackers & board.by_role(Role::Queen)).any() { ATTACKERS - 1 } else { ATTACKERS };
    attackers.count() >= least && attackers.count() > defenders.count()
}

/// Returns true if the opponent of `side` gives check in the line, or takes something beside its king.
fn hits(start: &Chess, moves: &[Move], side: Color) -> bool {
    (2..=moves.len()).step_by(2).any(|plies| {
        let position = position_after(start, &moves[..plies]);
        let mv = moves[plies - 1];
        let is_near = position.board().king_of(side).is_some_and(|king| king.distance(mv.to()) <= 1);
        position.is_check() || mv.is_capture() && is_near
    })
}

/// A file on or beside the king's without pawns, on which a rook or queen of `side` stands.
fn open_file(board: &Board, king: Square, side: Color) -> Option<char> {
    let near = |file: &File| king.file().distance(*file) <= 1;
    let heavy = board.by_color(side) & board.rooks_and_queens();
    let is_open = |file: &File| {
        let squares = Bitboard::from_file(*file);
        (squares & board.pawns()).is_empty() && (squares & heavy).any()
    };
    File::ALL.into_iter().find(|file| near(file) && is_open(file)).map(File::char)
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::super::testing::said;
    use super::*;
    use crate::chess::fen::read_fen;

    #[test]
    fn pieces_that_bear_on_the_king_are_counted() {
        let fen = "r4rk1/pp3p1p/8/8/6q1/3b1n2/PP3P1P/R3R2K w - - 0 1";
        let position = read_fen(fen, CastlingMode::Standard).expect(fen).position;
        let (board, king) = (position.board(), Square::H1);
        assert_eq!(bearing_on_king(board, king, Color::Black).count(), 2, "the queen and the knight");
        assert_eq!(defenders(board, king, Color::White).count(), 1, "the rook on e1");
        assert!(is_attack(board, bearing_on_king(board, king, Color::Black), Bitboard::EMPTY));
        assert_eq!(open_file(board, king, Color::Black), Some('g'));
        assert_eq!(open_file(board, king, Color::White), None);
    }

    #[test]
    fn a_quiet_game_has_no_attack() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(said(attack, start, "h4").is_empty());
    }
}
