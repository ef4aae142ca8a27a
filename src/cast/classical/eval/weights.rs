//! The weights of the evaluation in centipawns, `S(middlegame, endgame)`. Written by the tuner: edit nothing here.
//!
//! `motley tune --games selfplay-700n.bin.zst --positions 3500000 --per-game 24 --held-out 0.05 --epochs 20
//! --rate 1 --lambda 0.3 --shrink 2e-6 --seed 1`:
//! 3331511 positions of 155,302 games of Stockfish 15.1 against itself at 700 nodes a move; mean squared error
//! 0.021513 in training, 0.021769 on 174335 positions of other games.

use super::tapered::{S, Tapered};

// Material
/// A pawn, knight, bishop, rook, queen.
pub const MATERIAL: [Tapered; 5] = [S(20, 100), S(227, 364), S(240, 372), S(257, 630), S(605, 1117)];
/// Two bishops or more.
pub const BISHOP_PAIR: [Tapered; 1] = [S(24, 44)];
/// Two knights or more.
pub const KNIGHT_PAIR: [Tapered; 1] = [S(3, -6)];
/// Two rooks or more.
pub const ROOK_PAIR: [Tapered; 1] = [S(43, -52)];
/// A queen at all.
pub const QUEEN_ALIVE: [Tapered; 1] = [S(10, 56)];
/// A pawn at all.
pub const PAWN_ALIVE: [Tapered; 1] = [S(28, -32)];
/// A knight beside this many pawns of its own.
pub const KNIGHT_WITH_PAWNS: [Tapered; 9] = [
       S(-71, 0),   S(-36, -4),  S(-17, -10),   S(-13, -8),   S(-6, -10),    S(-3, -5),      S(2, 0),      S(8, 6),
       S(14, 18),
];
/// A bishop beside this many pawns of its own.
pub const BISHOP_WITH_PAWNS: [Tapered; 9] = [
      S(-53, 34),    S(-31, 0),    S(-23, 2),    S(-16, 0),    S(-9, -1),    S(-2, -3),     S(4, -2),     S(11, 1),
        S(18, 5),
];
/// A rook beside this many pawns of its own.
pub const ROOK_WITH_PAWNS: [Tapered; 9] = [
      S(-21, 84),     S(4, 26),   S(-10, 18),   S(-10, 13),     S(-7, 5),    S(-2, -2),     S(3, -8),    S(7, -10),
       S(10, -5),
];

