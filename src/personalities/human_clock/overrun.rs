//! The time that a player takes beyond what it is given: nets take theirs however short the time is.

use std::time::Duration;

/// Moves for which the clock is to last where each takes too long.
const MOVES: u32 = 25;
/// The factor on a move's overrun after another move: single ones, on a machine that was busy, are forgotten.
const FADES: f64 = 0.8;

/// The overruns of the last moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrun(Duration);

impl Overrun {
    /// Takes the time by which a move was too late; zero for one that was not.
    pub fn note(&mut self, late: Duration) {
        self.0 = self.0.mul_f64(FADES).max(late);
    }

    /// The part of the clock that a person's time leaves untouched.
    pub fn kept_back(self) -> Duration {
        self.0 * MOVES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_kept_back_for_a_player_that_is_late_again_and_again() {
        let ms = Duration::from_millis;
        let mut overrun = Overrun::default();
        assert_eq!(overrun.kept_back(), Duration::ZERO);
        overrun.note(ms(100));
        assert_eq!(overrun.kept_back(), ms(2500));
        overrun.note(ms(10));
        assert_eq!(overrun.kept_back(), ms(2000));
        (0..30).for_each(|_| overrun.note(Duration::ZERO));
        assert!(overrun.kept_back() < ms(10));
    }
}
