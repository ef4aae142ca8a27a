//! One writer for the session and its tasks, every line flushed at once, and the debug log.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::Local;

/// A handle on the writer; clones share it.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Channel>>);

struct Channel {
    writer: Box<dyn Write + Send>,
    log: Option<File>,
    closed: bool,
}

impl Output {
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Channel { writer: Box::new(writer), log: None, closed: false })))
    }

    /// Prints one line, or several that belong together.
    pub fn line(&self, text: impl Display) {
        let mut channel = self.channel();
        let text = text.to_string();
        channel.log('<', &text);
        // The GUI has closed the pipe: the session ends by `is_closed`.
        if writeln!(channel.writer, "{text}").and_then(|()| channel.writer.flush()).is_err() {
            channel.closed = true;
        }
    }

    /// Prints free text, on one line whatever is in it.
    pub fn message(&self, text: impl Display) {
        let text = text.to_string().replace(char::is_control, " ");
        self.line(format_args!("info string {text}"));
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
    /// When the file cannot be opened for writing; a log that is being written goes on then.
    pub fn log_to(&self, path: &str) -> io::Result<()> {
        let log = match path {
            "" => None,
            _ => Some(File::options().create(true).append(true).open(Path::new(path))?),
        };
        self.channel().log = log;
        Ok(())
    }

    /// Whether a line could not be written.
    pub fn is_closed(&self) -> bool {
        self.channel().closed
    }

    fn channel(&self) -> MutexGuard<'_, Channel> {
        // A panic while a line was written leaves nothing half done that would matter.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
