//! The dates at which something is asked again.

use chrono::{DateTime, Local};
use rusqlite::Row;

use super::memory::{Grade, Memory};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The time after which a question that was answered wrong is asked again.
const AFTER_A_MISTAKE: i64 = 10 * MINUTE;
/// A day is over this much early, in seconds: who practises at seven in the evening finds what is due although
/// yesterday's practice ended at eight.
const EARLY: i64 = 8 * HOUR;

/// The date of a question and the state that it comes from. Times are in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    pub due: i64,
    pub answered_at: i64,
    pub memory: Memory,
}

impl Schedule {
    /// The schedule after an answer; `before` is that of the answer before.
    pub fn next(before: Option<Schedule>, grade: Grade, now: i64) -> Schedule {
        let memory = match before {
            Some(before) => before.memory.after(grade, days_between(before.answered_at, now)),
            None => Memory::first(grade),
        };
        let wait = match grade {
            Grade::Wrong => AFTER_A_MISTAKE,
            // By definition the stability is the wait after which 90 % are recalled.
            _ => (memory.stability.round() as i64).max(1) * DAY - EARLY,
        };
        Schedule { due: now.saturating_add(wait), answered_at: now, memory }
    }

    /// The columns `answered_at`, `stability` and `difficulty` from the one numbered `first` on; `due` does not matter
    /// for what comes next. `None` where one is missing.
    pub(super) fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<Option<Schedule>> {
        let answered_at: Option<i64> = row.get(first)?;
        let (stability, difficulty): (Option<f64>, Option<f64>) = (row.get(first + 1)?, row.get(first + 2)?);
        let memory =
            stability.zip(difficulty).map(|(stability, difficulty)| Memory { stability, difficulty }.bounded());
        Ok(answered_at.zip(memory).map(|(answered_at, memory)| Schedule { due: answered_at, answered_at, memory }))
    }
}

/// Whole days, from the middle of one to the middle of the next; 0 where the clock was set back.
fn days_between(before: i64, now: i64) -> u32 {
    let days = now.saturating_sub(before).max(0).saturating_add(DAY / 2) / DAY;
    days.try_into().unwrap_or(u32::MAX)
}

/// A date as the learner reads it: "now", "in 10 minutes", "in 5 hours", "in 2 days (2026-11-26)". The date is that of
/// the local time.
pub fn when(due: i64, now: i64) -> String {
    let counted = |number: i64, unit: &str| format!("in {number} {unit}{}", if number == 1 { "" } else { "s" });
    match due.saturating_sub(now) {
        ..=0 => "now".to_owned(),
        wait @ 1..HOUR => counted((wait + MINUTE - 1) / MINUTE, "minute"),
        wait @ HOUR..DAY => counted((wait + HOUR / 2) / HOUR, "hour"),
        wait => {
            let days = counted(wait.saturating_add(DAY / 2) / DAY, "day");
            match DateTime::from_timestamp(due, 0) {
                Some(date) => format!("{days} ({})", date.with_timezone(&Local).format("%Y-%m-%d")),
                None => days,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 24 November 2026, noon.
    const NOON: i64 = 1_795_521_600;

    fn days_until(schedule: Schedule, now: i64) -> f64 {
        (schedule.due + EARLY - now) as f64 / DAY as f64
    }

    #[test]
    fn right_answers_come_back_later_and_later_and_wrong_ones_at_once() {
        let (mut now, mut schedule, mut waits) = (NOON, None, Vec::new());
        for _ in 0..4 {
            let next = Schedule::next(schedule, Grade::Right, now);
            waits.push(days_until(next, now));
            (now, schedule) = (next.due, Some(next));
        }
        assert_eq!(waits, [2.0, 11.0, 46.0, 163.0]);
        let wrong = Schedule::next(schedule, Grade::Wrong, now);
        assert_eq!(wrong.due, now + AFTER_A_MISTAKE);
        let again = Schedule::next(Some(wrong), Grade::Right, wrong.due);
        assert!((1.0..30.0).contains(&days_until(again, wrong.due)), "{again:?}");
    }

    #[test]
    fn a_hint_brings_the_question_back_sooner() {
        let first = Some(Schedule::next(None, Grade::Right, NOON));
        let next = |grade| Schedule::next(first, grade, NOON + 2 * DAY).due;
        assert!(next(Grade::Wrong) < next(Grade::Hard) && next(Grade::Hard) < next(Grade::Right));
    }

    #[test]
    fn practice_at_about_the_same_hour_is_practice_on_the_next_day() {
        let first = Schedule::next(None, Grade::Wrong, NOON);
        let second = Schedule::next(Some(first), Grade::Right, first.due);
        assert!(second.due < NOON + DAY - 2 * HOUR, "due in time for an earlier hour");
        assert_eq!(days_between(NOON, NOON + DAY - 2 * HOUR), 1);
        assert_eq!([days_between(NOON, NOON + 9 * HOUR), days_between(NOON, NOON - DAY)], [0, 0]);
    }

    #[test]
    fn clocks_at_the_end_of_time_do_no_harm() {
        for (before, now) in [(i64::MIN, i64::MAX), (i64::MAX, i64::MIN), (0, i64::MAX)] {
            let first = Schedule::next(None, Grade::Right, before);
            let next = Schedule::next(Some(first), Grade::Right, now);
            assert!(!when(next.due, now).is_empty() && !when(now, before).is_empty());
        }
    }

    #[test]
    fn dates_are_words() {
        assert_eq!(when(NOON, NOON), "now");
        assert_eq!(when(NOON + 1, NOON), "in 1 minute");
        assert_eq!(when(NOON + 10 * MINUTE, NOON), "in 10 minutes");
        assert_eq!(when(NOON + 16 * HOUR, NOON), "in 16 hours");
        assert!(when(NOON + 40 * HOUR, NOON).starts_with("in 2 days (2026-11-2"));
    }
}
