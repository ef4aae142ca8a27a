//! Classical: alpha-beta in its modern form, with a hand-made evaluation, a book and tablebases (seed 003).

pub mod eval;
mod history;
mod order;
mod packed;
mod params;
mod position;
mod search;
mod see;
mod table;
mod threads;
mod wdl;

use std::time::Duration;

use shakmaty::Move;

use crate::engine::options::{HouseOptions, OptionError, OptionValue};
use crate::engine::{Choice, Clock, Depth, Game, Info, Limits, Personality, Reporter, Score, Stop};

use position::Position;
use search::{Memory, RootMove};
use table::Table;

/// The strong one.
pub struct Classical {
    options: HouseOptions,
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
        let options = HouseOptions::default();
        let table = Table::new(mebibytes(&options));
        Classical { options, table, memories: vec![Memory::new()] }
    }

    /// The root moves of a search, restricted to `searchmoves`.
    fn root_moves(game: &Game, limits: &Limits) -> Vec<RootMove> {
        let wanted = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
        game.legal_moves().into_iter().filter(wanted).map(RootMove::new).collect()
    }

    /// The reply that the table expects, where the principal variation ends too early to name one.
    fn expected_reply(&self, game: &Game, best: Move) -> Option<Move> {
        let child = Position::new(game.position().clone()).play(best);
        self.table.probe(child.key(), crate::engine::Ply::ROOT)?.mv.unpack(child.chess())
    }
}

impl Personality for Classical {
    fn configure(&mut self, house: &HouseOptions, report: &mut dyn Reporter) {
        let _ = report;
        if mebibytes(house) != mebibytes(&self.options) {
            // The old table goes first: both together might not fit.
            self.table = Table::new(0);
            self.table = Table::new(mebibytes(house));
        }
        self.memories.resize_with(house.threads.unsigned_abs() as usize, Memory::new);
        self.options = house.clone();
    }

    fn set_option(&mut self, name: &str, _: &OptionValue) -> Result<(), OptionError> {
        match name {
            "Clear Hash" => self.new_game(),
            _ => return Err(OptionError::Unknown(name.to_owned())),
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.memories.fill_with(Memory::new);
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        let clock = Clock::start(limits, shakmaty::Position::turn(game.position()), self.options.overhead());
        let root_moves = Classical::root_moves(game, limits);
        if root_moves.is_empty() {
            report.info(&game_over(game));
            stop.wait_for_release(limits);
            return Choice::default();
        }

        self.table.next_age();
        let order = threads::Order { table: &self.table, limits, clock, stop, multi_pv: self.options.multi_pv.unsigned_abs() as usize };
        let ranked = threads::think(&order, &mut self.memories, game, root_moves, report);
        stop.wait_for_release(limits);
        let best = ranked.first().map(|root| root.mv);
        let expected = ranked.first().and_then(|root| root.pv.get(1).copied());
        let ponder = expected.or_else(|| best.and_then(|best| self.expected_reply(game, best)));
        Choice { best, ponder }
    }

    fn explain(&mut self, game: &Game) -> Option<String> {
        Some(eval::explain(game.position()))
    }
}

fn mebibytes(options: &HouseOptions) -> usize {
    options.hash.unsigned_abs() as usize
}

/// What is reported where there is nothing to choose.
fn game_over(game: &Game) -> Info {
    let mated = shakmaty::Position::is_check(game.position());
    let score = if mated { Score::mated_in(crate::engine::Ply::ROOT) } else { Score::DRAW };
    Info { depth: Depth::ZERO, multipv: 1, score, time: Duration::ZERO, wdl: Some(wdl::chances(score, game.position())), ..Info::default() }
}
