//! Fixed positions: `bench` searches some to a fixed depth, the same number of nodes on every machine; `perft` counts
//! leaves; `suite` asks for the solutions of a test suite.

pub mod perft;
pub mod suite;

use std::time::{Duration, Instant};

use shakmaty::CastlingMode;

use crate::engine::options::SharedOptions;
use crate::engine::{Game, Info, Limits, Personality as _, Reporter, Stop, per_second};
use crate::personalities::Classical;
pub use crate::personalities::classical::Evaluation;

/// Plies. Deep enough to reach every part of the search, and done within seconds.
pub const DEFAULT_DEPTH: i32 = 10;

/// Forty well-known positions: openings, the Bratko-Kopec test, tactics, and endgames with few men.
const POSITIONS: &str = include_str!("bench.epd");

/// What a bench searches, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Plies.
    pub depth: i32,
    pub evaluation: Evaluation,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { depth: DEFAULT_DEPTH, evaluation: Evaluation::default() }
    }
}

/// The result of a bench.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    pub nodes: u64,
    pub time: Duration,
}

impl Bench {
    /// The last line, in OpenBench's form.
    pub fn summary(self) -> String {
        format!("{} nodes {} nps", self.nodes, per_second(self.nodes, self.time))
    }
}

/// The positions, each as a game without moves.
pub fn games() -> impl Iterator<Item = Game> {
    POSITIONS.lines().map(|epd| Game::from_fen(epd, CastlingMode::Standard).expect("a sound position"))
}

/// Classical searches every position, otherwise with the default options, one thread and an empty table. `print` gets a
/// line for each; `None` when stopped.
pub fn run(settings: Settings, stop: &Stop, mut print: impl FnMut(String)) -> Option<Bench> {
    let shared = SharedOptions { seed: 1, own_book: false, ..SharedOptions::default() };
    let mut player = Classical::new().evaluating_by(settings.evaluation);
    player.configure(&shared, &mut LastInfo::default());
    player.prepare(&mut LastInfo::default());

    let limits = Limits { depth: Some(settings.depth), ..Limits::default() };
    let mut bench = Bench::default();
    for (index, (epd, game)) in POSITIONS.lines().zip(games()).enumerate() {
        player.new_game();
        let mut last = LastInfo::default();
        let start = Instant::now();
        player.choose(&game, &limits, stop, &mut last);
        if stop.is_stopped() {
            return None;
        }
        bench.time += start.elapsed();
        bench.nodes += last.0.nodes;
        print(format!("{:>2} {:>10} nodes  {epd}", index + 1, last.0.nodes));
    }
    Some(bench)
}

/// Keeps the last line that a player reported, which holds the final count.
#[derive(Default)]
struct LastInfo(Info);

impl Reporter for LastInfo {
    fn info(&mut self, info: &Info) {
        self.0.clone_from(info);
    }

    fn message(&mut self, _: &str) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Settings = Settings { depth: 1, evaluation: Evaluation::Nnue };

    #[test]
    fn every_position_is_searched_and_counted_alike() {
        let mut lines = Vec::new();
        let first = run(SHORT, &Stop::new(), |line| lines.push(line)).unwrap();
        assert_eq!(lines.len(), 40);
        assert_eq!(run(SHORT, &Stop::new(), |_| {}).unwrap().nodes, first.nodes);
    }

    /// Fails with every change of the search or the evaluation, also those that no other test sees. Where the change is
    /// meant, write the new count here, and that of the default depth in the commit (`Bench: N`).
    #[test]
    fn the_search_visits_the_nodes_that_it_visited_when_it_was_last_changed() {
        let nodes = |evaluation| run(Settings { depth: 5, evaluation }, &Stop::new(), |_| {}).unwrap().nodes;
        assert_eq!(nodes(Evaluation::Handmade), 25_707);
        assert_eq!(nodes(Evaluation::Nnue), 29_808);
    }

    #[test]
    fn a_node_limit_is_kept_once_one_depth_is_complete() {
        let nodes = |limit: u64| {
            let mut player = Classical::new();
            let limits = Limits { nodes: Some(limit), ..Limits::default() };
            let mut last = LastInfo::default();
            let choice = player.choose(&Game::default(), &limits, &Stop::new(), &mut last);
            assert!(choice.best.is_some() && last.0.depth.0 >= 1);
            last.0.nodes
        };
        assert!((3_000..3_010).contains(&nodes(3_000)));
        assert!(nodes(1) > 1, "the first depth is completed");
    }

    #[test]
    fn a_stopped_bench_has_no_result() {
        let stop = Stop::new();
        stop.stop();
        assert_eq!(run(SHORT, &stop, |_| {}), None);
    }
}
