//! One writer for the session and its tasks, every line flushed at once, and the debug log.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::Local;

use crate::files;

/// A handle on the writer; clones share it.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Channel>>);

struct Channel {
    writer: Box<dyn Write + Send>,
    log: Option<File>,
    closed: bool,
    on_close: Option<Box<dyn FnOnce() + Send>>,
}

impl Output {
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Channel { writer: Box::new(writer), log: None, closed: false, on_close: None })))
    }

    /// Prints one line, or several that belong together.
    pub fn line(&self, text: impl Display) {
        let mut channel = self.channel();
        let text = text.to_string();
        channel.log('<', &text);
        // The GUI has closed the pipe: the session ends.
        if writeln!(channel.writer, "{text}").and_then(|()| channel.writer.flush()).is_err() {
            channel.closed = true;
            if let Some(notify) = channel.on_close.take() {
                notify();
            }
        }
    }

    /// Calls `notify` once, on the thread that prints, when a line cannot be written.
    pub fn on_close(&self, notify: impl FnOnce() + Send + 'static) {
        self.channel().on_close = Some(Box::new(notify));
    }

    /// Prints free text, on one line whatever is in it. A long one loses its middle: the end often has the reason.
    pub fn message(&self, text: impl Display) {
        let text = text.to_string().replace(char::is_control, " ");
        self.line(format_args!("info string {}", without_middle(&text)));
    }

    /// Prints the one line that bad input is answered with.
    pub fn error(&self, fault: impl Display) {
        self.message(format_args!("error: {fault}"));
    }

    /// Logs a line of input.
    pub fn received(&self, text: &str) {
        self.channel().log('>', text);
    }

    /// Appends all input and output to a file from now on; an empty path ends that.
    ///
    /// # Errors
    /// Fails if the file cannot be opened for writing, or is no regular file: writing to a pipe that nobody reads would
    /// hold up the session. A log that is being written goes on then.
    pub fn log_to(&self, path: &str) -> io::Result<()> {
        let log = match path {
            "" => None,
            _ => Some(open_log(Path::new(path))?),
        };
        self.channel().log = log;
        Ok(())
    }

    /// Returns true if a line could not be written.
    pub fn is_closed(&self) -> bool {
        self.channel().closed
    }

    fn channel(&self) -> MutexGuard<'_, Channel> {
        // A panic while a line was written leaves nothing half done that would matter.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open_log(path: &Path) -> io::Result<File> {
    match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => files::check_regular(&found?)?,
    }
    let log = File::options().create(true).append(true).open(path)?;
    files::check_regular(&log.metadata()?)?;
    Ok(log)
}

/// Characters that are kept of each end of a long message.
const END: usize = 250;

fn without_middle(text: &str) -> Cow<'_, str> {
    let first_cut = text.char_indices().nth(END).map(|(at, _)| at);
    let second_cut = text.char_indices().rev().nth(END - 1).map(|(at, _)| at);
    match (first_cut, second_cut) {
        (Some(first), Some(second)) if first < second => format!("{}…{}", &text[..first], &text[second..]).into(),
        _ => text.into(),
    }
}

impl Channel {
    /// A full disk must not stop a game: what cannot be logged is lost.
    fn log(&mut self, direction: char, text: &str) {
        let Some(log) = &mut self.log else { return };
        let now = Local::now().format("%Y-%m-%d %H:%M:%S%.3f");
        for line in text.lines() {
            let _ = writeln!(log, "{now} {direction} {line}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::mpsc::channel;

    use super::*;
    use crate::uci::testing::{Buffer, ClosedPipe};

    #[test]
    fn a_message_is_one_line_whatever_is_in_it() {
        let buffer = Buffer::default();
        Output::new(buffer.clone()).error("two\nlines\rand a\u{0}");
        assert_eq!(buffer.text(), "info string error: two lines and a \n");
    }

    #[test]
    fn a_long_message_keeps_both_ends() {
        let buffer = Buffer::default();
        Output::new(buffer.clone()).message(format!("begin {} end", "ä".repeat(5000)));
        let text = buffer.text();
        assert!(text.starts_with("info string begin ää") && text.ends_with("ää end\n"), "{text}");
        assert_eq!(text.trim_end().chars().count(), "info string ".len() + 2 * END + 1);
        assert_eq!(without_middle(&"x".repeat(2 * END)), "x".repeat(2 * END));
    }

    #[test]
    fn a_line_that_cannot_be_written_closes_the_output() {
        for (out, is_closed) in [(Output::new(Buffer::default()), false), (Output::new(ClosedPipe), true)] {
            assert!(!out.is_closed());
            let (notify, notified) = channel();
            out.on_close(move || notify.send(()).unwrap());
            out.line("uciok");
            out.line("readyok");
            assert_eq!(out.is_closed(), is_closed);
            assert_eq!(notified.try_iter().count(), usize::from(is_closed));
        }
    }

    #[test]
    fn the_log_is_appended_until_it_is_ended_and_a_bad_path_leaves_it() {
        let path = std::env::temp_dir().join(format!("motley-output-{}.txt", std::process::id()));
        fs::write(&path, "before\n").unwrap();
        let out = Output::new(Buffer::default());
        out.log_to(&path.display().to_string()).unwrap();
        out.received("uci");
        assert!(out.log_to("/no/such/folder/log.txt").is_err());
        out.line("one\ntwo");
        out.log_to("").unwrap();
        out.line("after");

        let log = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let lines: Vec<&str> =
            log.lines().map(|line| line.get("2000-01-01 00:00:00.000 ".len()..).unwrap_or(line)).collect();
        assert_eq!(lines, ["before", "> uci", "< one", "< two"]);
    }
}
