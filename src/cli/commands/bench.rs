//! `motley bench`: fixed positions to a fixed depth.

use crate::bench::{self, BenchLimit, Evaluation, Settings};
use crate::cli::shell::{CommandResult, Ended, print};
use crate::engine::Stop;

pub const EXAMPLES: &str = "\
Examples:
  motley bench
  motley bench 10 --evaluation Handmade";

/// Search fixed positions and print the number of nodes, which is the same on every machine
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Depth of each search, in half moves
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..))]
    depth: i32,
    /// Which evaluation to use
    #[arg(long, value_enum, default_value_t, ignore_case = true)]
    evaluation: Evaluation,
}

/// Prints a line a position, and the sum in OpenBench's form last.
pub fn run(args: &Args) -> CommandResult {
    let mut printed = Ok(());
    let settings =
        Settings { limit: BenchLimit::Depth(args.depth), evaluation: args.evaluation, ..Settings::default() };
    let counted = bench::run(settings, &bench::positions(), &Stop::new(), |line| {
        if printed.is_ok() {
            printed = print(&format!("{line}\n"));
        }
    });
    printed?;
    let Some(bench) = counted else { return Ok(Ended::Unmet) };
    print(&format!("{}\n", bench.summary()))?;
    Ok(Ended::Done)
}
