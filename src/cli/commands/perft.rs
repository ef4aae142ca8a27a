//! `motley perft`: leaf counts with divide, and whole suites of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use shakmaty::CastlingMode;
use thiserror::Error;

use crate::engine::{Game, GameError, Stop, per_second};
use crate::lab::perft::{divide, perft};

/// Count the leaves of the move tree
#[derive(clap::Args)]
pub struct Args {
    /// Depth in plies
    #[arg(required_unless_present = "suite")]
    depth: Option<u32>,
    /// The position; the start position when left out
    #[arg(long, conflicts_with = "suite")]
    fen: Option<String>,
    /// Castling as in Fischer Random chess
    #[arg(long)]
    chess960: bool,
    /// Check a file of lines like `FEN ;D1 20 ;D2 400` on all cores
    #[arg(long, value_name = "FILE", conflicts_with = "depth")]
    suite: Option<PathBuf>,
    /// The deepest counts of the suite to check
    #[arg(long, requires = "suite", default_value_t = u32::MAX, hide_default_value = true)]
    max_depth: u32,
}

#[derive(Debug, Error)]
enum PerftError {
    #[error(transparent)]
    Position(#[from] GameError),
    #[error("cannot read {file}: {source}")]
    File { file: String, source: std::io::Error },
    #[error("{file}, line {line}: expected `FEN ;D1 20 ;D2 400`")]
    Suite { file: String, line: usize },
}

/// Exits with 1 when a count is wrong, with 2 when something cannot be read.
pub fn run(args: &Args) -> ExitCode {
    let mode = CastlingMode::from_chess960(args.chess960);
    let done = match (&args.suite, args.depth) {
        (Some(file), _) => check_suite(file, args.max_depth, mode),
        (None, depth) => count(args.fen.as_deref(), depth.unwrap_or_default(), mode).map(|()| true),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn count(fen: Option<&str>, depth: u32, mode: CastlingMode) -> Result<(), PerftError> {
    let game = fen.map_or_else(|| Ok(Game::default()), |fen| Game::from_fen(fen, mode))?;
    let start = Instant::now();
    let leaves =
        divide(&game, depth, &Stop::new(), |mv, leaves| println!("{}: {leaves}", mv.to_uci(mode))).unwrap_or_default();
    println!("\nNodes searched: {leaves} ({} nps)", per_second(leaves, start.elapsed()));
    Ok(())
}

/// One count of a suite.
struct Case {
    game: Game,
    depth: u32,
    leaves: u64,
}

/// Checks every count; whether all are right.
fn check_suite(file: &Path, max_depth: u32, mode: CastlingMode) -> Result<bool, PerftError> {
    let mut cases = read_suite(file, mode)?;
    cases.retain(|case| case.depth <= max_depth);
    // The largest first, so that no core is left alone with one at the end.
    cases.sort_by_key(|case| std::cmp::Reverse(case.leaves));

    let total = cases.iter().map(|case| case.leaves).sum();
    let bar = ProgressBar::new(total).with_style(bar_style());
    bar.enable_steady_tick(Duration::from_millis(200));
    let start = Instant::now();
    let wrong: Vec<String> = cases.par_iter().filter_map(|case| check(case, &bar)).collect();
    bar.finish_and_clear();

    for line in &wrong {
        println!("{line}");
    }
    let nps = per_second(total, start.elapsed());
    println!("{} of {} counts are right, {total} leaves, {nps} nps", cases.len() - wrong.len(), cases.len());
    Ok(wrong.is_empty())
}

fn check(case: &Case, bar: &ProgressBar) -> Option<String> {
    let leaves = perft(case.game.position(), case.depth, &Stop::new()).unwrap_or_default();
    bar.inc(case.leaves);
    (leaves != case.leaves)
        .then(|| format!("{} depth {}: {leaves} leaves, expected {}", case.game.fen(), case.depth, case.leaves))
}

fn bar_style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} leaves, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn read_suite(file: &Path, mode: CastlingMode) -> Result<Vec<Case>, PerftError> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).map_err(|source| PerftError::File { file: name.clone(), source })?;
    let mut cases = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let mut fields = line.split(';').map(str::trim);
        let game = Game::from_fen(fields.next().unwrap_or_default(), mode)?;
        for field in fields {
            let (depth, leaves) =
                read_count(field).ok_or_else(|| PerftError::Suite { file: name.clone(), line: index + 1 })?;
            cases.push(Case { game: game.clone(), depth, leaves });
        }
    }
    Ok(cases)
}

/// Reads a field like `D5 4865609`.
fn read_count(field: &str) -> Option<(u32, u64)> {
    let (depth, leaves) = field.strip_prefix('D')?.split_once(' ')?;
    Some((depth.parse().ok()?, leaves.trim().parse().ok()?))
}
