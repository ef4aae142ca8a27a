//! Mate: allowed, threatened before, or missed.
//!
//! Proof: the line ends in mate, and the other line does not. It is a back-rank mate where a queen or rook gives check
//! along the last rank and all squares in front of the king hold its own pieces, none of which the winner attacks. A
//! mate threat was not seen where the loser's pass instead of the move would have allowed the same mate in one.

use shakmaty::{Bitboard, Chess, Position as _, Rank, Square, attacks};

use super::line::{TacticLine, numbered};
use super::probe::{after, passed};
use super::tale::{Proof, Tale};
use super::theme::Theme;
use super::words::{mate_in, piece_on, pieces_on};
use crate::chess::notation::san;

/// The mate in which a line ends.
pub fn mate(line: &TacticLine, tale: Tale) -> Option<Proof> {
    let end = line.end();
    if !end.is_checkmate() || end.turn() == line.winner() || line.len() == 0 {
        return None;
    }
    if let (Tale::Allowed, Some(proof)) = (tale, threat_not_seen(line)) {
        return Some(proof);
    }
    let moves = line.len().div_ceil(2);
    let shown = line.text_between(0, line.len() - 1);
    let mut text = match (tale, line.lead(), moves) {
        (Tale::Allowed, Some((before, lead)), 1) => format!("{} allows mate: {shown}.", numbered(before, lead)),
        (Tale::Allowed, Some((before, lead)), _) => {
            format!("{} allows {}: {shown}.", numbered(before, lead), mate_in(moves))
        }
        (Tale::Idea, _, 1) => format!("{shown} is mate."),
        (Tale::Idea, ..) => format!("There is {}: {shown}.", mate_in(moves)),
        (_, _, 1) => format!("{shown} was mate."),
        _ => format!("There was {}: {shown}.", mate_in(moves)),
    };
    let king = end.board().king_of(line.loser())?;
    let mut squares: Vec<Square> = end.checkers().into_iter().chain([king]).collect();
    let Some(cover) = back_rank_cover(end) else { return Some(Proof { theme: Theme::Mate, text, squares }) };
    let verb = if cover.count() == 1 { "shuts" } else { "shut" };
    let shut: Vec<Square> = cover.into_iter().collect();
    text = format!(
        "{text} {} {verb} {} in on the back rank.",
        super::words::sentence(&pieces_on(end.board(), &shut)),
        piece_on(end.board(), king)
    );
    squares.extend(shut);
    Some(Proof { theme: Theme::BackRankMate, text, squares })
}

/// The mated side's own pieces in front of its king, if it is mated along its first rank behind them.
fn back_rank_cover(mated: &Chess) -> Option<Bitboard> {
    let (board, color) = (mated.board(), mated.turn());
    let king = board.king_of(color)?;
    let first = color.fold_wb(Rank::First, Rank::Eighth);
    let checker = mated.checkers().single_square()?;
    let is_along_rank = king.rank() == first && checker.rank() == first && board.rooks_and_queens().contains(checker);
    let second = color.fold_wb(Rank::Second, Rank::Seventh);
    let front = attacks::king_attacks(king) & Bitboard::from_rank(second);
    let is_attacked = |square| super::probe::attackers(board, square, !color).any();
    let is_shut_in = (front & !board.by_color(color)).is_empty() && !front.into_iter().any(is_attacked);
    (is_along_rank && is_shut_in).then_some(front)
}

/// The mate in one after the lead, if it was there before it as well.
fn threat_not_seen(line: &TacticLine) -> Option<Proof> {
    let (before, lead) = line.lead()?;
    if line.len() != 1 {
        return None;
    }
    let threatened = passed(before)?;
    let mate = line.mv(0);
    // En passant and castling may differ after a pass.
    let was_legal = threatened.legal_moves().into_iter().any(|mv| mv == mate);
    if !was_legal || !after(&threatened, mate).is_checkmate() {
        return None;
    }
    let text = format!(
        "{} threatened mate by {}, and {} does not stop it.",
        super::words::color_name(line.winner()),
        san(&threatened, mate),
        numbered(before, lead)
    );
    let king = line.end().board().king_of(line.loser())?;
    let squares = line.end().checkers().into_iter().chain([king]).collect();
    Some(Proof { theme: Theme::MateThreat, text, squares })
}
