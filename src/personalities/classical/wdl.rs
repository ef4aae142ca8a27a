//! Chances of winning, drawing and losing by the score.

use crate::engine::{Score, Wdl};

use super::params;

/// Chances out of 1000 from the mover's view, by the logistic model.
pub fn chances(score: Score) -> Wdl {
    if score.is_win() {
        return Wdl { win: 1000, draw: 0, loss: 0 };
    }
    if score.is_loss() {
        return Wdl { win: 0, draw: 0, loss: 1000 };
    }
    let won = |score: i32| {
        let turned = (params::WDL_HALF_WON - f64::from(score)) / params::WDL_SPREAD;
        (1000.0 / (1.0 + turned.exp())).round() as u16
    };
    let (win, loss) = (won(score.0), won(-score.0));
    Wdl { win, draw: 1000 - win - loss, loss }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let mut before = chances(Score(-31_000));
        for centipawns in -2500..=2500 {
            let now = chances(Score(centipawns));
            assert_eq!(now.win + now.draw + now.loss, 1000);
            assert!(now.win >= before.win && now.loss <= before.loss, "{centipawns}");
            before = now;
        }
        assert_eq!(chances(Score(0)).win, chances(Score(0)).loss);
        assert_eq!(chances(Score(31_990)).win, 1000);
    }
}
