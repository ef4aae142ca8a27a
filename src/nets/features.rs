//! Features of a position that follow from the board and that a small net need not compute itself: attacked squares,
//! pins, squares of checks.

use shakmaty::attacks::{between, bishop_attacks, knight_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Chess, Color, Position as _, Role, Square};

use crate::chess::view::ROLE_PLANES;

/// The number of sets of squares that [`features`] returns.
pub const FEATURES: usize = 30;

const SLIDERS: [Role; 3] = [Role::Bishop, Role::Rook, Role::Queen];

/// Sets of squares in the mover's view, first the mover's, then the opponent's:
///
/// | sets | what |
/// |---|---|
/// | 0–5, 6–11 | attacked (or defended) by the pawns, knights, bishops, rooks, queens, king |
/// | 12, 13 | pieces that are pinned to their king |
/// | 14–17, 18–21 | where a knight, bishop, rook, queen would give check |
/// | 22, 23 | attacked by two pieces or more |
/// | 24–26, 27–29 | behind the first piece in the way of the bishops, rooks, queens |
pub fn features(position: &Chess) -> [u64; FEATURES] {
    let (turn, board) = (position.turn(), position.board());
    let sides = [turn, !turn].map(|side| Side::of(board, side));
    let mut sets = Vec::with_capacity(FEATURES);
    sets.extend(sides.iter().flat_map(|side| side.attacked));
    sets.extend([turn, !turn].map(|side| pinned(board, side)));
    sets.extend([turn, !turn].into_iter().flat_map(|side| checks(board, side)));
    sets.extend(sides.iter().map(|side| side.twice));
    sets.extend(sides.iter().flat_map(|side| side.behind));
    let in_view: Vec<u64> =
        sets.into_iter().map(|set| if turn.is_white() { set } else { set.flip_vertical() }.0).collect();
    in_view.try_into().expect("FEATURES sets")
}

/// The attacks of the pieces of one side.
struct Side {
    attacked: [Bitboard; ROLE_PLANES],
    twice: Bitboard,
    behind: [Bitboard; SLIDERS.len()],
}

impl Side {
    fn of(board: &Board, side: Color) -> Side {
        let mut found = Side {
            attacked: [Bitboard::EMPTY; ROLE_PLANES],
            twice: Bitboard::EMPTY,
            behind: [Bitboard::EMPTY; SLIDERS.len()],
        };
        let mut once = Bitboard::EMPTY;
        for square in board.by_color(side) {
            let (Some(role), attacked) = (board.role_at(square), board.attacks_from(square)) else { continue };
            found.attacked[role as usize - 1] |= attacked;
            found.twice |= once & attacked;
            once |= attacked;
            if let Some(index) = SLIDERS.iter().position(|&slider| slider == role) {
                let without = board.occupied() & !attacked;
                found.behind[index] |= slide(role, square, without) & !attacked;
            }
        }
        found
    }
}

/// The squares that a bishop, rook or queen reaches.
fn slide(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    if role != Role::Rook {
        reached |= bishop_attacks(square, occupied);
    }
    if role != Role::Bishop {
        reached |= rook_attacks(square, occupied);
    }
    reached
}

/// The pieces of a side that stand alone between their king and a slider of the opponent.
fn pinned(board: &Board, side: Color) -> Bitboard {
    let Some(king) = board.king_of(side) else { return Bitboard::EMPTY };
    let straight = rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let diagonal = bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let mut pinned = Bitboard::EMPTY;
    for slider in (straight | diagonal) & board.by_color(!side) {
        let between = between(king, slider) & board.occupied();
        if between.count() == 1 {
            pinned |= between & board.by_color(side);
        }
    }
    pinned
}

/// From where a knight, bishop, rook and queen of a side would give check.
fn checks(board: &Board, side: Color) -> [Bitboard; 4] {
    let Some(king) = board.king_of(!side) else { return [Bitboard::EMPTY; 4] };
    let (diagonal, straight) = (bishop_attacks(king, board.occupied()), rook_attacks(king, board.occupied()));
    [knight_attacks(king), diagonal, straight, diagonal | straight]
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    /// The squares of a set as they stand on the board, in the order of their names.
    fn squares(fen: &str, set: usize) -> String {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let set = Bitboard(features(&position)[set]);
        let mut names: Vec<String> = set
            .into_iter()
            .map(|square| if position.turn().is_white() { square } else { square.flip_vertical() }.to_string())
            .collect();
        names.sort();
        names.join(" ")
    }

    #[test]
    fn attacks_are_those_of_men_not_of_moves() {
        let fen = "4k3/8/2b5/3p4/8/8/8/N3K3 b - - 0 1";
        assert_eq!(squares(fen, 0), "c4 e4", "pawns");
        assert_eq!(squares(fen, 2), "a4 a8 b5 b7 d5 d7 e8", "the bishop defends its pawn, which stands in the way");
        assert_eq!(squares(fen, 7), "b3 c2", "the opponent's knight");
        assert_eq!(squares(fen, 24), "e4 f3 g2 h1", "behind the pawn");
    }

    #[test]
    fn pins_are_found_on_both_sides() {
        let fen = "4k3/4n3/8/1b6/8/3P4/8/4RK2 w - - 0 1";
        assert_eq!(squares(fen, 12), "d3");
        assert_eq!(squares(fen, 13), "e7");
        let two = "4k3/4n3/4n3/8/8/8/8/4RK2 w - - 0 1";
        assert_eq!(squares(two, 13), "", "two men in the way are not pinned");
    }

    #[test]
    fn checks_are_given_from_squares_with_an_open_line() {
        let fen = "7k/6p1/8/8/8/8/8/K7 w - - 0 1";
        assert_eq!(squares(fen, 14), "f7 g6");
        assert_eq!(squares(fen, 15), "g7", "the diagonal is closed");
        assert_eq!(squares(fen, 16), "a8 b8 c8 d8 e8 f8 g8 h1 h2 h3 h4 h5 h6 h7");
    }

    #[test]
    fn two_attackers_are_more_than_one() {
        assert_eq!(squares("4k3/8/8/8/8/2P1P3/8/K7 w - - 0 1", 22), "d4");
        assert_eq!(squares("4k3/8/8/8/8/2P1P3/8/K7 b - - 0 1", 23), "d4");
    }
}
