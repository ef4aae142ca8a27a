//! The strength of memories, by FSRS-6 ("Free Spaced Repetition Scheduler"): the formulas of the page "The Algorithm"
//! in the wiki of open-spaced-repetition/fsrs4anki, section FSRS-6, after J. Ye, J. Su, Y. Cao, "A Stochastic Shortest
//! Path Algorithm for Optimizing Spaced Repetition Scheduling", KDD 2022.
//!
//! The formulas stand here, and no crate: `fsrs` brings the fitting of the parameters with it (a minute of processor
//! time to build), and `rs-fsrs` has the formulas of an older version.

/// The parameters w0 to w20 of FSRS-6, fitted by its authors to reviews of 10,000 users of Anki.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
    1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// The grade that FSRS calls "easy", to which difficulties drift; no answer is graded so here.
const EASY: f64 = 4.0;
/// Bounds of a stability, in days: about a minute and a hundred years.
const STABILITY: [f64; 2] = [0.001, 36_500.0];
/// Bounds of a difficulty.
const DIFFICULTY: [f64; 2] = [1.0, 10.0];

/// The grade of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    Wrong,
    /// Right with a hint, or after long thought.
    Hard,
    Right,
}

impl Grade {
    pub fn of(right: bool) -> Grade {
        if right { Grade::Right } else { Grade::Wrong }
    }

    pub fn is_right(self) -> bool {
        self != Grade::Wrong
    }

    /// As FSRS counts: "again" is 1, "hard" 2, "good" 3.
    pub fn number(self) -> u8 {
        match self {
            Grade::Wrong => 1,
            Grade::Hard => 2,
            Grade::Right => 3,
        }
    }
}

/// The state of one memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Days after which it is recalled with a probability of 90 %.
    pub stability: f64,
    /// From 1 to 10: the higher, the less the stability grows with a right answer.
    pub difficulty: f64,
}

impl Memory {
    /// After the first answer.
    pub fn first(grade: Grade) -> Memory {
        let number = f64::from(grade.number());
        Memory { stability: W[usize::from(grade.number()) - 1], difficulty: first_difficulty(number) }.bounded()
    }

    /// After one more answer, so many whole days after the last one; 0 is the same day.
    #[must_use]
    pub fn after(self, grade: Grade, days: u32) -> Memory {
        let number = f64::from(grade.number());
        let stability = match (days, grade) {
            (0, _) => self.stability * self.growth_on_the_same_day(grade),
            (_, Grade::Wrong) => self.stability_after_lapse(days),
            _ => self.stability * self.growth(grade, days),
        };
        // The nearer the difficulty is to its end, the less it changes; then it drifts to that of easy things.
        let changed = self.difficulty - W[6] * (number - 3.0) * (DIFFICULTY[1] - self.difficulty) / 9.0;
        let difficulty = W[7] * first_difficulty(EASY) + (1.0 - W[7]) * changed;
        Memory { stability, difficulty }.bounded()
    }

    /// The probability that it is recalled after so many days.
    pub fn recall(self, days: f64) -> f64 {
        let factor = 0.9_f64.powf(-1.0 / W[20]) - 1.0;
        (1.0 + factor * days / self.stability).powf(-W[20])
    }

    fn growth(self, grade: Grade, days: u32) -> f64 {
        let forgotten = 1.0 - self.recall(f64::from(days));
        let hard = if grade == Grade::Hard { W[15] } else { 1.0 };
        let of_ease = W[8].exp() * (11.0 - self.difficulty);
        1.0 + hard * of_ease * self.stability.powf(-W[9]) * (W[10] * forgotten).exp_m1()
    }

    fn growth_on_the_same_day(self, grade: Grade) -> f64 {
        let growth = (W[17] * (f64::from(grade.number()) - 3.0 + W[18])).exp() * self.stability.powf(-W[19]);
        if grade.is_right() { growth.max(1.0) } else { growth }
    }

    fn stability_after_lapse(self, days: u32) -> f64 {
        let forgotten = 1.0 - self.recall(f64::from(days));
        let grown = (self.stability + 1.0).powf(W[13]) - 1.0;
        let left = W[11] * self.difficulty.powf(-W[12]) * grown * (W[14] * forgotten).exp();
        // Never more than a wrong answer and a right one on the same day would leave.
        left.min(self.stability / (W[17] * W[18]).exp())
    }

    /// Within the bounds that FSRS sets; a record that was edited by hand may have other numbers.
    pub(super) fn bounded(self) -> Memory {
        Memory {
            stability: self.stability.clamp(STABILITY[0], STABILITY[1]),
            difficulty: self.difficulty.clamp(DIFFICULTY[0], DIFFICULTY[1]),
        }
    }
}

fn first_difficulty(number: f64) -> f64 {
    W[4] - (W[5] * (number - 1.0)).exp() + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(answers: &[(Grade, u32)]) -> Memory {
        let ((first, _), others) = answers.split_first().expect("an answer");
        others.iter().fold(Memory::first(*first), |memory, &(grade, days)| memory.after(grade, days))
    }

    #[test]
    fn states_are_those_that_the_authors_program_computes() {
        // The crate fsrs 6.6.2 (`FSRS::memory_state` with its default parameters) in single precision.
        use Grade::{Hard, Right, Wrong};
        for (answers, stability, difficulty) in [
            (&[(Right, 0)][..], 2.3065, 2.118_104),
            (&[(Right, 0), (Right, 2)], 10.964_341, 2.111_214_2),
            (&[(Right, 0), (Right, 2), (Right, 11)], 46.280_25, 2.104_331_3),
            (&[(Right, 0), (Right, 0), (Right, 0)], 2.3065, 2.104_331_3),
            (&[(Wrong, 0), (Right, 0), (Right, 1), (Right, 3)], 7.863_701, 6.379_778_4),
            (&[(Right, 0), (Right, 2), (Wrong, 11), (Right, 0), (Right, 1)], 3.595_69, 7.367_922_3),
            (&[(Hard, 0), (Hard, 1), (Right, 2), (Wrong, 6), (Wrong, 0), (Hard, 0)], 0.403_705_33, 9.737_595),
        ] {
            let found = after(answers);
            let is_near = |a: f64, b: f64| (a - b).abs() < 1e-4 * b;
            assert!(is_near(found.stability, stability), "{answers:?}: {found:?}");
            assert!(is_near(found.difficulty, difficulty), "{answers:?}: {found:?}");
        }
    }

    #[test]
    fn after_as_many_days_as_the_stability_nine_in_ten_are_recalled() {
        let memory = Memory { stability: 7.5, difficulty: 5.0 };
        assert!((memory.recall(7.5) - 0.9).abs() < 1e-12 && memory.recall(0.0) == 1.0);
        assert!(memory.recall(30.0) < memory.recall(29.0));
    }

    #[test]
    fn states_stay_within_their_bounds() {
        let (mut good, mut bad) = (Memory::first(Grade::Right), Memory::first(Grade::Wrong));
        for _ in 0..500 {
            good = good.after(Grade::Right, u32::MAX);
            bad = bad.after(Grade::Wrong, 0);
        }
        assert_eq!((good.stability, bad.stability), (STABILITY[1], STABILITY[0]));
        assert!((1.0..=10.0).contains(&good.difficulty) && (1.0..=10.0).contains(&bad.difficulty));
    }
}
