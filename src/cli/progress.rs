//! The progress of a long command: a bar where standard error is a terminal, else a line now and then.

use std::fmt::Display;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::Builder;
use std::time::Duration;

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};

use crate::cli::shell::notify;

/// Between two lines where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// A bar, or lines such as `review: 12 of 80 positions`; it ends with the value.
pub struct Progress {
    bar: ProgressBar,
    /// The thread that writes lines ends with it.
    _lines: Option<Sender<()>>,
}

impl Deref for Progress {
    type Target = ProgressBar;

    fn deref(&self) -> &ProgressBar {
        &self.bar
    }
}

impl Progress {
    /// `unit` is a word for what is counted: "positions".
    pub fn new(bar: ProgressBar, unit: &'static str) -> Progress {
        let lines = bar.is_hidden().then(|| lines_every(BETWEEN_LINES, bar.clone(), unit, |line| notify(&line)));
        Progress { bar, _lines: lines.flatten() }
    }
}

/// A bar over a number of positions or games, which `unit` names.
pub fn count_bar(count: u64, unit: &'static str) -> Progress {
    styled_bar(count, "{bar:30} {pos}/{len} {eta}", unit)
}

/// A bar that looks as the template says.
pub fn styled_bar(count: u64, template: &str, unit: &'static str) -> Progress {
    let style = ProgressStyle::with_template(template).expect("a valid template");
    Progress::new(ProgressBar::new(count).with_style(style), unit)
}

/// The unit of [`files_bar`].
const BYTES: &str = "bytes";

/// A bar over the bytes of all files.
pub fn files_bar(files: &[PathBuf]) -> Progress {
    let total = files.iter().filter_map(|path| path.metadata().ok()).map(|metadata| metadata.len()).sum();
    styled_bar(total, "{bar:30} {bytes}/{total_bytes} {eta}", BYTES)
}

/// Hands a line to `write` now and then until the bar is finished or what is returned is dropped. `None` where the
/// system gives no thread: the work goes on without lines.
fn lines_every(
    wait: Duration,
    bar: ProgressBar,
    unit: &'static str,
    write: impl Fn(String) + Send + 'static,
) -> Option<Sender<()>> {
    let (sender, ended) = mpsc::channel();
    let work = move || {
        while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) && !bar.is_finished() {
            write(line(&bar, unit));
        }
    };
    Builder::new().name("progress".to_owned()).spawn(work).ok().map(|_| sender)
}

/// `review: 12 of 80 positions`.
fn line(bar: &ProgressBar, unit: &str) -> String {
    let command = std::env::args().nth(1).unwrap_or_default();
    let shown = |done: &dyn Display, of: Option<&dyn Display>| {
        of.map_or_else(|| format!("{command}: {done}"), |of| format!("{command}: {done} of {of}"))
    };
    // A count that is not known yet is 0.
    let length = bar.length().filter(|&length| length > 0);
    match unit {
        BYTES => {
            let of = length.map(HumanBytes);
            shown(&HumanBytes(bar.position()), of.as_ref().map(|of| of as &dyn Display))
        }
        unit => {
            let of = length.map(HumanCount);
            format!("{} {unit}", shown(&HumanCount(bar.position()), of.as_ref().map(|of| of as &dyn Display)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_until_the_work_ends() {
        let bar = ProgressBar::hidden();
        bar.set_length(80);
        bar.set_position(12);
        let (sender, lines) = mpsc::channel();
        let write = move |line| drop(sender.send(line));
        let ends = lines_every(Duration::from_millis(1), bar, "positions", write).expect("a thread");
        let line = lines.recv().expect("a line");
        assert!(line.ends_with(": 12 of 80 positions"), "{line}");
        drop(ends);
        // The writer is gone once the thread has ended.
        while lines.recv().is_ok() {}
    }

    #[test]
    fn bytes_and_unknown_counts_are_shown_as_such() {
        let bar = ProgressBar::hidden();
        bar.set_length(3 << 20);
        bar.set_position(1 << 20);
        assert!(line(&bar, BYTES).ends_with(": 1.00 MiB of 3.00 MiB"), "{}", line(&bar, BYTES));
        bar.set_length(0);
        assert!(!line(&bar, "games").contains(" of "), "{}", line(&bar, "games"));
    }
}
