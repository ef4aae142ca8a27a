//! The protocol: a line in → a typed command; the session; a typed report → a line out.

mod board;
mod command;
mod eight_bit;
mod fault;
mod go;
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
pub use lines::{Lines, MAX_LINE};
pub use options::{Options, announce, specs};
pub use output::Output;
pub use reporter::{Notation, UciReporter};
pub use session::Session;

use std::io::BufRead;

/// Runs a session until `quit` or the end of the input; a search that still runs is stopped then.
pub fn run(input: impl BufRead, out: Output) {
    let mut session = Session::new(out);
    let mut lines = Lines::new(input);
    while let Some(line) = lines.read() {
        let flow = match line {
            Ok(line) => session.handle_line(line),
            Err(fault) => session.report_fault(fault),
        };
        if flow.is_break() {
            break;
        }
    }
    session.close();
}
