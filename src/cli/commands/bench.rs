//! `motley bench`: fixed positions to a fixed depth.

use std::process::ExitCode;

use crate::engine::Stop;
use crate::lab::bench;

/// Search fixed positions and count nodes: the same count on every machine
#[derive(clap::Args)]
pub struct Args {
    /// Depth in plies
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = clap::value_parser!(i32).range(1..))]
    depth: i32,
}

/// Prints a line a position, and the sum in OpenBench's form last.
pub fn run(args: &Args) -> ExitCode {
    match bench::run(args.depth, &Stop::new(), |line| println!("{line}")) {
        Some(bench) => {
            println!("{}", bench.summary());
            ExitCode::SUCCESS
        }
        None => ExitCode::FAILURE,
    }
}
