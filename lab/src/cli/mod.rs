//! The laboratory's command line: arguments, printing and progress. What both programs need is in `motley::cli`.

mod commands;

use std::env;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use motley::cli::shell::{CommandResult, EXIT_CODES, Failure, finish, refuse};

use self::commands::*;

/// Motley's laboratory: makes training data, tunes Classical, and measures the figures that the documentation gives.
#[derive(Parser)]
#[command(name = "motley-lab", version, arg_required_else_help = true, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// A new subcommand is one file and one line here and in [`execute`].
#[derive(Subcommand)]
enum Command {
    Constraints(constraints::Args),
    Datagen(Box<datagen::Args>),
    Dataset(dataset::Args),
    Evaluate(evaluate::Args),
    Games(games::Args),
    Manual(manual::Args),
    Merge(merge::Args),
    Nets(nets::Args),
    Parameters(parameters::Args),
    Reproduce(reproduce::Args),
    Tune(tune::Args),
}

/// Checks that the program takes these arguments, its own name first. Nothing is run here.
///
/// # Errors
/// The text that the program would print before it ends with exit code 2. A call for help is no error.
pub fn check_arguments(words: &[String]) -> Result<(), String> {
    match Cli::try_parse_from(words) {
        Err(error) if error.exit_code() != 0 => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// Subcommands that had another name up to version 0.2, and what they are called now.
const RENAMED: [([&str; 2], &str); 5] = [
    (["dataset", "draw"], "dataset rated-shards"),
    (["dataset", "human"], "dataset rated"),
    (["dataset", "network"], "dataset nnue"),
    (["dataset", "person"], "dataset rated-weights"),
    (["evaluate", "level"], "evaluate rated"),
];

/// Parses the arguments and runs what they name.
pub fn run() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).take(2).collect();
    if let Some((old, new)) = RENAMED.iter().find(|(old, _)| words == *old) {
        let old = old.join(" ");
        return finish(Err(Failure::call(format!("`motley-lab {old}` is called `motley-lab {new}` now"))));
    }
    match Cli::try_parse() {
        Ok(cli) => finish(execute(&cli.command)),
        Err(error) => refuse(&error),
    }
}

fn execute(command: &Command) -> CommandResult {
    match command {
        Command::Constraints(args) => constraints::run(args),
        Command::Datagen(args) => datagen::run(args),
        Command::Dataset(args) => dataset::run(args),
        Command::Evaluate(args) => evaluate::run(args),
        Command::Games(args) => games::run(args),
        Command::Manual(args) => manual::run(args),
        Command::Merge(args) => merge::run(args),
        Command::Nets(args) => nets::run(args),
        Command::Parameters(_) => parameters::run(),
        Command::Reproduce(args) => reproduce::run(args),
        Command::Tune(args) => tune::run(args),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;
    use motley::cli::testing;

    use super::*;

    #[test]
    fn every_subcommand_has_examples_that_its_parser_accepts() {
        for words in testing::examples(&Cli::command(), "motley-lab") {
            if let Err(error) = Cli::try_parse_from(&words) {
                panic!("{words:?}: {error}");
            }
        }
    }
}