// Piece squares
/// A pawn on this square, a1 first, seen from its own side.
pub const PAWN_SQUARE: [Tapered; 64] = [
         S(5, 6),      S(5, 6),      S(5, 6),      S(5, 6),      S(5, 6),      S(5, 6),      S(5, 6),      S(5, 6),
        S(-9, 0),     S(-6, 0),     S(-3, 4),     S(-5, 5),    S(-2, 16),     S(-2, 6),     S(9, -1),    S(-8, -1),
      S(-10, -5),   S(-13, -5),     S(-5, 0),     S(-5, 2),     S(-1, 4),    S(-1, -1),     S(1, -7),   S(-14, -6),
        S(-4, 0),     S(-8, 0),     S(6, -8),     S(9, -4),    S(13, -5),     S(5, -4),     S(4, -2),    S(-2, -3),
        S(6, 10),      S(6, 1),      S(1, 6),    S(15, -9),    S(17, -7),     S(13, 5),     S(13, 0),     S(12, 2),
       S(13, 20),    S(11, 19),    S(19, 13),    S(28, 12),    S(26, 16),     S(9, 14),    S(23, 18),    S(18, 18),
       S(16, 18),     S(4, 27),     S(5, 31),    S(18, 28),    S(28, 27),    S(-3, 12),     S(0, 22),    S(11, 13),
         S(5, 6),      S(5, 6),      S(5, 6),      S(5, 6),      S(5, 6),      S(5, 6),      S(5, 6),      S(5, 6),
];
/// A knight on this square.
pub const KNIGHT_SQUARE: [Tapered; 64] = [
     S(-28, -15),  S(-14, -13),   S(-17, -6),   S(-17, -1),    S(-9, -3),  S(-14, -10),  S(-23, -14),  S(-11, -11),
      S(-16, -4),    S(-9, -1),   S(-3, -13),    S(-7, -5),    S(-6, -8),    S(-2, -9),   S(-3, -13),   S(-14, -6),
       S(-4, -8),     S(1, -8),     S(1, -1),      S(0, 7),      S(6, 3),     S(2, -7),     S(3, -9),   S(-10, -2),
        S(5, 13),     S(1, 10),    S(16, 13),     S(7, 17),    S(10, 21),     S(20, 6),     S(12, 2),      S(2, 6),
       S(10, 20),     S(14, 4),    S(13, 14),    S(21, 27),     S(9, 25),    S(17, 18),    S(10, 14),     S(22, 3),
       S(-4, -3),     S(8, 12),     S(1, 22),    S(13, 15),     S(3, 26),    S(17, 16),      S(3, 2),     S(5, -7),
       S(-1, -3),    S(-1, -2),     S(19, 5),    S(12, 10),     S(19, 8),    S(22, -8),     S(-1, 0),    S(15, -6),
     S(-46, -53),    S(-5, -5),   S(-22, 12),     S(-3, 2),      S(0, 5),    S(-28, 8),    S(-5, -3),  S(-30, -52),
];
/// A bishop on this square.
pub const BISHOP_SQUARE: [Tapered; 64] = [
       S(4, -14),    S(10, -8),    S(-9, -2),    S(-12, 0),    S(-1, -5),    S(-23, 2),   S(-3, -10),  S(-10, -25),
       S(17, -9),    S(6, -22),    S(11, -6),     S(-7, 4),     S(-4, 1),      S(2, 5),    S(7, -26),   S(12, -25),
        S(8, -3),     S(19, 0),      S(2, 0),     S(7, 11),     S(8, 15),    S(5, -11),    S(15, -5),     S(4, -9),
      S(15, -15),    S(-3, 12),     S(7, 12),    S(13, 17),    S(16, 13),     S(7, 10),      S(5, 6),    S(9, -13),
        S(-7, 2),     S(1, 10),     S(4, 15),    S(10, 21),     S(7, 21),     S(7, 13),      S(2, 7),    S(-11, 1),
        S(-3, 4),     S(7, 15),    S(-18, 3),     S(15, 9),     S(0, 13),     S(-6, 9),     S(10, 6),     S(7, 14),
        S(-5, 5),    S(-8, -9),      S(8, 7),    S(-12, 9),     S(-1, 8),    S(-4, 11),   S(-21, -7),  S(-11, -12),
     S(-13, -16),     S(-5, 2),     S(-9, 7),    S(-19, 2),    S(-10, 8),    S(-21, 5),      S(0, 4),  S(-19, -23),
];
/// A rook on this square.
pub const ROOK_SQUARE: [Tapered; 64] = [
      S(-11, -1),     S(-8, 0),     S(-3, 2),     S(2, -4),     S(7, -6),     S(-1, 0),     S(2, -4),    S(5, -23),
       S(-17, 2),    S(-16, 8),     S(-2, 1),      S(0, 1),     S(-3, 3),     S(8, -6),     S(7, -7),  S(-10, -15),
       S(-13, 1),     S(-5, 4),     S(-4, 6),     S(-5, 4),      S(0, 7),      S(8, 6),    S(20, -5),    S(6, -13),
       S(-11, 9),   S(-10, 16),    S(-3, 16),    S(-8, 17),    S(-4, 13),    S(-3, 16),     S(15, 5),     S(-2, 0),
       S(-8, 20),     S(0, 24),     S(5, 16),     S(4, 13),    S(-1, 18),    S(10, 15),    S(19, 11),     S(3, 10),
       S(-4, 23),    S(16, 18),     S(6, 19),    S(19, 15),    S(20, 10),    S(16, 10),    S(17, 15),     S(7, 14),
         S(4, 7),    S(-6, 16),     S(1, 14),     S(14, 8),      S(8, 5),     S(10, 1),     S(1, 18),     S(13, 0),
       S(10, 25),     S(5, 23),    S(11, 25),    S(10, 25),     S(3, 31),     S(3, 26),     S(6, 29),     S(8, 19),
];
/// A queen on this square.
pub const QUEEN_SQUARE: [Tapered; 64] = [
       S(-4, -9),   S(-5, -26),   S(-3, -30),   S(-2, -19),   S(-3, -14),   S(-5, -31),   S(-7, -25),    S(-3, -9),
      S(-7, -17),   S(-1, -15),    S(7, -25),    S(5, -16),     S(6, -8),   S(10, -26),   S(14, -31),     S(4, -4),
        S(3, -4),     S(0, -1),      S(1, 9),    S(-5, 17),    S(-5, 23),     S(2, 25),    S(10, -4),    S(3, -12),
       S(5, -16),    S(-8, 11),    S(-2, 19),   S(-13, 32),    S(-6, 36),    S(-6, 34),    S(12, 16),      S(6, 3),
        S(-7, 6),    S(-8, 23),    S(-8, 31),   S(-12, 37),   S(-17, 48),    S(-2, 26),    S(-2, 40),    S(10, 15),
       S(-9, 22),     S(-3, 9),   S(-12, 32),    S(-2, 43),    S(-2, 43),     S(5, 42),    S(-3, 45),    S(10, 32),
      S(-14, 16),    S(-9, 14),    S(-8, 29),    S(-7, 24),    S(-2, 27),     S(4, 43),     S(2, 47),    S(10, 27),
      S(-28, 10),    S(-2, 14),     S(3, 19),     S(7, 23),     S(6, 19),     S(2, 23),     S(6, 20),    S(-9, 28),
];
/// The king on this square.
pub const KING_SQUARE: [Tapered; 64] = [
      S(15, -24),   S(17, -19),   S(32, -39),   S(11, -38),   S(29, -56),    S(4, -32),   S(22, -20),   S(30, -45),
      S(14, -15),     S(1, -2),   S(-15, -8),   S(-8, -17),  S(-14, -14),   S(-16, -7),      S(2, 2),   S(16, -16),
       S(3, -11),     S(-3, 2),    S(-18, 1),    S(-28, 0),    S(-30, 1),    S(-21, 1),    S(-19, 9),   S(-4, -10),
      S(-4, -10),    S(-5, 13),    S(-10, 6),    S(-14, 9),    S(-20, 8),    S(-13, 5),    S(-7, 10),   S(-18, -4),
         S(0, 2),     S(1, 15),    S(-2, 20),    S(-4, 18),    S(-5, 17),    S(-3, 20),    S(-7, 24),    S(-2, -1),
        S(1, -9),     S(3, 31),     S(1, 31),     S(1, 30),     S(0, 25),     S(0, 33),     S(5, 39),      S(0, 1),
       S(1, -12),     S(3, 19),     S(3, 25),     S(2, 13),     S(2, 20),     S(4, 20),     S(4, 27),    S(1, -11),
      S(-1, -22),     S(2, -2),     S(2, -5),     S(1, -8),      S(0, 5),      S(2, 1),      S(2, 6),   S(-3, -29),
];

