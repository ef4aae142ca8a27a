//! `motley merge`: the parts of samples that several machines made.

use std::path::PathBuf;

use crate::cli::shell::{CommandResult, Ended};
use crate::cli::terminal::print_summary;
use crate::lab::datasets::merge;

/// Training samples: join the parts that `motley dataset --shard` made
///
/// The result is that of a run without shards, byte by byte. Parts that are missing, overlap or were made with other
/// settings or of other games are refused.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  motley merge parts/1 parts/2 parts/3 --out samples")]
pub struct Args {
    /// The folders of all shards, in any order
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The folder for what a run without shards writes; made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `motley merge`; [`Ended::WithFaults`] where games were faulty and left out.
pub fn run(args: &Args) -> CommandResult {
    let summary = merge(&args.parts, &args.out)?;
    let ended = print_summary(&summary, args.json)?;
    Ok(if summary.counts.is_clean() { ended } else { Ended::WithFaults })
}
