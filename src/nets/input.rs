//! The input of the nets that read positions.

use shakmaty::{Chess, Color, Move, Position as _};

use super::features::{FEATURES, features};
use crate::chess::view::{PackedBoard, castling_bits, en_passant_file, seen_move};

/// The number of moves before the position that are part of the input.
pub const RECENT: usize = 4;
/// In place of the squares of a move that was not played.
pub const NO_SQUARE: u8 = 255;

/// A position with the moves before it, all in the mover's view (see [`crate::chess::view`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NetInput {
    pub board: PackedBoard,
    /// As in [`castling_bits`].
    pub castling: u8,
    /// As in [`en_passant_file`].
    pub en_passant: u8,
    /// From and to of the last moves, the latest first; [`NO_SQUARE`] where there was none.
    pub recent: [u8; 2 * RECENT],
    /// As in [`features`].
    pub features: [u64; FEATURES],
}

impl NetInput {
    /// `played` are the moves that led to the position, the latest last; only the last [`RECENT`] are used.
    pub fn of(position: &Chess, played: &[Move]) -> NetInput {
        NetInput {
            board: PackedBoard::of(position),
            castling: castling_bits(position),
            en_passant: en_passant_file(position),
            recent: recent(position.turn(), played),
            features: features(position),
        }
    }
}

/// From and to of the last moves in the view of `viewer`, who is to move.
fn recent(viewer: Color, played: &[Move]) -> [u8; 2 * RECENT] {
    let mut squares = [NO_SQUARE; 2 * RECENT];
    let movers = [!viewer, viewer].into_iter().cycle();
    for ((slot, &mv), mover) in squares.chunks_exact_mut(2).zip(played.iter().rev()).zip(movers) {
        let (from, to) = seen_move(viewer, mover, mv);
        slot.copy_from_slice(&[from as u8, to as u8]);
    }
    squares
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Square, fen::Fen, uci::UciMove};

    use super::*;

    #[test]
    fn the_opponents_castling_is_the_kings_step_in_the_movers_view() {
        let fen: Fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().unwrap();
        let mut position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
        let mv = "e1g1".parse::<UciMove>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(mv);
        let input = NetInput::of(&position, &[mv]);
        assert_eq!(input.recent[..2], [Square::E8 as u8, Square::G8 as u8]);
        assert_eq!(input.recent[2..], [NO_SQUARE; 2 * RECENT - 2]);
    }
}