// Mobility
/// A knight with this many squares to go to.
pub const KNIGHT_MOBILITY: [Tapered; 9] = [
      S(-9, -22),  S(-13, -48),   S(-7, -18),    S(-4, -4),     S(-1, 3),      S(2, 8),     S(5, 12),     S(10, 9),
        S(10, 4),
];
/// A bishop with this many squares to go to.
pub const BISHOP_MOBILITY: [Tapered; 14] = [
     S(-13, -37),  S(-11, -24),   S(-2, -17),     S(0, -4),      S(1, 4),      S(3, 7),     S(3, 10),     S(2, 11),
        S(3, 13),     S(2, 15),      S(8, 8),      S(2, 6),    S(-1, 10),     S(-5, 7),
];
/// A rook with this many squares to go to.
pub const ROOK_MOBILITY: [Tapered; 15] = [
     S(-35, -59),  S(-15, -38),   S(-8, -16),    S(-6, -8),    S(-4, -5),    S(-2, -1),      S(0, 3),      S(2, 5),
         S(4, 9),     S(5, 13),     S(6, 15),     S(9, 15),    S(12, 17),    S(14, 20),    S(26, 14),
];
/// A queen with this many squares to go to.
pub const QUEEN_MOBILITY: [Tapered; 28] = [
       S(-3, -3),  S(-12, -26),  S(-12, -36),   S(-8, -39),   S(-5, -49),   S(-5, -32),   S(-2, -24),   S(-1, -14),
        S(0, -7),      S(1, 1),      S(2, 5),     S(2, 13),     S(2, 14),     S(2, 16),     S(2, 25),     S(1, 27),
       S(-1, 28),    S(-1, 26),    S(-3, 23),     S(4, 17),    S(10, 13),     S(7, 10),      S(5, 7),      S(2, 4),
      S(-4, -12),    S(-3, -8),    S(-1, -1),    S(-2, -5),
];

