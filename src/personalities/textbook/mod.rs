//! Textbook: the engine of the project report on an alpha-beta engine (the report), with its nine techniques and
//! nothing more, to be read from top to bottom.
//!
//! 1. the state space: `Node` in `search.rs`, on shakmaty's positions
//! 2. alpha-beta pruning: `search.rs`
//! 3. quiescence search: `quiescence.rs`
//! 4. the transposition table: `table.rs`
//! 5. iterative deepening and 6. aspiration windows: `deepening.rs`
//! 7. the opening book: here, in [`Textbook::choose`]
//! 8. heuristics: `heuristics.rs`
//! 9. the order of moves by MVV-LVA: `order.rs`
//!
//! `docs/textbook.md` walks through them. Classical has each in the form that strong engines use today.

mod deepening;
mod heuristics;
mod options;
mod order;
mod quiescence;
mod search;
mod table;

use shakmaty::Position as _;

pub use deepening::Iteration;
pub use options::{Heuristics, TextbookOptions};
pub use search::{Counters, ScoredLine};

use crate::engine::options::{OptionError, OptionValue, SharedOptions};
use crate::engine::{Choice, Clock, Depth, Game, Info, Limits, Personality, Reporter, Stop};
use crate::personalities::opening_book::{BookAnswer, OpeningBook};
use heuristics::evaluate;
use search::{Node, Search};
use table::Table;

/// The player.
pub struct Textbook {
    shared: SharedOptions,
    options: TextbookOptions,
    book: OpeningBook,
    /// Kept from move to move, emptied before a game.
    table: Table,
    /// The iterations of the last move; none where it came from the book.
    pub iterations: Vec<Iteration>,
}

impl Textbook {
    pub fn new(options: TextbookOptions) -> Textbook {
        Textbook {
            shared: SharedOptions::default(),
            book: OpeningBook::default(),
            table: Table::new(options.table_entries),
            options,
            iterations: Vec::new(),
        }
    }

    /// Technique 7. In the opening good moves are known: the book's move is played without a search.
    fn play_from_book(&self, game: &Game, answer: BookAnswer, clock: &Clock, report: &mut dyn Reporter) -> Choice {
        let mut info = answer.info(clock);
        if answer.results.is_none() {
            let after = Node::root(game.position()).after(answer.mv);
            info.score = -evaluate(&after.position, self.options.heuristics);
        }
        report.message(BookAnswer::MESSAGE);
        report.info(&info);
        answer.choice()
    }
}

fn report_iteration(iteration: &Iteration, hashfull: u32, clock: &Clock, report: &mut dyn Reporter) {
    let Iteration { depth, lines, counters, nodes } = iteration;
    let Counters { cutoffs, quiescence_nodes, table_hits, repeats } = counters;
    let repeated = if *repeats > 0 { ", searched again with an open window" } else { "" };
    report.message(&format!(
        "depth {depth}: {cutoffs} cut-offs, {quiescence_nodes} quiescence nodes, {table_hits} table hits{repeated}"
    ));
    for (multipv, line) in (1..).zip(lines) {
        report.info(&Info {
            depth: Depth(*depth),
            seldepth: line.moves.len(),
            multipv,
            score: line.score,
            nodes: *nodes,
            hashfull,
            time: clock.elapsed(),
            pv: line.moves.clone(),
            ..Info::default()
        });
    }
}

impl Personality for Textbook {
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        if shared.limit_strength && !self.shared.limit_strength {
            report.message("Textbook has no levels: UCI_LimitStrength changes nothing, TextbookDepth does");
        }
        self.book.configure(shared, report);
        self.shared = shared.clone();
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        if name != "Clear Hash" {
            self.options.set(name, value)?;
        }
        // Entries that were made with other options would mislead.
        self.table = Table::new(self.options.table_entries);
        Ok(())
    }

    fn new_game(&mut self) {
        self.book.new_game();
        self.table = Table::new(self.options.table_entries);
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, game.position().turn(), self.shared.overhead());
        self.iterations.clear();
        if let Some(answer) = self.book.answer(game, limits, &self.shared) {
            return self.play_from_book(game, answer, &clock, report);
        }
        let mut search = Search {
            options: &self.options,
            table: &mut self.table,
            limits,
            clock: &clock,
            stop,
            lines: self.shared.multi_pv,
            path: game.keys().to_vec(),
            iteration: 0,
            counters: Counters::default(),
            nodes: 0,
        };
        let lines = search.deepen(&Node::root(game.position()), &limits.allowed(game), |search, iteration| {
            report_iteration(&iteration, search.table.permille_full(), &clock, report);
            self.iterations.push(iteration);
        });
        stop.wait_for_release(limits);
        let best = lines.first().map_or(&[][..], |line| &line.moves);
        Choice { best: best.first().copied(), ponder: best.get(1).copied(), ..Choice::default() }
    }
}

#[cfg(test)]
mod tests;
