//! The end of every subcommand: its output, one line on standard error where it failed, and an exit code.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use thiserror::Error;

use crate::cli::clean::{Clean, cleaned_pgn, escaped};
use crate::files::PartialFile;
use crate::files::io_error::reason;

/// The exit codes, for the `--help` of the program.
pub const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    the job failed: a file is missing, nothing was found, a check did not hold
  2    the call was wrong: an unreadable position, an unknown opening or option
  3    done, but faulty games were left out
  130  interrupted by Ctrl-C; what was written is whole";

/// The outcome of a command that did its job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Exit code 0.
    Done,
    /// The output says that a check did not hold: exit code 1, and nothing more on standard error.
    Unmet,
    /// Some of the input was faulty and left out: exit code 3.
    WithFaults,
    /// Ctrl-C ended the work early, and what was written so far is whole: exit code 130, as shells have it (128 +
    /// SIGINT).
    Interrupted,
}

/// Why a command did not do its job.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// An argument has a value that cannot be used, an unreadable position for example: exit code 2, the code with
    /// which clap refuses a call.
    Call(String),
    /// The call was sound and the job failed: exit code 1.
    Job(String),
}

impl Failure {
    pub fn call(reason: impl Display) -> Failure {
        Failure::Call(reason.to_string())
    }

    pub fn job(reason: impl Display) -> Failure {
        Failure::Job(reason.to_string())
    }

    fn reason(&self) -> &str {
        match self {
            Failure::Call(reason) | Failure::Job(reason) => reason,
        }
    }
}

/// `?` on any typed error is a failed job; what is the caller's fault is mapped by [`Failure::call`].
impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::job(error)
    }
}

/// The result of a command.
pub type CommandResult = Result<Ended, Failure>;

/// Turns a command's result into the exit code, after one line on standard error where it failed.
pub fn finish(result: CommandResult) -> ExitCode {
    match result {
        Ok(Ended::Done) => ExitCode::SUCCESS,
        Ok(Ended::Unmet) => ExitCode::FAILURE,
        Ok(Ended::WithFaults) => ExitCode::from(3),
        Ok(Ended::Interrupted) => ExitCode::from(130),
        Err(failure) => {
            notify(&format_args!("error: {}", one_line(failure.reason())));
            ExitCode::from(if matches!(failure, Failure::Call(_)) { 2 } else { 1 })
        }
    }
}

/// For a call that clap refuses. Help and version are printed as clap makes them; a wrong call is one line like every
/// other failure, so clap's
/// paragraphs on usage are left out.
pub fn refuse(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            error.exit()
        }
        _ => finish(Err(Failure::call(wrong_call(&error.to_string())))),
    }
}

/// The error of a wrong call as clap says it, on one line.
pub fn wrong_call(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let is_kept = |paragraph: &&str| !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information");
    let paragraphs: Vec<&str> = text.split("\n\n").filter(is_kept).collect();
    format!("{} (see --help)", paragraphs.join("\n").split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Messages of libraries may span lines; ours do not.
fn one_line(text: &str) -> String {
    text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Why output could not be written.
#[derive(Debug, Error)]
pub enum OutputError {
    #[error("cannot write {path}: {}", reason(.source))]
    File { path: String, source: io::Error },
    #[error("cannot print: {}", reason(.0))]
    Print(io::Error),
}

impl OutputError {
    pub fn of(path: &Path, source: io::Error) -> OutputError {
        OutputError::File { path: path.display().to_string(), source }
    }
}

/// Standard output, for what a person reads. What a terminal would obey instead of showing it is spelled out, because
/// names of players and openings come from files of others. A command writes through this, [`print()`], [`print_pgn`]
/// or [`notify`] alone; a test looks for other ways.
pub fn output() -> impl Write {
    Clean::new(io::stdout().lock())
}

/// A line on standard error, cleaned like [`output`]. Where it cannot be written, nobody reads it.
pub fn notify(line: &impl Display) {
    let _ = writeln!(Clean::new(io::stderr().lock()), "{line}");
}

/// Prints to standard output. A reader that has gone away (`| head`) is no failure.
///
/// # Errors
/// Fails if standard output cannot be written.
pub fn print(text: &str) -> Result<(), OutputError> {
    print_as_it_is(&escaped(text))
}

/// Prints games to standard output, as PGN that other programs read: control characters are left out.
///
/// # Errors
/// As [`print()`].
pub fn print_pgn(text: &str) -> Result<(), OutputError> {
    print_as_it_is(&cleaned_pgn(text))
}

/// Prints text that is all our own, with colours for a terminal.
///
/// # Errors
/// As [`print()`].
pub fn print_as_it_is(text: &str) -> Result<(), OutputError> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(OutputError::Print),
    }
}

/// Writes a whole file or nothing, in place of one that is there: see [`PartialFile`].
///
/// # Errors
/// Fails if the folder cannot be written or the name belongs to a folder.
pub fn write_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), OutputError> {
    let write = || {
        if path.is_dir() {
            return Err(io::Error::other("it is a folder"));
        }
        let mut file = PartialFile::create(path)?;
        file.write_all(content.as_ref())?;
        file.finish()
    };
    write().map_err(|source| OutputError::of(path, source))
}

/// Makes a folder for output, and its parents.
///
/// # Errors
/// Fails if it cannot be made, or is a file.
pub fn make_folder(path: &Path) -> Result<(), OutputError> {
    fs::create_dir_all(path).map_err(|source| OutputError::of(path, source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_one_line_and_have_their_codes() {
        assert_eq!(one_line("first\n  second\n\n"), "first; second");
        assert_eq!(finish(Err(Failure::call("x"))), ExitCode::from(2));
        assert_eq!(finish(Err(Failure::job("x"))), ExitCode::from(1));
        assert_eq!(finish(Ok(Ended::Done)), ExitCode::SUCCESS);
        assert_eq!(finish(Ok(Ended::Unmet)), ExitCode::from(1));
        assert_eq!(finish(Ok(Ended::WithFaults)), ExitCode::from(3));
        assert_eq!(finish(Ok(Ended::Interrupted)), ExitCode::from(130));
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("motley-shell-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        let file = folder.join("out.txt");
        write_file(&file, "old").expect("written");
        write_file(&file, "new").expect("replaced");
        assert_eq!(fs::read_to_string(&file).expect("the file"), "new");
        assert!(write_file(&folder, "x").expect_err("a folder").to_string().ends_with("it is a folder"));
        assert!(write_file(&folder.join("missing").join("out.txt"), "x").is_err());
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1, "no partial file is left behind");
        fs::remove_dir_all(&folder).expect("the test's own folder");
    }
}
