//! Opening rules: the third move of one piece, late castling.
//!
//! Only asked where a move cost something and nothing else explains it. Proof of the third move: the same piece has
//! moved twice before within the first ten moves, at least two knights or bishops of its side still stand where they
//! began, and the better line develops one of them or castles. Proof of late castling: from the eighth to the twentieth
//! move the king stands on its first square although it may castle, the other side has castled, and the better line
//! castles now.

use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Rank, Role, Square};

use super::Mistake;
use super::line::{TacticLine, numbered};
use super::tale::Proof;
use super::theme::Theme;
use super::words::{color_name, piece_on, role_name};

/// Full moves in which a third move of a piece counts.
const DEVELOPMENT: u32 = 10;
/// Full moves from which on castling is late, and to which it counts as opening.
const LATE: std::ops::RangeInclusive<u32> = 8..=20;

pub fn opening_rule(mistake: &Mistake<'_>) -> Option<Proof> {
    let game = TacticLine::new(&Chess::default(), mistake.history);
    if mistake.history.is_empty() || game.end() != mistake.before {
        return None;
    }
    third_move(mistake, &game).or_else(|| late_castling(mistake, &game))
}

fn third_move(mistake: &Mistake<'_>, game: &TacticLine) -> Option<Proof> {
    let (before, played) = (mistake.before, mistake.played);
    let is_piece = matches!(played.role(), Role::Knight | Role::Bishop | Role::Queen | Role::Rook);
    if u32::from(before.fullmoves()) > DEVELOPMENT || !is_piece || played.is_capture() || before.is_check() {
        return None;
    }
    let from = played.from()?;
    let trace = game.trace(game.len(), from);
    let moved = trace.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let asleep = undeveloped(before, before.turn());
    let &better = mistake.better.first()?;
    let develops = better.is_castle() || better.from().is_some_and(|square| asleep.contains(square));
    if moved < 2 || asleep.count() < 2 || !develops || asleep.contains(from) {
        return None;
    }
    let count = if moved == 2 { "third" } else { "fourth" };
    let text = format!(
        "{} moves the same {} for the {} time while {} of {}'s knights and bishops have not moved; better was {}.",
        numbered(before, played),
        role_name(played.role()),
        if moved > 3 { "fifth" } else { count },
        ["none", "one", "two", "three", "four"][asleep.count().min(4)],
        color_name(before.turn()),
        numbered(before, better)
    );
    Some(Proof { theme: Theme::OpeningRule, text, squares: asleep.into_iter().chain([played.to()]).collect() })
}

/// Knights and bishops of a side on their first squares.
fn undeveloped(position: &Chess, side: Color) -> Bitboard {
    let board = position.board();
    let rank = Bitboard::from_rank(side.fold_wb(Rank::First, Rank::Eighth));
    let at = |files: [u32; 2]| rank & Bitboard::from_iter(files.map(|file| Square::new(file + 8 * side.fold_wb(0, 7))));
    board.by_color(side) & (board.knights() & at([1, 6]) | board.bishops() & at([2, 5]))
}

fn late_castling(mistake: &Mistake<'_>, game: &TacticLine) -> Option<Proof> {
    let (before, side) = (mistake.before, mistake.before.turn());
    let &better: &Move = mistake.better.first()?;
    let has_castled = |color: Color| {
        (0..game.len()).any(|number| game.mv(number).is_castle() && game.position(number).turn() == color)
    };
    if !LATE.contains(&u32::from(before.fullmoves())) || !better.is_castle() || mistake.played.is_castle() {
        return None;
    }
    if !has_castled(!side) || has_castled(side) {
        return None;
    }
    let king = before.board().king_of(side)?;
    let text = format!(
        "{} leaves {} in the centre although {} has castled; better was {}.",
        numbered(before, mistake.played),
        piece_on(before.board(), king),
        color_name(!side),
        numbered(before, better)
    );
    Some(Proof { theme: Theme::OpeningRule, text, squares: vec![king] })
}
