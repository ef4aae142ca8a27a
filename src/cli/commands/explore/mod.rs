//! `motley explore`: how Explorer's samplers distribute moves, as tables and charts.

mod args;
mod tables;

use std::path::PathBuf;

use clap::{Subcommand, value_parser};

use self::args::{SettingArgs, TheoryArgs};
use crate::cli::shell::{CommandResult, Ended, Failure, print};
use crate::cli::terminal::{as_json, open_games};
use crate::personalities::explorer::SamplerKind;
use crate::studies::explore::{
    PopularityLaw, distribution_chart, distributions, distributions_csv, fit_wishes, popularity_chart, popularity_csv,
    sample_all, transitions_chart,
};

pub const EXAMPLES: &str = "\
Examples:
  motley explore \"Vienna Game\"
  motley explore --at \"1. e4 e5\" --iterations 100,1000,10000 --format svg
  motley explore --family Sicilian --params 1,0,0,0,0 --format json";

pub const FIT_EXAMPLES: &str = "\
Examples:
  motley explore fit --target c4:0.4,Nf3:0.1
  motley explore fit \"1. e4\" --target c5:0.5 --json";

pub const GRAPH_EXAMPLES: &str = "\
Examples:
  motley explore graph \"Queen's Gambit Declined\" --plies 3 --iterations 200";

pub const POPULARITY_EXAMPLES: &str = "\
Examples:
  motley explore popularity games.pgn.zst
  motley explore popularity games.pgn --depths 2,4,8 --format svg";

/// Sample opening lines as Explorer does, and show how often each move occurs
#[derive(clap::Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    command: Option<ExploreCommand>,
    #[command(flatten)]
    sample: SampleArgs,
}

#[derive(Subcommand, Clone, Debug)]
enum ExploreCommand {
    /// Find the weights that come closest to a distribution of moves that you want
    Fit(FitArgs),
    /// Show the moves between positions as a graph (Saarmann's figure 13)
    Graph(GraphArgs),
    /// Rank openings by how often they are played, and fit a power law at each depth
    Popularity(PopularityArgs),
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Table,
    Csv,
    Json,
    Svg,
}

#[derive(clap::Args, Clone, Debug)]
struct SampleArgs {
    #[command(flatten)]
    theory: TheoryArgs,
    #[command(flatten)]
    settings: SettingArgs,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = FIT_EXAMPLES)]
struct FitArgs {
    #[command(flatten)]
    theory: TheoryArgs,
    /// The shares that you want, from 0 to 1, such as "c4:0.4,Nf3:0.1"
    #[arg(long, value_name = "MOVE:SHARE,…")]
    target: String,
    /// The sampler for which to find the weights
    #[arg(long, value_enum, default_value_t = SamplerKind::Metropolis)]
    sampler: SamplerKind,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = GRAPH_EXAMPLES)]
struct GraphArgs {
    #[command(flatten)]
    theory: TheoryArgs,
    #[command(flatten)]
    settings: SettingArgs,
    /// How many half moves the graph shows
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u16).range(1..=8))]
    plies: u16,
}

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = POPULARITY_EXAMPLES)]
struct PopularityArgs {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The depths at which to rank openings, in half moves
    #[arg(
        long,
        value_name = "PLIES",
        value_delimiter = ',',
        default_value = "2,4,8,12,16,20,24",
        value_parser = value_parser!(u16).range(1..=60)
    )]
    depths: Vec<u16>,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// Runs `motley explore`.
pub fn run(args: &Args) -> CommandResult {
    let text = match &args.command {
        None => sample(&args.sample),
        Some(ExploreCommand::Fit(args)) => fit(args),
        Some(ExploreCommand::Graph(args)) => graph(args),
        Some(ExploreCommand::Popularity(args)) => popularity(args),
    };
    print(&text?)?;
    Ok(Ended::Done)
}

fn sample(args: &SampleArgs) -> Result<String, Failure> {
    let settings = args.settings.settings()?;
    let theory = args.theory.position()?;
    let outcomes = sample_all(&theory, settings);
    Ok(match args.format {
        Format::Table => tables::distributions(&distributions(&theory, &outcomes)),
        Format::Csv => distributions_csv(&theory, &outcomes),
        // One setting is one object: most callers ask for one.
        Format::Json => match distributions(&theory, &outcomes).as_slice() {
            [only] => as_json(only),
            several => as_json(&several),
        },
        Format::Svg => distribution_chart(&theory, &outcomes),
    })
}

fn fit(args: &FitArgs) -> Result<String, Failure> {
    let fitted = fit_wishes(&args.theory.position()?, args.sampler, &args.target).map_err(Failure::call)?;
    Ok(if args.json { as_json(&fitted) } else { tables::fitted(&fitted) })
}

fn graph(args: &GraphArgs) -> Result<String, Failure> {
    let mut settings = args.settings.settings()?;
    settings.truncate(1);
    let theory = args.theory.position()?;
    let outcomes = sample_all(&theory, settings);
    let sample = &outcomes.first().ok_or_else(|| Failure::call("there is no setting to sample with"))?.sample;
    Ok(transitions_chart(&theory, sample, usize::from(args.plies)))
}

fn popularity(args: &PopularityArgs) -> Result<String, Failure> {
    let (sources, bar) = open_games(&args.games)?;
    let laws = PopularityLaw::of_games(sources, &args.depths)?;
    bar.finish_and_clear();
    Ok(match args.format {
        Format::Table => tables::popularity(&laws),
        Format::Csv => popularity_csv(&laws),
        Format::Json => as_json(&laws),
        Format::Svg => popularity_chart(&laws),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::testing::parsed;

    fn sampled(words: &[&str]) -> String {
        sample(&parsed(words)).expect("a distribution")
    }

    #[test]
    fn json_has_the_promised_keys() {
        let text = sampled(&["1. e4 e5", "--format", "json", "--iterations", "500"]);
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((value["at"].as_str(), value["iterations"].as_u64()), (Some("1. e4 e5"), Some(500)));
        assert!(value["seconds"].is_f64() && value["acceptance"].is_f64());
        let moves = value["moves"].as_array().unwrap();
        let total: f64 = moves.iter().map(|mv| mv["share"].as_f64().unwrap()).sum();
        assert!((total - 1.0).abs() < 1e-9);
        let has_all_keys = |mv: &serde_json::Value| {
            ["san", "uci", "name"].iter().all(|key| mv[key].is_string()) && mv["lines"].is_u64()
        };
        assert!(moves.iter().all(has_all_keys));
        // Several settings are an array.
        let text = sampled(&["--format", "json", "--iterations", "10,20"]);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap().as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn every_format_is_written() {
        let text = |format: &str| sampled(&["--format", format, "--iterations", "100", "--at", "e4"]);
        assert!(text("table").contains("move") && text("table").contains("exact"));
        assert!(text("csv").starts_with("setting,san,uci,share,exact,lines,name\n"));
        assert!(text("svg").starts_with("<svg"));
        assert!(fit(&parsed(&["--target", "c4:0.4"])).expect("weights").contains("off by 0.000"));
    }
}
