//! `motley-lab merge`: the parts of samples that several machines made.

use std::path::PathBuf;

use crate::training::datagen::join;
use crate::training::merge;
use motley::cli::args::force::ForceArg;
use motley::cli::shell::{CommandResult, Ended, print};
use motley::cli::terminal::print_summary;
use motley::games::file::is_scored_games;

/// Join the parts that `motley-lab dataset --shard` made, or the games of `motley-lab datagen` runs
///
/// Of shards the result is that of a run without them, byte by byte. Parts that are missing, overlap or were made with
/// other settings or of other games are refused. Games of several runs become one file, which is smaller; two runs with
/// the same settings and seed are refused.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  motley-lab merge parts/1 parts/2 parts/3 --out samples\n  \
                        motley-lab merge a.bin.zst b.bin.zst --out games.bin.zst")]
pub struct Args {
    /// The folders of all shards, in any order; or the files of several runs
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The folder for what a run without shards writes, made if need be; or the file for the games of all runs
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArg,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// Runs `motley-lab merge`; [`Ended::WithFaults`] where games were faulty and left out.
pub fn run(args: &Args) -> CommandResult {
    if args.parts.iter().all(|part| is_scored_games(part)) {
        args.force.check(&*args.out, &args.parts)?;
        print(&format!("{} games\n", join(&args.parts, &args.out)?))?;
        return Ok(Ended::Done);
    }
    let summary = merge(&args.parts, &args.out, args.force.overwrite())?;
    let ended = print_summary(&summary, args.json)?;
    Ok(if summary.counts.is_clean() { ended } else { Ended::WithFaults })
}
