//! Limits that mean nothing to a player: it says so, once a game for each kind.

use crate::engine::{Limits, Reporter};

/// A limit that counts something other than time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedLimit {
    Depth,
    Nodes,
    Mate,
}

impl CountedLimit {
    pub const ALL: [CountedLimit; 3] = [CountedLimit::Depth, CountedLimit::Nodes, CountedLimit::Mate];
}

/// The kinds of limits that were reported in this game as meaningless.
#[derive(Clone, Debug, Default)]
pub struct UnusedLimits(Vec<CountedLimit>);

impl UnusedLimits {
    /// Reports each limit among `unused` that a `go` gives for the first time in a game. `why` names the player and
    /// says what it does instead, as in `Mockfish searches nothing: depth 3 changes nothing`.
    pub fn report(&mut self, limits: &Limits, unused: &[CountedLimit], why: &str, report: &mut dyn Reporter) {
        for &kind in unused {
            let text = match kind {
                CountedLimit::Depth => limits.depth.map(|depth| format!("depth {depth}")),
                CountedLimit::Nodes => limits.nodes.map(|nodes| format!("nodes {nodes}")),
                CountedLimit::Mate => limits.mate.map(|mate| format!("mate {mate}")),
            };
            let Some(text) = text else { continue };
            if !self.0.contains(&kind) {
                self.0.push(kind);
                report.message(&format!("{why}: {text} changes nothing"));
            }
        }
    }

    /// A new game: every kind is reported again.
    pub fn new_game(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Recorder;

    #[test]
    fn each_kind_is_reported_once_a_game() {
        let (mut unused, mut recorder) = (UnusedLimits::default(), Recorder::default());
        let mut go = |unused: &mut UnusedLimits, limits: &Limits| {
            let kinds = [CountedLimit::Depth, CountedLimit::Mate];
            unused.report(limits, &kinds, "It looks at nothing", &mut recorder);
            std::mem::take(&mut recorder.messages)
        };
        let depth = |depth| Limits { depth: Some(depth), nodes: Some(7), ..Limits::default() };
        assert_eq!(go(&mut unused, &depth(3)), ["It looks at nothing: depth 3 changes nothing"]);
        assert!(go(&mut unused, &depth(4)).is_empty());
        let mate = Limits { mate: Some(2), ..depth(3) };
        assert_eq!(go(&mut unused, &mate), ["It looks at nothing: mate 2 changes nothing"]);
        unused.new_game();
        assert_eq!(go(&mut unused, &mate).len(), 2);
    }
}
