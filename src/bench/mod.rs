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

/// Forty well-known positions: openings, the Bratko-Kopec test, tactics, and endgames with few pieces.
const POSITIONS: &str = include_str!("bench.epd");

/// The limit of the search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchLimit {
    /// Plies.
    Depth(i32),
    Nodes(u64),
    MoveTime(Duration),
    /// Leaves are counted to this depth, and nothing is searched.
    Perft(u32),
}

/// The settings of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub limit: BenchLimit,
    pub evaluation: Evaluation,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    pub threads: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        let SharedOptions { hash, threads, .. } = SharedOptions::default();
        Settings { limit: BenchLimit::Depth(DEFAULT_DEPTH), evaluation: Evaluation::default(), hash, threads }
    }
}

/// A position to search, and the text that gave it.
#[derive(Clone, Debug)]
pub struct TestPosition {
    pub text: String,
    pub game: Game,
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

    /// The lines with which Stockfish ends a bench: other programs wait for the last of them.
    pub fn table(self) -> String {
        let Bench { nodes, time } = self;
        format!(
            "\nTotal time (ms) : {}\nNodes searched  : {nodes}\nNodes/second    : {}",
            time.as_millis(),
            per_second(nodes, time)
        )
    }
}

/// The positions, each as a game without moves.
pub fn games() -> impl Iterator<Item = Game> {
    POSITIONS.lines().map(|epd| Game::from_fen(epd, CastlingMode::Standard).expect("a sound position"))
}

/// The positions of the program.
pub fn positions() -> Vec<TestPosition> {
    POSITIONS.lines().zip(games()).map(|(epd, game)| TestPosition { text: epd.to_owned(), game }).collect()
}

/// Classical searches every position, otherwise with the default options and an empty table. `print` gets a line for
/// each; `None` when stopped.
pub fn run(
    settings: Settings,
    positions: &[TestPosition],
    stop: &Stop,
    mut print: impl FnMut(String),
) -> Option<Bench> {
    let Settings { hash, threads, .. } = settings;
    let shared = SharedOptions { seed: 1, own_book: false, hash, threads, ..SharedOptions::default() };
    let mut player = Classical::new().evaluating_by(settings.evaluation);
    player.configure(&shared, &mut LastInfo::default());
    player.prepare(&mut LastInfo::default());

    let mut bench = Bench::default();
    for (index, TestPosition { text, game }) in positions.iter().enumerate() {
        player.new_game();
        let start = Instant::now();
        let nodes = match settings.limit.limits() {
            Ok(limits) => {
                let mut last = LastInfo::default();
                player.choose(game, &limits, stop, &mut last);
                last.0.nodes
            }
            Err(depth) => perft::perft(game.position(), depth, stop)?,
        };
        if stop.is_stopped() {
            return None;
        }
        bench.time += start.elapsed();
        bench.nodes += nodes;
        print(format!("{:>2} {nodes:>10} nodes  {text}", index + 1));
    }
    Some(bench)
}

impl BenchLimit {
    /// The limits of each search, or the depth to which leaves are counted instead.
    fn limits(self) -> Result<Limits, u32> {
        let limits = Limits::default();
        Ok(match self {
            BenchLimit::Depth(depth) => Limits { depth: Some(depth), ..limits },
            BenchLimit::Nodes(nodes) => Limits { nodes: Some(nodes), ..limits },
            BenchLimit::MoveTime(time) => Limits { move_time: Some(time), ..limits },
            BenchLimit::Perft(depth) => return Err(depth),
        })
    }
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

    /// Our own positions, with a line printed for none of them.
    fn count(limit: BenchLimit, evaluation: Evaluation) -> u64 {
        let settings = Settings { limit, evaluation, ..Settings::default() };
        run(settings, &positions(), &Stop::new(), |_| {}).expect("nothing stops it").nodes
    }

    fn short() -> Settings {
        Settings { limit: BenchLimit::Depth(1), ..Settings::default() }
    }

    #[test]
    fn every_position_is_searched_and_counted_alike() {
        let mut lines = Vec::new();
        let first = run(short(), &positions(), &Stop::new(), |line| lines.push(line)).unwrap();
        assert_eq!(lines.len(), 40);
        assert_eq!(count(BenchLimit::Depth(1), Evaluation::Nnue), first.nodes);
    }

    #[test]
    fn nodes_time_and_leaves_bound_a_bench_too() {
        let start = [TestPosition { text: "start".to_owned(), game: Game::default() }];
        let nodes = |limit| run(Settings { limit, ..short() }, &start, &Stop::new(), |_| {}).unwrap().nodes;
        assert_eq!(nodes(BenchLimit::Perft(3)), 8902);
        assert!((3_000..3_010).contains(&nodes(BenchLimit::Nodes(3_000))));
        assert!(nodes(BenchLimit::MoveTime(Duration::from_millis(1))) > 0);
        let bench = Bench { nodes: 3000, time: Duration::from_millis(1500) };
        let table = "\nTotal time (ms) : 1500\nNodes searched  : 3000\nNodes/second    : 2000";
        assert_eq!((bench.table().as_str(), bench.summary().as_str()), (table, "3000 nodes 2000 nps"));
    }

    /// Fails with every change of the search or the evaluation, also those that no other test sees. Where the change is
    /// meant, write the new count here, and that of the default depth in the commit (`Bench: N`).
    #[test]
    fn the_search_visits_the_nodes_that_it_visited_when_it_was_last_changed() {
        assert_eq!(count(BenchLimit::Depth(5), Evaluation::Handmade), 25_707);
        assert_eq!(count(BenchLimit::Depth(5), Evaluation::Nnue), 29_808);
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
        assert_eq!(run(short(), &positions(), &stop, |_| {}), None);
    }
}
