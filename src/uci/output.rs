//! Where lines go: one writer shared by the session and the search, every line flushed at once, and the debug log
//! beside it.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::Local;

/// A handle on the one way out; clones share it.
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

    /// Sends one line, or several that belong together.
    pub fn line(&self, text: impl Display) {
        let mut channel = self.channel();
        let text = text.to_string();
        channel.log('<', &text);
        // Nobody listens any more: the session notices by `is_closed`, and thinking on would help no one.
        if writeln!(channel.writer, "{text}").and_then(|()| channel.writer.flush()).is_err() {
            channel.closed = true;
        }
    }

    /// Sends free text for people, on one line whatever is in it.
    pub fn message(&self, text: impl Display) {
        let text = text.to_string().replace(char::is_control, " ");
        self.line(format_args!("info string {text}"));
    }

    /// Sends the one line that bad input is answered with.
    pub fn error(&self, fault: impl Display) {
        self.message(format_args!("error: {fault}"));
    }

    /// Notes a line that came in.
    pub fn received(&self, text: &str) {
        self.channel().log('>', text);
    }

    /// Copies the conversation into a file from now on, after what the file holds already; an empty path ends it.
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

    /// Whether the other side hung up.
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
