//! The bound of a person's time for a move, so that no game is lost on time.

use std::time::Duration;

/// On a clock of this length a move takes the soft bound at most.
const SHORT: Duration = Duration::from_secs(5);

/// The longest time for a move, from the soft and the hard bound of [`crate::engine::Clock`]: as many soft ones as the
/// clock has times [`SHORT`], up to the hard one. So less and less of a short clock is waited for. People run their
/// clocks down and then lose on time; the net has learnt the first from them.
pub fn longest((soft, hard): (Duration, Duration), remaining: Duration) -> Duration {
    let stretch = remaining.div_duration_f64(SHORT);
    hard.min(Duration::try_from_secs_f64(soft.as_secs_f64() * stretch).unwrap_or(hard))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_soft_bound_is_multiplied_with_the_length_of_the_clock_up_to_the_hard_one() {
        let bounds = [1, 5].map(Duration::from_secs).into();
        let at = |seconds| longest(bounds, Duration::from_secs(seconds)).as_secs_f64();
        assert_eq!([0, 1, 5, 10, 25, 60, 7200].map(at), [0.0, 0.2, 1.0, 2.0, 5.0, 5.0, 5.0]);
    }
}
