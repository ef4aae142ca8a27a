//! `motley-lab evaluate textbook`: the report's games against Random, and what each technique is worth.

use std::path::PathBuf;

use crate::studies::textbook::{
    Ablation, AblationSettings, AgainstRandom, RandomSettings, Technique, counts_chart, play_random, take_out_each,
};
use motley::cli::args::force::ForceArg;
use motley::cli::progress::count_bar;
use motley::cli::shell::{CommandResult, Ended, print, write_file};
use motley::cli::terminal::as_json;
use motley::personalities::textbook::TextbookOptions;

const EXAMPLES: &str = "Examples:
  motley-lab evaluate textbook --svg counts.svg
  motley-lab evaluate textbook --games 200 --matches 0
  motley-lab evaluate textbook --games 0 --matches 40";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// How many games to play against Random
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: usize,
    /// For each technique, how many games the engine without it plays against the whole engine; 0 skips the techniques
    #[arg(long, value_name = "N", default_value_t = 10)]
    matches: usize,
    /// Nodes per move in those matches
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many positions of `motley bench` to search without each technique
    #[arg(long, value_name = "N", default_value_t = 12)]
    positions: usize,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1 << 31))]
    seed: u64,
    /// Write a chart of the counters of the games against Random, as SVG, into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArg,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

/// Both studies, as JSON has them.
#[derive(serde::Serialize)]
struct Studies {
    against_random: AgainstRandom,
    ablation: Option<Ablation>,
}

pub fn run(args: &Args) -> CommandResult {
    args.force.check(args.svg.as_deref(), [])?;
    let Args { games, matches, nodes, positions, seed, .. } = *args;
    let bar = count_bar(games as u64, "games");
    let settings = RandomSettings { games, seed, options: TextbookOptions::default() };
    let against_random = play_random(&settings, || bar.inc(1));
    bar.finish_and_clear();

    let bar = count_bar(Technique::ALL.len() as u64, "techniques");
    let settings = AblationSettings { whole: TextbookOptions::default(), positions, games: matches, nodes, seed };
    let ablation = (matches > 0).then(|| take_out_each(&Technique::ALL, &settings, || bar.inc(1)));
    bar.finish_and_clear();

    if let Some(path) = &args.svg {
        write_file(path, counts_chart(&against_random))?;
    }
    let studies = Studies { against_random, ablation };
    print(&if args.json { as_json(&studies) } else { as_text(&studies) })?;
    Ok(Ended::Done)
}

fn as_text(Studies { against_random, ablation }: &Studies) -> String {
    let parts = [against_random.table()].into_iter().chain(ablation.as_ref().map(Ablation::table));
    parts.collect::<Vec<_>>().join("\n")
}
