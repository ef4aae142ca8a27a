//! `motley-lab evaluate resignations`: when people resign and agree to a draw.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::studies::resignations::{Rate, ResignationBand, ResignationSettings, hopeless_classes, study_resignations};
use motley::cli::args::split::PartArgs;
use motley::cli::progress::{count_bar, files_bar};
use motley::cli::shell::{CommandResult, Ended, Failure, print};
use motley::cli::terminal::{as_json, game_files_under};
use motley::games::time_control::TimeClass;

const EXAMPLES: &str = "Example:
  motley-lab evaluate resignations rapid.pgn.zst --time-class rapid";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of Lichess games with ratings and the tag Termination: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// How many games of each band to use at most
    #[arg(long, value_name = "N", default_value_t = 400)]
    per_band: usize,
    /// Nodes of the search that says what a player can expect
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Width of a band of ratings
    #[arg(long, value_name = "ELO", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    band: u16,
    /// Use only games at this speed
    #[arg(long, value_enum)]
    time_class: Option<TimeClass>,
    #[command(flatten)]
    part: PartArgs,
    /// Print JSON instead of tables
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> CommandResult {
    let settings = ResignationSettings {
        band: args.band,
        games: args.per_band,
        nodes: args.nodes,
        time_class: args.time_class,
        part: args.part.filter(),
    };
    let (reading, searching) = (files_bar(&args.games), count_bar(0, "positions"));
    let studied = study_resignations(&args.games, &settings, &mut game_files_under(&reading), || searching.inc(1));
    reading.finish_and_clear();
    searching.finish_and_clear();
    let (bands, counts) = studied?;
    if bands.is_empty() {
        return Err(Failure::job("no game fits: try other files or flags"));
    }
    print(&if args.json { as_json(&bands) } else { as_text(&bands) })?;
    Ok(if counts.is_clean() { Ended::Done } else { Ended::WithFaults })
}

fn as_text(bands: &[ResignationBand]) -> String {
    let mut text = format!("{:<14}", "% of players");
    for head in ["players", "mated", "resigned", "on time", "agreed", "by rule"] {
        let _ = write!(text, "{head:>10}");
    }
    text.push('\n');
    for band in bands {
        let _ = write!(text, "{:<14}{:>10}", name(band), band.players);
        for count in [band.mated, band.resigned, band.timed_out, band.agreed, band.drawn_by_rule] {
            let _ = write!(text, "{:>10.1}", 100.0 * count as f64 / band.players as f64);
        }
        text.push('\n');
    }
    let _ = write!(text, "\n{:<14}", "resigned, %");
    for most in hopeless_classes() {
        let _ = write!(text, "{:>24}", format!("up to {most} %"));
    }
    let _ = write!(text, "\n{:<14}", "of turns");
    hopeless_classes().iter().for_each(|_| text.push_str(&format!("{:>24}", "fresh  n   later  n")));
    text.push('\n');
    for band in bands {
        let _ = write!(text, "{:<14}", name(band));
        for [fresh, later] in &band.hopeless {
            let _ = write!(text, "{:>24}", format!("{} {}", cell(*fresh), cell(*later)));
        }
        text.push('\n');
    }
    let _ = write!(text, "\n{:<14}", "agreed, %");
    ["opening", "middlegame", "endgame"].iter().for_each(|phase| text.push_str(&format!("{phase:>16}")));
    text.push('\n');
    for band in bands {
        let _ = write!(text, "{:<14}", name(band));
        band.even.iter().for_each(|&rate| text.push_str(&format!("{:>16}", cell(rate))));
        text.push('\n');
    }
    text
}

fn name(ResignationBand { from, to, .. }: &ResignationBand) -> String {
    format!("{from} to {to}")
}

fn cell(rate: Rate) -> String {
    format!("{:.2} {}", 100.0 * rate.share(), rate.turns)
}
