//! `motley-lab evaluate rated`: whether the levels err as people of that rating do.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::studies::levels::{LevelBand, LevelRow, LevelSettings, study_levels};
use motley::cli::args::split::PartArgs;
use motley::cli::progress::{count_bar, files_bar};
use motley::cli::shell::{CommandResult, Ended, Failure, print};
use motley::cli::terminal::{as_json, game_files_under};
use motley::games::time_control::TimeClass;

const EXAMPLES: &str = "Examples:
  motley-lab evaluate rated rapid.pgn.zst --part test
  motley-lab evaluate rated blitz.pgn --time-class blitz --positions 2000 --band 400";

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of Lichess games with ratings: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Use at most N positions of each band
    #[arg(long, value_name = "N", default_value_t = 600)]
    positions: usize,
    /// Use at most N positions of one player in one game
    #[arg(long, value_name = "N", default_value_t = 4)]
    per_game: usize,
    /// Width of a band of ratings, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    band: u16,
    /// Use only games of this time class
    #[arg(long, value_enum)]
    time_class: Option<TimeClass>,
    /// How deep the search looks that scores the moves, in half moves
    #[arg(long, value_name = "DEPTH", default_value_t = 6, value_parser = clap::value_parser!(i32).range(1..=20))]
    depth: i32,
    #[command(flatten)]
    part: PartArgs,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> CommandResult {
    let Args { band, per_game, time_class, depth, .. } = *args;
    let settings = LevelSettings {
        band,
        positions_per_band: args.positions,
        per_game,
        time_class,
        part: args.part.filter(),
        depth,
        seed: args.part.split.seed,
    };
    let (reading, judging) = (files_bar(&args.games), count_bar(0, "positions"));
    let studied = study_levels(&args.games, &settings, &mut game_files_under(&reading), || judging.inc(1));
    reading.finish_and_clear();
    judging.finish_and_clear();
    let (bands, counts) = studied?;
    if bands.is_empty() {
        return Err(Failure::job("no game fits: try other files or flags"));
    }
    print(&if args.json { as_json(&bands) } else { as_text(&bands) })?;
    Ok(if counts.is_clean() { Ended::Done } else { Ended::WithFaults })
}

fn as_text(bands: &[LevelBand]) -> String {
    let mut text = format!(
        "{:<24} {:>6} {:>24} {:>24} {:>24}\n{:<24} {:>6} {:>24} {:>24} {:>24}\n",
        "",
        "",
        "loss a move, centipawns",
        "blunders in 100 moves",
        "strongest moves in 100",
        "ratings",
        "n",
        "people   ±  engine",
        "people   ±  engine",
        "people   ±  engine",
    );
    for LevelBand { from, to, all, opening, middlegame, endgame } in bands {
        let _ = writeln!(text, "{:<24} {}", format!("{from} to {to}"), row(all));
        for (name, phase) in [("opening", opening), ("middlegame", middlegame), ("endgame", endgame)] {
            if let Some(phase) = phase {
                let _ = writeln!(text, "  {name:<22} {}", row(phase));
            }
        }
    }
    text
}

fn row(LevelRow { positions, people, engine, people_error }: &LevelRow) -> String {
    let cell = |people: f64, error: f64, engine: f64| format!("{people:>10.1} {error:>5.1} {engine:>7.1}");
    format!(
        "{positions:>6} {} {} {}",
        cell(people.loss, people_error.loss, engine.loss),
        cell(people.blunders, people_error.blunders, engine.blunders),
        cell(people.best, people_error.best, engine.best)
    )
}
