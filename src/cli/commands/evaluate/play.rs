//! `motley evaluate play`: what the moves of players lose, by their rating.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use rayon::prelude::*;
use serde::Serialize;
use shakmaty::{Chess, Move};
use thiserror::Error;

use crate::cli::terminal::{as_json, files_bar, games_under, print};
use crate::games::pgn::PgnError;
use crate::lab::judge::{Judge, rating};

#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Files of games with ratings: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Games of each band at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    games_per_band: usize,
    /// Width of a band of ratings
    #[arg(long, value_name = "ELO", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..))]
    band: u16,
    /// Half moves of each game
    #[arg(long, value_name = "PLIES", default_value_t = 40)]
    plies: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Error)]
enum PlayError {
    #[error("{path}: {source}")]
    Games { path: String, source: PgnError },
    #[error("no game with two ratings of one band: try other files")]
    Nothing,
    #[error("cannot write to standard output: {0}")]
    Write(std::io::Error),
}

/// Games whose players have ratings of one band.
#[derive(Serialize)]
struct Band {
    /// Elo, the first and the last.
    from: u16,
    to: u16,
    games: usize,
    /// The mean over the games of a move's mean loss, in centipawns, and its standard error.
    loss: f64,
    error: f64,
    /// The rating that `generate` would guess from that loss.
    rated: u32,
}

pub fn run(args: &Args) -> ExitCode {
    match measure(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

fn measure(args: &Args) -> Result<(), PlayError> {
    let bands = read(args)?;
    if bands.is_empty() {
        return Err(PlayError::Nothing);
    }
    let band = |(number, games): (u16, Vec<Vec<Move>>)| {
        let losses: Vec<f64> = games.par_iter().map_init(Judge::new, |judge, moves| judge.mean_loss(moves)).collect();
        let count = losses.len() as f64;
        let loss = losses.iter().sum::<f64>() / count;
        let variance = losses.iter().map(|other| (other - loss).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        let from = number * args.band;
        Band {
            from,
            to: from + (args.band - 1),
            games: losses.len(),
            loss,
            error: (variance / count).sqrt(),
            rated: rating(loss),
        }
    };
    let bands: Vec<Band> = bands.into_iter().map(band).collect();
    let text = if args.json { as_json(&bands) } else { as_text(&bands) };
    print(&text).map_err(PlayError::Write)
}

/// The first games of each band, from the start position on, cut to the length that was asked for; shorter ones are
/// left out.
fn read(args: &Args) -> Result<BTreeMap<u16, Vec<Vec<Move>>>, PlayError> {
    let mut bands = BTreeMap::<u16, Vec<Vec<Move>>>::new();
    let bar = files_bar(&args.games);
    for path in &args.games {
        let failed = |source| PlayError::Games { path: path.display().to_string(), source };
        for game in games_under(&bar, path).map_err(failed)? {
            let game = game.map_err(failed)?;
            let (Some(white), Some(black)) = (game.tags.white_elo(), game.tags.black_elo()) else { continue };
            let number = white / args.band;
            if number == black / args.band && game.start == Chess::default() && game.moves.len() >= args.plies.max(1) {
                let games = bands.entry(number).or_default();
                if games.len() < args.games_per_band {
                    games.push(game.moves[..args.plies].to_vec());
                }
            }
        }
    }
    bar.finish_and_clear();
    Ok(bands)
}

fn as_text(bands: &[Band]) -> String {
    let mut text = format!("{:<12} {:>6} {:>8} {:>7} {:>6}\n", "ratings", "games", "loss", "error", "rated");
    for Band { from, to, games, loss, error, rated } in bands {
        text.push_str(&format!("{:<12} {games:>6} {loss:>8.1} {error:>7.1} {rated:>6}\n", format!("{from} to {to}")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::parsed;

    #[test]
    fn games_go_to_the_band_of_both_players() {
        let file = std::env::temp_dir().join(format!("motley-play-{}.pgn", std::process::id()));
        let game = |white: u16, black: u16, moves: &str| {
            format!("[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\n{moves} *\n\n")
        };
        let text = [
            game(1000, 1199, "e4 e5 Nf3 Nc6"),
            game(1000, 1200, "d4 d5 c4 e6"),
            game(1250, 1300, "e4 c5 Nf3 d6"),
            game(1250, 1300, "e4"),
        ];
        std::fs::write(&file, text.concat()).unwrap();
        let path = file.display().to_string();
        let bands = read(&parsed(&[&path, "--plies", "3"])).unwrap();
        assert_eq!(bands.iter().map(|(number, games)| (*number, games.len())).collect::<Vec<_>>(), [(5, 1), (6, 1)]);
        assert!(bands[&5][0].len() == 3);
        assert_eq!(run(&parsed(&[&path, "--plies", "3", "--json"])), ExitCode::SUCCESS);
        assert_eq!(run(&parsed(&[&path, "--plies", "30"])), ExitCode::FAILURE);
        std::fs::remove_file(&file).unwrap();
    }
}
