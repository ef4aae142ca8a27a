//! Classical: alpha-beta search in its modern form, with a network or a hand-made evaluation, a book and tablebases.
//!
//! It takes up the techniques that the project report on an alpha-beta engine lists, each in the form that strong
//! engines use today; `docs/search.md` and `docs/evaluation.md` describe them.

pub mod attacked;
pub mod eval;
mod generate;
mod history;
#[cfg(any(test, feature = "tune"))]
mod node_clock;
mod options;
mod order;
#[cfg_attr(target_family = "wasm", expect(dead_code))]
mod params;
mod position;
mod prefetch;
mod quiet_bonus;
mod root_knowledge;
mod search;
mod see;
mod table;
#[cfg_attr(target_family = "wasm", path = "one_thread.rs")]
mod threads;
mod tunable;
mod visited;
mod wdl;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shakmaty::{Move, Position as _};

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Clock, Game, Limits, Personality, Ply, Reporter, Stop, has_room};
use crate::personalities::opening_book::BookAnswer;

pub use eval::evaluation_for_white;
use eval::nnue::{Nnue, NnueSource};
pub use options::{ClassicalOptions, Evaluation, OPTIONS};
use position::Position;
use root_knowledge::RootKnowledge;
use search::{Counters, RootMove, SharedSearch, ThreadMemory};
use table::Table;
pub use wdl::chances;

/// The numbers of the search that games can tune, as OpenBench's form of an SPSA session takes them.
pub fn spsa_inputs() -> String {
    tunable::spsa_inputs(params::ALL)
}

/// The player.
pub struct Classical {
    options: SharedOptions,
    own_options: ClassicalOptions,
    nnue_source: NnueSource,
    /// The network that the threads evaluate with; `None` while the hand-made terms do.
    nnue: Option<Arc<Nnue>>,
    root_knowledge: RootKnowledge,
    table: Table,
    /// One for each search thread.
    memories: Vec<ThreadMemory>,
    #[cfg(feature = "tune")]
    node_clock: node_clock::NodeClock,
}

impl Default for Classical {
    fn default() -> Classical {
        Classical::new()
    }
}

impl Classical {
    pub fn new() -> Classical {
        let options = SharedOptions::default();
        let table = Table::new(options.hash).unwrap_or_default();
        Classical {
            options,
            own_options: ClassicalOptions::default(),
            nnue_source: NnueSource::default(),
            nnue: None,
            root_knowledge: RootKnowledge::default(),
            table,
            memories: vec![ThreadMemory::new(None)],
            #[cfg(feature = "tune")]
            node_clock: node_clock::NodeClock::default(),
        }
    }

    /// The same with another evaluation than the default one.
    #[must_use]
    pub fn evaluating_by(mut self, evaluation: Evaluation) -> Classical {
        self.set_evaluation(evaluation);
        self
    }

    /// Evaluates in another way from when it is prepared again.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.own_options.evaluation = evaluation;
    }

    /// Loads the network that the options name. With another evaluation than before, what the search has stored is of
    /// no use any more.
    fn load_nnue(&mut self) {
        let nnue = match self.own_options.evaluation {
            Evaluation::Nnue => self.nnue_source.load(&self.own_options.eval_file),
            Evaluation::Handmade => None,
        };
        if nnue.as_ref().map(Arc::as_ptr) != self.nnue.as_ref().map(Arc::as_ptr) {
            self.nnue = nnue;
            self.forget();
        }
    }

    /// Clears the transposition table and what the threads have learnt about moves.
    fn forget(&mut self) {
        self.table.clear();
        // The old memories go first: one thread needs megabytes.
        let threads = self.memories.len();
        self.memories.clear();
        self.memories.resize_with(threads, || ThreadMemory::new(self.nnue.clone()));
    }

    /// The reply that the table expects, where the principal variation ends too early to name one.
    fn expected_reply(&self, game: &Game, best: Move) -> Option<Move> {
        let child = Position::new(game.position().clone()).play(best);
        child.unpack(self.table.probe(child.key(), Ply::ROOT)?.mv)
    }

    /// Plays a book move. Its score is that of its games; where the book does not keep them, that of a short search.
    fn play_book_move(
        &mut self,
        game: &Game,
        limits: &Limits,
        answer: BookAnswer,
        clock: Clock,
        stop: &Stop,
        report: &mut dyn Reporter,
    ) -> Choice {
        report.message(BookAnswer::MESSAGE);
        match answer.results {
            Some(_) => {
                report.info(&answer.info(&clock));
                answer.choice()
            }
            None => {
                // Without the clocks in its limits, because the only move of a search on a clock is played unsearched;
                // `clock` bounds its time.
                let nodes = limits.nodes.map_or(params::BOOK_MOVE_NODES, |nodes| nodes.min(params::BOOK_MOVE_NODES));
                let one_move = Limits {
                    nodes: Some(nodes),
                    depth: limits.depth,
                    search_moves: vec![answer.mv],
                    ..Limits::default()
                };
                self.search(game, &one_move, clock, stop, report)
            }
        }
    }

    fn search(&mut self, game: &Game, limits: &Limits, clock: Clock, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let mut root_moves: Vec<RootMove> = limits.allowed(game).into_iter().map(RootMove::new).collect();
        if root_moves.is_empty() {
            return Choice::default();
        }
        let probe = self.root_knowledge.rank(game, &self.options, &mut root_moves);
        self.table.next_age();
        let shared = SharedSearch {
            table: &self.table,
            limits,
            clock,
            stop,
            multi_pv: self.options.multi_pv,
            probing: self.root_knowledge.probing(&self.options).filter(|_| !probe.by_distance),
            root_hits: probe.probes,
            halt: AtomicBool::new(false),
            counters: self.memories.iter().map(|_| Counters::default()).collect(),
        };
        let ranked = threads::search(&shared, &mut self.memories, game, root_moves, report);
        #[cfg(feature = "tune")]
        self.node_clock.spend(shared.nodes());
        let Some(first) = ranked.first() else { return Choice::default() };
        let ponder = first.pv.get(1).copied().or_else(|| self.expected_reply(game, first.mv));
        Choice { best: Some(first.mv), ponder, ..Choice::default() }
    }
}

