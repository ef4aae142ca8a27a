//! The door for UCI.

use std::cell::RefCell;
use std::io::stdout;
use std::ops::ControlFlow;

use motley::engine::{Stop, watch_input};
use motley::uci::{Fault, MAX_LINE, Output, Session, Start};

use crate::input;

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
}

/// Obeys the lines that wait on standard input. Returns 1 after `quit`, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn uci() -> i32 {
    SESSION.with_borrow_mut(|session| {
        let session = session.get_or_insert_with(start);
        while let Some(line) = input::next() {
            let flow = match line.get(..MAX_LINE) {
                Some(start) if line.len() > MAX_LINE => session.handle_fault(start, Fault::TooLong),
                _ => session.handle_line(&line),
            };
            if flow == ControlFlow::Break(()) {
                return 1;
            }
        }
        0
    })
}

fn start() -> Session {
    let out = Output::new(stdout());
    let of_watch = out.clone();
    watch_input(move |stop| read_during_search(stop, &of_watch));
    Session::start(out, &Start::default()).expect("no option is set")
}

/// Obeys what the native session does while another thread searches. `quit` ends the search and is obeyed after it.
fn read_during_search(stop: &Stop, out: &Output) {
    while let Some(line) = input::arrived() {
        match line.trim_ascii() {
            b"stop" => stop.stop(),
            b"ponderhit" => stop.hit_ponder(),
            b"isready" => out.line("readyok"),
            b"quit" => {
                stop.stop();
                input::keep(line);
            }
            _ => input::keep(line),
        }
    }
}
