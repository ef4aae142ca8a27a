//! A clock that runs by nodes instead of time, so that games on a clock depend neither on the machine nor on its load,
//! and end as soon as their nodes are searched: the option `NodesTime` of a build with the feature `tune`, after
//! Stockfish's `nodestime`.

use std::time::Duration;

use shakmaty::Color;

use super::options::NODES_TIME;
use crate::engine::options::OptionValue;
use crate::engine::{Allotment, Clock, Limits, SideClock};

/// The clock of one game. The GUI's says only with what it begins and what each move adds.
#[derive(Debug, Default)]
pub struct NodeClock {
    /// Nodes a millisecond; 0 where the clock runs by time.
    rate: u64,
    /// `None` before the first move.
    left: Option<Duration>,
    increment: Duration,
}

impl NodeClock {
    /// Sets the rate, if that is the option; whether it is.
    pub fn set(&mut self, name: &str, value: &OptionValue) -> bool {
        let &OptionValue::Spin(rate) = value else { return false };
        let is_rate = name == NODES_TIME.name;
        if is_rate {
            *self = NodeClock { rate: rate.unsigned_abs(), ..NodeClock::default() };
        }
        is_rate
    }

    pub fn new_game(&mut self) {
        self.left = None;
    }

    /// Nodes in the place of the clock; `None` where time counts, or no clock limits the search.
    pub fn limits(&mut self, allotment: Allotment, limits: &Limits, side: Color, overhead: Duration) -> Option<Limits> {
        let given = limits.clock(side).filter(|_| self.rate > 0)?;
        self.increment = given.increment;
        let clock = Some(SideClock { remaining: *self.left.get_or_insert(given.remaining), ..given });
        let by_this_clock = Limits { white: clock, black: clock, ..limits.clone() };
        let (soft, hard) = Clock::allotting(allotment, &by_this_clock, side, overhead).bounds()?;
        let [soft_nodes, nodes] = [soft, hard].map(|time| Some((time.as_secs_f64() * self.nodes_a_second()) as u64));
        Some(Limits { white: None, black: None, soft_nodes, nodes, ..limits.clone() })
    }

    /// A search has taken so many nodes. A clock that runs out is as good as an empty one.
    pub fn spend(&mut self, nodes: u64) {
        if let Some(left) = self.left {
            let spent = Duration::from_secs_f64(nodes as f64 / self.nodes_a_second());
            self.left = Some(left.saturating_sub(spent) + self.increment);
        }
    }

    fn nodes_a_second(&self) -> f64 {
        1000.0 * self.rate as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_spent_in_the_place_of_time() {
        let mut clock = NodeClock::default();
        let nodes = |clock: &mut NodeClock, seconds| {
            let given = SideClock { remaining: Duration::from_secs(seconds), increment: Duration::ZERO };
            let limits = Limits { white: Some(given), ..Limits::default() };
            let by_nodes = clock.limits(Allotment::USUAL, &limits, Color::White, Duration::ZERO)?;
            assert!(by_nodes.white.is_none());
            Some((by_nodes.soft_nodes.unwrap(), by_nodes.nodes.unwrap()))
        };
        assert_eq!(nodes(&mut clock, 19), None, "the clock runs by time");
        assert!(clock.set("NodesTime", &OptionValue::Spin(50)) && !clock.set("Hash", &OptionValue::Spin(50)));
        assert_eq!(nodes(&mut clock, 19), Some((50_000, 250_000)));
        clock.spend(475_000);
        assert_eq!(nodes(&mut clock, 19), Some((25_000, 125_000)), "whatever the GUI's clock says");
        clock.new_game();
        assert_eq!(nodes(&mut clock, 38), Some((100_000, 500_000)));
        let unlimited = Limits { infinite: true, ..Limits::default() };
        assert!(clock.limits(Allotment::USUAL, &unlimited, Color::White, Duration::ZERO).is_none());
    }
}
