//! `motley solve`: how many positions of a test suite a player solves, and how soon.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use clap::value_parser;

use crate::bench::suite::{Attempt, GoalKind, SuiteReport, SuiteSettings, read_suite, run_suite};
use crate::cli::args::threads::{SEARCHING, granted, threads};
use crate::cli::progress::styled_bar;
use crate::cli::shell::{CommandResult, Ended, OutputError, notify, print};
use crate::cli::terminal::as_json;
use crate::engine::WorkerSize;
use crate::personalities::{self, NAMES, PersonalityInfo};

const EXAMPLES: &str = "Examples:
  motley solve wac.epd --movetime 500 --jobs 4
  motley solve mates.epd --mate --strict
  motley solve tactics.epd --personality Mockfish --json";

/// Run an EPD test suite: find best moves, or exact distances to mate
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The suite: an EPD file with `bm`, `am` or `dm` operations; a line that begins with `#` is a comment
    file: PathBuf,
    /// Time for each position, in milliseconds [default: 1000, unless --depth or --nodes is given]
    #[arg(long, value_name = "MS", group = "limit")]
    movetime: Option<u64>,
    /// Search each position to this depth, in half moves
    #[arg(long, value_name = "PLIES", group = "limit")]
    depth: Option<i32>,
    /// Search this many nodes in each position
    #[arg(long, value_name = "N", group = "limit")]
    nodes: Option<u64>,
    /// How many threads search each position
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN, value_parser = threads)]
    threads: NonZeroUsize,
    /// Size of the transposition table of each player, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// How many positions to solve at the same time, up to the number of cores
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN, value_parser = threads)]
    jobs: NonZeroUsize,
    /// The player that solves the suite
    #[arg(long, value_name = "NAME", default_value = "Classical", value_parser = personality)]
    personality: &'static PersonalityInfo,
    /// Ask for the exact distance to mate (`dm N` or `ce +MN` in the file) instead of the move
    #[arg(long)]
    mate: bool,
    /// The distance to mate, in moves, of positions for which the file gives none (implies --mate)
    #[arg(long, value_name = "MOVES")]
    mate_in: Option<u32>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Exit with code 1 if a position was missed
    #[arg(long)]
    strict: bool,
}

/// Prints what was missed, and the sum; [`Ended::Unmet`] where `--strict` asked for it.
pub fn run(args: &Args) -> CommandResult {
    let kind = if args.mate || args.mate_in.is_some() { GoalKind::Mate(args.mate_in) } else { GoalKind::Move };
    let positions = read_suite(&args.file, kind)?;
    for position in &positions {
        position.notes.iter().for_each(|note| notify(&format_args!("{}: {note}", position.name)));
    }
    let bar = styled_bar(positions.len() as u64, "{bar:30} {pos}/{len} {msg}", "positions");
    let size = WorkerSize { threads: 1 + args.threads.get(), bytes: SEARCHING.bytes + ((args.hash as usize) << 20) };
    let jobs = granted(args.jobs, positions.len(), size)?;

    let (mut solved, mut printed) = (0, Ok(()));
    let report = run_suite(args.personality, &positions, &settings(args, jobs), |attempt| {
        solved += usize::from(attempt.solved);
        bar.inc(1);
        bar.set_message(format!("{solved} solved"));
        if !attempt.solved && !args.json {
            printed = bar.suspend(|| print_miss(attempt));
        }
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    printed?;
    let report = report?;
    report.messages.iter().for_each(notify);
    print(&if args.json { as_json(&report) } else { as_text(&report) })?;
    Ok(if args.strict && report.solved < report.total { Ended::Unmet } else { Ended::Done })
}

fn settings(args: &Args, jobs: NonZeroUsize) -> SuiteSettings {
    SuiteSettings {
        move_time: args.movetime.map(Duration::from_millis),
        depth: args.depth,
        nodes: args.nodes,
        threads: args.threads.get(),
        hash: args.hash as usize,
        jobs: jobs.get(),
    }
}

fn personality(name: &str) -> Result<&'static PersonalityInfo, String> {
    personalities::find(name).ok_or_else(|| format!("expected one of {}", NAMES.join(", ")))
}

fn print_miss(attempt: &Attempt) -> Result<(), OutputError> {
    let Attempt { id, score, expected, fen, .. } = attempt;
    let played = attempt.played.as_deref().unwrap_or("nothing");
    print(&format!("{id}: played {played} ({score}), expected {expected}  [{fen}]\n"))
}

fn as_text(report: &SuiteReport) -> String {
    let SuiteReport { solved, total, mean_time_ms, slowest_ms, nodes, .. } = report;
    format!(
        "{solved}/{total} solved, mean time to solution {mean_time_ms} ms, slowest {slowest_ms} ms, {nodes} nodes\n"
    )
}
