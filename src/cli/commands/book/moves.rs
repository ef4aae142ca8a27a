//! The moves of a book in a position, as `motley book show` prints them.

use std::fmt::Write as _;

use serde::Serialize;

use crate::book::{Book, BookMove, ResultShares};
use crate::chess::notation::san;
use crate::engine::Game;

/// A position and its book moves.
#[derive(Serialize)]
pub struct PositionReport {
    pub fen: String,
    /// The heaviest first.
    pub moves: Vec<MoveReport>,
}

/// A move of a book in a position.
#[derive(Serialize)]
pub struct MoveReport {
    pub uci: String,
    pub san: String,
    pub weight: u16,
    /// Part of the position's weight, from 0 to 1.
    pub share: f64,
    /// The results of the games with the move, in permille from the mover's side, where the book keeps them.
    pub results: Option<ResultsReport>,
    /// The last four bytes of the entry, which Polyglot leaves to the maker of the book.
    pub learn: u32,
}

/// In permille, from the mover's side.
#[derive(Serialize)]
pub struct ResultsReport {
    pub win: u16,
    pub draw: u16,
    pub loss: u16,
}

/// The moves that the book has where the game stands.
pub fn position_report(book: &Book, game: &Game) -> PositionReport {
    let moves = book.moves(game.position());
    let total: u32 = moves.iter().map(|candidate| u32::from(candidate.weight)).sum();
    let report = |candidate: &BookMove| MoveReport {
        uci: candidate.mv.to_uci(game.castling_mode()).to_string(),
        san: san(game.position(), candidate.mv),
        weight: candidate.weight,
        share: f64::from(candidate.weight) / f64::from(total.max(1)),
        results: candidate.results().map(|ResultShares { win, draw, loss }| ResultsReport { win, draw, loss }),
        learn: candidate.learn,
    };
    PositionReport { fen: game.fen(), moves: moves.iter().map(report).collect() }
}

/// The same as a table with a line for each move.
pub fn as_table(report: &PositionReport) -> String {
    let mut table = format!("{}\n", report.fen);
    if report.moves.is_empty() {
        table.push_str("no book move\n");
        return table;
    }
    let _ =
        writeln!(table, "{:<8}{:<8}{:>8}{:>9}{:>9}{:>9}{:>9}", "move", "uci", "weight", "share", "win", "draw", "loss");
    for row in &report.moves {
        let _ = write!(table, "{:<8}{:<8}{:>8}{:>8.1}%", row.san, row.uci, row.weight, 100.0 * row.share);
        for permille in row.results.iter().flat_map(|results| [results.win, results.draw, results.loss]) {
            let _ = write!(table, "{:>8.1}%", f64::from(permille) / 10.0);
        }
        table.push('\n');
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn embedded_moves(moves: &str) -> PositionReport {
        let mut game = Game::default();
        for uci in moves.split_whitespace() {
            game.play_uci(uci).expect("a legal move");
        }
        position_report(&Book::embedded(), &game)
    }

    #[test]
    fn moves_have_san_and_shares_that_sum_to_one() {
        let report = embedded_moves("e2e4 e7e5");
        assert_eq!(report.moves[0].san, "Nf3", "the heaviest move stands first");
        let sum: f64 = report.moves.iter().map(|row| row.share).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }

    #[test]
    fn a_position_outside_the_book_has_no_move() {
        let table = as_table(&embedded_moves("a2a4 h7h5 a1a3 h8h6 a3h3"));
        assert!(table.ends_with("no book move\n"), "{table}");
    }
}
