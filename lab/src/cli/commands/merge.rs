//! `motley-lab merge`: the parts of samples that several machines made.

use std::path::PathBuf;

use crate::training::datagen::join;
use crate::training::merge;
use motley::cli::args::force::ForceArg;
use motley::cli::shell::{CommandResult, Ended, print};
use motley::cli::terminal::print_summary;
use motley::games::file::is_scored_games;

/// Join the parts that `motley-lab dataset --shard` made, or the games of several `motley-lab datagen` runs
///
/// Joined parts equal the result of one run without --shard, byte by byte. The command refuses parts that are missing,
/// that overlap, or that were made with different settings or from different games. The games of several runs become
/// one file, which is smaller; the command refuses two runs with the same settings and seed.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  motley-lab merge parts/1 parts/2 parts/3 --out samples\n  \
                        motley-lab merge a.bin.zst b.bin.zst --out games.bin.zst")]
pub struct Args {
    /// The folders of all parts, in any order; or the game files of several runs
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The folder for the joined samples, which is created if it does not exist; or the file for the games of all runs
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
