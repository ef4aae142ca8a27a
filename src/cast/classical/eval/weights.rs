//! The weights of the evaluation in centipawns, `S(middlegame, endgame)`. Written by the tuner: edit nothing here.
//!
//! `motley tune --games selfplay-700n.bin.zst --positions 3500000 --per-game 24 --held-out 0.05 --epochs 20
//! --rate 1 --lambda 0.3 --shrink 2e-6 --seed 1`:
//! 3331511 positions of 155,302 games of Stockfish 15.1 against itself at 700 nodes a move; mean squared error
//! 0.021513 in training, 0.021769 on 174335 positions of other games.

use super::tapered::{S, Tapered};

// Material
/// A pawn, knight, bishop, rook, queen.
pub const MATERIAL: [Tapered; 5] = [S(25, 126), S(287, 460), S(303, 470), S(325, 796), S(765, 1412)];
/// Two bishops or more.
pub const BISHOP_PAIR: [Tapered; 1] = [S(30, 56)];
/// Two knights or more.
pub const KNIGHT_PAIR: [Tapered; 1] = [S(4, -8)];
/// Two rooks or more.
pub const ROOK_PAIR: [Tapered; 1] = [S(54, -66)];
/// A queen at all.
pub const QUEEN_ALIVE: [Tapered; 1] = [S(13, 71)];
/// A pawn at all.
pub const PAWN_ALIVE: [Tapered; 1] = [S(35, -40)];
/// A knight beside this many pawns of its own.
pub const KNIGHT_WITH_PAWNS: [Tapered; 9] = [
       S(-90, 0),   S(-46, -5),  S(-21, -13),   S(-16, -10),   S(-8, -13),    S(-4, -6),      S(3, 0),      S(10, 8),
       S(18, 23),
];
/// A bishop beside this many pawns of its own.
pub const BISHOP_WITH_PAWNS: [Tapered; 9] = [
      S(-67, 43),    S(-39, 0),    S(-29, 3),    S(-20, 0),    S(-11, -1),    S(-3, -4),     S(5, -3),     S(14, 1),
        S(23, 6),
];
/// A rook beside this many pawns of its own.
pub const ROOK_WITH_PAWNS: [Tapered; 9] = [
      S(-27, 106),     S(5, 33),   S(-13, 23),   S(-13, 16),     S(-9, 6),    S(-3, -3),     S(4, -10),    S(9, -13),
       S(13, -6),
];

