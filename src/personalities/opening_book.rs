//! The opening book of the players that have one: when it answers, and with what.

use std::path::Path;

use shakmaty::{Move, Position as _};

use crate::book::{Book, ResultShares};
use crate::engine::options::SharedOptions;
use crate::engine::{Choice, Clock, Depth, Game, Info, Limits, Reporter, ResultProbabilities, SeededRng};

/// The book that the options name, opened when an option names another; the built-in one when first needed.
#[derive(Default)]
pub struct OpeningBook {
    book: Option<Book>,
    /// The file that `book` was opened from.
    file: String,
    /// Draws among book moves.
    rng: SeededRng,
}

/// A book move and what the book knows of it.
#[derive(Clone, Copy, Debug)]
pub struct BookAnswer {
    pub mv: Move,
    /// The heaviest move of the position after it.
    pub reply: Option<Move>,
    /// The results of the games with the move, from the mover's view, where the book keeps them.
    pub results: Option<ResultProbabilities>,
}

impl OpeningBook {
    /// Opens the file where the option has changed, and reports one that cannot be used.
    pub fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.rng.configure(shared.seed);
        if self.file == shared.book_file {
            return;
        }
        self.file.clone_from(&shared.book_file);
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

    /// Draws from the book as in the first game.
    pub fn new_game(&mut self) {
        self.rng.new_game();
    }

    /// A move from the book, where a game is being played and the book has the position.
    pub fn answer(&mut self, game: &Game, limits: &Limits, shared: &SharedOptions) -> Option<BookAnswer> {
        // While pondering the move is not ours to make yet, and the book's time is better spent on a search.
        let allowed = shared.own_book && !limits.ponder && limits.search_moves.is_empty();
        if !allowed || !limits.allows_book(game, shared) || game.moves().len() >= shared.book_depth {
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
}

impl BookAnswer {
    /// The message beside a book move.
    pub const MESSAGE: &str = "book move";

    pub fn choice(&self) -> Choice {
        Choice { best: Some(self.mv), ponder: self.reply, ..Choice::default() }
    }

    /// The line to report: without a score, unless the book keeps the results of the games.
    pub fn info(&self, clock: &Clock) -> Info {
        Info {
            depth: Depth(1),
            seldepth: 1,
            multipv: 1,
            score: self.results.map(|results| results.score()).unwrap_or_default(),
            wdl: self.results.map(|results| results.wdl()),
            time: clock.elapsed(),
            pv: std::iter::once(self.mv).chain(self.reply).collect(),
            ..Info::default()
        }
    }
}
