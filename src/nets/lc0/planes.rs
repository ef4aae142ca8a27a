//! The 112 planes that lc0's nets take (its format `INPUT_CLASSICAL_112_PLANE`).

use shakmaty::{Chess, Position as _};

use crate::chess::view::{PackedBoard, castling_bits};
use crate::nets::planes::board_planes;
use crate::nets::rated::MoveInput;

/// The number of planes.
pub const PLANES: usize = BOARDS * BOARD_PLANES + 8;

/// The position and those before it.
const BOARDS: usize = 8;
/// Twelve of pieces, one of repetition.
const BOARD_PLANES: usize = 13;
const SQUARES: usize = 64;

/// | planes | what |
/// |---|---|
/// | 0–103 | the position and the seven before it, thirteen each |
/// | 104–107 | the mover may castle to the queen's side, to the king's side, the opponent likewise |
/// | 108 | Black is to move |
/// | 109 | plies since the last capture or pawn move |
/// | 110 | nothing |
/// | 111 | ones |
///
/// The thirteen are the mover's six roles, then the opponent's, all in the view of who is to move now, and ones where
/// the position had been on the board before. Boards before the beginning are empty; where the game began with another
/// position than that of the start, they are that position.
pub fn planes(input: &MoveInput) -> Vec<f32> {
    let position = input.position();
    let mut planes = Vec::with_capacity(PLANES * SQUARES);
    let mut boards: Vec<(&Chess, usize)> = input.positions().collect();
    let &(first, repetitions) = boards.last().expect("there is a position");
    if boards.len() < BOARDS && *first != Chess::default() {
        boards.resize(BOARDS, (first, repetitions));
    }
    for (board, repetitions) in boards {
        planes.extend(board_planes(&PackedBoard::seen_by(position.turn(), board.board())));
        planes.extend([f32::from(u8::from(repetitions > 0)); SQUARES]);
    }
    planes.resize(BOARDS * BOARD_PLANES * SQUARES, 0.0);

    let bits = castling_bits(position);
    let right = |bit: u8| f32::from(bits >> bit & 1);
    let is_black = f32::from(u8::from(position.turn().is_black()));
    let quiet = position.halfmoves() as f32;
    for number in [right(1), right(0), right(3), right(2), is_black, quiet, 0.0, 1.0] {
        planes.extend([number; SQUARES]);
    }
    planes
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Square, fen::Fen};

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::nets::rated::MoverContext;

    fn marks(planes: &[f32], plane: usize) -> Vec<usize> {
        (0..SQUARES).filter(|square| planes[plane * SQUARES + square] != 0.0).collect()
    }

    fn after(start: &Chess, text: &str) -> Vec<f32> {
        let moves = if text.is_empty() { Vec::new() } else { parse_moves(text).expect("legal") };
        planes(&MoveInput::of(start, &moves, MoverContext::STRONG))
    }

    #[test]
    fn the_boards_before_are_in_the_movers_view() {
        let planes = after(&Chess::default(), "e4 e5 Nf3");
        assert_eq!(planes.len(), PLANES * SQUARES);
        let ranks = |rank: usize| 8 * rank..8 * rank + 8;
        // Black sees its own pawns below, e5 as e4, and the knight of White on f6.
        assert!(
            marks(&planes, 0).contains(&(Square::E4 as usize)) && !marks(&planes, 0).contains(&(Square::E2 as usize))
        );
        assert!(marks(&planes, 7).contains(&(Square::F6 as usize)));
        assert!(marks(&planes, 13 + 7).contains(&(Square::G8 as usize)), "before Nf3");
        assert!(marks(&planes, 26).eq(&ranks(1).collect::<Vec<_>>()), "before e5");
        assert_eq!(marks(&planes, 39 + 6), ranks(6).collect::<Vec<_>>(), "the start");
        assert!((52..104).all(|plane| marks(&planes, plane).is_empty()), "nothing before it");
        assert!((104..109).all(|plane| marks(&planes, plane).len() == SQUARES), "all rights, and Black is to move");
        assert_eq!((planes[109 * SQUARES], planes[110 * SQUARES], planes[111 * SQUARES]), (1.0, 0.0, 1.0));
    }

    #[test]
    fn a_position_from_a_fen_stands_for_those_before_it() {
        let fen = "4k3/8/8/8/8/8/4P3/R3K3 w Q - 7 40";
        let start: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let planes = after(&start, "");
        for board in 0..BOARDS {
            assert_eq!(marks(&planes, BOARD_PLANES * board + 3), [Square::A1 as usize], "board {board}");
        }
        let rights: Vec<usize> = (104..109).filter(|&plane| !marks(&planes, plane).is_empty()).collect();
        assert_eq!((rights, planes[109 * SQUARES]), (vec![104], 7.0));
    }

    #[test]
    fn repeated_positions_are_marked() {
        let planes = after(&Chess::default(), "Nf3 Nf6 Ng1 Ng8 Nf3");
        let repeated: Vec<usize> = (0..BOARDS).filter(|board| planes[(13 * board + 12) * SQUARES] == 1.0).collect();
        assert_eq!(repeated, [0, 1]);
    }
}
