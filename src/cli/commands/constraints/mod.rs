//! `motley constraints`: what games that meet a constraint have in common (seed 001, chapter 3).

mod findings;
mod pictures;
mod print;
mod seed;
mod sheets;
mod study;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ValueEnum, value_parser};
use shakmaty::Color;
use thiserror::Error;

use crate::chess::{CountError, PieceCount};
use crate::cli::terminal::{self, as_json};
use crate::constraint::Watch;
use crate::games::filter::GameFilter;
use crate::games::pgn::PgnError;
use findings::Findings;

/// When games first have given pieces, how they end, and where the men stand
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Whose pieces are counted
    #[arg(long, value_enum, default_value_t = Side::White)]
    side: Side,
    /// Queens, rooks, bishops, knights and pawns, like 1,2,2,1,8; may be given several times [default: the thesis's
    /// seventeen]
    #[arg(long = "constraint", value_name = "Q,R,B,N,P", allow_hyphen_values = true)]
    constraints: Vec<String>,
    /// All 486 constraints
    #[arg(long, conflicts_with = "constraints")]
    all: bool,
    /// Least rating of both players; players without a rating are accepted
    #[arg(long, value_name = "ELO", default_value_t = GameFilter::PETRZELKA.min_elo)]
    min_elo: u16,
    /// Least base time, without the increment; games whose time control is not known are accepted
    #[arg(long, value_name = "SECONDS", default_value_t = GameFilter::PETRZELKA.min_base_seconds)]
    min_seconds: u32,
    /// Least length of a game in half moves
    #[arg(long, value_name = "PLIES", default_value_t = GameFilter::PETRZELKA.min_plies)]
    min_plies: usize,
    /// Write winrates.csv, halfmoves.csv and squares.csv into this folder
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Write halfmoves.svg and a heat map of each constraint into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Threads that read games [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
}

impl Args {
    fn filter(&self) -> GameFilter {
        GameFilter {
            min_elo: self.min_elo,
            min_base_seconds: self.min_seconds,
            min_plies: self.min_plies,
            ..GameFilter::PETRZELKA
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        Color::from_white(side == Side::White)
    }
}

#[derive(Debug, Error)]
enum ConstraintsError {
    #[error(transparent)]
    Constraint(#[from] CountError),
    #[error("{path}: {source}")]
    Games { path: String, source: PgnError },
    #[error("no game is left of {0} that were read: try other filters")]
    Nothing(u64),
    #[error("cannot write {path}: {source}")]
    Write { path: String, source: io::Error },
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Runs `motley constraints`.
pub fn run(args: &Args) -> ExitCode {
    match analyse(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

fn analyse(args: &Args) -> Result<(), ConstraintsError> {
    let watch = watch(args)?;
    // Before the long work: a folder that cannot be made is better known now.
    for folder in args.csv.iter().chain(&args.svg) {
        fs::create_dir_all(folder).map_err(|source| unwritable(folder, source))?;
    }

    let study = study::read(&args.games, &watch, args.filter(), args.threads)?;
    if study.counts.kept == 0 {
        return Err(ConstraintsError::Nothing(study.counts.games()));
    }

    let findings = Findings::of(&study, &watch);
    if let Some(folder) = &args.csv {
        sheets::write_all(folder, &findings)?;
    }
    if let Some(folder) = &args.svg {
        pictures::write_all(folder, &findings)?;
    }
    let text = if args.json { as_json(&findings) } else { print::as_table(&findings) };
    terminal::print(&text).map_err(|source| unwritable(Path::new("standard output"), source))
}

fn watch(args: &Args) -> Result<Watch, ConstraintsError> {
    let side = args.side.into();
    if args.all {
        return Ok(Watch::new(side, PieceCount::all()));
    }
    if args.constraints.is_empty() {
        return Ok(Watch::new(side, PieceCount::SEVENTEEN));
    }
    let constraints: Vec<PieceCount> = args.constraints.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
    Ok(Watch::new(side, constraints))
}

fn unwritable(path: &Path, source: io::Error) -> ConstraintsError {
    ConstraintsError::Write { path: path.display().to_string(), source }
}

fn write(path: &Path, text: &str) -> Result<(), ConstraintsError> {
    fs::write(path, text).map_err(|source| unwritable(path, source))
}

#[cfg(test)]
mod tests;
