//! `motley bench`: fixed positions to a fixed depth.

use crate::cli::shell::{CommandResult, Ended};
use crate::engine::Stop;
use crate::lab::bench;

pub const EXAMPLES: &str = "\
Examples:
  motley bench
  motley bench 10";

/// Search fixed positions and count nodes: the same count on every machine
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Depth in plies
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..))]
    depth: i32,
}

/// Prints a line a position, and the sum in OpenBench's form last.
pub fn run(args: &Args) -> CommandResult {
    let counted = bench::run(args.depth, &Stop::new(), |line| println!("{line}"));
    counted.iter().for_each(|bench| println!("{}", bench.summary()));
    Ok(if counted.is_some() { Ended::Done } else { Ended::Unmet })
}
