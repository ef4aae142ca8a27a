//! Scores in centipawns, with mates and tablebase wins at the far ends of the scale.

use std::ops::{Add, Neg, Sub};

use crate::engine::Ply;

/// A score in centipawns from the view of the side to move.
///
/// The scale, from the middle outwards: evaluations up to ±[`Score::EVAL_LIMIT`]; tablebase wins and losses, nearer the
/// end the sooner they are reached; mates, `±(MATE − plies)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(pub i32);

/// A score in the protocol's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    Centipawns(i32),
    /// Moves (not plies) to mate; negative when the side to move is mated. `Mate(0)`: it is mated on the board.
    Mate(i32),
}

impl Score {
    pub const DRAW: Score = Score(0);
    pub const MATE: Score = Score(32_000);
    pub const INFINITE: Score = Score(32_001);
    /// The least score that proves a mate.
    pub const MATE_BOUND: Score = Score(Self::MATE.0 - Ply::MAX.0 as i32);
    /// A tablebase win at the root; one point less each ply from it.
    pub const TABLEBASE_WIN: Score = Score(Self::MATE_BOUND.0 - 1);
    /// The least score that proves a win by tablebase.
    pub const TABLEBASE_BOUND: Score = Score(Self::TABLEBASE_WIN.0 - Ply::MAX.0 as i32);
    /// Evaluations stay inside ± this, so that they can never be taken for proofs.
    pub const EVAL_LIMIT: Score = Score(Self::TABLEBASE_BOUND.0 - 1);

    /// The side to move mates at `ply` of this search.
    pub const fn mate_in(ply: Ply) -> Score {
        Score(Self::MATE.0 - ply.0 as i32)
    }

    /// The side to move stands mated at `ply` of this search.
    pub const fn mated_in(ply: Ply) -> Score {
        Score(ply.0 as i32 - Self::MATE.0)
    }

    pub const fn tablebase_win(ply: Ply) -> Score {
        Score(Self::TABLEBASE_WIN.0 - ply.0 as i32)
    }

    pub const fn tablebase_loss(ply: Ply) -> Score {
        Score(ply.0 as i32 - Self::TABLEBASE_WIN.0)
    }

    /// Proven by mate or by tablebase, for either side.
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::TABLEBASE_BOUND.0
    }

    /// Proven won, by mate or by tablebase.
    pub const fn is_win(self) -> bool {
        self.0 >= Self::TABLEBASE_BOUND.0
    }

    /// Proven lost, by mate or by tablebase.
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::TABLEBASE_BOUND.0
    }

    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_BOUND.0
    }

    pub const fn kind(self) -> ScoreKind {
        if !self.is_mate() {
            return ScoreKind::Centipawns(self.0);
        }
        let plies = Self::MATE.0 - self.0.abs();
        if self.0 > 0 { ScoreKind::Mate((plies + 1) / 2) } else { ScoreKind::Mate(-(plies / 2)) }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Score::mate_in(Ply(1)).kind(), ScoreKind::Mate(1));
        assert_eq!(Score::mate_in(Ply(3)).kind(), ScoreKind::Mate(2));
        assert_eq!(Score::mated_in(Ply(0)).kind(), ScoreKind::Mate(0));
        assert_eq!(Score::mated_in(Ply(4)).kind(), ScoreKind::Mate(-2));
        assert_eq!(Score::tablebase_win(Ply(0)).kind(), ScoreKind::Centipawns(Score::TABLEBASE_WIN.0));
    }
}