// Piece squares
/// A pawn on this square, a1 first, seen from its own side.
pub const PAWN_SQUARE: [Tapered; 64] = [
         S(6, 8),      S(6, 8),      S(6, 8),      S(6, 8),      S(6, 8),      S(6, 8),      S(6, 8),      S(6, 8),
        S(-11, 0),     S(-8, 0),     S(-4, 5),     S(-6, 6),    S(-3, 20),     S(-3, 8),     S(11, -1),    S(-10, -1),
      S(-13, -6),   S(-16, -6),     S(-6, 0),     S(-6, 3),     S(-1, 5),    S(-1, -1),     S(1, -9),   S(-18, -8),
        S(-5, 0),     S(-10, 0),     S(8, -10),     S(11, -5),    S(16, -6),     S(6, -5),     S(5, -3),    S(-3, -4),
        S(8, 13),      S(8, 1),      S(1, 8),    S(19, -11),    S(21, -9),     S(16, 6),     S(16, 0),     S(15, 3),
       S(16, 25),    S(14, 24),    S(24, 16),    S(35, 15),    S(33, 20),     S(11, 18),    S(29, 23),    S(23, 23),
       S(20, 23),     S(5, 34),     S(6, 39),    S(23, 35),    S(35, 34),    S(-4, 15),     S(0, 28),    S(14, 16),
         S(6, 8),      S(6, 8),      S(6, 8),      S(6, 8),      S(6, 8),      S(6, 8),      S(6, 8),      S(6, 8),
];
/// A knight on this square.
pub const KNIGHT_SQUARE: [Tapered; 64] = [
     S(-35, -19),  S(-18, -16),   S(-21, -8),   S(-21, -1),    S(-11, -4),  S(-18, -13),  S(-29, -18),  S(-14, -14),
      S(-20, -5),    S(-11, -1),   S(-4, -16),    S(-9, -6),    S(-8, -10),    S(-3, -11),   S(-4, -16),   S(-18, -8),
       S(-5, -10),     S(1, -10),     S(1, -1),      S(0, 9),      S(8, 4),     S(3, -9),     S(4, -11),   S(-13, -3),
        S(6, 16),     S(1, 13),    S(20, 16),     S(9, 21),    S(13, 27),     S(25, 8),     S(15, 3),      S(3, 8),
       S(13, 25),     S(18, 5),    S(16, 18),    S(27, 34),     S(11, 32),    S(21, 23),    S(13, 18),     S(28, 4),
       S(-5, -4),     S(10, 15),     S(1, 28),    S(16, 19),     S(4, 33),    S(21, 20),      S(4, 3),     S(6, -9),
       S(-1, -4),    S(-1, -3),     S(24, 6),    S(15, 13),     S(24, 10),    S(28, -10),     S(-1, 0),    S(19, -8),
     S(-58, -67),    S(-6, -6),   S(-28, 15),     S(-4, 3),      S(0, 6),    S(-35, 10),    S(-6, -4),  S(-38, -66),
];
/// A bishop on this square.
pub const BISHOP_SQUARE: [Tapered; 64] = [
       S(5, -18),    S(13, -10),    S(-11, -3),    S(-15, 0),    S(-1, -6),    S(-29, 3),   S(-4, -13),  S(-13, -32),
       S(21, -11),    S(8, -28),    S(14, -8),     S(-9, 5),     S(-5, 1),      S(3, 6),    S(9, -33),   S(15, -32),
        S(10, -4),     S(24, 0),      S(3, 0),     S(9, 14),     S(10, 19),    S(6, -14),    S(19, -6),     S(5, -11),
      S(19, -19),    S(-4, 15),     S(9, 15),    S(16, 21),    S(20, 16),     S(9, 13),      S(6, 8),    S(11, -16),
        S(-9, 3),     S(1, 13),     S(5, 19),    S(13, 27),     S(9, 27),     S(9, 16),      S(3, 9),    S(-14, 1),
        S(-4, 5),     S(9, 19),    S(-23, 4),     S(19, 11),     S(0, 16),     S(-8, 11),     S(13, 8),     S(9, 18),
        S(-6, 6),    S(-10, -11),      S(10, 9),    S(-15, 11),     S(-1, 10),    S(-5, 14),   S(-27, -9),  S(-14, -15),
     S(-16, -20),     S(-6, 3),     S(-11, 9),    S(-24, 3),    S(-13, 10),    S(-27, 6),      S(0, 5),  S(-24, -29),
];
/// A rook on this square.
pub const ROOK_SQUARE: [Tapered; 64] = [
      S(-14, -1),     S(-10, 0),     S(-4, 3),     S(3, -5),     S(9, -8),     S(-1, 0),     S(3, -5),    S(6, -29),
       S(-21, 3),    S(-20, 10),     S(-3, 1),      S(0, 1),     S(-4, 4),     S(10, -8),     S(9, -9),  S(-13, -19),
       S(-16, 1),     S(-6, 5),     S(-5, 8),     S(-6, 5),      S(0, 9),      S(10, 8),    S(25, -6),    S(8, -16),
       S(-14, 11),   S(-13, 20),    S(-4, 20),    S(-10, 21),    S(-5, 16),    S(-4, 20),     S(19, 6),     S(-3, 0),
       S(-10, 25),     S(0, 30),     S(6, 20),     S(5, 16),    S(-1, 23),    S(13, 19),    S(24, 14),     S(4, 13),
       S(-5, 29),    S(20, 23),     S(8, 24),    S(24, 19),    S(25, 13),    S(20, 13),    S(21, 19),     S(9, 18),
         S(5, 9),    S(-8, 20),     S(1, 18),     S(18, 10),      S(10, 6),     S(13, 1),     S(1, 23),     S(16, 0),
       S(13, 32),     S(6, 29),    S(14, 32),    S(13, 32),     S(4, 39),     S(4, 33),     S(8, 37),     S(10, 24),
];
/// A queen on this square.
pub const QUEEN_SQUARE: [Tapered; 64] = [
       S(-5, -11),   S(-6, -33),   S(-4, -38),   S(-3, -24),   S(-4, -18),   S(-6, -39),   S(-9, -32),    S(-4, -11),
      S(-9, -21),   S(-1, -19),    S(9, -32),    S(6, -20),     S(8, -10),   S(13, -33),   S(18, -39),     S(5, -5),
        S(4, -5),     S(0, -1),      S(1, 11),    S(-6, 21),    S(-6, 29),     S(3, 32),    S(13, -5),    S(4, -15),
       S(6, -20),    S(-10, 14),    S(-3, 24),   S(-16, 40),    S(-8, 46),    S(-8, 43),    S(15, 20),      S(8, 4),
        S(-9, 8),    S(-10, 29),    S(-10, 39),   S(-15, 47),   S(-21, 61),    S(-3, 33),    S(-3, 51),    S(13, 19),
       S(-11, 28),     S(-4, 11),   S(-15, 40),    S(-3, 54),    S(-3, 54),     S(6, 53),    S(-4, 57),    S(13, 40),
      S(-18, 20),    S(-11, 18),    S(-10, 37),    S(-9, 30),    S(-3, 34),     S(5, 54),     S(3, 59),    S(13, 34),
      S(-35, 13),    S(-3, 18),     S(4, 24),     S(9, 29),     S(8, 24),     S(3, 29),     S(8, 25),    S(-11, 35),
];
/// The king on this square.
pub const KING_SQUARE: [Tapered; 64] = [
      S(19, -30),   S(21, -24),   S(40, -49),   S(14, -48),   S(37, -71),    S(5, -40),   S(28, -25),   S(38, -57),
      S(18, -19),     S(1, -3),   S(-19, -10),   S(-10, -21),  S(-18, -18),   S(-20, -9),      S(3, 3),   S(20, -20),
       S(4, -14),     S(-4, 3),    S(-23, 1),    S(-35, 0),    S(-38, 1),    S(-27, 1),    S(-24, 11),   S(-5, -13),
      S(-5, -13),    S(-6, 16),    S(-13, 8),    S(-18, 11),    S(-25, 10),    S(-16, 6),    S(-9, 13),   S(-23, -5),
         S(0, 3),     S(1, 19),    S(-3, 25),    S(-5, 23),    S(-6, 21),    S(-4, 25),    S(-9, 30),    S(-3, -1),
        S(1, -11),     S(4, 39),     S(1, 39),     S(1, 38),     S(0, 32),     S(0, 42),     S(6, 49),      S(0, 1),
       S(1, -15),     S(4, 24),     S(4, 32),     S(3, 16),     S(3, 25),     S(5, 25),     S(5, 34),    S(1, -14),
      S(-1, -28),     S(3, -3),     S(3, -6),     S(1, -10),      S(0, 6),      S(3, 1),      S(3, 8),   S(-4, -37),
];

