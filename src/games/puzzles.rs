//! Tactical puzzles in Lichess's form: CSV with the columns PuzzleId, FEN, Moves, Rating, GameId and any others, plain
//! or compressed with zstd.

use std::io::{self, Read};
use std::path::Path;

use serde::Deserialize;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position as _};
use thiserror::Error;

use super::unpacked;
use crate::chess::fen::read_fen;
use crate::chess::replay::positions;
use crate::files::io_error::reason;
use crate::files::{self, Bounds};

/// Why puzzles could not be read on.
#[derive(Debug, Error)]
pub enum PuzzleError {
    #[error("cannot open {path}: {}", reason(.source))]
    Open { path: String, source: io::Error },
    #[error("cannot read puzzles: {}", reason(.0))]
    Read(#[from] io::Error),
}

/// A position and the line from there. The opponent's move comes first; then the solver, who has the only good answer,
/// and so on in turn.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub id: String,
    pub start: Chess,
    pub moves: Vec<Move>,
    pub rating: u16,
    /// The game it is from.
    pub game: String,
}

impl Puzzle {
    /// Each position where the solver is to move, with the plies played since the start and the move to find.
    pub fn tasks(&self) -> impl Iterator<Item = (usize, Chess, Move)> {
        positions(&self.start, &self.moves).filter(|(ply, ..)| ply % 2 == 1)
    }
}

#[derive(Deserialize)]
struct Row {
    #[serde(rename = "PuzzleId")]
    id: String,
    #[serde(rename = "FEN")]
    fen: String,
    #[serde(rename = "Moves")]
    moves: String,
    #[serde(rename = "Rating")]
    rating: u16,
    #[serde(rename = "GameId", default)]
    game: String,
}

impl Row {
    fn into_puzzle(self) -> Option<Puzzle> {
        let start = read_fen(&self.fen, CastlingMode::Standard).ok()?.position;
        let mut position = start.clone();
        let mut moves = Vec::new();
        for uci in self.moves.split_whitespace() {
            let mv = uci.parse::<UciMove>().ok()?.to_move(&position).ok()?;
            position.play_unchecked(mv);
            moves.push(mv);
        }
        (moves.len() >= 2).then_some(Puzzle { id: self.id, start, moves, rating: self.rating, game: self.game })
    }
}

/// Reads puzzles one after another.
pub struct PuzzleReader {
    rows: csv::DeserializeRecordsIntoIter<Box<dyn Read + Send>, Row>,
    skipped: u64,
}

impl PuzzleReader {
    /// Opens a file of puzzles.
    ///
    /// # Errors
    /// Fails if it cannot be opened, or its first bytes cannot be read.
    pub fn open(path: &Path) -> Result<PuzzleReader, PuzzleError> {
        let file =
            files::open(path).map_err(|source| PuzzleError::Open { path: path.display().to_string(), source })?;
        PuzzleReader::new(file)
    }

    /// Reads puzzles from `source`.
    ///
    /// # Errors
    /// Fails if its first bytes cannot be read.
    pub fn new(source: impl Read + Send + 'static) -> Result<PuzzleReader, PuzzleError> {
        let text = unpacked(source, Bounds::LINES)?;
        Ok(PuzzleReader { rows: csv::Reader::from_reader(text).into_deserialize(), skipped: 0 })
    }

    /// Rows so far that hold no puzzle: an impossible position, an illegal move, a missing column.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }
}

impl Iterator for PuzzleReader {
    type Item = Result<Puzzle, PuzzleError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.rows.next()?.map(Row::into_puzzle).map_err(csv::Error::into_kind) {
                Ok(Some(puzzle)) => return Some(Ok(puzzle)),
                Err(csv::ErrorKind::Io(error)) => return Some(Err(error.into())),
                Ok(None) | Err(_) => self.skipped += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use shakmaty::Square;

    use super::*;

    const ROWS: &str = "PuzzleId,FEN,Moves,Rating,NbPlays,GameId\n\
        a,rnbqk2r/pp3ppp/5n2/3p4/1bPNp3/4P3/PP1B1PPP/RN1QKB1R b KQkq - 2 8,c8g4 d1a4 g4d7 a4b4 b8c6,1191,2087,g1\n\
        no position,8/8/8/8/8/8/8/8 w - - 0 1,e2e4 e7e5,1000,1,g2\n\
        no move,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,e2e5 e7e5,1000,1,g3\n\
        no rating,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,e2e4 e7e5,high,1,g4\n\
        b,rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,e2e4 e7e5,1500,1,g5\n";

    #[test]
    fn the_solver_answers_the_opponents_move() {
        let puzzle = PuzzleReader::new(Cursor::new(ROWS)).unwrap().next().unwrap().unwrap();
        assert_eq!((puzzle.id.as_str(), puzzle.rating, puzzle.game.as_str()), ("a", 1191, "g1"));
        let tasks: Vec<_> = puzzle.tasks().map(|(ply, position, mv)| (ply, position.turn(), mv.to())).collect();
        assert_eq!(tasks, [(1, shakmaty::Color::White, Square::A4), (3, shakmaty::Color::White, Square::B4)]);
    }

    #[test]
    fn rows_without_a_puzzle_are_counted_and_passed_over() {
        let packed = zstd::encode_all(ROWS.as_bytes(), 3).unwrap();
        for source in [ROWS.as_bytes().to_vec(), packed] {
            let mut reader = PuzzleReader::new(Cursor::new(source)).unwrap();
            let ids: Vec<String> = reader.by_ref().map(|puzzle| puzzle.unwrap().id).collect();
            assert_eq!((ids, reader.skipped()), (vec!["a".to_owned(), "b".to_owned()], 3));
        }
    }
}
