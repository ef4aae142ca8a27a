//! Perft: counts leaves, to check a move generator.

use std::io;
use std::path::Path;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use rustc_hash::FxHashMap;
use shakmaty::{CastlingMode, Chess, Move, Position};
use thiserror::Error;

use crate::engine::{Game, Stop};
use crate::files;
use crate::files::io_error::reason;
use crate::work::parallel;

/// The number of leaves `depth` plies below a position; `None` when stopped.
///
/// The last ply is counted, not played (bulk counting).
pub fn perft(position: &Chess, depth: u32, stop: &Stop) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return Some(moves.len() as u64);
    }
    // Two plies take microseconds: a check for each of them would cost more than it gains.
    if depth > 2 && stop.is_stopped() {
        return None;
    }
    let mut leaves = 0;
    for mv in moves {
        let mut child = position.clone();
        child.play_unchecked(mv);
        leaves += perft(&child, depth - 1, stop)?;
    }
    Some(leaves)
}

/// Counts the leaves below every legal move, each given to `each` as it comes, and returns their sum; `None` when
/// stopped.
pub fn divide(game: &Game, depth: u32, stop: &Stop, mut each: impl FnMut(Move, u64)) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut sum = 0;
    for mv in game.legal_moves() {
        let mut child = game.position().clone();
        child.play_unchecked(mv);
        let leaves = perft(&child, depth - 1, stop)?;
        each(mv, leaves);
        sum += leaves;
    }
    Some(sum)
}

/// The different positions after so many plies, each with the number of ways that lead there. Positions are the same
/// when all moves from them are: board, side to move, castling rights, en passant where it can be played.
pub fn distinct_positions(position: &Chess, plies: u32) -> FxHashMap<Chess, u64> {
    let mut reached = FxHashMap::from_iter([(position.clone(), 1)]);
    for _ in 0..plies {
        let mut next = FxHashMap::default();
        for (position, ways) in &reached {
            for mv in position.legal_moves() {
                let mut child = position.clone();
                child.play_unchecked(mv);
                *next.entry(child).or_insert(0) += ways;
            }
        }
        reached = next;
    }
    reached
}

/// The number of leaves below positions that are reached in so many ways, on the threads of the present pool.
pub fn leaves_below(reached: &FxHashMap<Chess, u64>, depth: u32) -> u64 {
    let never = Stop::new();
    let below = |(position, ways): (&Chess, &u64)| ways * perft(position, depth, &never).expect("nothing stops it");
    if parallel::has_threads() { reached.par_iter().map(below).sum() } else { reached.iter().map(below).sum() }
}

/// One count of a suite.
#[derive(Clone, Debug)]
pub struct SuiteCase {
    pub game: Game,
    pub depth: u32,
    /// As the suite has it.
    pub leaves: u64,
}

impl SuiteCase {
    /// The leaves that are counted; `None` when stopped.
    pub fn count(&self, stop: &Stop) -> Option<u64> {
        perft(self.game.position(), self.depth, stop)
    }
}

/// Why a suite could not be read.
#[derive(Debug, Error)]
pub enum SuiteError {
    #[error("cannot read {file}: {}", reason(.source))]
    File { file: String, source: io::Error },
    #[error("{file}, line {line}: expected `FEN ;D1 20 ;D2 400`")]
    Line { file: String, line: usize },
}

/// No suite is nearly as long; what is was named by mistake.
const MAX_BYTES: u64 = 256 << 20;

/// Reads a file of lines like `FEN ;D1 20 ;D2 400`.
///
/// # Errors
/// Fails if the file cannot be read, and with the first line that has another form or an illegal position.
pub fn read_suite(file: &Path, mode: CastlingMode) -> Result<Vec<SuiteCase>, SuiteError> {
    let name = file.display().to_string();
    let text = files::read_text(file, MAX_BYTES).map_err(|source| SuiteError::File { file: name.clone(), source })?;
    let mut cases = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let read = read_line(line, mode).ok_or_else(|| SuiteError::Line { file: name.clone(), line: index + 1 });
        cases.extend(read?);
    }
    Ok(cases)
}

fn read_line(line: &str, mode: CastlingMode) -> Option<Vec<SuiteCase>> {
    let mut fields = line.split(';').map(str::trim);
    let game = Game::from_fen(fields.next()?, mode).ok()?;
    let case = |field: &str| {
        let (depth, leaves) = field.strip_prefix('D')?.split_once(' ')?;
        Some(SuiteCase { game: game.clone(), depth: depth.parse().ok()?, leaves: leaves.trim().parse().ok()? })
    };
    fields.map(case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_that_transpose_are_counted_once_and_their_ways_add_up() {
        // A083276 of the On-Line Encyclopedia of Integer Sequences: 20, 400, 5362.
        let reached = distinct_positions(&Chess::default(), 3);
        assert_eq!((reached.len(), reached.values().sum::<u64>()), (5362, 8902));
        assert_eq!(leaves_below(&reached, 1), 197_281);
        assert_eq!(leaves_below(&reached, 2), 4_865_609);
    }

    #[test]
    fn lines_of_a_suite_have_a_position_and_counts() {
        let read = |line: &str| read_line(line, CastlingMode::Standard);
        let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400";
        let cases = read(line).expect("a sound line");
        assert_eq!(cases.iter().map(|case| (case.depth, case.leaves)).collect::<Vec<_>>(), [(1, 20), (2, 400)]);
        assert!(cases.iter().all(|case| case.count(&Stop::new()) == Some(case.leaves)));
        assert!(read(&line.replace(";D2", ";E2")).is_none() && read("no position ;D1 20").is_none());
    }
}
