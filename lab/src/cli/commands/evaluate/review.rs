//! `motley-lab evaluate review`: how good the ratings are that `motley review` estimates from one game.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::studies::rating_estimates::{EstimateReport, EstimateRow, RatingEstimateSettings, measure, read_players};
use crate::studies::share_calibration::ShareRow;
use motley::cli::args::number::number_in;
use motley::cli::args::split::PartArgs;
use motley::cli::progress::{count_bar, files_bar};
use motley::cli::shell::{CommandResult, Ended, Failure, print};
use motley::cli::terminal::{as_json, game_files_under};
use motley::lessons::review::{INTERVAL, RatingModel};

const EXAMPLES: &str = "Examples:
  motley-lab evaluate review rapid.pgn.zst --part test
  motley-lab evaluate review rapid.pgn.zst --part validation --evidence 0.2,0.3,0.4,0.6,0.8,1";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games with ratings: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Use at most N games of each band, by the mean rating of both players
    #[arg(long, value_name = "N", default_value_t = 50)]
    games_per_band: usize,
    /// Width of a band of ratings, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    band: u16,
    /// How much the likelihood of the moves counts, from 0 to 1; several values to choose from [default: as calibrated]
    #[arg(long, value_name = "FACTOR,…", value_delimiter = ',', value_parser = number_in(0.0..=1.0))]
    evidence: Vec<f64>,
    /// The share of an estimate's distance from the prior's mean by which the interval reaches farther; several values
    /// to choose from [default: as calibrated]
    #[arg(long, value_name = "SHARE,…", value_delimiter = ',', value_parser = number_in(0.0..=4.0))]
    stretch: Vec<f64>,
    /// The mean of the prior of ratings, in Elo
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = RatingModel::CALIBRATED.prior.0,
        value_parser = number_in(0.0..=4000.0)
    )]
    prior_mean: f64,
    /// The standard deviation of the prior of ratings, in Elo
    #[arg(
        long,
        value_name = "ELO",
        default_value_t = RatingModel::CALIBRATED.prior.1,
        value_parser = number_in(1.0..=4000.0)
    )]
    prior_spread: f64,
    #[command(flatten)]
    part: PartArgs,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> CommandResult {
    let Args { band, games_per_band, .. } = *args;
    let settings = RatingEstimateSettings { band, games_per_band, part: args.part.filter() };
    let (reading, judging) = (files_bar(&args.games), count_bar(0, "positions"));
    let begin = |games: usize| {
        reading.finish_and_clear();
        judging.set_length(games as u64);
    };
    let read = read_players(&args.games, &settings, &mut game_files_under(&reading), begin, || judging.inc(1));
    judging.finish_and_clear();
    let (players, counts) = read?;
    let reports: Option<Vec<EstimateReport>> =
        models(args).iter().map(|model| measure(&players, band, model)).collect();
    let reports = reports.ok_or_else(|| Failure::job("no game fits: try other files or flags"))?;
    print(&if args.json { as_json(&reports) } else { as_text(&reports) })?;
    Ok(if counts.is_clean() { Ended::Done } else { Ended::WithFaults })
}

/// One for each evidence with each stretch.
fn models(args: &Args) -> Vec<RatingModel> {
    let calibrated = RatingModel::CALIBRATED;
    let or_calibrated = |given: &[f64], usual: f64| if given.is_empty() { vec![usual] } else { given.to_vec() };
    let prior = (args.prior_mean, args.prior_spread);
    let stretches = or_calibrated(&args.stretch, calibrated.stretch);
    let evidence = or_calibrated(&args.evidence, calibrated.evidence).into_iter();
    evidence
        .flat_map(|evidence| stretches.iter().map(move |&stretch| RatingModel { evidence, prior, stretch }))
        .collect()
}

fn as_text(reports: &[EstimateReport]) -> String {
    let mut text = String::new();
    for report in reports {
        let _ = writeln!(
            text,
            "evidence {}, stretch {}; intervals should hold {:.0} %",
            report.evidence,
            report.stretch,
            100.0 * INTERVAL
        );
        let _ = writeln!(
            text,
            "{:<14} {:>7} {:>7} {:>5} {:>9} {:>5} {:>6} {:>7} {:>5}",
            "ratings", "players", "bias", "±", "distance", "±", "width", "held", "±"
        );
        for row in &report.bands {
            let _ = writeln!(text, "{:<14} {}", format!("{} to {}", row.from, row.to), numbers(row));
        }
        let _ = writeln!(text, "{:<14} {}\n", "all", numbers(&report.all));
    }
    for ShareRow { about, moves, stated, played, played_error } in reports.iter().take(1).flat_map(|it| &it.shares) {
        let _ = writeln!(
            text,
            "moves said to be played by about {:.0} %: {moves}, on average {:.1} %; played {:.1} % ± {:.1}",
            100.0 * about,
            100.0 * stated,
            100.0 * played,
            100.0 * played_error
        );
    }
    text
}

fn numbers(row: &EstimateRow) -> String {
    let EstimateRow { players, bias, bias_error, distance, distance_error, width, held, held_error, .. } = row;
    format!(
        "{players:>7} {bias:>+7.0} {bias_error:>5.0} {distance:>9.0} {distance_error:>5.0} {width:>6.0} {:>5.1} % \
         {:>5.1}",
        100.0 * held,
        100.0 * held_error
    )
}
