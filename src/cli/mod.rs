//! The command line: no subcommand speaks UCI; one file a subcommand.

use std::process::ExitCode;

/// Parses the arguments and runs what they name.
pub fn run() -> ExitCode {
    ExitCode::SUCCESS
}
