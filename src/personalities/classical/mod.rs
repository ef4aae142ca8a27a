//! Classical: alpha-beta in its modern form, with a hand-made evaluation, a book and tablebases (seed 003).

pub mod eval;
mod history;
mod library;
mod noisy;
mod order;
mod params;
mod position;
mod search;
mod see;
mod table;
mod threads;
mod wdl;

use std::sync::atomic::AtomicBool;

use shakmaty::{Move, Position as _};

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Clock, Depth, Game, Info, Limits, Personality, Ply, Reporter, Stop};

use library::Library;
use position::Position;
use search::{Counters, Memory, RootMove, Shared};
use table::Table;

/// The strong one.
pub struct Classical {
    options: SharedOptions,
    library: Library,
    table: Table,
    /// One for each search thread.
    memories: Vec<Memory>,
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
        Classical { options, library: Library::default(), table, memories: vec![Memory::new()] }
    }

    /// Clears the transposition table and what the threads have learnt about moves.
    fn forget(&mut self) {
        self.table.clear();
        self.memories.fill_with(Memory::new);
    }

    /// The reply that the table expects, where the principal variation ends too early to name one.
    fn expected_reply(&self, game: &Game, best: Move) -> Option<Move> {
        let child = Position::new(game.position().clone()).play(best);
        self.table.probe(child.key(), Ply::ROOT)?.mv.unpack(child.chess())
    }

    fn think(&mut self, game: &Game, limits: &Limits, clock: Clock, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let mut root_moves: Vec<RootMove> = limits.allowed(game).into_iter().map(RootMove::new).collect();
        if root_moves.is_empty() {
            return Choice::default();
        }
        let settled = self.library.rank(game, &self.options, &mut root_moves);
        self.table.next_age();
        let shared = Shared {
            table: &self.table,
            limits,
            clock,
            stop,
            multi_pv: self.options.multi_pv,
            probing: self.library.probing(&self.options).filter(|_| !settled.by_distance),
            root_hits: settled.probes,
            halt: AtomicBool::new(false),
            counters: self.memories.iter().map(|_| Counters::default()).collect(),
        };
        let ranked = threads::think(&shared, &mut self.memories, game, root_moves, report);
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
        self.memories.resize_with(shared.threads, Memory::new);
        self.library.configure(shared, report);
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
        self.library.new_game();
        self.forget();
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.options.overhead());
        if let Some(mv) = self.library.book_move(game, limits, &self.options) {
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
        let choice = self.think(game, limits, clock, stop, report);
        stop.wait_for_release(limits);
        choice
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        Some(eval::explain(game.position()))
    }
}
