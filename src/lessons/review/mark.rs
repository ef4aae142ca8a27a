//! The marks of moves.

use shakmaty::Color;

use super::params::{
    ABSOLUTE, AS_MUCH, BLUNDER, FOUND_BY_FEW, INACCURACY, LICHESS_MOST, LICHESS_STEEPNESS, MATTERS, MISTAKE,
    SHARED_BY_MOST, SHARED_BY_NEARLY_ALL,
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
    /// mover's rating, where they are known.
    pub fn of(loss: f64, is_best: bool, people: Option<&PeopleThere>) -> Option<Mark> {
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
        step.checked_sub(milder + 1).map(|index| errors[index].1)
    }
}

/// The mark of a move by fixed bounds, those of lichess, whatever people of the rating do.
pub fn absolute(before: ReviewScore, after: ReviewScore, side: Color, is_best: bool) -> Option<Mark> {
    let expected = |score: ReviewScore| {
        let of_mate = |mate: i32| if mate > 0 { LICHESS_MOST } else { -LICHESS_MOST };
        let centipawns = score.cp.or(score.mate.map(of_mate)).unwrap_or_default().clamp(-LICHESS_MOST, LICHESS_MOST);
        let white = 1.0 / (1.0 + (-LICHESS_STEEPNESS * f64::from(centipawns)).exp());
        side.fold_wb(white, 1.0 - white)
    };
    let loss = expected(before) - expected(after);
    let step = ABSOLUTE.iter().take_while(|least| loss >= **least).count();
    let marks = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];
    step.checked_sub(1).map(|index| marks[index]).filter(|_| !is_best)
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
        let mark = |loss, as_bad| Mark::of(loss, false, Some(&people(0.3, as_bad, 0.1))).map(Mark::word);
        assert_eq!(
            [0.0, 0.06, 0.07, 0.14, 0.3].map(|loss| mark(loss, 0.2)),
            [None, None, Some("?!"), Some("?"), Some("??")]
        );
        assert_eq!([0.1, 0.2, 0.3].map(|loss| mark(loss, 0.5)), [None, Some("?!"), Some("?")]);
        assert_eq!([0.1, 0.2, 0.3].map(|loss| mark(loss, 0.9)), [None, None, Some("?!")]);
        assert_eq!(Mark::of(0.3, false, None), Some(Mark::Blunder));
    }

    #[test]
    fn a_best_move_is_good_where_few_find_it_and_it_matters() {
        let mark = |best, loss| Mark::of(0.0, true, Some(&people(best, 0.0, loss)));
        assert_eq!(mark(0.1, 0.2), Some(Mark::Good));
        assert_eq!(mark(0.5, 0.2), None, "half of them find it");
        assert_eq!(mark(0.1, 0.02), None, "other moves are as good");
        assert_eq!(Mark::of(0.0, true, None), None);
    }
}
