//! `motley-lab dataset rated` and `motley-lab dataset rated-shards`: games of people, packed, and samples taken from
//! them.

use std::path::PathBuf;

use super::{MostArgs, OutputArgs, ShardArgs, job};
use crate::training::rated::{RatedError, ShardJob, ShardSummary, rated_games, sample_shards};
use crate::training::{DatasetError, Summary};
use motley::cli::args::number::number_in;
use motley::cli::progress::files_bar;
use motley::cli::shell::notify;
use motley::cli::terminal::game_files_under;
use motley::games::split::Part;
use motley::nets::rated::Source;

#[derive(clap::Args, Clone, Debug)]
pub struct PackArgs {
    /// Files of games played on Lichess: PGN, plain or compressed with zstd
    #[arg(long, value_name = "FILE", num_args = 1.., required_unless_present_any = ["over_the_board", "other_site"])]
    lichess: Vec<PathBuf>,
    /// Files of games played over the board
    #[arg(long, value_name = "FILE", num_args = 1..)]
    over_the_board: Vec<PathBuf>,
    /// Files of games played elsewhere
    #[arg(long, value_name = "FILE", num_args = 1..)]
    other_site: Vec<PathBuf>,
    #[command(flatten)]
    most: MostArgs,
    #[command(flatten)]
    shard: ShardArgs,
    #[command(flatten)]
    pub output: OutputArgs,
}

impl PackArgs {
    /// Packs the games while a bar shows how far they are read.
    pub fn run(&self) -> Result<Summary, DatasetError> {
        let of = |files: &[PathBuf], source| files.iter().map(|file| (file.clone(), source)).collect::<Vec<_>>();
        let sources = [
            of(&self.lichess, Source::Lichess),
            of(&self.over_the_board, Source::OverTheBoard),
            of(&self.other_site, Source::OtherSite),
        ];
        let (files, sources): (Vec<PathBuf>, Vec<Source>) = sources.concat().into_iter().unzip();
        let bar = files_bar(&files);
        let job = job(files, &self.output, self.most.max_games, self.shard.shard);
        let summary = rated_games(&job, &sources, &mut game_files_under(&bar));
        bar.finish_and_clear();
        summary
    }
}

#[derive(clap::Args, Clone, Debug)]
pub struct SampleArgs {
    /// The folder that `motley-lab dataset rated` made
    games: PathBuf,
    /// The folder for the shards; it is created if it does not exist, and other shards in it are kept
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Which part of the games to sample from
    #[arg(long, value_enum, default_value_t = Part::Train)]
    part: Part,
    /// The number of the first shard
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u32,
    /// How many shards to make
    #[arg(long, value_name = "N", default_value_t = 1)]
    shards: u32,
    /// How many positions to sample for each shard; two million need 1 GB of memory
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    samples: usize,
    /// How strongly to favour common groups of games: 1 samples them as often as they occur, 0 samples all groups
    /// equally often. A group is one source, time class and band of 200 rating points; with n half moves it gets the
    /// weight n to this power
    #[arg(long, value_name = "EXPONENT", default_value_t = 0.5, value_parser = number_in(0.0..=1.0))]
    exponent: f64,
    /// Further weights for games from Lichess, over the board and other sites
    #[arg(long, value_name = "LICHESS,BOARD,OTHER", default_value = "1,1,1", value_parser = three_weights)]
    weights: [f64; 3],
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
}

impl SampleArgs {
    /// Makes the shards, and says on standard error when each is complete.
    pub fn run(&self) -> Result<ShardSummary, RatedError> {
        let SampleArgs { part, first, shards, samples, exponent, weights: source_weights, seed, .. } = *self;
        let (games, out) = (self.games.clone(), self.out.clone());
        let job = ShardJob { games, out, part, first, shards, samples, exponent, source_weights, seed };
        sample_shards(&job, |number| notify(&format!("shard {number} is complete")))
    }
}

/// Three numbers from 0 on, not all of them 0, with commas between them.
fn three_weights(text: &str) -> Result<[f64; 3], String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|number| number.trim().parse::<f64>()).collect();
    let weights: Option<[f64; 3]> = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    let is_sound = |weights: &[f64; 3]| {
        weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0) && weights.iter().sum::<f64>() > 0.0
    };
    weights.filter(is_sound).ok_or_else(|| "three numbers from 0 on are expected, such as 2,1,0.5".into())
}

#[cfg(test)]
mod tests {
    use super::three_weights;

    #[test]
    fn weights_are_three_numbers_of_which_one_counts() {
        assert_eq!(three_weights("2, 1,0.5"), Ok([2.0, 1.0, 0.5]));
        for bad in ["1,1", "1,1,1,1", "1,1,-1", "0,0,0", "1,x,1", "1,inf,1", ""] {
            assert!(three_weights(bad).is_err(), "{bad}");
        }
    }
}
