//! The command line: arguments, printing, progress and exit codes. Without a subcommand the program speaks UCI.

mod args;
mod commands;
mod shell;
mod terminal;

use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use self::commands::*;
use self::shell::{CommandResult, EXIT_CODES, Failure, finish};
use crate::uci::{self, Output};

/// A chess engine with several players. Without a subcommand it speaks UCI on standard input and output.
#[derive(Parser)]
#[command(version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// A new subcommand is one file and one line here and in [`execute`].
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
    match Cli::try_parse() {
        Ok(Cli { command: Some(command) }) => finish(execute(&command)),
        Ok(Cli { command: None }) => {
            uci::run(io::stdin().lock(), Output::new(io::stdout()));
            ExitCode::SUCCESS
        }
        Err(error) => refuse(&error),
    }
}

fn execute(command: &Command) -> CommandResult {
    match command {
        Command::Bench(args) => bench::run(args),
        Command::Book(args) => book::run(args),
        Command::Constraints(args) => constraints::run(args),
        Command::Dataset(args) => dataset::run(args),
        Command::Drill(args) => drill::run(args),
        Command::Evaluate(args) => evaluate::run(args),
        Command::Explore(args) => explore::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Openings(args) => openings::run(args),
        Command::Pattern(args) => pattern::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Policy(args) => policy::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Tune(args) => tune::run(args),
    }
}

/// Help and version are printed as clap makes them; a wrong call is one line like every other failure, so clap's
/// paragraphs on usage are left out.
fn refuse(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            error.exit()
        }
        _ => finish(Err(Failure::call(wrong_call(&error.to_string())))),
    }
}

fn wrong_call(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let is_kept = |paragraph: &&str| !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information");
    let paragraphs: Vec<&str> = text.split("\n\n").filter(is_kept).collect();
    format!("{} (see --help)", paragraphs.join("\n").split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn a_wrong_call_is_one_line_without_the_usage() {
        let error = Cli::try_parse_from(["motley", "perft"]).err().expect("the depth is missing");
        let line = wrong_call(&error.to_string());
        assert!(line.contains("<DEPTH>") && !line.contains("Usage") && line.lines().count() == 1, "{line}");
    }

    /// Words as a shell splits them; quotation marks are double.
    fn shell_words(line: &str) -> Vec<String> {
        let parts = line.split('"').enumerate();
        let words = parts.flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        words.collect()
    }

    /// The calls in a command's help, for it and all its subcommands.
    fn collect_examples(command: &clap::Command, name: &str, examples: &mut Vec<String>) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let calls: Vec<&str> = help.lines().map(str::trim).filter(|line| line.starts_with("motley ")).collect();
        let fewest = usize::from(!command.has_subcommands());
        assert!((fewest..=3).contains(&calls.len()), "{name} has {} examples", calls.len());
        for call in calls {
            assert!(call.starts_with(name), "`{call}` is no example of {name}");
            examples.push(call.to_owned());
        }
        for subcommand in command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help") {
            collect_examples(subcommand, &format!("{name} {}", subcommand.get_name()), examples);
        }
    }

    #[test]
    fn every_subcommand_has_examples_that_its_parser_accepts() {
        let mut examples = Vec::new();
        collect_examples(&Cli::command(), "motley", &mut examples);
        for example in examples {
            let call = example.split(" | ").next().unwrap_or_default();
            if let Err(error) = Cli::try_parse_from(shell_words(call)) {
                panic!("{example}: {error}");
            }
        }
    }
}
