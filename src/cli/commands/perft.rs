//! `motley perft`: leaf counts with divide, and whole suites of them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use shakmaty::CastlingMode;

use crate::bench::perft::{SuiteCase, divide, read_suite};
use crate::cli::args::position::PositionArgs;
use crate::cli::progress::styled_bar;
use crate::cli::shell::{CommandResult, Ended, Failure, print};
use crate::engine::{Game, Stop, per_second};
use crate::work::parallel;

pub const EXAMPLES: &str = "\
Examples:
  motley perft 5
  motley perft 4 \"1. e4 e5\"
  motley perft --suite perft.epd --max-depth 5";

/// Count the positions that can be reached in a given number of half moves, to test the move generator
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Depth in half moves
    #[arg(required_unless_present = "suite")]
    depth: Option<u32>,
    #[command(flatten)]
    position: PositionArgs,
    /// Check a file of expected counts on all cores; its lines look like `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE", conflicts_with = "depth")]
    suite: Option<PathBuf>,
    /// Skip the counts of the suite that are deeper than this, in half moves
    #[arg(long, requires = "suite", default_value_t = u32::MAX, hide_default_value = true)]
    max_depth: u32,
}

/// Counts leaves; a count of a suite that is wrong leaves the command [`Ended::Unmet`].
pub fn run(args: &Args) -> CommandResult {
    match &args.suite {
        Some(file) => check_suite(file, args.max_depth, args.position.mode()),
        None => count(&args.position.game()?, args.depth.unwrap_or_default(), args.position.mode()),
    }
}

fn count(game: &Game, depth: u32, mode: CastlingMode) -> CommandResult {
    let start = Instant::now();
    let mut printed = Ok(());
    let leaves = divide(game, depth, &Stop::new(), |mv, leaves| {
        if printed.is_ok() {
            printed = print(&format!("{}: {leaves}\n", mv.to_uci(mode)));
        }
    });
    printed?;
    let leaves = leaves.unwrap_or_default();
    print(&format!("\nNodes searched: {leaves} ({} nps)\n", per_second(leaves, start.elapsed())))?;
    Ok(Ended::Done)
}

fn check_suite(file: &Path, max_depth: u32, mode: CastlingMode) -> CommandResult {
    let mut cases = read_suite(file, mode)?;
    cases.retain(|case| case.depth <= max_depth);
    if cases.is_empty() {
        return Err(Failure::job(format!("there is nothing to count in {}", file.display())));
    }
    // The largest first, so that no core is left alone with one at the end.
    cases.sort_by_key(|case| std::cmp::Reverse(case.leaves));

    let total = cases.iter().map(|case| case.leaves).sum();
    let bar = styled_bar(total, "{wide_bar} {human_pos}/{human_len} leaves, {eta} left", "leaves");
    bar.enable_steady_tick(Duration::from_millis(200));
    let start = Instant::now();
    let wrong: Vec<String> =
        parallel::map(cases.len(), |number| check(&cases[number], &bar)).into_iter().flatten().collect();
    bar.finish_and_clear();

    let nps = per_second(total, start.elapsed());
    let right = cases.len() - wrong.len();
    let summary = format!("{right} of {} counts are right, {total} leaves, {nps} nps\n", cases.len());
    print(&(wrong.concat() + &summary))?;
    Ok(if wrong.is_empty() { Ended::Done } else { Ended::Unmet })
}

/// The fault of a count, if any.
fn check(case: &SuiteCase, bar: &ProgressBar) -> Option<String> {
    let leaves = case.count(&Stop::new()).unwrap_or_default();
    bar.inc(case.leaves);
    let wrong = || format!("{} depth {}: {leaves} leaves, expected {}\n", case.game.fen(), case.depth, case.leaves);
    (leaves != case.leaves).then(wrong)
}
