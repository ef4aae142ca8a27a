//! The time for a move: a soft and a hard bound from the clocks, and the time since the search began.

use std::time::{Duration, Instant};

use shakmaty::Color;

use crate::engine::{Limits, Stop};

/// The allotment of a clock among the moves.
#[derive(Clone, Copy, Debug)]
pub struct Allotment {
    /// Moves that are still to be played, where the GUI names none.
    pub expected_moves: f64,
    /// The share of the increment that a move may take beside its part of the clock.
    pub increment_share: f64,
    /// No move takes more than this share of the clock.
    pub hard_share: f64,
    /// The hard bound as a multiple of the soft one.
    pub hard_factor: f64,
}

impl Allotment {
    pub const USUAL: Allotment =
        Allotment { expected_moves: 19.0, increment_share: 0.75, hard_share: 0.55, hard_factor: 5.0 };
}

/// A short clock keeps this back from every move: on a loaded machine a thread may wait for its turn for tens of
/// milliseconds, now and then for a hundred (measured), and that is not in the overhead.
const RESERVE: Duration = Duration::from_millis(250);
/// A clock up to the first keeps all of the reserve, one from the second on none: there no delay matters.
const RESERVE_FADES: [Duration; 2] = [Duration::from_millis(1000), Duration::from_millis(5000)];
/// Least time for a move, even with an empty clock.
const LEAST: Duration = Duration::from_millis(1);

/// The time of one search, and its bounds.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    /// Do not begin another iteration after this (the search stretches or shrinks it).
    soft: Option<Duration>,
    /// Stop at this, whatever happens.
    hard: Option<Duration>,
    ponder: bool,
}

impl Clock {
    /// Starts now, with the usual allotment. `overhead` is what the GUI and the connection cost each move.
    pub fn start(limits: &Limits, side: Color, overhead: Duration) -> Clock {
        Clock::allotting(Allotment::USUAL, limits, side, overhead)
    }

    /// Starts now.
    pub fn allotting(allotment: Allotment, limits: &Limits, side: Color, overhead: Duration) -> Clock {
        let (soft, hard) = bounds(allotment, limits, side, overhead);
        Clock { start: Instant::now(), soft, hard, ponder: limits.ponder }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The soft and the hard bound for the time on the own clock; `None` where no clock limits it.
    pub fn bounds(&self) -> Option<(Duration, Duration)> {
        self.soft.zip(self.hard)
    }

    /// While pondering the opponent's clock runs, not ours.
    fn runs(&self, stop: &Stop) -> bool {
        !self.ponder || stop.is_ponder_hit()
    }

    /// Returns true if the search must end now: it was stopped, or the hard bound has passed.
    pub fn is_out_of_time(&self, stop: &Stop) -> bool {
        stop.is_stopped() || self.is_over_hard_bound(stop)
    }

    /// Returns true if the search must end, or `share` of the soft bound has passed on the own clock: for work that is
    /// to leave time to other work of the same move.
    pub fn has_spent(&self, share: f64, stop: &Stop) -> bool {
        self.is_out_of_time(stop) || self.runs(stop) && self.is_over_soft_bound(share)
    }

    fn is_over_hard_bound(&self, stop: &Stop) -> bool {
        self.hard.is_some_and(|hard| self.runs(stop) && self.elapsed() >= hard)
    }

    /// The time until the hard bound; `None` where nothing limits it, or it does not run yet.
    pub fn time_left(&self, stop: &Stop) -> Option<Duration> {
        self.hard.filter(|_| self.runs(stop)).map(|hard| hard.saturating_sub(self.elapsed()))
    }

    /// Returns true if `stretch` times the soft bound has passed. The time spent pondering counts: what was searched
    /// then need not be searched again.
    pub fn is_over_soft_bound(&self, stretch: f64) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft.mul_f64(stretch))
    }
}

