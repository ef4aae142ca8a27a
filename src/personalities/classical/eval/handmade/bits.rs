//! Bitboard idioms that the evaluation shares. Up is always towards the enemy (see [`super::view::View`]).

use shakmaty::{Bitboard, File, Rank, Square, attacks};

const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

pub const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
pub const QUEEN_SIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
pub const KING_SIDE: Bitboard = Bitboard(0xf0f0_f0f0_f0f0_f0f0);
/// The four squares in the middle.
pub const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

#[inline(always)]
pub const fn up(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 << 8)
}

#[inline(always)]
pub const fn down(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 >> 8)
}

/// The squares beside, on the files to the left and right.
#[inline(always)]
pub const fn beside(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & NOT_FILE_A) >> 1 | (squares.0 & NOT_FILE_H) << 1)
}

/// The squares attacked by pawns that march up.
#[inline(always)]
pub const fn pawn_attacks_up(pawns: Bitboard) -> Bitboard {
    up(beside(pawns))
}

/// The squares attacked by pawns that march down.
#[inline(always)]
pub const fn pawn_attacks_down(pawns: Bitboard) -> Bitboard {
    down(beside(pawns))
}

/// Squares that two pawns marching up attack at once.
#[inline(always)]
pub const fn double_pawn_attacks_up(pawns: Bitboard) -> Bitboard {
    Bitboard((pawns.0 & NOT_FILE_A) << 7 & (pawns.0 & NOT_FILE_H) << 9)
}

/// The squares and all above them.
#[inline(always)]
pub const fn fill_up(squares: Bitboard) -> Bitboard {
    let mut fill = squares.0;
    fill |= fill << 8;
    fill |= fill << 16;
    fill |= fill << 32;
    Bitboard(fill)
}

/// The squares and all below them.
#[inline(always)]
pub const fn fill_down(squares: Bitboard) -> Bitboard {
    let mut fill = squares.0;
    fill |= fill >> 8;
    fill |= fill >> 16;
    fill |= fill >> 32;
    Bitboard(fill)
}

#[inline(always)]
pub const fn bit(square: Square) -> Bitboard {
    Bitboard(1 << square as u32)
}

/// The only square of a set, or the first. An empty set gives a1: callers hold sets that cannot be empty, such as a
/// king's.
#[inline(always)]
pub const fn square_of(squares: Bitboard) -> Square {
    Square::new(squares.0.trailing_zeros() & 63)
}

/// A king's steps between two squares, as [`Square::distance`], which is a call into another crate.
#[inline(always)]
pub fn distance(from: Square, to: Square) -> usize {
    let (from, to) = (from.to_usize(), to.to_usize());
    (from & 7).abs_diff(to & 7).max((from >> 3).abs_diff(to >> 3))
}

/// Every square of the file that `square` stands on.
#[inline(always)]
pub const fn file_of(square: Square) -> Bitboard {
    Bitboard::from_file(square.file())
}

/// Squares of `square`'s own colour.
#[inline(always)]
pub const fn same_colour(square: Square) -> Bitboard {
    if square.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES }
}

/// The squares in front of `square` on its own file.
#[inline(always)]
pub const fn front_of(square: Square) -> Bitboard {
    Bitboard((0x0101_0101_0101_0100_u64) << square as u32)
}

/// The nine squares around a king, the zone moved off the edge so that it always holds nine.
pub static KING_ZONE: [Bitboard; 64] = king_zones();

const fn king_zones() -> [Bitboard; 64] {
    let mut zones = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let file = if index % 8 == 0 {
            1
        } else if index % 8 == 7 {
            6
        } else {
            index % 8
        };
        let rank = if index / 8 == 0 {
            1
        } else if index / 8 == 7 {
            6
        } else {
            index / 8
        };
        let middle = Square::from_coords(File::new(file), Rank::new(rank));
        zones[index as usize] = Bitboard(attacks::king_attacks(middle).0 | bit(middle).0);
        index += 1;
    }
    zones
}

/// The wing that a king on this file has to guard: three or four files.
pub static KING_FLANK: [Bitboard; 8] = [
    Bitboard(0x0707_0707_0707_0707),
    QUEEN_SIDE,
    QUEEN_SIDE,
    CENTRE_FILES,
    CENTRE_FILES,
    KING_SIDE,
    KING_SIDE,
    Bitboard(0xe0e0_e0e0_e0e0_e0e0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_attack_without_wrapping_round_the_board() {
        let pawns = Bitboard::from_square(Square::A4) | Square::H4 | Square::D4;
        let attacked: Vec<Square> = pawn_attacks_up(pawns).into_iter().collect();
        assert_eq!(attacked, [Square::B5, Square::C5, Square::E5, Square::G5]);
        assert_eq!(
            double_pawn_attacks_up(Bitboard::from_square(Square::D4) | Square::F4),
            Bitboard::from_square(Square::E5)
        );
    }

    #[test]
    fn every_king_zone_holds_nine_squares_and_the_king() {
        for square in Square::ALL {
            assert_eq!(KING_ZONE[square.to_usize()].count(), 9);
            assert!(KING_ZONE[square.to_usize()].contains(square));
        }
    }

    #[test]
    fn the_front_of_a_square_is_its_file_above_it() {
        assert_eq!(
            front_of(Square::E2),
            Bitboard::from_file(File::E) & !(Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Second))
        );
        assert!(front_of(Square::H8).is_empty());
    }
}
