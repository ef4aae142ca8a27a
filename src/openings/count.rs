//! How real games went through the positions of the lines.

use rustc_hash::FxHashMap;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use super::line::{Line, Results};
use crate::games::pgn::PgnGame;

/// Counts games for lines. A move counts in its position, by whatever order of moves the game came there.
pub struct LineCounter {
    lines: Vec<Line>,
    /// Results by position and move: those of the lines alone, so memory does not grow with the games.
    tallies: FxHashMap<(u64, Move), Results>,
    longest: usize,
    games: u64,
    passed_over: u64,
}

impl LineCounter {
    pub fn new(lines: Vec<Line>) -> LineCounter {
        let mut tallies = FxHashMap::default();
        for line in &lines {
            for (key, mv) in steps(&line.moves) {
                tallies.entry((key, mv)).or_default();
            }
        }
        let longest = lines.iter().map(|line| line.moves.len()).max().unwrap_or_default();
        LineCounter { lines, tallies, longest, games: 0, passed_over: 0 }
    }

    /// Half moves of a game that can matter; transpositions may take a few more than the line.
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
            if let Some(results) = self.tallies.get_mut(&step) {
                results.record(outcome.winner());
            }
        }
    }

    /// Games counted, and games passed over.
    pub fn games(&self) -> (u64, u64) {
        (self.games, self.passed_over)
    }

    /// The lines as they were, uncounted.
    pub fn into_lines(self) -> Vec<Line> {
        self.lines
    }

    /// The lines with their results.
    pub fn finish(mut self) -> Vec<Line> {
        for line in &mut self.lines {
            line.results = steps(&line.moves).map(|step| self.tallies[&step]).collect();
        }
        self.lines
    }
}

/// Each move with the key of the position in which it is played.
fn steps(moves: &[Move]) -> impl Iterator<Item = (u64, Move)> {
    let mut position = Chess::default();
    moves.iter().map(move |&mv| {
        let key = position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        position.play_unchecked(mv);
        (key, mv)
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::games::pgn::PgnReader;

    #[test]
    fn games_count_by_position_whatever_the_order_of_moves() {
        let line =
            |name: &str, moves: &str| Line::new("A00".into(), name.into(), String::new(), parse_moves(moves).unwrap());
        let mut counter = LineCounter::new(vec![line("Queen's Gambit", "d4 d5 c4"), line("English", "c4")]);
        let text = "[Result \"1-0\"]\n\nd4 d5 c4 1-0\n\n[Result \"1/2-1/2\"]\n\nd4 d5 c4 1/2-1/2\n\n[Result \"0-1\"]\n\nc4 d5 d4 0-1\n\n[Result \"*\"]\n\nd4 *\n\n";
        for game in PgnReader::new(Cursor::new(text)).unwrap() {
            counter.add(&game.unwrap());
        }
        assert_eq!(counter.games(), (3, 1));
        let lines = counter.finish();
        let drawn_and_won = Results { white: 1, draws: 1, black: 0 };
        assert_eq!(
            lines[0].results, [drawn_and_won; 3],
            "the game that began with c4 came to the position, but not by d4"
        );
        assert_eq!(lines[1].results, [Results { white: 0, draws: 0, black: 1 }]);
        assert!((lines[0].popularity() - 3.0).abs() < 1e-9);
    }
}
