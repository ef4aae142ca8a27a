//! A position as planes of numbers, the input of a net: the same planes as in `scripts/train/mockfish_samples.py`, in
//! the same order.

use shakmaty::Square;

use super::features::FEATURES;
use super::input::{NO_SQUARE, NetInput, RECENT};
use crate::chess::view::{PackedBoard, ROLE_PLANES};

const SQUARES: usize = 64;
const CASTLING_PLANES: usize = 4;

/// The kind of planes that a net takes; each is 8×8, row-major by rank and file, in the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planes {
    /// 6: one a role, +1 for the mover's pieces and −1 for the opponent's (Griffiths, section 3.1.1).
    Signed,
    /// 12: the mover's six roles, then the opponent's.
    Board,
    /// 25: those of `Board`, four of castling rights, one with the en passant file, and two (from, to) for each of the
    /// last four moves.
    Full,
    /// 42: those of `Board`, and the thirty of [`super::features`]: no castling rights, en passant or last moves.
    Threats,
    /// 55: those of `Full`, and the thirty of [`super::features`].
    Rich,
}

impl Planes {
    pub const ALL: [Planes; 5] = [Planes::Signed, Planes::Board, Planes::Full, Planes::Threats, Planes::Rich];

    pub const fn count(self) -> usize {
        match self {
            Planes::Signed => ROLE_PLANES,
            Planes::Board => 2 * ROLE_PLANES,
            Planes::Full => 2 * ROLE_PLANES + CASTLING_PLANES + 1 + 2 * RECENT,
            Planes::Threats => 2 * ROLE_PLANES + FEATURES,
            Planes::Rich => Planes::Full.count() + FEATURES,
        }
    }

    /// The sizes of a net's input.
    pub const fn sizes(self) -> [usize; 4] {
        [1, self.count(), 8, 8]
    }

    /// The planes of one position, one after another.
    pub fn encode(self, input: &NetInput) -> Vec<f32> {
        match self {
            Planes::Signed => input.board.signed_planes().to_vec(),
            Planes::Board => board_planes(&input.board),
            Planes::Full => full_planes(input),
            Planes::Threats => [board_planes(&input.board), feature_planes(input)].concat(),
            Planes::Rich => [full_planes(input), feature_planes(input)].concat(),
        }
    }
}

/// The planes of [`Planes::Board`].
pub fn board_planes(board: &PackedBoard) -> Vec<f32> {
    let mut planes = vec![0.0; 2 * ROLE_PLANES * SQUARES];
    for square in Square::ALL {
        if let Some((role, own)) = board.man(square) {
            let plane = role as usize - 1 + if own { 0 } else { ROLE_PLANES };
            planes[plane * SQUARES + square.to_usize()] = 1.0;
        }
    }
    planes
}

fn full_planes(input: &NetInput) -> Vec<f32> {
    let mut planes = board_planes(&input.board);
    for bit in 0..CASTLING_PLANES {
        planes.extend([f32::from(input.castling >> bit & 1); SQUARES]);
    }
    for square in 0..SQUARES {
        planes.push(f32::from(u8::from(usize::from(input.en_passant) == square % 8 + 1)));
    }
    for square in input.recent {
        let start = planes.len();
        planes.resize(start + SQUARES, 0.0);
        if square != NO_SQUARE {
            planes[start + usize::from(square)] = 1.0;
        }
    }
    planes
}

fn feature_planes(input: &NetInput) -> Vec<f32> {
    input.features.iter().flat_map(|set| (0..SQUARES).map(move |square| f32::from((set >> square & 1) as u8))).collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, uci::UciMove};

    use super::*;

    fn marks(planes: &[f32], plane: usize) -> Vec<usize> {
        (0..SQUARES).filter(|square| planes[plane * SQUARES + square] != 0.0).collect()
    }

    #[test]
    fn every_kind_has_as_many_planes_as_its_sizes() {
        let input = NetInput::of(&Chess::default(), &[]);
        for kind in Planes::ALL {
            assert_eq!(kind.encode(&input).len(), kind.sizes().iter().product::<usize>());
        }
    }

    #[test]
    fn features_come_after_the_other_planes() {
        let input = NetInput::of(&Chess::default(), &[]);
        for (kind, first) in [(Planes::Threats, 12), (Planes::Rich, 25)] {
            let planes = kind.encode(&input);
            assert_eq!(marks(&planes, first), (16..24).collect::<Vec<_>>(), "the mover's pawns attack the third rank");
            assert_eq!(marks(&planes, first + 6), (40..48).collect::<Vec<_>>(), "the opponent's the sixth");
        }
    }

    #[test]
    fn the_full_planes_hold_rights_en_passant_and_the_last_moves() {
        let mut position: Chess =
            "4k3/2p5/8/3P4/8/8/8/4K2R b K - 0 1".parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let mv = "c7c5".parse::<UciMove>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(mv);
        let planes = Planes::Full.encode(&NetInput::of(&position, &[mv]));
        assert_eq!(marks(&planes, 5), [Square::E1 as usize], "the mover's king");
        assert_eq!(marks(&planes, 6), [Square::C5 as usize], "the opponent's pawn");
        assert_eq!(marks(&planes, 12).len(), 64, "White may castle short");
        assert!(marks(&planes, 13).is_empty());
        assert_eq!(marks(&planes, 16), (0..8).map(|rank| 8 * rank + 2).collect::<Vec<_>>(), "the c-file");
        assert_eq!((marks(&planes, 17), marks(&planes, 18)), (vec![Square::C7 as usize], vec![Square::C5 as usize]));
        assert!((19..25).all(|plane| marks(&planes, plane).is_empty()));
    }
}
