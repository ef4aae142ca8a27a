//! `motley evaluate`: how well nets do on games that they have not seen.

mod mockfish;
mod pattern;
mod play;
mod tally;
mod tasks;
mod verdicts;

use std::fmt::Display;
use std::process::ExitCode;

use clap::Subcommand;

use tasks::Read;

/// Exit code of a run that had to leave games out.
const WITH_FAULTS: u8 = 3;

/// How well nets do on games that they have not seen
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "Exit codes: 0 all was read, 1 nothing could be judged, 3 judged, but games were faulty and left out."
)]
pub struct Args {
    #[command(subcommand)]
    command: EvaluateCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum EvaluateCommand {
    /// Mockfish's nets: whether they name the move that was played
    Mockfish(mockfish::Args),
    /// Pattern's nets: whether they name the side that will win
    Pattern(pattern::Args),
    /// What the moves of players lose by a shallow search, by their rating: what `motley generate` judges play by
    Play(play::Args),
}

/// Runs `motley evaluate`.
pub fn run(args: &Args) -> ExitCode {
    match &args.command {
        EvaluateCommand::Mockfish(args) => mockfish::run(args),
        EvaluateCommand::Pattern(args) => pattern::run(args),
        EvaluateCommand::Play(args) => play::run(args),
    }
}

/// What a run that read games ends with; a failure is said.
fn ending(outcome: Result<Read, impl Display>) -> ExitCode {
    match outcome {
        Ok(read) if read.is_clean() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(WITH_FAULTS),
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}
