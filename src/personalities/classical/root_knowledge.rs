//! What Classical knows of the root position before it searches: a move of the opening book, or the results of the
//! tablebases.

use std::path::Path;

use shakmaty::{Move, Position as _};

use crate::book::{Book, ResultShares};
use crate::engine::options::SharedOptions;
use crate::engine::{Depth, Game, Limits, Ply, Reporter, ResultProbabilities, Score, SeededRng};
use crate::tablebase::{Tablebase, Wdl};

use super::search::{Probing, RootMove};

/// The book and the tables, each opened when an option names it; the built-in book when first needed.
#[derive(Default)]
pub struct RootKnowledge {
    book: Option<Book>,
    tables: Option<Tablebase>,
    /// What `book` and `tables` were opened from.
    book_file: String,
    syzygy_path: String,
    /// Draws among book moves.
    rng: SeededRng,
}

/// A book move and what the book knows of it.
#[derive(Clone, Copy, Debug)]
pub struct BookAnswer {
    pub mv: Move,
    /// The heaviest move of the position after it.
    pub reply: Option<Move>,
    /// How the games with the move ended, from the mover's view, where the book keeps it.
    pub results: Option<ResultProbabilities>,
}

/// What probing the tables at the root came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct RootProbe {
    /// The moves are ranked by distance: no probe in the tree could add to that.
    pub by_distance: bool,
    pub probes: u64,
}

impl RootKnowledge {
    /// Opens the files whose options have changed, and reports those that cannot be used.
    pub fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        if self.book_file != shared.book_file {
            self.book_file.clone_from(&shared.book_file);
            self.book = None;
            if !shared.book_file.is_empty() {
                match Book::open(Path::new(&shared.book_file)) {
                    Ok(book) => self.book = Some(book),
                    // An empty book: a broken file must not bring back the built-in one unasked.
                    Err(error) => {
                        self.book = Some(Book::empty());
                        report.message(&format!("error: {error}; playing without a book"));
                    }
                }
            }
        }
        if self.syzygy_path != shared.syzygy_path {
            self.syzygy_path.clone_from(&shared.syzygy_path);
            self.tables = None;
            if !shared.syzygy_path.is_empty() {
                self.tables = open_tables(&shared.syzygy_path, report);
            }
        }
        self.rng.configure(shared.seed);
    }

    /// Draws from the book as in the first game.
    pub fn new_game(&mut self) {
        self.rng.new_game();
    }

    /// A move from the book, where a game is being played and the book has the position.
    pub fn book_move(&mut self, game: &Game, limits: &Limits, shared: &SharedOptions) -> Option<BookAnswer> {
        // While pondering the move is not ours to make yet, and the book's time is better spent on a search.
        let allowed = shared.own_book && !limits.ponder && limits.search_moves.is_empty();
        if !allowed || !limits.is_game(game, shared) || game.moves().len() >= shared.book_depth {
            return None;
        }
        let book = self.book.get_or_insert_with(Book::embedded);
        let chosen = book.choose(game.position(), shared.book_selection, &mut self.rng)?;
        let mut after = game.position().clone();
        after.play_unchecked(chosen.mv);
        Some(BookAnswer {
            mv: chosen.mv,
            reply: book.likeliest(&after),
            results: chosen.results().map(|ResultShares { win, draw, loss }| {
                ResultProbabilities([loss, draw, win].map(|permille| f32::from(permille) / 1000.0))
            }),
        })
    }

    /// How the search has to probe, if at all.
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
            report.message(&format!("found Syzygy tables of up to {} men", tables.max_pieces()));
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
