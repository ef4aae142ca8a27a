//! What commands show: progress, tables, JSON.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::shell::{CommandResult, Ended, print};
use crate::engine::Stop;
use crate::games::file::{GameFile, GamesError};
use crate::games::pgn::PgnFaults;
use crate::games::sources::{GameSource, SourceError};

/// A bar over the bytes of all files; it appears on standard error, and only where that is a terminal.
pub fn files_bar(files: &[PathBuf]) -> ProgressBar {
    let total = files.iter().filter_map(|path| path.metadata().ok()).map(|metadata| metadata.len()).sum();
    let style = ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes} {eta}").expect("a valid template");
    ProgressBar::new(total).with_style(style)
}

/// What Ctrl-C stops from now on.
///
/// # Errors
/// When the system does not let the program handle Ctrl-C.
pub fn stopped_by_interrupt() -> Result<Stop, ctrlc::Error> {
    let stop = Stop::new();
    let interrupted = stop.clone();
    ctrlc::set_handler(move || interrupted.stop())?;
    Ok(stop)
}

/// A bar over a number of positions or games; it appears on standard error, and only where that is a terminal.
pub fn count_bar(count: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}").expect("a valid template");
    ProgressBar::new(count).with_style(style)
}

/// Opens files of games, PGN or scored self-play, while a bar shows how far they are read.
pub fn game_files_under(bar: &ProgressBar) -> impl FnMut(&Path) -> Result<GameFile, GamesError> {
    |path| GameFile::open_with(path, |file| bar.wrap_read(file))
}

/// The files to read, and a bar that shows how far they are read. All are opened first: what is missing is reported
/// before the work begins.
///
/// # Errors
/// When a file cannot be opened or is a folder.
pub fn open_games(files: &[PathBuf]) -> Result<(Vec<GameSource>, ProgressBar), SourceError> {
    let bar = files_bar(files);
    let open = |path: &PathBuf| GameSource::open(path, |file| bar.wrap_read(file));
    let sources = files.iter().map(open).collect::<Result<_, _>>()?;
    Ok((sources, bar))
}

/// Says on standard error what was left out of games, or read otherwise than it is written, and tells how the command
/// ends for that reason.
pub fn say_left_out(faults: &PgnFaults) -> Ended {
    faults.lines().iter().for_each(|line| eprintln!("{line}"));
    if faults.is_clean() { Ended::Done } else { Ended::WithFaults }
}

/// Pretty JSON with a line end.
pub fn as_json(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("plain data becomes JSON");
    text.push('\n');
    text
}

/// Prints the summary of a job that was done, as text or as JSON.
pub fn print_summary(summary: &(impl Serialize + Display), json: bool) -> CommandResult {
    print(&if json { as_json(summary) } else { summary.to_string() })?;
    Ok(Ended::Done)
}