// Pawns
/// A pawn behind another of its own; without, with a pawn that guards it.
pub const DOUBLED: [Tapered; 2] = [S(-2, -13), S(2, -19)];
/// A pawn without neighbours; an enemy pawn on its file, none.
pub const ISOLATED: [Tapered; 2] = [S(0, -9), S(-3, -17)];
/// A pawn that its neighbours have left behind and that cannot advance safely; an enemy pawn on its file, none.
pub const BACKWARD: [Tapered; 2] = [S(1, -5), S(-6, -9)];
/// A pawn beside another, on this rank.
pub const PHALANX: [Tapered; 8] = [S(0, 0), S(4, 2), S(7, 4), S(6, 6), S(10, 13), S(25, 45), S(10, 36), S(0, 0)];
/// A pawn guarded by another, on this rank.
pub const SUPPORTED: [Tapered; 8] = [S(0, 0), S(0, 0), S(11, 11), S(8, 9), S(11, 13), S(28, 38), S(28, 39), S(0, 0)];
/// A pawn that two enemy pawns attack at once.
pub const UNSUPPORTED_LEVER: [Tapered; 1] = [S(0, 4)];
/// A pawn on this rank that only one exchange keeps from being passed.
pub const CANDIDATE: [Tapered; 8] = [S(0, 0), S(-13, -6), S(2, -2), S(-1, 9), S(12, 20), S(9, 42), S(0, 0), S(0, 0)];
/// A group of files with pawns.
pub const ISLAND: [Tapered; 1] = [S(-6, 11)];

