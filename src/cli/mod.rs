//! The command line: no subcommand speaks UCI; one file a subcommand.

mod args;
mod commands;
mod shell;
mod terminal;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::commands::*;
use self::shell::finish;
use crate::uci::{Output, converse};

/// A chess engine with many characters. Without a subcommand it speaks UCI on standard input and output.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// A new subcommand is one file and one line here and in [`run`].
#[derive(Subcommand)]
enum Command {
    Bench(bench::Args),
    Book(book::Args),
    Constraints(constraints::Args),
    Dataset(dataset::Args),
    Drill(Box<drill::Args>),
    Evaluate(evaluate::Args),
    Explore(Box<explore::Args>),
    Generate(Box<generate::Args>),
    Openings(openings::Args),
    Pattern(pattern::Args),
    Perft(perft::Args),
    Policy(policy::Args),
    Solve(solve::Args),
    Tune(tune::Args),
}

/// Parses the arguments and runs what they name.
pub fn run() -> ExitCode {
    match Cli::parse().command {
        None => {
            converse(io::stdin().lock(), Output::new(io::stdout()));
            ExitCode::SUCCESS
        }
        Some(Command::Bench(args)) => finish(bench::run(&args)),
        Some(Command::Book(args)) => finish(book::run(&args)),
        Some(Command::Constraints(args)) => constraints::run(&args),
        Some(Command::Dataset(args)) => finish(dataset::run(&args)),
        Some(Command::Drill(args)) => drill::run(&args),
        Some(Command::Evaluate(args)) => finish(evaluate::run(&args)),
        Some(Command::Explore(args)) => explore::run(&args),
        Some(Command::Generate(args)) => generate::run(&args),
        Some(Command::Openings(args)) => openings::run(&args),
        Some(Command::Pattern(args)) => finish(pattern::run(&args)),
        Some(Command::Perft(args)) => finish(perft::run(&args)),
        Some(Command::Policy(args)) => finish(policy::run(&args)),
        Some(Command::Solve(args)) => finish(solve::run(&args)),
        Some(Command::Tune(args)) => finish(tune::run(&args)),
    }
}
