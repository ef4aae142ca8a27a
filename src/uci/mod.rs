//! The protocol: a line in → a typed command; the session; a typed report → a line out.

mod awaited;
mod bench_command;
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
mod queue;
mod reporter;
mod search;
mod session;
mod task;
#[cfg(test)]
mod testing;

pub use fault::Fault;
pub use lines::{InputLine, Lines, MAX_LINE};
pub use options::{Options, specs};
pub use output::Output;
pub use queue::{MAX_WAITING, MAX_WAITING_BYTES};
pub use reporter::{Notation, UciReporter};
pub use session::{PlayerBuilder, Session, Start};

use std::io::BufRead;
use std::mem;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use awaited::AwaitedEnd;

const VERSION: &str = env!("CARGO_PKG_VERSION");
const AUTHORS: &str = "the Motley developers";

/// Lines that may be on their way to the session; the pipe holds the others.
const ON_THE_WAY: usize = 64;

/// The events that the session waits for.
enum Event {
    Line(Vec<u8>),
    TooLong(Vec<u8>),
    /// A search, perft or bench has printed its last line.
    TaskEnd,
    InputEnd,
    /// A line could not be printed: the GUI has closed the output.
    OutputClosed,
}

/// Runs a session until `quit`, until the input has ended and all that it asked for is done, or until a line cannot be
/// printed because the output is closed.
///
/// At the end of the input a search without an end of its own is stopped; any other is finished, and what waits for it
/// is done too. A closed output stops every search.
///
/// # Errors
/// A [`Fault`] when an option of the start is refused, or the system gives no thread.
pub fn run(input: impl BufRead + Send + 'static, out: Output, start: &Start) -> Result<(), Fault> {
    let mut session = Session::start(out.clone(), start)?;
    // Some programs wait for a first line before they say anything.
    out.line(format_args!("Motley {VERSION} by {AUTHORS}"));
    let awaited = AwaitedEnd::default();
    session.interrupt_reading(awaited.interrupt());
    let (sender, events) = sync_channel(ON_THE_WAY);
    // Where the channel is full, the session finds out with one of the lines in it.
    let (closed, ended) = (sender.clone(), sender.clone());
    out.on_close(move || drop(closed.try_send(Event::OutputClosed)));
    session.on_task_end(move || drop(ended.try_send(Event::TaskEnd)));
    thread::Builder::new()
        .name("input".to_owned())
        .spawn({
            let awaited = awaited.clone();
            move || send_lines(input, &sender, &awaited)
        })
        .map_err(Fault::NoThread)?;

    let mut input_has_ended = false;
    for event in events {
        input_has_ended |= matches!(event, Event::InputEnd);
        let flow = match event {
            Event::Line(line) => {
                awaited.arrived(&line);
                session.handle_line(&line)
            }
            Event::TooLong(start) => session.handle_fault(&start, Fault::TooLong),
            Event::TaskEnd | Event::InputEnd if input_has_ended => session.end_input(),
            Event::TaskEnd | Event::InputEnd => session.work_off(),
            Event::OutputClosed => break,
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
fn send_lines(input: impl BufRead, events: &SyncSender<Event>, awaited: &AwaitedEnd) {
    let mut lines = Lines::new(input);
    while let Some(line) = lines.read() {
        let event = match line {
            InputLine::Whole(line) => {
                awaited.read(line);
                Event::Line(line.to_vec())
            }
            InputLine::TooLong(start) => Event::TooLong(start.to_vec()),
        };
        if events.send(event).is_err() {
            return;
        }
    }
    // The session may have ended by `quit`.
    let _ = events.send(Event::InputEnd);
}