// Passed pawns
/// A passed pawn on this rank.
pub const PASSED: [Tapered; 8] = [S(0, 0), S(-9, -23), S(-5, -18), S(-2, 2), S(6, 17), S(5, 44), S(42, 107), S(0, 0)];
/// A passed pawn on this file, counted from the edge.
pub const PASSED_FILE: [Tapered; 4] = [S(5, 41), S(10, 42), S(11, 31), S(9, 26)];
/// A passed pawn on this rank with a man before it.
pub const PASSED_BLOCKED: [Tapered; 8] = [S(0, 0), S(0, 0), S(-4, 0), S(5, -14), S(1, -16), S(-3, -26), S(-30, -70), S(0, 0)];
/// A passed pawn on this rank whose next square is not attacked.
pub const PASSED_FREE: [Tapered; 8] = [S(0, 0), S(0, 0), S(3, 2), S(2, 6), S(1, 16), S(16, 28), S(11, 85), S(0, 0)];
/// A passed pawn on this rank whose whole path is not attacked.
pub const PASSED_PATH: [Tapered; 8] = [S(0, 0), S(0, 0), S(-26, 15), S(-35, 26), S(-17, 35), S(12, 65), S(11, 85), S(0, 0)];
/// A passed pawn on this rank whose next square is guarded.
pub const PASSED_GUARDED: [Tapered; 8] = [S(0, 0), S(0, 0), S(4, -1), S(3, 2), S(5, 11), S(11, 27), S(15, 62), S(0, 0)];
/// A passed pawn on this rank with another beside or diagonally behind.
pub const PASSED_CONNECTED: [Tapered; 8] = [S(0, 0), S(6, -10), S(0, -3), S(-2, 4), S(4, 9), S(28, 4), S(29, 50), S(0, 0)];
/// A passed pawn on rank 3 to 7, and the distance of its own king to the next square.
pub const PASSED_OUR_KING: [Tapered; 40] = [
        S(-2, 0),     S(0, 20),      S(2, 2),   S(-11, -5),    S(-2, -8),    S(3, -14),    S(7, -11),    S(-2, -6),
        S(2, 23),    S(-2, 30),    S(-6, 12),   S(-10, -2),   S(-5, -13),    S(2, -17),   S(18, -18),   S(-1, -15),
        S(4, 22),     S(5, 42),     S(3, 18),     S(-3, 4),    S(-6, -8),   S(-6, -17),    S(4, -17),    S(7, -18),
        S(3, 21),     S(6, 59),     S(6, 30),      S(8, 4),    S(1, -12),   S(-7, -13),   S(-9, -18),   S(-2, -10),
        S(0, 12),     S(7, 51),    S(10, 64),     S(7, 21),     S(7, -2),    S(10, -7),     S(6, -6),    S(-5, -5),
];
/// A passed pawn on rank 3 to 7, and the distance of the enemy king to the next square.
pub const PASSED_THEIR_KING: [Tapered; 40] = [
         S(1, 8),     S(-2, 0),     S(2, -3),     S(6, -8),     S(3, -9),    S(-4, -5),    S(-3, -7),     S(-9, 2),
         S(3, 7),    S(3, -10),   S(12, -17),    S(0, -11),     S(-7, 5),     S(-3, 6),    S(-7, 11),    S(-5, 13),
       S(-7, -3),    S(1, -24),    S(4, -28),     S(0, -3),     S(3, 16),     S(5, 22),    S(-2, 26),     S(2, 24),
     S(-23, -34),  S(-14, -51),   S(26, -41),     S(5, 10),     S(1, 39),     S(0, 46),     S(3, 48),     S(6, 44),
     S(-19, -44),    S(6, -56),   S(15, -33),    S(14, 20),     S(6, 52),     S(0, 66),    S(10, 68),    S(10, 53),
];
/// A passed pawn with a rook or queen behind it; its own, the enemy's.
pub const PASSED_ROOK_BEHIND: [Tapered; 2] = [S(2, 3), S(-11, -11)];
/// A passed pawn that the enemy king, alone, cannot catch.
pub const PASSED_UNSTOPPABLE: [Tapered; 1] = [S(0, 109)];

// Pieces
/// A knight that no enemy pawn can drive away; not guarded, guarded by a pawn.
pub const KNIGHT_OUTPOST: [Tapered; 2] = [S(9, -6), S(17, 7)];
/// A bishop that no enemy pawn can drive away; not guarded, guarded by a pawn.
pub const BISHOP_OUTPOST: [Tapered; 2] = [S(7, -4), S(20, 8)];
/// A knight that can go to an outpost guarded by a pawn.
pub const OUTPOST_IN_REACH: [Tapered; 1] = [S(13, 12)];
/// A knight, a bishop right behind a pawn.
pub const MINOR_BEHIND_PAWN: [Tapered; 2] = [S(4, 3), S(3, -2)];
/// A knight this far from its own king.
pub const KNIGHT_FROM_KING: [Tapered; 8] = [S(-5, -8), S(7, 9), S(5, 3), S(1, -1), S(-5, -1), S(-6, -7), S(-11, -15), S(-28, -21)];
/// A bishop this far from its own king.
pub const BISHOP_FROM_KING: [Tapered; 8] = [S(-4, -6), S(6, 5), S(0, 2), S(-1, -1), S(-1, -3), S(-6, -5), S(-7, -8), S(-23, -4)];
/// A bishop with this many pawns of its own on squares of its colour.
pub const BISHOP_PAWNS: [Tapered; 9] = [
        S(1, 14),      S(5, 7),      S(4, 4),      S(0, 1),    S(-3, -4),    S(-6, -9),   S(-7, -20),   S(-8, -22),
     S(-13, -19),
];
/// A blocked pawn of ours on the centre files, for every bishop.
pub const BISHOP_BLOCKED_CENTRE: [Tapered; 1] = [S(-3, -5)];
/// An enemy pawn on the diagonals of a bishop.
pub const BISHOP_XRAY: [Tapered; 1] = [S(-3, -4)];
/// A bishop that sees both central squares of a long diagonal.
pub const LONG_DIAGONAL: [Tapered; 1] = [S(10, 18)];
/// A rook on a file without pawns.
pub const ROOK_OPEN_FILE: [Tapered; 1] = [S(13, 8)];
/// A rook on a file with enemy pawns only.
pub const ROOK_HALF_OPEN_FILE: [Tapered; 1] = [S(5, 1)];
/// A rook behind a pawn of its own that is blocked.
pub const ROOK_BLOCKED_FILE: [Tapered; 1] = [S(-5, -3)];
/// A rook on the seventh rank with enemy pawns there or the enemy king on the eighth.
pub const ROOK_SEVENTH: [Tapered; 1] = [S(3, 18)];
/// A rook on a file with a queen.
pub const ROOK_ON_QUEEN_FILE: [Tapered; 1] = [S(1, 4)];
/// A rook with three squares at most, between the edge and its king; castling still possible, not.
pub const ROOK_SHUT_IN: [Tapered; 2] = [S(13, -13), S(-25, -13)];
/// A queen with an enemy slider that attacks her through one man.
pub const QUEEN_EXPOSED: [Tapered; 1] = [S(-16, 2)];