/// The soft and the hard bound; none where nothing limits the time.
fn bounds(
    allotment: Allotment,
    limits: &Limits,
    side: Color,
    overhead: Duration,
) -> (Option<Duration>, Option<Duration>) {
    let Allotment { expected_moves, increment_share, hard_share, hard_factor } = allotment;
    if limits.infinite {
        return (None, None);
    }
    let fixed = limits.move_time.map(|time| time.saturating_sub(overhead).max(LEAST));
    let Some(clock) = limits.clock(side) else {
        // A fixed time is used up: its only bound is the hard one.
        return (None, fixed);
    };

    let available = clock.remaining.saturating_sub(overhead + reserve(clock.remaining));
    let moves = limits.moves_to_go.map_or(expected_moves, |n| f64::from(n.max(1)).min(expected_moves * 2.0));
    // The overhead is paid anew with every move, so only what the increment brings beyond it may be spent at once.
    let share = available.div_f64(moves) + clock.increment.saturating_sub(overhead).mul_f64(increment_share);
    // With one move left until more time comes, all of it but a reserve may be used.
    let hard_share = if limits.moves_to_go == Some(1) { 0.9 } else { hard_share };
    let ceiling = available.mul_f64(hard_share).max(LEAST);
    let soft = share.min(ceiling).max(LEAST);
    let hard = share.mul_f64(hard_factor).min(ceiling).max(LEAST);
    (Some(soft), Some(fixed.map_or(hard, |fixed| hard.min(fixed))))
}

