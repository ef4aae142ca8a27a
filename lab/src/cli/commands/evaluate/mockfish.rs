//! `motley-lab evaluate mockfish`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use super::{Study, StudyArgs};
use crate::studies::accuracy::{
    AccuracyJob, AccuracyReport, MovePredictor, PlayedMoveFilter, Ratings, Sampling, accuracy_boards, measure_accuracy,
};
use motley::cli::args::nets::MockfishNetArgs;
use motley::cli::progress::{count_bar, files_bar};
use motley::cli::shell::CommandResult;
use motley::cli::terminal::game_files_under;
use motley::games::filter::{GameFilter, Unrated};
use motley::nets::rated::Source;

const EXAMPLES: &str = "Examples:
  motley-lab evaluate mockfish games.pgn.zst --part test --sample 20000
  motley-lab evaluate mockfish lichess.csv.zst --net puzzle --svg squares.svg
  motley-lab evaluate mockfish packed-games --level --per-band 2000 --elo-offset=-400,0,400";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games (PGN) or puzzles (.csv), plain or compressed with zstd, or folders that `motley-lab dataset
    /// rated` made
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    nets: MockfishNetArgs,
    /// Use only N positions, sampled from all [default: use all]
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,
    /// Use only N positions of each band of 200 rating points
    #[arg(long, value_name = "N", conflicts_with = "sample")]
    per_band: Option<NonZeroUsize>,
    /// Random seed of --sample and --per-band
    #[arg(long, value_name = "N", default_value_t = 1)]
    sample_seed: u64,
    /// Leave out games in which a player is rated below this, and puzzles rated below this
    #[arg(long, value_name = "ELO", default_value_t = 0)]
    min_elo: u16,
    /// Leave out games in which a player is rated above this, and puzzles rated above this
    #[arg(long, value_name = "ELO", default_value_t = u16::MAX, hide_default_value = true)]
    max_elo: u16,
    #[command(flatten)]
    ratings: RatingArgs,
    #[command(flatten)]
    study: StudyArgs,
}

/// What a net is told about the players.
#[derive(clap::Args, Clone, Debug)]
struct RatingArgs {
    /// Tell the net this rating instead of the players' own
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u16).range(1..=4000))]
    elo: Option<u16>,
    /// Measure each band again with the ratings that the net is told changed by these amounts
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true,
        value_parser = clap::value_parser!(i16).range(-2000..=2000))]
    elo_offset: Vec<i16>,
    /// Measure the levels instead of the net alone: the rated net corrected by a short search, as with
    /// UCI_LimitStrength
    #[arg(long, conflicts_with_all = ["net", "file"])]
    level: bool,
    /// Where the games were played [default: as their tags say]
    #[arg(long, value_enum)]
    source: Option<Source>,
    /// Leave out the games of one file of a folder, by its number; 0 is the first file
    #[arg(long, value_name = "N")]
    without_file: Option<u8>,
}

/// The nets' name in JSON.
#[derive(Serialize)]
struct Nets {
    nets: String,
}

pub fn run(args: &Args) -> CommandResult {
    let start = Instant::now();
    let Args { min_elo, max_elo, .. } = *args;
    let games = GameFilter { min_elo, max_elo, unrated: Unrated::Reject, ..GameFilter::ALL };
    let RatingArgs { elo, ref elo_offset, level, source, without_file } = args.ratings;
    let sampling = args.sample.or(args.per_band).map(|positions| Sampling {
        positions: positions.get(),
        per_band: args.per_band.is_some(),
        seed: args.sample_seed,
    });
    let job = AccuracyJob {
        files: args.files.clone(),
        filter: PlayedMoveFilter { games, part: args.study.part.filter(), source, without_file },
        sampling,
        ratings: Ratings { fixed: elo, offsets: elo_offset.clone() },
    };

    let has_ratings = level || elo.is_some() || !elo_offset.is_empty();
    let predictor = if level { MovePredictor::of_level } else { MovePredictor::of_nets };
    let load = || if has_ratings { args.nets.load_rated() } else { Ok(args.nets.load()?) };
    let mut predictors = args.study.load(|| load().map(predictor))?;
    let (bar, positions) = (files_bar(&args.files), count_bar(0, "positions"));
    let measured = measure_accuracy(&mut predictors, &job, &mut game_files_under(&bar), |done, all| {
        bar.finish_and_clear();
        positions.set_length(all as u64);
        positions.set_position(done as u64);
    });
    bar.finish_and_clear();
    positions.finish_and_clear();
    let (counts, read) = measured?;

    let nets = if level { "a level".to_owned() } else { args.nets.name() };
    let study = Study::new(Nets { nets }, counts.report(), read, start);
    args.study.show(&study.net.nets, &study, AccuracyReport::table, |_| accuracy_boards(&counts))
}