// Mobility
/// A knight with this many squares to go to.
pub const KNIGHT_MOBILITY: [Tapered; 9] = [
      S(-11, -28),  S(-16, -61),   S(-9, -23),    S(-5, -5),     S(-1, 4),      S(3, 10),     S(6, 15),     S(13, 11),
        S(13, 5),
];
/// A bishop with this many squares to go to.
pub const BISHOP_MOBILITY: [Tapered; 14] = [
     S(-16, -47),  S(-14, -30),   S(-3, -21),     S(0, -5),      S(1, 5),      S(4, 9),     S(4, 13),     S(3, 14),
        S(4, 16),     S(3, 19),      S(10, 10),      S(3, 8),    S(-1, 13),     S(-6, 9),
];
/// A rook with this many squares to go to.
pub const ROOK_MOBILITY: [Tapered; 15] = [
     S(-44, -75),  S(-19, -48),   S(-10, -20),    S(-8, -10),    S(-5, -6),    S(-3, -1),      S(0, 4),      S(3, 6),
         S(5, 11),     S(6, 16),     S(8, 19),     S(11, 19),    S(15, 21),    S(18, 25),    S(33, 18),
];
/// A queen with this many squares to go to.
pub const QUEEN_MOBILITY: [Tapered; 28] = [
       S(-4, -4),  S(-15, -33),  S(-15, -46),   S(-10, -49),   S(-6, -62),   S(-6, -40),   S(-3, -30),   S(-1, -18),
        S(0, -9),      S(1, 1),      S(3, 6),     S(3, 16),     S(3, 18),     S(3, 20),     S(3, 32),     S(1, 34),
       S(-1, 35),    S(-1, 33),    S(-4, 29),     S(5, 21),    S(13, 16),     S(9, 13),      S(6, 9),      S(3, 5),
      S(-5, -15),    S(-4, -10),    S(-1, -1),    S(-3, -6),
];

