//! The protocol: a line in → a typed command; the session; a typed report → a line out.

mod board;
mod command;
mod eight_bit;
mod fault;
mod go;
mod gui_line;
mod help;
mod lines;
mod options;
mod output;
mod position;
mod reporter;
mod search;
mod session;
mod task;
#[cfg(test)]
mod testing;

pub use fault::Fault;
pub use lines::{Line, Lines, MAX_LINE};
pub use options::{Options, specs};
pub use output::Output;
pub use reporter::{Notation, UciReporter};
pub use session::{Session, Start};

use std::io::BufRead;
use std::mem;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// Lines that may wait for the session; the pipe holds the others.
const QUEUE: usize = 64;

/// What the session waits for.
enum Event {
    Line(Vec<u8>),
    TooLong(Vec<u8>),
    /// The GUI has closed the input, or the output and a line could not be printed.
    End,
}

/// Runs a session until `quit`, the end of the input, or a line that cannot be printed because the output is closed. A
/// search that still runs is stopped then, and its move printed where the output is open.
///
/// # Errors
/// A [`Fault`] when an option of the start is refused, or the system gives no thread.
pub fn run(input: impl BufRead + Send + 'static, out: Output, start: &Start) -> Result<(), Fault> {
    let mut session = Session::start(out.clone(), start)?;
    let (sender, events) = sync_channel(QUEUE);
    let notifier = sender.clone();
    // Where the queue is full, the session finds out with the next line.
    out.on_close(move || drop(notifier.try_send(Event::End)));
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || send_lines(input, &sender))
        .map_err(Fault::NoThread)?;

    for event in events {
        let flow = match event {
            Event::Line(line) => session.handle_line(&line),
            Event::TooLong(start) => session.refuse(&start, Fault::TooLong),
            Event::End => break,
        };
        if flow.is_break() {
            break;
        }
    }
    session.close();
    // The program ends here, and freeing graphs and tables piece by piece would only delay that.
    mem::forget(session);
    Ok(())
}

/// Sends every line of the input, then its end; stops early when the session has ended.
fn send_lines(input: impl BufRead, events: &SyncSender<Event>) {
    let mut lines = Lines::new(input);
    while let Some(line) = lines.read() {
        let event = match line {
            Line::Whole(line) => Event::Line(line.to_vec()),
            Line::TooLong(start) => Event::TooLong(start.to_vec()),
        };
        if events.send(event).is_err() {
            return;
        }
    }
    // The session may have ended by `quit`.
    let _ = events.send(Event::End);
}
