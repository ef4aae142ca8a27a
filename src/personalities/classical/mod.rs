//! Classical: alpha-beta search in its modern form, with a hand-made evaluation, a book and tablebases.
//!
//! It takes up the techniques that the project report on an alpha-beta engine lists, each in the form that strong
//! engines use today; `docs/search.md` and `docs/evaluation.md` describe them.

pub mod eval;
mod history;
mod noisy;
mod order;
mod params;
mod position;
mod root_knowledge;
mod search;
mod see;
mod table;
mod threads;
mod wdl;

use std::sync::atomic::AtomicBool;

use shakmaty::{Move, Position as _};

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Clock, Depth, Game, Info, Limits, Personality, Ply, Reporter, Stop};

use position::Position;
use root_knowledge::RootKnowledge;
use search::{Counters, RootMove, SharedSearch, ThreadMemory};
use table::Table;

/// The player. Its options are the shared ones.
pub struct Classical {
    options: SharedOptions,
    root_knowledge: RootKnowledge,
    table: Table,
    /// One for each search thread.
    memories: Vec<ThreadMemory>,
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
        Classical { options, root_knowledge: RootKnowledge::default(), table, memories: vec![ThreadMemory::new()] }
    }

    /// Clears the transposition table and what the threads have learnt about moves.
    fn forget(&mut self) {
        self.table.clear();
        self.memories.fill_with(ThreadMemory::new);
    }

    /// The reply that the table expects, where the principal variation ends too early to name one.
    fn expected_reply(&self, game: &Game, best: Move) -> Option<Move> {
        let child = Position::new(game.position().clone()).play(best);
        self.table.probe(child.key(), Ply::ROOT)?.mv.unpack(child.chess())
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
        let Some(first) = ranked.first() else { return Choice::default() };
        let ponder = first.pv.get(1).copied().or_else(|| self.expected_reply(game, first.mv));
        Choice { best: Some(first.mv), ponder }
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
        self.memories.resize_with(shared.threads, ThreadMemory::new);
        self.root_knowledge.configure(shared, report);
        self.options = shared.clone();
    }

    fn set_option(&mut self, name: &str, _: &OptionValue) -> Result<(), OptionError> {
        match name {
            "Clear Hash" => self.forget(),
            _ => return Err(OptionError::Unknown(name.to_owned())),
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.root_knowledge.new_game();
        self.forget();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.options.overhead());
        if let Some(mv) = self.root_knowledge.book_move(game, limits, &self.options) {
            report.info(&Info {
                depth: Depth(1),
                seldepth: 1,
                multipv: 1,
                time: clock.elapsed(),
                pv: vec![mv],
                ..Info::default()
            });
            report.message("book move");
            return Choice { best: Some(mv), ponder: None };
        }
        let choice = self.search(game, limits, clock, stop, report);
        stop.wait_for_release(limits);
        choice
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        Some(eval::explain(game.position()))
    }
}