// Pawns
/// A pawn behind another of its own; without, with a pawn that guards it.
pub const DOUBLED: [Tapered; 2] = [S(-3, -16), S(3, -24)];
/// A pawn without neighbours; an enemy pawn on its file, none.
pub const ISOLATED: [Tapered; 2] = [S(0, -11), S(-4, -21)];
/// A pawn that its neighbours have left behind and that cannot advance safely; an enemy pawn on its file, none.
pub const BACKWARD: [Tapered; 2] = [S(1, -6), S(-8, -11)];
/// A pawn beside another, on this rank.
pub const PHALANX: [Tapered; 8] = [S(0, 0), S(5, 3), S(9, 5), S(8, 8), S(13, 16), S(32, 57), S(13, 46), S(0, 0)];
/// A pawn guarded by another, on this rank.
pub const SUPPORTED: [Tapered; 8] = [S(0, 0), S(0, 0), S(14, 14), S(10, 11), S(14, 16), S(35, 48), S(35, 49), S(0, 0)];
/// A pawn that two enemy pawns attack at once.
pub const UNSUPPORTED_LEVER: [Tapered; 1] = [S(0, 5)];
/// A pawn on this rank that only one exchange keeps from being passed.
pub const CANDIDATE: [Tapered; 8] = [S(0, 0), S(-16, -8), S(3, -3), S(-1, 11), S(15, 25), S(11, 53), S(0, 0), S(0, 0)];
/// A group of files with pawns.
pub const ISLAND: [Tapered; 1] = [S(-8, 14)];

