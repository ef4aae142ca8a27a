//! The terms of the evaluation: their names, how many weights each has, and where they stand in the one list that the
//! tuner works on.
//!
//! To add a term: a line here, an array of zeros in `weights.rs`, the line of the evaluation that counts it, and a run
//! of `motley-lab tune`.

use super::tapered::{S, Tapered};
use super::view::TABLES;
use super::weights;

/// One weight: an index into [`WEIGHTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Term(u16);

impl Term {
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Weights with one meaning: a row of `weights.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermGroup {
    pub name: &'static str,
    pub about: &'static str,
    pub topic: Topic,
    pub start: usize,
    pub len: usize,
}

impl TermGroup {
    #[inline(always)]
    pub const fn at(&self, index: usize) -> Term {
        debug_assert!(index < self.len);
        Term((self.start + index) as u16)
    }

    /// The weight of a group that has only one.
    #[inline(always)]
    pub const fn only(&self) -> Term {
        debug_assert!(self.len == 1);
        Term(self.start as u16)
    }

    /// The weight at `row`, `column` of a group that is a table of rows of `width`.
    #[inline(always)]
    pub const fn cell(&self, width: usize, row: usize, column: usize) -> Term {
        debug_assert!(column < width);
        self.at(row * width + column)
    }
}

macro_rules! term_table {
    ($($topic:ident $title:literal { $($name:ident[$len:expr] $about:literal;)* })*) => {
        /// The headings under which `eval` prints the terms.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Topic { $(#[doc = $title] $topic),* }

        impl Topic {
            pub const ALL: &'static [Topic] = &[$(Topic::$topic),*];

            pub const fn title(self) -> &'static str {
                match self { $(Topic::$topic => $title),* }
            }
        }

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum GroupIndex { $($($name),*),* }

        const LENGTHS: &[usize] = &[$($($len),*),*];

        $($(
            #[doc = $about]
            pub const $name: TermGroup = TermGroup {
                name: stringify!($name),
                about: $about,
                topic: Topic::$topic,
                start: start_of(GroupIndex::$name as usize),
                len: $len,
            };
            const _: () = assert!(weights::$name.len() == $len);
        )*)*

        /// All groups, in the order of [`WEIGHTS`].
        pub const GROUPS: &[TermGroup] = &[$($($name),*),*];

        /// The number of weights.
        pub const COUNT: usize = start_of(GROUPS.len());

        /// All weights in one row, so that a term is an index.
        pub static WEIGHTS: [Tapered; COUNT] = {
            let mut all = [S(0, 0); COUNT];
            $($(
                let mut index = 0;
                while index < $name.len {
                    all[$name.start + index] = weights::$name[index];
                    index += 1;
                }
            )*)*
            all
        };
    };
}

const fn start_of(group: usize) -> usize {
    let (mut start, mut index) = (0, 0);
    while index < group {
        start += LENGTHS[index];
        index += 1;
    }
    start
}

term_table! {
    Material "Material" {
        MATERIAL[5] "A pawn, knight, bishop, rook, queen.";
        BISHOP_PAIR[1] "Two bishops or more.";
        KNIGHT_PAIR[1] "Two knights or more.";
        ROOK_PAIR[1] "Two rooks or more.";
        QUEEN_ALIVE[1] "A queen at all.";
        PAWN_ALIVE[1] "A pawn at all.";
        TOGETHER[15] "The number of one kind times the number of another on the same side: pawn and pawn, knight and \
            pawn, knight and knight, bishop and pawn …";
        AGAINST[10] "The number of one kind times the enemy's number of a lesser one: knight and pawn, bishop and \
            pawn, bishop and knight …";
    }
    Squares "Piece squares" {
        PAWN_SQUARE[TABLES * 64] "A pawn on this square: a table for each place of the kings (`View::place`), a1 \
            first, mirrored so that its own king stands on files e to h.";
        KNIGHT_SQUARE[TABLES * 64] "A knight on this square.";
        BISHOP_SQUARE[TABLES * 64] "A bishop on this square.";
        ROOK_SQUARE[TABLES * 64] "A rook on this square.";
        QUEEN_SQUARE[TABLES * 64] "A queen on this square.";
        KING_SQUARE[TABLES * 64] "The king on this square.";
    }
    Mobility "Mobility" {
        KNIGHT_MOBILITY[9] "A knight with this many squares to go to.";
        BISHOP_MOBILITY[14] "A bishop with this many squares to go to.";
        ROOK_MOBILITY[15] "A rook with this many squares to go to.";
        QUEEN_MOBILITY[28] "A queen with this many squares to go to.";
    }
    Pawns "Pawns" {
        DOUBLED[2] "A pawn behind another of its own; without, with a pawn that guards it.";
        ISOLATED[2] "A pawn without neighbours; an enemy pawn on its file, none.";
        BACKWARD[2] "A pawn that its neighbours have left behind and that cannot advance safely; an enemy pawn on \
            its file, none.";
        PHALANX[8] "A pawn beside another, on this rank.";
        SUPPORTED[8] "A pawn guarded by another, on this rank.";
        UNSUPPORTED_LEVER[1] "A pawn that two enemy pawns attack at once.";
        CANDIDATE[8] "A pawn on this rank that only one exchange keeps from being passed.";
        ISLAND[1] "A group of files with pawns.";
    }
    Passed "Passed pawns" {
        PASSED[8] "A passed pawn on this rank.";
        PASSED_FILE[4] "A passed pawn on this file, counted from the edge.";
        PASSED_BLOCKED[8] "A passed pawn on this rank with a piece before it.";
        PASSED_FREE[8] "A passed pawn on this rank whose next square is not attacked.";
        PASSED_PATH[8] "A passed pawn on this rank whose whole path is not attacked.";
        PASSED_GUARDED[8] "A passed pawn on this rank whose next square is guarded.";
        PASSED_CONNECTED[8] "A passed pawn on this rank with another beside or diagonally behind.";
        PASSED_OUR_KING[40] "A passed pawn on rank 3 to 7, and the distance of its own king to the next square.";
        PASSED_THEIR_KING[40] "A passed pawn on rank 3 to 7, and the distance of the enemy king to the next square.";
        PASSED_ROOK_BEHIND[2] "A passed pawn with a rook or queen behind it; its own, the enemy's.";
        PASSED_UNSTOPPABLE[1] "A passed pawn that the enemy king, alone, cannot catch.";
    }
    Pieces "Pieces" {
        KNIGHT_TO_KING[120] "A knight so many files away from the enemy king (columns) and so many ranks beyond him \
            (rows: -7 to 7).";
        BISHOP_TO_KING[120] "A bishop so many files away from the enemy king (columns) and so many ranks beyond him \
            (rows: -7 to 7).";
        ROOK_TO_KING[120] "A rook so many files away from the enemy king (columns) and so many ranks beyond him \
            (rows: -7 to 7).";
        QUEEN_TO_KING[120] "A queen so many files away from the enemy king (columns) and so many ranks beyond him \
            (rows: -7 to 7).";
        KNIGHT_OUTPOST[2] "A knight that no enemy pawn can drive away; not guarded, guarded by a pawn.";
        BISHOP_OUTPOST[2] "A bishop that no enemy pawn can drive away; not guarded, guarded by a pawn.";
        OUTPOST_IN_REACH[1] "A knight that can go to an outpost guarded by a pawn.";
        BISHOP_PAWNS[9] "A bishop with this many pawns of its own on squares of its colour.";
        BISHOP_BLOCKED_CENTRE[1] "A blocked pawn of ours on the centre files, for every bishop.";
        BISHOP_XRAY[1] "An enemy pawn on the diagonals of a bishop.";
        LONG_DIAGONAL[1] "A bishop that sees both central squares of a long diagonal.";
        ROOK_OPEN_FILE[1] "A rook on a file without pawns.";
        ROOK_HALF_OPEN_FILE[1] "A rook on a file with enemy pawns only.";
        ROOK_BLOCKED_FILE[1] "A rook behind a pawn of its own that is blocked.";
        ROOK_SEVENTH[1] "A rook on the seventh rank with enemy pawns there or the enemy king on the eighth.";
        ROOK_SHUT_IN[2] "A rook with three squares at most, between the edge and its king; castling still possible, \
            not.";
        QUEEN_EXPOSED[1] "A queen with an enemy slider that attacks her through one piece.";
    }
    Shelter "King shelter" {
        SHELTER[32] "The nearest pawn of ours on a file beside the king, by the file's distance from the edge and \
            the pawn's rank (0: none).";
        STORM[32] "The nearest enemy pawn on a file beside the king that runs free, by file and rank.";
        STORM_BLOCKED[8] "The nearest enemy pawn on a file beside the king, stopped by ours, by rank.";
        KING_FILE_OPEN[3] "The king's file: half open for us, half open for them, open.";
        CAN_CASTLE[1] "The right to castle, to either side.";
        KING_PAWN_DISTANCE[8] "How far the king is from the nearest pawn of his own.";
        PAWNLESS_FLANK[1] "No pawn of either side on the king's wing.";
    }
    Danger "King danger" {
        DANGER_BASE[1] "The starting point of every king's danger.";
        DANGER_ATTACKER[4] "A knight, bishop, rook, queen that attacks the king's zone.";
        DANGER_THEIR_MOVE[1] "The enemy is to move.";
        DANGER_HIT[1] "An attack on a square beside the king.";
        DANGER_WEAK[1] "A square of the zone that is attacked and guarded by king or queen at most.";
        DANGER_SAFE_CHECK[8] "Checks from safe squares by a knight, bishop, rook, queen: one, more.";
        DANGER_CHECK[4] "Checks from other squares by a knight, bishop, rook, queen.";
        DANGER_PINNED[1] "A piece of ours that may not leave the king.";
        DANGER_FLANK[1] "Enemy attacks on the king's wing, once for each attacked square and once more for doubly \
            attacked ones.";
        DANGER_FLANK_DEFENCE[1] "Our guards on the king's wing.";
        DANGER_FLIGHTS[9] "So many squares that the king could step to.";
        DANGER_NO_QUEEN[1] "The enemy has no queen.";
        DANGER_KNIGHT_GUARD[1] "A knight of ours guards the zone.";
        DANGER_SHELTER[8] "The nearest pawn of ours on a file beside the king, by rank (0: none).";
        DANGER_STORM[8] "The nearest enemy pawn on a file beside the king, by rank (0: none).";
    }
    Threats "Threats" {
        THREAT_BY_PAWN[5] "A pawn that cannot be taken for nothing attacks a pawn (never counted), knight, bishop, \
            rook, queen.";
        THREAT_BY_PUSH[1] "A pawn could step to a safe square and attack a piece from there.";
        THREAT_BY_MINOR[5] "A knight or bishop attacks a weak pawn, or a knight, bishop, rook, queen.";
        THREAT_BY_ROOK[5] "A rook attacks a weak pawn, knight, bishop, rook, queen.";
        THREAT_BY_KING[1] "The king attacks a weak piece.";
        HANGING[1] "A weak enemy pawn or piece without a guard, or a piece that we attack twice.";
        GUARDED_BY_QUEEN[1] "A weak enemy piece whose only guard is the queen.";
        RESTRICTED[1] "A square that both attack and that no enemy pawn or second piece holds.";
        MOVER_THREAT[6] "A threat that the side to move can carry out: a pawn attacks a piece, a minor piece a \
            guarded rook or queen, a rook a queen, the king a weak man; a man hangs, a piece hangs.";
        LOOSE[2] "A pawn, a piece of ours that nothing guards.";
        PAWN_STEPS[1] "A pawn's step to a square that the enemy does not hold.";
        KNIGHT_ON_QUEEN[1] "A safe square from which a knight attacks the only enemy queen.";
        SLIDER_ON_QUEEN[1] "A safe square, attacked twice, from which a slider attacks the only enemy queen.";
    }
    Space "Space" {
        SPACE[1] "A safe square behind or among our centre pawns, by the number of pieces left.";
    }
    Tempo "Tempo" {
        TEMPO[1] "The move.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_each_other_without_gaps() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.start, next, "{}", group.name);
            next += group.len;
        }
        assert_eq!(next, COUNT);
    }
}
