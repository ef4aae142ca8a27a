//! Helpers that commands share: files of games under a bar, Ctrl-C, JSON.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use serde::Serialize;

use crate::cli::clean::escaped_json;
use crate::cli::progress::{Progress, files_bar};
use crate::cli::shell::{CommandResult, Ended, notify, print};
use crate::engine::{NoWorker, Stop};
use crate::games::file::{GameFile, GamesError};
use crate::games::pgn::PgnFaults;
use crate::games::sources::{GameSource, SourceError};

/// A flag that Ctrl-C raises from now on.
///
/// # Errors
/// Fails if the system gives no thread that waits for it.
pub fn stopped_by_interrupt() -> Result<Stop, NoWorker> {
    let stop = Stop::new();
    let interrupted = stop.clone();
    ctrlc::set_handler(move || interrupted.stop()).map_err(|_| NoWorker::Threads)?;
    Ok(stop)
}

/// Opens files of games, PGN or scored self-play, while a bar shows how far they are read.
pub fn game_files_under(bar: &ProgressBar) -> impl FnMut(&Path) -> Result<GameFile, GamesError> {
    |path| GameFile::open_with(path, |file| bar.wrap_read(file))
}

/// The files to read, and a bar that shows how far they are read. All are opened first: what is missing is reported
/// before the work begins.
///
/// # Errors
/// Fails if a file cannot be opened or is a folder.
pub fn open_games(files: &[PathBuf]) -> Result<(Vec<GameSource>, Progress), SourceError> {
    let bar = files_bar(files);
    let open = |path: &PathBuf| GameSource::open(path, |file| bar.wrap_read(file));
    let sources = files.iter().map(open).collect::<Result<_, _>>()?;
    Ok((sources, bar))
}

/// Says on standard error what was left out of games, or read otherwise than it is written, and tells how the command
/// ends for that reason.
pub fn say_left_out(faults: &PgnFaults) -> Ended {
    faults.lines().iter().for_each(notify);
    if faults.is_clean() { Ended::Done } else { Ended::WithFaults }
}

/// Pretty JSON with a line end, and nothing in it that a terminal would obey.
pub fn as_json(value: &impl Serialize) -> String {
    let text = serde_json::to_string_pretty(value).expect("plain data becomes JSON");
    escaped_json(&text).into_owned() + "\n"
}

/// JSON on one line, as [`as_json`].
pub fn as_json_line(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("plain data becomes JSON");
    escaped_json(&text).into_owned() + "\n"
}

/// Prints the summary of a job that was done, as text or as JSON.
pub fn print_summary(summary: &(impl Serialize + Display), json: bool) -> CommandResult {
    print(&if json { as_json(summary) } else { summary.to_string() })?;
    Ok(Ended::Done)
}
