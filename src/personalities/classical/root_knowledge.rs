//! Knowledge of the root position before the search: a move of the opening book, or the results of the tablebases.

use shakmaty::Position as _;

use crate::engine::options::SharedOptions;
use crate::engine::{Depth, Game, Limits, Ply, Reporter, Score};
use crate::personalities::opening_book::{BookAnswer, OpeningBook};
use crate::tablebase::{Tablebase, Wdl};

use super::search::{Probing, RootMove};

/// The book, and the tables, which are opened when an option names them.
#[derive(Default)]
pub struct RootKnowledge {
    book: OpeningBook,
    tables: Option<Tablebase>,
    /// The folders that `tables` was opened from.
    syzygy_path: String,
}

/// The result of probing the tables at the root.
#[derive(Clone, Copy, Debug, Default)]
pub struct RootProbe {
    /// The moves are ranked by distance: no probe in the tree could add to that.
    pub by_distance: bool,
    pub probes: u64,
}

impl RootKnowledge {
    /// Opens the files whose options have changed, and reports those that cannot be used.
    pub fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.book.configure(shared, report);
        if self.syzygy_path != shared.syzygy_path {
            self.syzygy_path.clone_from(&shared.syzygy_path);
            self.tables = None;
            if !shared.syzygy_path.is_empty() {
                self.tables = open_tables(&shared.syzygy_path, report);
            }
        }
    }

    /// Samples from the book as in the first game.
    pub fn new_game(&mut self) {
        self.book.new_game();
    }

    /// A move from the book, where a game is being played and the book has the position.
    pub fn book_move(&mut self, game: &Game, limits: &Limits, shared: &SharedOptions) -> Option<BookAnswer> {
        self.book.answer(game, limits, shared)
    }

    /// The settings by which the search has to probe, if at all.
    pub fn probing(&self, shared: &SharedOptions) -> Option<Probing> {
        let tables = self.tables.clone()?;
        let limit = tables.max_pieces().min(shared.syzygy_probe_limit);
        let depth = Depth(shared.syzygy_probe_depth);
        (limit > 0).then_some(Probing { tables, limit, depth, fifty_moves: shared.syzygy_50_move_rule })
    }

    /// Ranks the root moves by the tables, so that only moves that keep the result are searched.
    pub fn rank(&self, game: &Game, shared: &SharedOptions, root_moves: &mut [RootMove]) -> RootProbe {
        let position = game.position();
        let men = position.board().occupied().count();
        let Some(tables) = self.tables.as_ref().filter(|_| men <= shared.syzygy_probe_limit) else {
            return RootProbe::default();
        };
        let Some(ranking) = tables.rank_root_moves(position, game.keys(), shared.syzygy_50_move_rule) else {
            return RootProbe::default();
        };
        for root_move in root_moves.iter_mut() {
            if let Some(ranked) = ranking.moves.iter().find(|ranked| ranked.mv == root_move.mv) {
                root_move.tablebase_rank = ranked.rank;
                root_move.tablebase_score = Some(score_of(ranked.result));
            }
        }
        root_moves.sort_by_key(|root_move| std::cmp::Reverse(root_move.tablebase_rank));
        RootProbe { by_distance: ranking.by_distance, probes: ranking.moves.len() as u64 }
    }
}

fn open_tables(path_list: &str, report: &mut dyn Reporter) -> Option<Tablebase> {
    match Tablebase::open(path_list) {
        Ok(tables) => {
            for fault in tables.faults() {
                report.message(&format!("error: {fault}"));
            }
            report.message(&format!("found Syzygy tables of up to {} pieces", tables.max_pieces()));
            Some(tables)
        }
        Err(error) => {
            report.message(&format!("error: {error}; playing without tablebases"));
            None
        }
    }
}

/// Cursed and blessed results are draws that a mistake would turn.
fn score_of(result: Wdl) -> Score {
    match result {
        Wdl::Win => Score::tablebase_win(Ply::ROOT),
        Wdl::CursedWin => Score(1),
        Wdl::Draw => Score::DRAW,
        Wdl::BlessedLoss => Score(-1),
        Wdl::Loss => Score::tablebase_loss(Ply::ROOT),
    }
}
