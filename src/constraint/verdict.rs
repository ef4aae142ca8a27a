//! Verdicts of a search on a position, where the rules do not decide.

/// The verdict of a search on a position, by whoever judges it; `None` is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The rating of players who play so, in Elo.
    pub rating: Option<u32>,
    /// The score in centipawns from White's view.
    pub evaluation: Option<i32>,
    /// Exactly one of several legal moves wins.
    pub one_winning_move: Option<bool>,
}

/// The verdicts that are needed before a condition can be tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// The play: its rating.
    pub play: bool,
    /// The position: its evaluation.
    pub evaluation: bool,
    /// The position: its winning moves.
    pub winning_moves: bool,
}

impl Judgement {
    /// Returns true if anything has to be judged.
    pub fn is_needed(self) -> bool {
        self != Judgement::default()
    }

    pub(super) fn and(self, other: Judgement) -> Judgement {
        Judgement {
            play: self.play || other.play,
            evaluation: self.evaluation || other.evaluation,
            winning_moves: self.winning_moves || other.winning_moves,
        }
    }
}