// Passed pawns
/// A passed pawn on this rank.
pub const PASSED: [Tapered; 8] = [S(0, 0), S(-11, -29), S(-6, -23), S(-3, 3), S(8, 21), S(6, 56), S(53, 135), S(0, 0)];
/// A passed pawn on this file, counted from the edge.
pub const PASSED_FILE: [Tapered; 4] = [S(6, 52), S(13, 53), S(14, 39), S(11, 33)];
/// A passed pawn on this rank with a man before it.
pub const PASSED_BLOCKED: [Tapered; 8] = [S(0, 0), S(0, 0), S(-5, 0), S(6, -18), S(1, -20), S(-4, -33), S(-38, -88), S(0, 0)];
/// A passed pawn on this rank whose next square is not attacked.
pub const PASSED_FREE: [Tapered; 8] = [S(0, 0), S(0, 0), S(4, 3), S(3, 8), S(1, 20), S(20, 35), S(14, 107), S(0, 0)];
/// A passed pawn on this rank whose whole path is not attacked.
pub const PASSED_PATH: [Tapered; 8] = [S(0, 0), S(0, 0), S(-33, 19), S(-44, 33), S(-21, 44), S(15, 82), S(14, 107), S(0, 0)];
/// A passed pawn on this rank whose next square is guarded.
pub const PASSED_GUARDED: [Tapered; 8] = [S(0, 0), S(0, 0), S(5, -1), S(4, 3), S(6, 14), S(14, 34), S(19, 78), S(0, 0)];
/// A passed pawn on this rank with another beside or diagonally behind.
pub const PASSED_CONNECTED: [Tapered; 8] = [S(0, 0), S(8, -13), S(0, -4), S(-3, 5), S(5, 11), S(35, 5), S(37, 63), S(0, 0)];
/// A passed pawn on rank 3 to 7, and the distance of its own king to the next square.
pub const PASSED_OUR_KING: [Tapered; 40] = [
        S(-3, 0),     S(0, 25),      S(3, 3),   S(-14, -6),    S(-3, -10),    S(4, -18),    S(9, -14),    S(-3, -8),
        S(3, 29),    S(-3, 38),    S(-8, 15),   S(-13, -3),   S(-6, -16),    S(3, -21),   S(23, -23),   S(-1, -19),
        S(5, 28),     S(6, 53),     S(4, 23),     S(-4, 5),    S(-8, -10),   S(-8, -21),    S(5, -21),    S(9, -23),
        S(4, 27),     S(8, 75),     S(8, 38),      S(10, 5),    S(1, -15),   S(-9, -16),   S(-11, -23),   S(-3, -13),
        S(0, 15),     S(9, 64),    S(13, 81),     S(9, 27),     S(9, -3),    S(13, -9),     S(8, -8),    S(-6, -6),
];
/// A passed pawn on rank 3 to 7, and the distance of the enemy king to the next square.
pub const PASSED_THEIR_KING: [Tapered; 40] = [
         S(1, 10),     S(-3, 0),     S(3, -4),     S(8, -10),     S(4, -11),    S(-5, -6),    S(-4, -9),     S(-11, 3),
         S(4, 9),    S(4, -13),   S(15, -21),    S(0, -14),     S(-9, 6),     S(-4, 8),    S(-9, 14),    S(-6, 16),
       S(-9, -4),    S(1, -30),    S(5, -35),     S(0, -4),     S(4, 20),     S(6, 28),    S(-3, 33),     S(3, 30),
     S(-29, -43),  S(-18, -64),   S(33, -52),     S(6, 13),     S(1, 49),     S(0, 58),     S(4, 61),     S(8, 56),
     S(-24, -56),    S(8, -71),   S(19, -42),    S(18, 25),     S(8, 66),     S(0, 83),    S(13, 86),    S(13, 67),
];
/// A passed pawn with a rook or queen behind it; its own, the enemy's.
pub const PASSED_ROOK_BEHIND: [Tapered; 2] = [S(3, 4), S(-14, -14)];
/// A passed pawn that the enemy king, alone, cannot catch.
pub const PASSED_UNSTOPPABLE: [Tapered; 1] = [S(0, 138)];

// Pieces
/// A knight that no enemy pawn can drive away; not guarded, guarded by a pawn.
pub const KNIGHT_OUTPOST: [Tapered; 2] = [S(11, -8), S(21, 9)];
/// A bishop that no enemy pawn can drive away; not guarded, guarded by a pawn.
pub const BISHOP_OUTPOST: [Tapered; 2] = [S(9, -5), S(25, 10)];
/// A knight that can go to an outpost guarded by a pawn.
pub const OUTPOST_IN_REACH: [Tapered; 1] = [S(16, 15)];
/// A knight, a bishop right behind a pawn.
pub const MINOR_BEHIND_PAWN: [Tapered; 2] = [S(5, 4), S(4, -3)];
/// A knight this far from its own king.
pub const KNIGHT_FROM_KING: [Tapered; 8] = [S(-6, -10), S(9, 11), S(6, 4), S(1, -1), S(-6, -1), S(-8, -9), S(-14, -19), S(-35, -27)];
/// A bishop this far from its own king.
pub const BISHOP_FROM_KING: [Tapered; 8] = [S(-5, -8), S(8, 6), S(0, 3), S(-1, -1), S(-1, -4), S(-8, -6), S(-9, -10), S(-29, -5)];
/// A bishop with this many pawns of its own on squares of its colour.
pub const BISHOP_PAWNS: [Tapered; 9] = [
        S(1, 18),      S(6, 9),      S(5, 5),      S(0, 1),    S(-4, -5),    S(-8, -11),   S(-9, -25),   S(-10, -28),
     S(-16, -24),
];
/// A blocked pawn of ours on the centre files, for every bishop.
pub const BISHOP_BLOCKED_CENTRE: [Tapered; 1] = [S(-4, -6)];
/// An enemy pawn on the diagonals of a bishop.
pub const BISHOP_XRAY: [Tapered; 1] = [S(-4, -5)];
/// A bishop that sees both central squares of a long diagonal.
pub const LONG_DIAGONAL: [Tapered; 1] = [S(13, 23)];
/// A rook on a file without pawns.
pub const ROOK_OPEN_FILE: [Tapered; 1] = [S(16, 10)];
/// A rook on a file with enemy pawns only.
pub const ROOK_HALF_OPEN_FILE: [Tapered; 1] = [S(6, 1)];
/// A rook behind a pawn of its own that is blocked.
pub const ROOK_BLOCKED_FILE: [Tapered; 1] = [S(-6, -4)];
/// A rook on the seventh rank with enemy pawns there or the enemy king on the eighth.
pub const ROOK_SEVENTH: [Tapered; 1] = [S(4, 23)];
/// A rook on a file with a queen.
pub const ROOK_ON_QUEEN_FILE: [Tapered; 1] = [S(1, 5)];
/// A rook with three squares at most, between the edge and its king; castling still possible, not.
pub const ROOK_SHUT_IN: [Tapered; 2] = [S(16, -16), S(-32, -16)];
/// A queen with an enemy slider that attacks her through one man.
pub const QUEEN_EXPOSED: [Tapered; 1] = [S(-20, 3)];

