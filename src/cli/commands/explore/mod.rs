//! `motley explore`: how the Explorer's samplers distribute moves, as tables and charts.

mod fit;
mod popularity;
mod report;
mod run;
mod transitions;

pub use run::{five_flags, five_weights};

use std::io;
use std::process::ExitCode;

use clap::Subcommand;
use thiserror::Error;

use crate::cli::terminal::print;
use crate::games::pgn::PgnError;
use crate::openings::{Emptied, LinesError};
use crate::personalities::explorer::{FitError, WeightError};

/// Draw opening lines as the Explorer does: distributions as a table, CSV, JSON or SVG
#[derive(clap::Args, Clone, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<ExploreCommand>,
    #[command(flatten)]
    run: run::RunArgs,
}

#[derive(Subcommand, Clone, Debug)]
enum ExploreCommand {
    /// Find the weights that come nearest to a wished distribution of moves
    Fit(fit::FitArgs),
    /// Draw the moves between positions as a graph (the seed's figure 13)
    Graph(transitions::GraphArgs),
    /// Rank openings by how often games play them, and fit the power law of each depth
    Popularity(popularity::PopularityArgs),
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Table,
    Csv,
    Json,
    Svg,
}

#[derive(Debug, Error)]
enum ExploreError {
    #[error(transparent)]
    Lines(#[from] LinesError),
    #[error(transparent)]
    Emptied(#[from] Emptied),
    #[error(transparent)]
    Weight(#[from] WeightError),
    #[error(transparent)]
    Fit(#[from] FitError),
    #[error("{path}: {source}")]
    Games { path: String, source: PgnError },
    #[error("`{0}` is no legal move there: expected moves such as \"1. e4 e5 2. Nc3\"")]
    Moves(String),
    #[error("the position is not in these lines: they know it up to half move {0}")]
    Unknown(usize),
    #[error("theory ends in this position: there is nothing to draw")]
    End,
    #[error("--{flag} was given {given} times and another flag {others} times: give each once, or all equally often")]
    Settings { flag: &'static str, given: usize, others: usize },
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
}

/// Runs `motley explore`.
pub fn run(args: &Args) -> ExitCode {
    let result = match &args.command {
        None => run::run(&args.run),
        Some(ExploreCommand::Fit(args)) => fit::run(args),
        Some(ExploreCommand::Graph(args)) => transitions::run(args),
        Some(ExploreCommand::Popularity(args)) => popularity::run(args),
    };
    match result.and_then(|text| Ok(print(&text)?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}
