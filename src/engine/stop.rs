//! The flags between the session, which reads lines, and a search on another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::Limits;

/// Between two looks at the flags while nothing else is to be done.
const PAUSE: Duration = Duration::from_millis(1);

/// Shared by the session and the search; a look at it costs one load.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flags>);

#[derive(Debug, Default)]
struct Flags {
    stopped: AtomicBool,
    ponder_hit: OnceLock<Instant>,
    /// The number of vain looks of a player that has chosen, for tests that wait for this instead of for a time.
    #[cfg(test)]
    looks: std::sync::atomic::AtomicU32,
}

impl Stop {
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends the search as soon as possible, with the best move so far.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
    }

    pub fn is_stopped(&self) -> bool {
        #[cfg(target_family = "wasm")]
        super::watch::look(self);
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// The opponent played the expected move: pondering becomes a search on the player's own clock.
    pub fn hit_ponder(&self) {
        self.0.ponder_hit.get_or_init(Instant::now);
    }

    pub fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.get().is_some()
    }

    /// The instant of the opponent's expected move; `None` where he has not played it, or nothing was pondered.
    pub fn ponder_hit_at(&self) -> Option<Instant> {
        self.0.ponder_hit.get().copied()
    }

    /// Returns true if a search under `limits` may return its move: an infinite one only when stopped, a pondering one
    /// also when the opponent has played the expected move.
    pub fn is_released(&self, limits: &Limits) -> bool {
        let held = limits.infinite || limits.ponder && !self.is_ponder_hit();
        !held || self.is_stopped()
    }

    /// Sleeps until [`Stop::is_released`]: for a player that has chosen already.
    pub fn wait_for_release(&self, limits: &Limits) {
        while !self.is_released(limits) {
            #[cfg(test)]
            self.0.looks.fetch_add(1, Ordering::Relaxed);
            thread::sleep(PAUSE);
        }
    }

    /// The number of times that [`Stop::wait_for_release`] found that it has to wait on.
    #[cfg(test)]
    pub fn looks(&self) -> u32 {
        self.0.looks.load(Ordering::Relaxed)
    }

    /// Sleeps until `end`, or until the search is stopped.
    pub fn sleep_until(&self, end: Instant) {
        while !self.is_stopped() && Instant::now() < end {
            thread::sleep(PAUSE.min(end.saturating_duration_since(Instant::now())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_infinite_search_is_released_by_stop_and_a_pondering_one_by_ponderhit_too() {
        let (plain, infinite, ponder) = (
            Limits::default(),
            Limits { infinite: true, ..Limits::default() },
            Limits { ponder: true, ..Limits::default() },
        );
        let released = |stop: &Stop| [&plain, &infinite, &ponder].map(|limits| stop.is_released(limits));
        let stop = Stop::new();
        assert_eq!(released(&stop), [true, false, false]);
        stop.hit_ponder();
        assert_eq!(released(&stop), [true, false, true]);
        stop.stop();
        assert_eq!(released(&stop), [true, true, true]);
    }
}