// King shelter
/// The nearest pawn of ours on a file beside the king, by the file's distance from the edge and the pawn's rank (0: none).
pub const SHELTER: [Tapered; 32] = [
        S(-8, 0),   S(27, -33),   S(28, -27),   S(13, -13),     S(6, -2),     S(-8, 6),     S(0, 13),      S(0, 0),
        S(-8, 5),   S(26, -15),   S(15, -13),    S(-1, -3),     S(-2, 7),    S(-9, 15),     S(-8, 6),      S(0, 0),
       S(-12, 1),    S(12, -6),    S(-5, -5),    S(-1, -4),     S(3, -2),      S(2, 2),     S(2, 11),      S(0, 0),
      S(-13, 11),    S(-14, 8),    S(-11, 1),   S(-14, 11),   S(-13, 12),    S(-28, 7),     S(-9, 6),      S(0, 0),
];
/// The nearest enemy pawn on a file beside the king that runs free, by file and rank.
pub const STORM: [Tapered; 32] = [
        S(-6, 0),    S(14, 28),      S(1, 6),   S(-31, 12),    S(-11, 2),    S(-6, -5),    S(-6, -1),      S(0, 0),
        S(-2, 5),     S(2, 24),     S(5, 19),   S(-11, 11),    S(-10, 2),     S(3, -3),     S(0, -5),      S(0, 0),
        S(12, 5),      S(3, 7),    S(-14, 2),     S(-3, 6),     S(7, -4),     S(8, -6),     S(9, -6),      S(0, 0),
         S(4, 7),   S(-11, 11),    S(-8, -4),    S(-2, -7),     S(0, -6),     S(5, -6),     S(-2, 4),      S(0, 0),
];
/// The nearest enemy pawn on a file beside the king, stopped by ours, by rank.
pub const STORM_BLOCKED: [Tapered; 8] = [S(0, 0), S(0, 0), S(4, -29), S(2, -13), S(4, -14), S(6, -17), S(21, -26), S(0, 0)];
/// The king's file: half open for us, half open for them, open.
pub const KING_FILE_OPEN: [Tapered; 3] = [S(-10, 4), S(-9, 1), S(-24, -4)];
/// How far the king is from the nearest pawn of his own.
pub const KING_PAWN_DISTANCE: [Tapered; 8] = [S(0, 0), S(-2, 14), S(0, 11), S(-6, 4), S(9, -11), S(16, -26), S(8, -26), S(2, -15)];
/// No pawn of either side on the king's wing.
pub const PAWNLESS_FLANK: [Tapered; 1] = [S(5, -39)];

