//! `motley drill`: the sampled lines played against the learner, who answers at the terminal.

mod export;
mod record;
mod session;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::value_parser;
use thiserror::Error;

use super::explore::{five_flags, five_weights};
use crate::cli::args::lines::{LinesArgs, SelectionArgs};
use crate::openings::{Emptied, FEATURES, Graph, Identity, LinesError};
use crate::personalities::explorer::{FeatureWeights, LineSampler, SamplerKind, WeightError};
use record::{Record, RecordError};
use session::{Session, Side};

/// Learn openings: lines are drawn and played against you, your mistakes come back more often
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The side you play
    #[arg(long, value_enum, default_value_t = Side::Both)]
    side: Side,
    /// Rounds to play; 0 only prints or exports your record
    #[arg(long, value_name = "N", default_value_t = 10)]
    rounds: u32,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// How lines are drawn
    #[arg(long, value_enum, default_value_t = SamplerKind::Metropolis)]
    sampler: SamplerKind,
    /// Lines that are drawn for each choice
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u64).range(1..=1_000_000))]
    iterations: u64,
    /// Which features count: gambit, uncommon, c4, d4, e4, each 0 or 1
    #[arg(long, value_name = "P,P,P,P,P", default_value = "0,0,0,0,0", value_parser = five_flags)]
    params: [bool; FEATURES],
    /// How much they count, in the same order
    #[arg(long, value_name = "W,W,W,W,W", default_value = ".2,.2,.05,.05,.05", value_parser = five_weights)]
    weights: [f64; FEATURES],
    /// Your record; drill.json in Motley's folder of the XDG data folder when left out
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write the lines you drilled as PGN, with names and counts as comments
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// Seed of the dice; 0 draws from the system
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

#[derive(Debug, Error)]
enum DrillError {
    #[error(transparent)]
    Lines(#[from] LinesError),
    #[error(transparent)]
    Emptied(#[from] Emptied),
    #[error(transparent)]
    Weight(#[from] WeightError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("the terminal: {0}")]
    Terminal(#[from] io::Error),
    #[error("cannot write {path}: {source}")]
    Export { path: String, source: io::Error },
}

/// Runs `motley drill`.
pub fn run(args: &Args) -> ExitCode {
    match drill(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}

fn drill(args: &Args) -> Result<(), DrillError> {
    let weights = FeatureWeights::new(args.params, args.weights)?;
    let lines = args.selection.selection().of(args.lines.read()?)?;
    let graph = Graph::new(lines, Identity::Position, true);
    let path = args.record.clone().map_or_else(Record::usual_path, Ok)?;
    let (mut record, aside) = Record::load(&path)?;
    if let Some(aside) = aside {
        eprintln!("{} is damaged: it is kept as {}, and a new record begins", path.display(), aside.display());
    }

    if args.rounds > 0 {
        let seed = if args.seed == 0 { rand::random() } else { args.seed };
        let drawing = LineSampler { kind: args.sampler, weights, iterations: args.iterations, chains: 1, seed };
        let mut save = |record: &Record| record.save(&path).map_err(io::Error::other);
        Session::new(
            &graph,
            drawing,
            args.side,
            args.rounds,
            &mut record,
            io::stdin().lock(),
            io::stdout().lock(),
            &mut save,
        )
        .run()?;
    }
    tell_troubles(&record)?;
    args.export.as_deref().map_or(Ok(()), |file| write_pgn(file, &record, &graph))
}

/// The positions that will come back soonest.
fn tell_troubles(record: &Record) -> io::Result<()> {
    let troubles = record.troubles();
    let mut output = io::stdout().lock();
    if !troubles.is_empty() {
        writeln!(output, "\nThese come back more often:")?;
    }
    for (fen, answers) in troubles.iter().take(5) {
        writeln!(output, "  {fen}  ({} right, {} wrong)", answers.right, answers.wrong)?;
    }
    Ok(())
}

fn write_pgn(file: &Path, record: &Record, graph: &Graph) -> Result<(), DrillError> {
    fs::write(file, export::as_pgn(record, graph))
        .map_err(|source| DrillError::Export { path: file.display().to_string(), source })
}
