//! A count of `stop` and `quit` that were read and wait for the session, which may be reading a long file.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::files::Interrupt;
use crate::uci::lines::first_word;

/// Counts the lines that end everything under way, from when they are read until the session takes them in. The
/// reading of a long file ends while there is one.
#[derive(Clone, Debug, Default)]
pub struct AwaitedEnd(Arc<AtomicUsize>);

impl AwaitedEnd {
    /// A line was read and is on its way to the session.
    pub fn read(&self, line: &[u8]) {
        if is_end(line) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The session takes the line in.
    pub fn arrived(&self, line: &[u8]) {
        if is_end(line) {
            self.0.fetch_sub(1, Ordering::Relaxed);
        }
    }

    pub fn interrupt(&self) -> Interrupt {
        let count = Arc::clone(&self.0);
        Interrupt::when(move || count.load(Ordering::Relaxed) > 0)
    }
}

fn is_end(line: &[u8]) -> bool {
    std::str::from_utf8(line).is_ok_and(|line| ["stop", "quit"].contains(&first_word(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_ends_while_a_stop_or_a_quit_is_on_its_way() {
        let awaited = AwaitedEnd::default();
        let interrupt = awaited.interrupt();
        for (line, is_end) in [("stop", true), (" quit now\r", true), ("isready", false), ("go stop", false)] {
            awaited.read(line.as_bytes());
            assert_eq!(interrupt.is_raised(), is_end, "{line}");
            awaited.arrived(line.as_bytes());
            assert!(!interrupt.is_raised(), "{line}");
        }
    }
}