// King danger
/// The starting point of every king's danger.
pub const DANGER_BASE: [Tapered; 1] = [S(82, 23)];
/// A knight, bishop, rook, queen that attacks the king's zone.
pub const DANGER_ATTACKER: [Tapered; 4] = [S(50, 6), S(31, -6), S(17, -74), S(19, 18)];
/// An attack on a square beside the king.
pub const DANGER_HIT: [Tapered; 1] = [S(23, -1)];
/// A square of the zone that is attacked and guarded by king or queen at most.
pub const DANGER_WEAK: [Tapered; 1] = [S(43, -50)];
/// Checks from safe squares by a knight, bishop, rook, queen: one, more.
pub const DANGER_SAFE_CHECK: [Tapered; 8] = [S(154, 39), S(79, 32), S(61, 133), S(28, 23), S(142, 56), S(134, 70), S(98, 122), S(163, 99)];
/// Checks from other squares by a knight, bishop, rook, queen.
pub const DANGER_CHECK: [Tapered; 4] = [S(21, 10), S(19, 78), S(25, 6), S(-4, -12)];
/// A man of ours that may not leave the king.
pub const DANGER_PINNED: [Tapered; 1] = [S(-2, -6)];
/// Enemy attacks on the king's wing, once for each attacked square and once more for doubly attacked ones.
pub const DANGER_FLANK: [Tapered; 1] = [S(15, -7)];
/// Our guards on the king's wing.
pub const DANGER_FLANK_DEFENCE: [Tapered; 1] = [S(-17, 7)];
/// The enemy has no queen.
pub const DANGER_NO_QUEEN: [Tapered; 1] = [S(-113, -15)];
/// A knight of ours guards the zone.
pub const DANGER_KNIGHT_GUARD: [Tapered; 1] = [S(-33, 16)];
/// The nearest pawn of ours on a file beside the king, by rank (0: none).
pub const DANGER_SHELTER: [Tapered; 8] = [S(46, 46), S(2, 17), S(19, -6), S(46, 4), S(58, 8), S(25, 4), S(-5, -3), S(0, 0)];
/// The nearest enemy pawn on a file beside the king, by rank (0: none).
pub const DANGER_STORM: [Tapered; 8] = [S(38, 71), S(36, -9), S(112, -6), S(31, -13), S(-1, -3), S(-6, 15), S(9, 14), S(0, 0)];

// Threats
/// A pawn that cannot be taken for nothing attacks a pawn (never counted), knight, bishop, rook, queen.
pub const THREAT_BY_PAWN: [Tapered; 5] = [S(0, 0), S(51, 43), S(42, 60), S(49, 40), S(43, 26)];
/// A pawn could step to a safe square and attack a piece from there.
pub const THREAT_BY_PUSH: [Tapered; 1] = [S(9, 16)];
/// A knight or bishop attacks a weak pawn, or a knight, bishop, rook, queen.
pub const THREAT_BY_MINOR: [Tapered; 5] = [S(2, 12), S(13, 23), S(28, 25), S(42, 36), S(38, 46)];
/// A rook attacks a weak pawn, knight, bishop, rook, queen.
pub const THREAT_BY_ROOK: [Tapered; 5] = [S(2, 15), S(17, 23), S(22, 24), S(1, 8), S(29, 15)];
/// The king attacks a weak man.
pub const THREAT_BY_KING: [Tapered; 1] = [S(24, 21)];
/// A weak enemy man without a guard, or a piece that we attack twice.
pub const HANGING: [Tapered; 1] = [S(12, 19)];
/// A weak enemy man whose only guard is the queen.
pub const GUARDED_BY_QUEEN: [Tapered; 1] = [S(4, 9)];
/// A square that both attack and that no enemy pawn or second man holds.
pub const RESTRICTED: [Tapered; 1] = [S(3, 1)];
/// A safe square from which a knight attacks the only enemy queen.
pub const KNIGHT_ON_QUEEN: [Tapered; 1] = [S(12, -7)];
/// A safe square, attacked twice, from which a slider attacks the only enemy queen.
pub const SLIDER_ON_QUEEN: [Tapered; 1] = [S(11, 10)];

// Space
/// A safe square behind or among our centre pawns, by the number of pieces left.
pub const SPACE: [Tapered; 1] = [S(3, -3)];

// Tempo
/// The move.
pub const TEMPO: [Tapered; 1] = [S(16, 14)];

// The share of an endgame advantage that counts, out of 128, by `ScaleClass`
pub const SCALE: [i32; 31] = [76, 75, 111, 128, 138, 144, 150, 153, 137, 39, 35, 61, 93, 120, 114, 125, 116, 91, 99, 143, 142, 92, 92, 105, 95, 0, 1, 58, 0, 37, 47];