// King shelter
/// The nearest pawn of ours on a file beside the king, by the file's distance from the edge and the pawn's rank (0: none).
pub const SHELTER: [Tapered; 32] = [
        S(-10, 0),   S(34, -42),   S(35, -34),   S(16, -16),     S(8, -3),     S(-10, 8),     S(0, 16),      S(0, 0),
        S(-10, 6),   S(33, -19),   S(19, -16),    S(-1, -4),     S(-3, 9),    S(-11, 19),     S(-10, 8),      S(0, 0),
       S(-15, 1),    S(15, -8),    S(-6, -6),    S(-1, -5),     S(4, -3),      S(3, 3),     S(3, 14),      S(0, 0),
      S(-16, 14),    S(-18, 10),    S(-14, 1),   S(-18, 14),   S(-16, 15),    S(-35, 9),     S(-11, 8),      S(0, 0),
];
/// The nearest enemy pawn on a file beside the king that runs free, by file and rank.
pub const STORM: [Tapered; 32] = [
        S(-8, 0),    S(18, 35),      S(1, 8),   S(-39, 15),    S(-14, 3),    S(-8, -6),    S(-8, -1),      S(0, 0),
        S(-3, 6),     S(3, 30),     S(6, 24),   S(-14, 14),    S(-13, 3),     S(4, -4),     S(0, -6),      S(0, 0),
        S(15, 6),      S(4, 9),    S(-18, 3),     S(-4, 8),     S(9, -5),     S(10, -8),     S(11, -8),      S(0, 0),
         S(5, 9),   S(-14, 14),    S(-10, -5),    S(-3, -9),     S(0, -8),     S(6, -8),     S(-3, 5),      S(0, 0),
];
/// The nearest enemy pawn on a file beside the king, stopped by ours, by rank.
pub const STORM_BLOCKED: [Tapered; 8] = [S(0, 0), S(0, 0), S(5, -37), S(3, -16), S(5, -18), S(8, -21), S(27, -33), S(0, 0)];
/// The king's file: half open for us, half open for them, open.
pub const KING_FILE_OPEN: [Tapered; 3] = [S(-13, 5), S(-11, 1), S(-30, -5)];
/// How far the king is from the nearest pawn of his own.
pub const KING_PAWN_DISTANCE: [Tapered; 8] = [S(0, 0), S(-3, 18), S(0, 14), S(-8, 5), S(11, -14), S(20, -33), S(10, -33), S(3, -19)];
/// No pawn of either side on the king's wing.
pub const PAWNLESS_FLANK: [Tapered; 1] = [S(6, -49)];

