//! The lines that the worker has received: read when a call begins, and while a search runs.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{StdinLock, stdin};

use motley::uci::{Line, Lines};

/// A line of input, or the beginning of one that is too long.
pub enum Received {
    Whole(Vec<u8>),
    TooLong(Vec<u8>),
}

thread_local! {
    static LINES: RefCell<Lines<StdinLock<'static>>> = RefCell::new(Lines::new(stdin().lock()));
    /// What was read while a search ran and has to wait for its end.
    static WAITING: RefCell<VecDeque<Received>> = const { RefCell::new(VecDeque::new()) };
}

/// The next line that has arrived and did not wait before; `None` where there is none yet.
pub fn arrived() -> Option<Received> {
    LINES.with_borrow_mut(|lines| {
        Some(match lines.read()? {
            Line::Whole(line) => Received::Whole(line.to_vec()),
            Line::TooLong(start) => Received::TooLong(start.to_vec()),
        })
    })
}

/// Keeps a line for the end of the search.
pub fn keep(line: Received) {
    WAITING.with_borrow_mut(|waiting| waiting.push_back(line));
}

/// The next line, those first that have waited.
pub fn next() -> Option<Received> {
    WAITING.with_borrow_mut(VecDeque::pop_front).or_else(arrived)
}
