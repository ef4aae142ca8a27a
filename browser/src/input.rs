//! The lines that the worker has received: read when a call begins, and while a search runs.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{BufRead as _, stdin};

thread_local! {
    /// Input that was read while a search ran and has to wait for its end.
    static WAITING: RefCell<VecDeque<Vec<u8>>> = const { RefCell::new(VecDeque::new()) };
}

/// The next line that has arrived and did not wait before, without its end; `None` where there is none yet.
pub fn arrived() -> Option<Vec<u8>> {
    let mut line = Vec::new();
    // The worker sends whole lines, and the end of the file after those that it has.
    let length = stdin().lock().read_until(b'\n', &mut line).unwrap_or(0);
    line.pop_if(|last| *last == b'\n');
    (length > 0).then_some(line)
}

/// Keeps a line for the end of the search.
pub fn keep(line: Vec<u8>) {
    WAITING.with_borrow_mut(|waiting| waiting.push_back(line));
}

/// The next line, those first that have waited.
pub fn next() -> Option<Vec<u8>> {
    WAITING.with_borrow_mut(VecDeque::pop_front).or_else(arrived)
}