// King danger
/// The starting point of every king's danger.
pub const DANGER_BASE: [Tapered; 1] = [S(92, 29)];
/// A knight, bishop, rook, queen that attacks the king's zone.
pub const DANGER_ATTACKER: [Tapered; 4] = [S(56, 8), S(35, -8), S(19, -94), S(21, 23)];
/// An attack on a square beside the king.
pub const DANGER_HIT: [Tapered; 1] = [S(26, -1)];
/// A square of the zone that is attacked and guarded by king or queen at most.
pub const DANGER_WEAK: [Tapered; 1] = [S(48, -63)];
/// Checks from safe squares by a knight, bishop, rook, queen: one, more.
pub const DANGER_SAFE_CHECK: [Tapered; 8] = [S(173, 49), S(89, 40), S(69, 168), S(31, 29), S(160, 71), S(151, 88), S(110, 154), S(183, 125)];
/// Checks from other squares by a knight, bishop, rook, queen.
pub const DANGER_CHECK: [Tapered; 4] = [S(24, 13), S(21, 99), S(28, 8), S(-4, -15)];
/// A man of ours that may not leave the king.
pub const DANGER_PINNED: [Tapered; 1] = [S(-2, -8)];
/// Enemy attacks on the king's wing, once for each attacked square and once more for doubly attacked ones.
pub const DANGER_FLANK: [Tapered; 1] = [S(17, -9)];
/// Our guards on the king's wing.
pub const DANGER_FLANK_DEFENCE: [Tapered; 1] = [S(-19, 9)];
/// The enemy has no queen.
pub const DANGER_NO_QUEEN: [Tapered; 1] = [S(-127, -19)];
/// A knight of ours guards the zone.
pub const DANGER_KNIGHT_GUARD: [Tapered; 1] = [S(-37, 20)];
/// The nearest pawn of ours on a file beside the king, by rank (0: none).
pub const DANGER_SHELTER: [Tapered; 8] = [S(52, 58), S(2, 21), S(21, -8), S(52, 5), S(65, 10), S(28, 5), S(-6, -4), S(0, 0)];
/// The nearest enemy pawn on a file beside the king, by rank (0: none).
pub const DANGER_STORM: [Tapered; 8] = [S(43, 90), S(40, -11), S(126, -8), S(35, -16), S(-1, -4), S(-7, 19), S(10, 18), S(0, 0)];

// Threats
/// A pawn that cannot be taken for nothing attacks a pawn (never counted), knight, bishop, rook, queen.
pub const THREAT_BY_PAWN: [Tapered; 5] = [S(0, 0), S(64, 54), S(53, 76), S(62, 51), S(54, 33)];
/// A pawn could step to a safe square and attack a piece from there.
pub const THREAT_BY_PUSH: [Tapered; 1] = [S(11, 20)];
/// A knight or bishop attacks a weak pawn, or a knight, bishop, rook, queen.
pub const THREAT_BY_MINOR: [Tapered; 5] = [S(3, 15), S(16, 29), S(35, 32), S(53, 46), S(48, 58)];
/// A rook attacks a weak pawn, knight, bishop, rook, queen.
pub const THREAT_BY_ROOK: [Tapered; 5] = [S(3, 19), S(21, 29), S(28, 30), S(1, 10), S(37, 19)];
/// The king attacks a weak man.
pub const THREAT_BY_KING: [Tapered; 1] = [S(30, 27)];
/// A weak enemy man without a guard, or a piece that we attack twice.
pub const HANGING: [Tapered; 1] = [S(15, 24)];
/// A weak enemy man whose only guard is the queen.
pub const GUARDED_BY_QUEEN: [Tapered; 1] = [S(5, 11)];
/// A square that both attack and that no enemy pawn or second man holds.
pub const RESTRICTED: [Tapered; 1] = [S(4, 1)];
/// A safe square from which a knight attacks the only enemy queen.
pub const KNIGHT_ON_QUEEN: [Tapered; 1] = [S(15, -9)];
/// A safe square, attacked twice, from which a slider attacks the only enemy queen.
pub const SLIDER_ON_QUEEN: [Tapered; 1] = [S(14, 13)];

// Space
/// A safe square behind or among our centre pawns, by the number of pieces left.
pub const SPACE: [Tapered; 1] = [S(4, -4)];

// Tempo
/// The move.
pub const TEMPO: [Tapered; 1] = [S(20, 18)];

// The share of an endgame advantage that counts, out of 128, by `ScaleClass`
pub const SCALE: [i32; 31] = [76, 75, 111, 128, 138, 144, 150, 153, 137, 39, 35, 61, 93, 120, 114, 125, 116, 91, 99, 143, 142, 92, 92, 105, 95, 0, 1, 58, 0, 37, 47];
