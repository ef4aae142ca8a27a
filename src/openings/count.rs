//! The counts of real games through the positions of the lines.

use rustc_hash::FxHashMap;
use shakmaty::{Chess, Move};

use super::line::{NamedLine, Results};
use crate::chess::key::position_key;
use crate::chess::replay::positions;
use crate::games::pgn::PgnGame;

/// Counts games for lines. A move counts in its position, by whatever order of moves the game came there.
pub struct LineCounter {
    lines: Vec<NamedLine>,
    /// Results by position and move: those of the lines alone, so memory does not grow with the games.
    results_by_move: FxHashMap<(u64, Move), Results>,
    /// Plies of the longest line.
    longest: usize,
    /// Games counted.
    games: u64,
    /// Games without a result, or with another start position.
    passed_over: u64,
}

impl LineCounter {
    pub fn new(lines: Vec<NamedLine>) -> LineCounter {
        let mut results_by_move = FxHashMap::default();
        for line in &lines {
            for (key, mv) in steps(&line.moves) {
                results_by_move.entry((key, mv)).or_default();
            }
        }
        let longest = lines.iter().map(|line| line.moves.len()).max().unwrap_or_default();
        LineCounter { lines, results_by_move, longest, games: 0, passed_over: 0 }
    }

    /// Plies of a game that can matter; transpositions may take a few more than the line.
    pub fn depth(&self) -> usize {
        self.longest + 4
    }

    /// Counts a game that began at the start position and has a result.
    pub fn add(&mut self, game: &PgnGame) {
        let Some(outcome) = game.outcome.known().filter(|_| game.start == Chess::default()) else {
            self.passed_over += 1;
            return;
        };
        self.games += 1;
        for step in steps(&game.moves).take(self.depth()) {
            if let Some(results) = self.results_by_move.get_mut(&step) {
                results.record(outcome.winner());
            }
        }
    }

    /// Games counted, and games passed over.
    pub fn games(&self) -> (u64, u64) {
        (self.games, self.passed_over)
    }

    /// The lines as they were, uncounted.
    pub fn into_lines(self) -> Vec<NamedLine> {
        self.lines
    }

    /// The lines with their results.
    pub fn finish(mut self) -> Vec<NamedLine> {
        for line in &mut self.lines {
            line.results = steps(&line.moves).map(|step| self.results_by_move[&step]).collect();
        }
        self.lines
    }
}

/// Each move with the key of the position in which it is played.
fn steps(moves: &[Move]) -> impl Iterator<Item = (u64, Move)> {
    positions(&Chess::default(), moves).map(|(_, position, mv)| (position_key(&position), mv))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::games::pgn::PgnReader;

    #[test]
    fn games_count_by_position_whatever_the_order_of_moves() {
        let line = |name: &str, moves: &str| {
            NamedLine::new("A00".into(), name.into(), String::new(), parse_moves(moves).unwrap())
        };
        let mut counter = LineCounter::new(vec![line("Queen's Gambit", "d4 d5 c4"), line("English", "c4")]);
        let games = [("d4 d5 c4", "1-0"), ("d4 d5 c4", "1/2-1/2"), ("c4 d5 d4", "0-1"), ("d4", "*")];
        let text: String =
            games.iter().map(|(moves, result)| format!("[Result \"{result}\"]\n\n{moves} {result}\n\n")).collect();
        for game in PgnReader::new(Cursor::new(text)).unwrap() {
            counter.add(&game.unwrap());
        }
        let odds = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\"]\n[Result \"1-0\"]\n\nd4 1-0\n\n";
        for game in PgnReader::new(Cursor::new(odds)).unwrap() {
            counter.add(&game.unwrap());
        }
        assert_eq!(counter.games(), (3, 2), "neither without a result nor from another start");
        let lines = counter.finish();
        let drawn_and_won = Results { white: 1, draws: 1, black: 0 };
        assert_eq!(
            lines[0].results, [drawn_and_won; 3],
            "the game that began with c4 came to the position, but not by d4"
        );
        assert_eq!(lines[1].results, [Results { white: 0, draws: 0, black: 1 }]);
        assert!((lines[0].popularity() - 3.0).abs() < 1e-9);
    }

    #[test]
    fn games_that_come_to_the_line_four_half_moves_late_count() {
        let line =
            NamedLine::new("D06".into(), "Queen's Gambit".into(), String::new(), parse_moves("d4 d5 c4").unwrap());
        let mut counter = LineCounter::new(vec![line]);
        let late = "[Result \"1-0\"]\n\nNf3 Nf6 Ng1 Ng8 d4 d5 c4 1-0\n\n";
        counter.add(&PgnReader::new(Cursor::new(late)).unwrap().next().unwrap().unwrap());
        assert_eq!(counter.finish()[0].results, [Results { white: 1, draws: 0, black: 0 }; 3]);
    }
}
