//! The command line: arguments, printing, progress and exit codes. Without a subcommand the program speaks UCI.

pub mod args;
mod clean;
mod commands;

pub mod progress;
pub mod shell;
pub mod terminal;
pub mod testing;

use std::env;
use std::io::{self, BufReader};
use std::path::Path;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory as _, Parser, Subcommand};

use self::clean::Clean;
use self::commands::*;
use self::shell::{CommandResult, EXIT_CODES, Ended, Failure, finish, refuse};
use crate::engine::options::read_assignment;
use crate::personalities::NAMES;
use crate::uci::{self, Output, Start};

const EXAMPLES: &str = "\
Examples:
  motley --personality Explorer --option ExplorerFamily=Sicilian
  motley --personality Mockfish --option MockfishTemperature=50 --option \"Move Overhead=100\"

A link or copy of the program called motley-explorer starts as Explorer. The other players work the same way.
";

/// A chess engine with several players. Without a subcommand it speaks UCI on standard input and output.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, after_help = format!("{EXAMPLES}\n{EXIT_CODES}"))]
struct Cli {
    /// Run as this player only, with its own name and its own options
    #[arg(long, value_name = "NAME", ignore_case = true, value_parser = PossibleValuesParser::new(NAMES))]
    personality: Option<String>,
    /// Set an option, as `setoption` does; the GUI sees the value as the default. May be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_assignment)]
    options: Vec<(String, String)>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// A new subcommand is one file and one line here and in [`execute`].
#[derive(Subcommand)]
enum Command {
    Bench(bench::Args),
    Book(book::Args),
    Drill(Box<drill::Args>),
    Explore(Box<explore::Args>),
    Generate(Box<generate::Args>),
    Imitate(Box<imitate::Args>),
    Openings(openings::Args),
    Pattern(pattern::Args),
    Perft(perft::Args),
    Play(Box<play::Args>),
    Policy(policy::Args),
    Prove(prove::Args),
    Review(Box<review::Args>),
    Repertoire(repertoire::Args),
    Puzzles(Box<puzzles::Args>),
    Solve(solve::Args),
    Studio(studio::Args),
}

/// Parses these arguments, the program's own name first: what a page shows is checked so where it cannot be run.
/// Nothing is run here.
///
/// # Errors
/// Returns what the program would print before it ends with exit code 2. A call for help is no error.
pub fn check_arguments(words: &[String]) -> Result<(), String> {
    match Cli::try_parse_from(words) {
        Err(error) if error.exit_code() != 0 => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// All subcommands and flags, as `--help` prints them: for the manual page and the completions of shells.
pub fn description() -> clap::Command {
    Cli::command()
}

/// Commands that were in this program up to version 0.2.
const MOVED: [&str; 9] =
    ["constraints", "datagen", "dataset", "evaluate", "merge", "nets", "parameters", "reproduce", "tune"];

/// Parses the arguments and runs what they name.
pub fn run() -> ExitCode {
    if let Some(moved) = env::args().nth(1).filter(|word| MOVED.contains(&word.as_str())) {
        return finish(Err(Failure::call(format!(
            "`motley {moved}` has moved to motley-lab: run `motley-lab {moved}`"
        ))));
    }
    match Cli::try_parse() {
        Ok(Cli { command: Some(command), .. }) => finish(execute(&command)),
        Ok(cli) => speak_uci(&cli),
        Err(error) => refuse(&error),
    }
}

fn speak_uci(cli: &Cli) -> ExitCode {
    let personality = match &cli.personality {
        Some(name) => find_personality(name),
        None => env::args_os().next().and_then(|program| personality_of(Path::new(&program))),
    };
    let start = Start { personality, options: cli.options.clone() };
    let done = uci::run(BufReader::new(io::stdin()), Output::new(Clean::new(io::stdout())), &start);
    finish(done.map(|()| Ended::Done).map_err(Failure::call))
}

/// The player that a program called `motley-NAME` is, on Windows with its ending.
fn personality_of(program: &Path) -> Option<usize> {
    let name = program.file_name()?.to_str()?.to_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    find_personality(name.strip_prefix("motley-")?)
}

fn find_personality(name: &str) -> Option<usize> {
    NAMES.iter().position(|known| known.eq_ignore_ascii_case(name))
}

fn execute(command: &Command) -> CommandResult {
    match command {
        Command::Bench(args) => bench::run(args),
        Command::Book(args) => book::run(args),
        Command::Drill(args) => drill::run(args),
        Command::Explore(args) => explore::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Imitate(args) => imitate::run(args),
        Command::Openings(args) => openings::run(args),
        Command::Pattern(args) => pattern::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Play(args) => play::run(args),
        Command::Policy(args) => policy::run(args),
        Command::Prove(args) => prove::run(args),
        Command::Review(args) => review::run(args),
        Command::Repertoire(args) => repertoire::run(args),
        Command::Puzzles(args) => puzzles::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Studio(args) => studio::run(args),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_the_player_that_its_name_says() {
        let name_of = |program| personality_of(Path::new(program)).map(|index| NAMES[index]);
        assert_eq!(name_of("/usr/games/motley-explorer"), Some("Explorer"));
        assert_eq!(name_of("Motley-MOCKFISH.EXE"), Some("Mockfish"));
        for other in [
            "motley",
            "motley.exe",
            "motley-",
            "motley-0.2.0",
            "explorer",
            "motley-explorer-2",
            "/motley-random/motley",
        ] {
            assert_eq!(name_of(other), None, "{other}");
        }
    }

    #[test]
    fn every_subcommand_has_examples_that_its_parser_accepts() {
        for words in testing::examples(&Cli::command(), "motley") {
            if let Err(error) = Cli::try_parse_from(&words) {
                panic!("{words:?}: {error}");
            }
        }
    }

    #[test]
    fn a_wrong_call_is_one_line_without_the_usage() {
        let error = Cli::try_parse_from(["motley", "perft"]).err().expect("the depth is missing");
        let line = shell::wrong_call(&error.to_string());
        assert!(line.contains("<DEPTH>") && !line.contains("Usage") && line.lines().count() == 1, "{line}");
    }

    #[test]
    fn commands_of_the_laboratory_are_none_of_this_program() {
        for command in MOVED {
            assert!(Cli::command().find_subcommand(command).is_none(), "{command}");
        }
    }
}
