//! The pieces by which a term of the evaluation is worse at the end of a line: a passed pawn, an isolated one, a piece
//! without moves, those that bear on the king.

use shakmaty::{Bitboard, Board, Chess, Color, File, Position as _, Square};

use super::super::reasons::bearing_on_king;
use crate::chess::material::pieces;
use crate::chess::notation::{color_name, role_name};
use crate::themes::and;

/// A piece that can go to so few squares at most is shut in.
const SHUT_IN: usize = 2;

/// What is worse for `side` in the one position than in the other, by the name of a term: "Black has one on d3";
/// `None` where no single piece stands out.
pub fn detail(name: &str, side: Color, worse: &Chess, better: &Chess) -> Option<String> {
    let (worse, better) = (worse.board(), better.board());
    match name {
        "king safety" => king_safety(side, worse, better),
        "passed pawns" => passed_pawns(side, worse, better),
        "pawn structure" => pawn_structure(side, worse, better),
        "mobility" => mobility(side, worse, better),
        _ => None,
    }
}

fn king_safety(side: Color, worse: &Board, better: &Board) -> Option<String> {
    let count = |board: &Board| board.king_of(side).map(|king| (king, bearing_on_king(board, king, !side).count()));
    let ((king, there), (_, otherwise)) = (count(worse)?, count(better)?);
    let pieces = if there == 1 { "piece bears" } else { "pieces bear" };
    (there > otherwise).then(|| format!("{there} {pieces} on the king on {king}, not {otherwise}"))
}

fn passed_pawns(side: Color, worse: &Board, better: &Board) -> Option<String> {
    let theirs = passed(worse, !side) & !passed(better, !side);
    if theirs.any() {
        return Some(format!("{} has one on {}", color_name(!side), squares(theirs)));
    }
    let missing = passed(better, side) & !passed(worse, side);
    missing.any().then(|| format!("{} has none on {}", color_name(side), squares(missing)))
}

fn pawn_structure(side: Color, worse: &Board, better: &Board) -> Option<String> {
    for (word, weak) in [("isolated", isolated as fn(&Board, Color) -> Bitboard), ("doubled", doubled)] {
        let new = weak(worse, side) & !weak(better, side);
        if new.any() {
            return Some(format!("{word} on {}", squares(new)));
        }
    }
    None
}

fn mobility(side: Color, worse: &Board, better: &Board) -> Option<String> {
    let moves = |board: &Board, square: Square| (board.attacks_from(square) & !board.by_color(side)).count();
    let own = pieces(worse) & worse.by_color(side);
    let shut_in = own.into_iter().filter(|&square| {
        let is_freer = better.piece_at(square) != worse.piece_at(square) || moves(better, square) > SHUT_IN;
        moves(worse, square) <= SHUT_IN && is_freer
    });
    let square = shut_in.min_by_key(|&square| moves(worse, square))?;
    let role = role_name(worse.role_at(square)?);
    Some(match moves(worse, square) {
        0 => format!("the {role} on {square} has no squares"),
        1 => format!("the {role} on {square} has one square"),
        many => format!("the {role} on {square} has {many} squares"),
    })
}

/// Pawns of a side with no enemy pawn before them on their own file or the ones beside it.
fn passed(board: &Board, side: Color) -> Bitboard {
    let enemies = board.by_piece((!side).pawn());
    let is_ahead = |pawn: Square, other: Square| {
        pawn.file().distance(other.file()) <= 1 && side.fold_wb(other.rank() > pawn.rank(), other.rank() < pawn.rank())
    };
    let pawns = board.by_piece(side.pawn()).into_iter();
    pawns.filter(|&pawn| !enemies.into_iter().any(|other| is_ahead(pawn, other))).collect()
}

fn isolated(board: &Board, side: Color) -> Bitboard {
    let pawns = board.by_piece(side.pawn());
    let has_neighbour = |pawn: Square| pawns.into_iter().any(|other| pawn.file().distance(other.file()) == 1);
    pawns.into_iter().filter(|&pawn| !has_neighbour(pawn)).collect()
}

fn doubled(board: &Board, side: Color) -> Bitboard {
    let pawns = board.by_piece(side.pawn());
    let files = File::ALL.into_iter().map(Bitboard::from_file);
    files.filter(|&file| (pawns & file).count() > 1).fold(Bitboard::EMPTY, |all, file| all | pawns & file)
}

/// "d3", "c3 and d4".
fn squares(squares: Bitboard) -> String {
    and(&squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::chess::fen::read_fen;

    fn told(name: &str, worse: &str, better: &str) -> Option<String> {
        let [worse, better] = [worse, better].map(|fen| read_fen(fen, CastlingMode::Standard).expect(fen).position);
        detail(name, Color::White, &worse, &better)
    }

    #[test]
    fn the_piece_that_makes_the_difference_is_named() {
        let bare = "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1";
        let passer = "4k3/8/8/8/8/3p4/PP6/4K3 w - - 0 1";
        assert_eq!(told("passed pawns", passer, bare).as_deref(), Some("Black has one on d3"));
        assert_eq!(told("passed pawns", bare, passer), None);
        let missing = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
        assert_eq!(told("passed pawns", missing, bare).as_deref(), Some("White has none on b2"));
        assert_eq!(told("pawn structure", missing, bare).as_deref(), Some("isolated on a2"));
        let doubled = "4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1";
        assert_eq!(told("pawn structure", doubled, bare).as_deref(), Some("doubled on a2 and a3"));
        let attacked = "4k3/8/8/8/8/5q2/8/4K3 w - - 0 1";
        assert_eq!(told("king safety", attacked, bare).as_deref(), Some("1 piece bears on the king on e1, not 0"));
        let shut_in = "4k3/8/8/8/8/P7/1P6/B3K3 w - - 0 1";
        let free = "4k3/8/8/8/8/P7/1P6/4KB2 w - - 0 1";
        assert_eq!(told("mobility", shut_in, free).as_deref(), Some("the bishop on a1 has no squares"));
        assert_eq!(told("threats", shut_in, free), None);
    }
}
