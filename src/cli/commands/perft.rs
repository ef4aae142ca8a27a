//! `motley perft`: leaf counts with divide, and whole suites of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use shakmaty::CastlingMode;
use thiserror::Error;

use crate::cli::args::position::PositionArgs;
use crate::cli::shell::{CommandResult, Ended};
use crate::engine::{Game, GameError, Stop, per_second};
use crate::lab::perft::{divide, perft};

/// Count the leaves of the move tree
#[derive(clap::Args)]
pub struct Args {
    /// Depth in plies
    #[arg(required_unless_present = "suite")]
    depth: Option<u32>,
    #[command(flatten)]
    position: PositionArgs,
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

/// Counts leaves; a count of a suite that is wrong leaves the command [`Ended::Unmet`].
pub fn run(args: &Args) -> CommandResult {
    let Some(file) = &args.suite else {
        count(&args.position.game()?, args.depth.unwrap_or_default(), args.position.mode());
        return Ok(Ended::Done);
    };
    let all_right = check_suite(file, args.max_depth, args.position.mode())?;
    Ok(if all_right { Ended::Done } else { Ended::Unmet })
}

fn count(game: &Game, depth: u32, mode: CastlingMode) {
    let start = Instant::now();
    let leaves = divide(game, depth, &Stop::new(), |mv, leaves| println!("{}: {leaves}", mv.to_uci(mode)));
    let leaves = leaves.unwrap_or_default();
    println!(
        "
Nodes searched: {leaves} ({} nps)",
        per_second(leaves, start.elapsed())
    );
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