impl Personality for Classical {
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        if shared.hash != self.options.hash {
            // The old table goes first: both together might not fit.
            self.table = Table::default();
            match Table::new(shared.hash) {
                Ok(table) => self.table = table,
                Err(_) => report.message(&format!(
                    "error: there is no memory for a table of {} MiB, playing on without one",
                    shared.hash
                )),
            }
        }
        self.memories.truncate(shared.threads);
        while self.memories.len() < shared.threads {
            if !has_room(ThreadMemory::MOST_BYTES) {
                let (given, asked) = (self.memories.len(), shared.threads);
                report.message(&format!("error: there is no memory for {asked} threads, searching with {given}"));
                break;
            }
            self.memories.push(ThreadMemory::new(self.nnue.clone()));
        }
        self.root_knowledge.configure(shared, report);
        self.options = shared.clone();
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        match name {
            "Clear Hash" => self.forget(),
            #[cfg(feature = "tune")]
            _ if self.node_clock.set(name, value) || params::set(name, value) => {}
            _ => self.own_options.set(name, value)?,
        }
        Ok(())
    }

    fn prepare(&mut self, report: &mut dyn Reporter) {
        self.load_nnue();
        self.nnue_source.report_faults(report);
    }

    fn new_game(&mut self) {
        self.root_knowledge.new_game();
        self.nnue_source.new_game();
        #[cfg(feature = "tune")]
        self.node_clock.new_game();
        self.forget();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let (allotment, turn, overhead) = (params::allotment(), game.position().turn(), self.options.overhead());
        #[cfg(feature = "tune")]
        let by_nodes = self.node_clock.limits(allotment, limits, turn, overhead);
        #[cfg(feature = "tune")]
        let limits = by_nodes.as_ref().unwrap_or(limits);
        let clock = Clock::allotting(allotment, limits, turn, overhead);
        self.prepare(report);
        if let Some(answer) = self.root_knowledge.book_move(game, limits, &self.options) {
            return self.play_book_move(game, limits, answer, clock, stop, report);
        }
        let choice = self.search(game, limits, clock, stop, report);
        stop.wait_for_release(limits);
        choice
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        self.load_nnue();
        Some(eval::explain(game.position(), self.nnue.as_deref()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shakmaty::CastlingMode;

    use super::*;
    use crate::engine::{Depth, Recorder, SideClock};

    /// The reports for the start position, given by name or as a FEN, under some limits and options.
    fn recorded(as_fen: bool, limits: &Limits, shared: &SharedOptions) -> (Choice, Recorder) {
        let start = Game::default();
        let game = if as_fen { Game::from_fen(&start.fen(), CastlingMode::Standard).unwrap() } else { start };
        let (mut player, mut recorder) = (Classical::new(), Recorder::default());
        player.configure(shared, &mut recorder);
        let choice = player.choose(&game, limits, &Stop::new(), &mut recorder);
        (choice, recorder)
    }

    fn minutes() -> Limits {
        let clock = Some(SideClock { remaining: Duration::from_secs(60), increment: Duration::ZERO });
        Limits { white: clock, black: clock, depth: Some(2), ..Limits::default() }
    }

    #[test]
    fn the_book_answers_in_a_game_only() {
        let options = SharedOptions::default();
        let answers = |as_fen: bool, limits: &Limits, shared: &SharedOptions| {
            recorded(as_fen, limits, shared).1.messages == ["book move"]
        };
        let fixed_time = Limits { move_time: Some(Duration::from_millis(30)), ..Limits::default() };
        assert!(answers(false, &minutes(), &options) && answers(true, &minutes(), &options));
        for limits in [
            fixed_time.clone(),
            Limits { depth: Some(2), ..Limits::default() },
            Limits { nodes: Some(100), ..Limits::default() },
            Limits { search_moves: vec![Game::default().read_uci("e2e4").unwrap()], ..minutes() },
        ] {
            assert!(!answers(false, &limits, &options) && !answers(true, &limits, &options), "{limits:?}");
        }
        let if_asked = SharedOptions { book_without_clock: true, ..SharedOptions::default() };
        assert!(answers(false, &fixed_time, &if_asked) && answers(true, &fixed_time, &if_asked));
        for shared in [
            SharedOptions { multi_pv: 2, ..SharedOptions::default() },
            SharedOptions { analyse_mode: true, ..SharedOptions::default() },
            SharedOptions { own_book: false, ..SharedOptions::default() },
        ] {
            assert!(!answers(false, &minutes(), &shared), "{shared:?}");
        }
    }

    /// The search is ended beforehand: it has no end of its own.
    #[test]
    fn the_book_is_silent_in_an_infinite_search_and_while_pondering() {
        for limits in [Limits { infinite: true, ..Limits::default() }, Limits { ponder: true, ..minutes() }] {
            let (mut player, mut recorder, stop) = (Classical::new(), Recorder::default(), Stop::new());
            stop.stop();
            player.choose(&Game::default(), &limits, &stop, &mut recorder);
            assert_eq!(recorder.messages, [""; 0], "{limits:?}");
        }
    }

    #[test]
    fn a_move_of_our_book_has_the_score_of_its_games_and_the_likeliest_reply() {
        let (choice, recorder) = recorded(false, &minutes(), &SharedOptions::default());
        let [info] = &recorder.infos[..] else { panic!("{recorder:?}") };
        assert_eq!(info.pv.len(), 2);
        assert_eq!((choice.best, choice.ponder), (Some(info.pv[0]), Some(info.pv[1])));
        assert!((5..100).contains(&info.score.0), "White scores a little better: {:?}", info.score);
        let wdl = info.wdl.expect("the results are known");
        assert!(wdl.win > wdl.loss && wdl.draw > 100, "{wdl:?}");
    }

    #[test]
    fn with_tables_the_score_is_their_result_and_only_moves_that_keep_it_are_played() {
        let folder = crate::tablebase::three_men::folder("classical");
        let shared = SharedOptions { syzygy_path: folder.0.display().to_string(), ..SharedOptions::default() };
        let game = Game::from_fen("8/4k3/4P3/4K3/8/8/8/8 b - - 0 1", CastlingMode::Standard).unwrap();
        let (mut player, mut recorder) = (Classical::new(), Recorder::default());
        player.configure(&shared, &mut recorder);
        assert_eq!(recorder.messages, ["found Syzygy tables of up to 3 pieces"]);
        let limits = Limits { depth: Some(1), ..Limits::default() };
        let choice = player.choose(&game, &limits, &Stop::new(), &mut recorder);
        let last = recorder.infos.last().unwrap();
        assert_eq!(last.score, crate::engine::Score::DRAW);
        assert!(last.tbhits > 0, "{last:?}");
        assert_eq!(choice.best, game.read_uci("e7e8").ok(), "the other two moves lose");
    }

    #[test]
    fn a_move_of_another_book_is_searched_shortly() {
        let file = std::env::temp_dir().join(format!("motley-foreign-{}.bin", std::process::id()));
        // The start position's key, 1. a4 with the weight 1, and nothing about its results.
        let entry: u128 = 0x463b_9618_1691_fc9c << 64 | (8 << 6 | 24) << 48 | 1 << 32;
        std::fs::write(&file, entry.to_be_bytes()).unwrap();
        let shared = SharedOptions { book_file: file.display().to_string(), ..SharedOptions::default() };
        let (choice, recorder) = recorded(false, &Limits { depth: None, ..minutes() }, &shared);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(recorder.messages, ["book move"]);
        assert_eq!(choice.best, Game::default().read_uci("a2a4").ok());
        let last = recorder.infos.last().unwrap();
        assert!(last.depth > Depth(3) && last.pv.len() > 1 && last.nodes < 2 * params::BOOK_MOVE_NODES, "{last:?}");
        assert_eq!((last.pv[0], last.pv.get(1)), (choice.best.unwrap(), choice.ponder.as_ref()));
    }
}