/// The reserve that a clock keeps back.
fn reserve(remaining: Duration) -> Duration {
    let [full, none] = RESERVE_FADES;
    let fade = none.saturating_sub(remaining).div_duration_f64(none - full);
    RESERVE.mul_f64(fade.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SideClock;

    fn usual_bounds(limits: &Limits, side: Color, overhead: Duration) -> (Option<Duration>, Option<Duration>) {
        bounds(Allotment::USUAL, limits, side, overhead)
    }

    fn limits(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        let clock =
            SideClock { remaining: Duration::from_millis(remaining), increment: Duration::from_millis(increment) };
        Limits { white: Some(clock), moves_to_go, ..Limits::default() }
    }

    #[test]
    fn bounds_stay_inside_the_clock() {
        let overhead = Duration::from_millis(10);
        for remaining in [0, 1, 5, 11, 50, 1000, 60_000, 7_200_000] {
            for increment in [0, 10, 3000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(500)] {
                    let (soft, hard) = usual_bounds(&limits(remaining, increment, moves_to_go), Color::White, overhead);
                    let (soft, hard) = (soft.unwrap(), hard.unwrap());
                    assert!(soft <= hard && hard >= LEAST);
                    assert!(
                        hard <= Duration::from_millis(remaining.saturating_sub(10)).max(LEAST),
                        "{remaining} {increment} {moves_to_go:?}: {hard:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_has_no_soft_bound_and_infinite_has_none_at_all() {
        let fixed = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
        assert_eq!(
            usual_bounds(&fixed, Color::White, Duration::from_millis(10)),
            (None, Some(Duration::from_millis(90)))
        );
        let infinite = Limits { infinite: true, ..limits(1000, 0, None) };
        assert_eq!(usual_bounds(&infinite, Color::White, Duration::ZERO), (None, None));
    }

    /// The least time that is left in a long game at one second and 10 ms a move, where each move takes its bound, the
    /// GUI two milliseconds, and the machine `delay(move)` milliseconds more.
    fn least_of_a_bullet_game(uses_hard_bound: bool, delay: impl Fn(usize) -> u64) -> Duration {
        let mut remaining = Duration::from_millis(1000);
        let mut least = remaining;
        for index in 0..200 {
            let millis = remaining.as_millis() as u64;
            let (soft, hard) = usual_bounds(&limits(millis, 10, None), Color::White, Duration::from_millis(10));
            let bound = if uses_hard_bound { hard } else { soft };
            remaining = remaining.saturating_sub(bound.unwrap() + Duration::from_millis(2 + delay(index)));
            least = least.min(remaining);
            remaining += Duration::from_millis(10);
        }
        least
    }

    #[test]
    fn a_long_game_at_a_very_fast_clock_keeps_a_reserve() {
        let least = |uses_hard_bound| least_of_a_bullet_game(uses_hard_bound, |_| 0).as_millis();
        assert!(least(false) > 350, "{}", least(false));
        assert!(least(true) > 250, "{}", least(true));
    }

    #[test]
    fn delays_of_a_loaded_machine_do_not_lose_a_game_at_a_very_fast_clock() {
        for uses_hard_bound in [false, true] {
            let now_and_then = |index: usize| if index.is_multiple_of(5) { 30 } else { 0 };
            let least = least_of_a_bullet_game(uses_hard_bound, now_and_then);
            assert!(least > Duration::from_millis(180), "{least:?}");
            // Longer than the increment brings, over thirty moves.
            let at_a_stretch = |index: usize| if (100..130).contains(&index) { 10 } else { 0 };
            let least = least_of_a_bullet_game(uses_hard_bound, at_a_stretch);
            assert!(least > Duration::from_millis(150), "{least:?}");
        }
    }

    #[test]
    fn a_clock_of_a_quarter_of_a_second_is_hardly_used() {
        let (soft, hard) = usual_bounds(&limits(270, 0, None), Color::White, Duration::from_millis(10));
        assert!(soft <= Some(Duration::from_millis(1)) && hard <= Some(Duration::from_millis(6)), "{soft:?} {hard:?}");
    }

    #[test]
    fn the_reserve_fades_and_longer_clocks_keep_none() {
        let kept = |millis| reserve(Duration::from_millis(millis)).as_millis();
        assert_eq!([0, 100, 1000, 3000, 5000, 7_200_000].map(kept), [250, 250, 250, 125, 0, 0]);
    }

    #[test]
    fn only_the_movers_clock_counts() {
        assert_eq!(usual_bounds(&limits(1000, 0, None), Color::Black, Duration::ZERO), (None, None));
    }

    /// A clock that was started a second ago.
    fn started(limits: &Limits) -> Clock {
        let clock = Clock::start(limits, Color::White, Duration::ZERO);
        Clock { start: Instant::now().checked_sub(Duration::from_secs(1)).unwrap(), ..clock }
    }

    #[test]
    fn the_hard_bound_holds_only_after_ponderhit() {
        let stop = Stop::new();
        let clock = started(&Limits { ponder: true, ..limits(0, 0, None) });
        assert!(!clock.is_out_of_time(&stop));
        stop.hit_ponder();
        assert!(clock.is_out_of_time(&stop));
    }

    #[test]
    fn a_stopped_search_is_out_of_time_without_any_bound() {
        let stop = Stop::new();
        let clock = started(&Limits { infinite: true, ..limits(0, 0, None) });
        assert!(!clock.is_out_of_time(&stop) && !clock.is_over_soft_bound(0.0));
        stop.stop();
        assert!(clock.is_out_of_time(&stop));
    }

    #[test]
    fn the_soft_bound_is_stretched() {
        let clock = started(&limits(24_000, 0, None));
        assert!(clock.is_over_soft_bound(0.5) && !clock.is_over_soft_bound(100.0));
    }

    #[test]
    fn a_share_is_spent_on_the_own_clock_only_and_a_fixed_time_at_its_end() {
        let stop = Stop::new();
        let clock = started(&Limits { ponder: true, ..limits(24_000, 0, None) });
        assert!(!clock.has_spent(0.5, &stop));
        stop.hit_ponder();
        assert!(clock.has_spent(0.5, &stop) && !clock.has_spent(100.0, &stop));
        let fixed = |millis| Limits { move_time: Some(Duration::from_millis(millis)), ..Limits::default() };
        assert!(started(&fixed(900)).has_spent(0.5, &stop) && !started(&fixed(60_000)).has_spent(0.0, &stop));
        assert_eq!(started(&fixed(900)).time_left(&stop), Some(Duration::ZERO));
        assert_eq!(started(&Limits::default()).time_left(&stop), None);
    }

    #[test]
    fn an_increment_is_spent_in_part_and_the_last_move_may_take_nearly_all() {
        let soft = |clock| usual_bounds(&clock, Color::White, Duration::ZERO).0.unwrap().as_millis();
        let hard = |clock| usual_bounds(&clock, Color::White, Duration::ZERO).1.unwrap().as_millis();
        assert_eq!((soft(limits(19_000, 0, None)), soft(limits(19_000, 1000, None))), (1000, 1750));
        assert_eq!((soft(limits(38_000, 0, Some(38))), soft(limits(38_000, 0, Some(500)))), (1000, 1000));
        assert_eq!((hard(limits(19_000, 0, None)), hard(limits(10_000, 0, Some(2)))), (5000, 5500));
        assert_eq!(hard(limits(10_000, 0, Some(1))), 9000);
        let both = Limits { move_time: Some(Duration::from_millis(70)), ..limits(19_000, 0, None) };
        assert_eq!(hard(both), 70);
    }
}
