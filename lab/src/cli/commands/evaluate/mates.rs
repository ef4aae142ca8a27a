//! `motley-lab evaluate mates`: whether the levels find what people of that rating find.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::studies::mates::{Conversion, Found, MatesBand, MatesSettings, study_mates};
use motley::cli::args::split::PartArgs;
use motley::cli::progress::{count_bar, files_bar};
use motley::cli::shell::{CommandResult, Ended, Failure, print};
use motley::cli::terminal::{as_json, game_files_under};
use motley::games::time_control::TimeClass;

const EXAMPLES: &str = "Example:
  motley-lab evaluate mates rapid.pgn.zst --time-class rapid --part test";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of Lichess games with ratings: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// How many positions of each kind and band to use at most
    #[arg(long, value_name = "N", default_value_t = 400)]
    positions: usize,
    /// In how many games of each band to look for them at most
    #[arg(long, value_name = "N", default_value_t = 1000)]
    per_band: usize,
    /// How many random endings of each kind the level of each band plays
    #[arg(long, value_name = "N", default_value_t = 20)]
    endings: usize,
    /// Width of a band of ratings
    #[arg(long, value_name = "ELO", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    band: u16,
    /// Use only games at this speed
    #[arg(long, value_enum)]
    time_class: Option<TimeClass>,
    #[command(flatten)]
    part: PartArgs,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> CommandResult {
    let settings = MatesSettings {
        band: args.band,
        positions: args.positions,
        games: args.per_band,
        endings: args.endings,
        time_class: args.time_class,
        part: args.part.filter(),
    };
    let (reading, searching) = (files_bar(&args.games), count_bar(0, "positions"));
    let studied = study_mates(&args.games, &settings, &mut game_files_under(&reading), || searching.inc(1));
    reading.finish_and_clear();
    searching.finish_and_clear();
    let (bands, counts) = studied?;
    if bands.is_empty() {
        return Err(Failure::job("no game fits: try other files or flags"));
    }
    print(&if args.json { as_json(&bands) } else { as_text(&bands) })?;
    Ok(if counts.is_clean() { Ended::Done } else { Ended::WithFaults })
}

fn as_text(bands: &[MatesBand]) -> String {
    let heads = ["mate in one", "on the back rank", "mate in two", "hanging queen", "king and queen", "king and rook"];
    let mut text = format!("{:<14}", "found, %");
    heads.iter().for_each(|head| text.push_str(&format!("{head:>27}")));
    let _ = write!(text, "\n{:<14}", "ratings");
    heads[..4].iter().for_each(|_| text.push_str(&format!("{:>27}", "n   people  ±  engine")));
    heads[4..].iter().for_each(|_| text.push_str(&format!("{:>27}", "n  people  n engine moves")));
    text.push('\n');
    for MatesBand { from, to, mate_in_one, back_rank_mate, mate_in_two, hanging_queen, queen_ending, rook_ending } in
        bands
    {
        let _ = write!(text, "{:<14}", format!("{from} to {to}"));
        let found = [mate_in_one, back_rank_mate, mate_in_two, hanging_queen].map(|found| found.as_ref().map(cell));
        let won = [queen_ending, rook_ending].map(|ending| Some(conversion(ending)));
        for cell in found.into_iter().chain(won) {
            let _ = write!(text, "{:>27}", cell.unwrap_or_default());
        }
        text.push('\n');
    }
    text
}

fn cell(Found { positions, people, people_error, engine }: &Found) -> String {
    format!("{positions} {people:>6.1} {people_error:>4.1} {engine:>6.1}")
}

fn conversion(Conversion { people_games, people, engine_games, engine, engine_moves }: &Conversion) -> String {
    let people = people.map_or_else(String::new, |share| format!("{share:.0}"));
    format!("{people_games} {people:>5} {engine_games:>4} {engine:>5.0} {engine_moves:>4.0}")
}
