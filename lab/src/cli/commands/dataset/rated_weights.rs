//! `motley-lab dataset rated-weights`: positions of packed games with the numbers of each move.

use std::path::PathBuf;

use crate::training::rated::{
    RatedError, RefreshJob, WeightsJob, WeightsSummary, refresh_weights_samples, weights_samples,
};
use motley::cli::args::force::ForceArg;
use motley::cli::args::number::number_in;
use motley::cli::progress::count_bar;
use motley::games::split::Part;

#[derive(clap::Args, Clone, Debug)]
pub struct WeightsArgs {
    /// The folder that `motley-lab dataset rated` made
    games: PathBuf,
    /// The folder for positions.npy and moves.npy; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArg,
    /// Which part of the games to sample from
    #[arg(long, value_enum, default_value_t = Part::Train)]
    part: Part,
    /// How many positions to sample; a position that is sampled twice is kept once. A hundred thousand need 1 GB of
    /// memory
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    samples: usize,
    /// How strongly to favour common groups of games: 1 samples them as often as they occur, 0 samples all groups
    /// equally often. A group is one source, time class and band of 200 rating points; with n half moves it gets the
    /// weight n to this power
    #[arg(long, value_name = "EXPONENT", default_value_t = 0.5, value_parser = number_in(0.0..=1.0))]
    exponent: f64,
    /// Keep the positions and searches of this folder, and ask only the nets again
    #[arg(long, value_name = "DIR", conflicts_with_all = ["samples", "exponent", "seed"])]
    searched: Option<PathBuf>,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 7)]
    seed: u64,
    /// Print the summary as JSON
    #[arg(long)]
    pub json: bool,
}

impl WeightsArgs {
    /// Describes the moves while a bar shows how far that is.
    pub fn run(&self) -> Result<WeightsSummary, RatedError> {
        let WeightsArgs { part, samples, exponent, seed, .. } = *self;
        let (games, out, overwrite) = (self.games.clone(), self.out.clone(), self.force.overwrite());
        if let Some(searched) = self.searched.clone() {
            let bar = count_bar(0, "positions");
            let job = RefreshJob { games, part, searched, out, overwrite };
            let summary = refresh_weights_samples(&job, |positions| bar.inc(positions));
            bar.finish_and_clear();
            return summary;
        }
        let job = WeightsJob { games, out, overwrite, part, samples, exponent, seed };
        let bar = count_bar(samples as u64, "samples");
        let summary = weights_samples(&job, |positions| bar.inc(positions));
        bar.finish_and_clear();
        summary
    }
}
