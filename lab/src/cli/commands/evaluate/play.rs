//! `motley-lab evaluate play`: what the moves of players lose, by their rating.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::studies::play_loss::{BandLoss, PlayLossSettings, measure_play};
use motley::cli::progress::files_bar;
use motley::cli::shell::{CommandResult, Ended, Failure, print};
use motley::cli::terminal::{as_json, game_files_under};

#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "Examples:\n  motley-lab evaluate play games.pgn.zst --band 400 --games-per-band 50")]
pub struct Args {
    /// Files of games with ratings: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Use at most N games of each band
    #[arg(long, value_name = "N", default_value_t = 100)]
    games_per_band: usize,
    /// Width of a band of ratings, in Elo
    #[arg(long, value_name = "ELO", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    band: u16,
    /// Judge only the first N half moves of each game
    #[arg(long, value_name = "PLIES", default_value_t = 40)]
    plies: usize,
    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> CommandResult {
    let Args { band, games_per_band, plies, .. } = *args;
    let bar = files_bar(&args.games);
    let settings = PlayLossSettings { band, games_per_band, plies };
    let measured = measure_play(&args.games, &settings, &mut game_files_under(&bar));
    bar.finish_and_clear();
    let bands = measured?;
    if bands.is_empty() {
        return Err(Failure::job("no game with two ratings of one band: try other files"));
    }
    print(&if args.json { as_json(&bands) } else { as_text(&bands) })?;
    Ok(Ended::Done)
}

fn as_text(bands: &[BandLoss]) -> String {
    let mut text = format!("{:<12} {:>6} {:>8} {:>7} {:>6}\n", "ratings", "games", "loss", "error", "rated");
    for BandLoss { from, to, games, loss, error, rated } in bands {
        let name = format!("{from} to {to}");
        let _ = writeln!(text, "{name:<12} {games:>6} {loss:>8.1} {error:>7.1} {rated:>6}");
    }
    text
}
