//! The flags on what is made and where it goes: alike for all kinds of samples.

use std::path::PathBuf;

use crate::training::DatasetJob;
use motley::cli::args::force::ForceArg;
use motley::cli::args::split::SplitArgs;
use motley::games::share::Shard;

#[derive(clap::Args, Clone, Copy, Debug)]
pub struct ShardArgs {
    /// Make only part I of N. Give every machine the same flags and files; `motley-lab merge` joins the parts
    #[arg(long, value_name = "I/N", conflicts_with = "max_games")]
    pub shard: Option<Shard>,
}

#[derive(clap::Args, Clone, Debug)]
pub struct OutputArgs {
    /// The folder for train.npy, validation.npy, test.npy and summary.json; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    #[command(flatten)]
    pub force: ForceArg,
    #[command(flatten)]
    pub split: SplitArgs,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
}

pub fn job(files: Vec<PathBuf>, output: &OutputArgs, max_games: u64, shard: Option<Shard>) -> DatasetJob {
    let OutputArgs { out, force, split, .. } = output.clone();
    DatasetJob { files, out, overwrite: force.overwrite(), split: split.split(), max_games, shard }
}
