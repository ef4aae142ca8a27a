//! The marks of moves.

use shakmaty::Color;

use super::params::{
    ABSOLUTE, AS_MUCH, BLUNDER, FOUND_BY_FEW, INACCURACY, LICHESS_KEPT, LICHESS_MOST, LICHESS_STEEPNESS, MATTERS,
    MISTAKE, SHARED_BY_MOST, SHARED_BY_NEARLY_ALL,
};
use super::report::{PeopleThere, ReviewScore};
use crate::message::words;

words! {
    /// The mark of a move, as it stands behind it.
    pub enum Mark {
        /// The best move, which few find, where it matters.
        Good = "!",
        Inaccuracy = "?!",
        Mistake = "?",
        Blunder = "??",
    }
}

impl Mark {
    /// The number of PGN's annotation glyph.
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Good => 1,
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }

    pub const fn is_error(self) -> bool {
        !matches!(self, Mark::Good)
    }

    /// The mark of a move that lost so much, from 0 to 1, and is the best one or is not; `people` are those of the
    /// mover's rating, where they are known. It is a step milder where the searches do not agree.
    pub fn of(loss: f64, is_best: bool, is_settled: bool, people: Option<&PeopleThere>) -> Option<Mark> {
        if is_best {
            let is_hard = |people: &&PeopleThere| people.best <= FOUND_BY_FEW && people.loss >= MATTERS;
            return people.filter(is_hard).map(|_| Mark::Good);
        }
        let errors = [(INACCURACY, Mark::Inaccuracy), (MISTAKE, Mark::Mistake), (BLUNDER, Mark::Blunder)];
        let step = errors.iter().take_while(|(least, _)| loss >= *least).count();
        let milder = match people.map_or(0.0, |people| people.as_bad) {
            SHARED_BY_NEARLY_ALL.. => 2,
            SHARED_BY_MOST.. => 1,
            _ => 0,
        };
        let milder = milder + usize::from(!is_settled);
        step.checked_sub(milder + 1).map(|index| errors[index].1)
    }
}

/// The mark of a move by fixed bounds, those of lichess, whatever people of the rating do.
pub fn absolute(before: ReviewScore, after: ReviewScore, side: Color, is_best: bool) -> Option<Mark> {
    if is_best {
        return None;
    }
    let [mates_before, mates_after] = [before, after].map(|score| mates(score, side));
    let [before, after] = [before, after].map(|score| centipawns(score, side));
    // A mate that is let go, or allowed: the less remains, the worse.
    let kept = match (mates_before, mates_after) {
        (Some(true), None) => Some(after),
        (None, Some(false)) => Some(-before),
        _ => None,
    };
    if let Some(kept) = kept {
        let step = LICHESS_KEPT.iter().take_while(|least| kept > **least).count();
        return Some([Mark::Blunder, Mark::Mistake, Mark::Inaccuracy][step]);
    }
    let expected = |centipawns: i32| 1.0 / (1.0 + (-LICHESS_STEEPNESS * f64::from(centipawns)).exp());
    let loss = expected(before) - expected(after);
    let step = ABSOLUTE.iter().take_while(|least| loss >= **least).count();
    step.checked_sub(1).map(|index| [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder][index])
}

/// True if a side mates, false if it is mated; `None` without a mate.
fn mates(score: ReviewScore, side: Color) -> Option<bool> {
    score.mate.map(|_| (score.white > 0.5) == side.is_white())
}

/// Centipawns of a side, a mate as the most.
fn centipawns(score: ReviewScore, side: Color) -> i32 {
    let white = score.cp.unwrap_or(if score.white > 0.5 { LICHESS_MOST } else { -LICHESS_MOST });
    side.fold_wb(white, -white).clamp(-LICHESS_MOST, LICHESS_MOST)
}

/// Returns true if losing `other` is as bad as losing `loss`.
pub fn is_as_bad(other: f64, loss: f64) -> bool {
    other >= AS_MUCH * loss
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(best: f64, as_bad: f64, loss: f64) -> PeopleThere {
        PeopleThere { elo: 1500, played: 0.1, best, as_bad, loss }
    }

    #[test]
    fn the_loss_decides_and_people_who_err_as_well_make_it_milder() {
        let mark = |loss, as_bad| Mark::of(loss, false, true, Some(&people(0.3, as_bad, 0.1))).map(Mark::word);
        assert_eq!(
            [0.0, 0.06, 0.07, 0.14, 0.3].map(|loss| mark(loss, 0.2)),
            [None, None, Some("?!"), Some("?"), Some("??")]
        );
        assert_eq!([0.1, 0.2, 0.3].map(|loss| mark(loss, 0.5)), [None, Some("?!"), Some("?")]);
        assert_eq!([0.1, 0.2, 0.3].map(|loss| mark(loss, 0.9)), [None, None, Some("?!")]);
        assert_eq!(Mark::of(0.3, false, true, None), Some(Mark::Blunder));
        assert_eq!(Mark::of(0.3, false, false, None), Some(Mark::Mistake), "the searches do not agree");
    }

    #[test]
    fn a_best_move_is_good_where_few_find_it_and_it_matters() {
        let mark = |best, loss| Mark::of(0.0, true, true, Some(&people(best, 0.0, loss)));
        assert_eq!(mark(0.1, 0.2), Some(Mark::Good));
        assert_eq!(mark(0.5, 0.2), None, "half of them find it");
        assert_eq!(mark(0.1, 0.02), None, "other moves are as good");
        assert_eq!(Mark::of(0.0, true, true, None), None);
    }

    #[test]
    fn absolute_marks_have_the_bounds_of_lichess() {
        let cp = |cp: i32| ReviewScore { cp: Some(cp), ..ReviewScore::default() };
        let mate = |mate: i32| ReviewScore {
            mate: Some(mate),
            white: f64::from(u8::from(mate > 0)),
            ..ReviewScore::default()
        };
        let mark = |before, after, side| absolute(before, after, side, false).map(Mark::word);
        let losses = [0, -50, -60, -120, -200].map(|after| mark(cp(0), cp(after), Color::White));
        assert_eq!(losses, [None, None, Some("?!"), Some("?"), Some("??")]);
        assert_eq!(mark(cp(0), cp(200), Color::Black), Some("??"));
        assert_eq!(mark(cp(900), cp(700), Color::White), None, "won as before");
        let lost = [1000, 800, 300].map(|after| mark(mate(2), cp(after), Color::White));
        assert_eq!(lost, [Some("?!"), Some("?"), Some("??")], "a mate that is let go");
        assert_eq!(mark(cp(50), mate(-3), Color::White), Some("??"), "a mate that is allowed");
        assert_eq!(mark(cp(1000), mate(3), Color::Black), Some("?!"), "in a lost position");
        assert_eq!(mark(mate(2), mate(4), Color::White), None, "a longer mate");
        let mated = ReviewScore { mate: Some(0), white: 1.0, ..ReviewScore::default() };
        assert_eq!(mark(mate(1), mated, Color::White), None, "another mate");
        assert_eq!(absolute(cp(0), cp(-300), Color::White, true), None);
    }
}
