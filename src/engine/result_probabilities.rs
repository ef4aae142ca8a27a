//! Probabilities of the result as scores that a GUI can show, for players without an evaluation in centipawns.

use crate::engine::{Score, Wdl};

/// Expected scores nearer to 0 or 1 than this are cut off: there are too few such games to tell them apart.
const SUREST: f32 = 0.001;
/// The Elo scale: an expected score of 10/11 is 400.
const ELO_SCALE: f32 = 400.0;

/// The expected result of the game for one side: probabilities of loss, draw and win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultProbabilities(pub [f32; 3]);

impl ResultProbabilities {
    /// From the view of the other side.
    pub fn reversed(self) -> ResultProbabilities {
        let [loss, draw, win] = self.0;
        ResultProbabilities([win, draw, loss])
    }

    /// Wins and half of the draws, from 0 to 1.
    pub fn expected(self) -> f32 {
        self.0[2] + self.0[1] / 2.0
    }

    /// Pseudo-centipawns: the difference in Elo that makes this result the expected one between players of that
    /// difference, 100 for an expected score of 64 %.
    pub fn score(self) -> Score {
        let expected = self.expected().clamp(SUREST, 1.0 - SUREST);
        Score((ELO_SCALE * (expected / (1.0 - expected)).log10()).round() as i32)
    }

    /// The inverse of [`ResultProbabilities::score`], for players that report nothing but a score. Mates and tablebase
    /// results are certain. Else the score is the expected result on the Elo scale, and each of the two half points of
    /// a game is won independently with that probability: the most draws that leave no probability negative.
    pub fn of_score(score: Score) -> ResultProbabilities {
        if score.is_win() {
            return ResultProbabilities([0.0, 0.0, 1.0]);
        }
        if score.is_loss() {
            return ResultProbabilities([1.0, 0.0, 0.0]);
        }
        let expected = 1.0 / (1.0 + 10_f32.powf(-(score.0 as f32) / ELO_SCALE));
        let missing = 1.0 - expected;
        ResultProbabilities([missing * missing, 2.0 * expected * missing, expected * expected])
    }

    /// In whole permille, which add up to 1000.
    pub fn wdl(self) -> Wdl {
        let permille = |share: f32| (1000.0 * share.clamp(0.0, 1.0)).round() as u16;
        let (win, loss) = (permille(self.0[2]), permille(self.0[0]));
        let loss = loss.min(1000 - win);
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Ply;

    #[test]
    fn scores_are_those_of_the_elo_formula() {
        assert_eq!(ResultProbabilities([0.25, 0.5, 0.25]).score(), Score::DRAW);
        assert_eq!(ResultProbabilities([0.0, 2.0 / 11.0, 9.0 / 11.0]).score(), Score(400));
        let ahead = ResultProbabilities([0.2, 0.3, 0.5]);
        assert_eq!(ahead.reversed().score(), -ahead.score());
        assert!(ResultProbabilities([0.0, 0.0, 1.0]).score() < Score(2000), "certainty is bounded");
    }

    #[test]
    fn scores_come_back_from_their_probabilities() {
        for score in [-900, -35, 0, 1, 400, 1190].map(Score) {
            assert_eq!(ResultProbabilities::of_score(score).score(), score);
        }
        let wdl = |score| ResultProbabilities::of_score(score).wdl();
        assert_eq!(wdl(Score(100)), Wdl { win: 410, draw: 460, loss: 130 });
        assert_eq!(wdl(Score::tablebase_win(Ply(9))), Wdl { win: 1000, draw: 0, loss: 0 });
        assert_eq!(wdl(Score::mated_in(Ply(0))), Wdl { win: 0, draw: 0, loss: 1000 });
        assert_eq!(wdl(Score::EVAL_LIMIT), Wdl { win: 1000, draw: 0, loss: 0 });
    }

    #[test]
    fn permille_add_up() {
        for value in [[0.3335, 0.3330, 0.3335], [0.0005, 0.0, 0.9995], [1.0, 0.0, 0.0]] {
            let Wdl { win, draw, loss } = ResultProbabilities(value).wdl();
            assert_eq!(win + draw + loss, 1000);
        }
    }
}
