//! The requests of a page, between the thread that reads them and the one that answers them: the end of a socket is
//! noticed while something is answered, and ends it.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::engine::Stop;

/// Bytes of requests that wait to be answered; a page that sends more is read again when some of them are done.
const MOST_WAITING: usize = 2_000_000;

#[derive(Default)]
pub struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<String>,
    bytes: usize,
    is_closed: bool,
    /// The search that runs, or the last one.
    search: Option<Stop>,
}

impl Inbox {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request, once there is room.
    pub fn put(&self, request: String) {
        let too_full = |state: &mut State| !state.is_closed && state.bytes > MOST_WAITING;
        let mut state = self.changed.wait_while(self.state(), too_full).unwrap_or_else(PoisonError::into_inner);
        if state.is_closed {
            return;
        }
        state.bytes += request.len();
        state.waiting.push_back(request);
        self.changed.notify_all();
    }

    /// Waits for the next request; `None` once it is closed, whatever waits then.
    pub fn take(&self) -> Option<String> {
        let idle = |state: &mut State| !state.is_closed && state.waiting.is_empty();
        let mut state = self.changed.wait_while(self.state(), idle).unwrap_or_else(PoisonError::into_inner);
        let request = state.waiting.pop_front()?;
        state.bytes -= request.len();
        self.changed.notify_all();
        Some(request)
    }

    /// Nobody waits for answers any more: what runs is stopped, and what waits is dropped.
    pub fn close(&self) {
        let mut state = self.state();
        (state.is_closed, state.bytes) = (true, 0);
        state.waiting.clear();
        if let Some(search) = &state.search {
            search.stop();
        }
        self.changed.notify_all();
    }

    /// Has a search stopped when this is closed, at once where it is.
    pub fn stops(&self, search: &Stop) {
        let mut state = self.state();
        if state.is_closed {
            search.stop();
        }
        state.search = Some(search.clone());
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn closing_drops_what_waits_and_stops_what_runs() {
        let (inbox, search) = (Inbox::default(), Stop::new());
        inbox.put("one".to_owned());
        inbox.put("two".to_owned());
        assert_eq!(inbox.take().as_deref(), Some("one"));
        inbox.stops(&search);
        assert!(!search.is_stopped());
        inbox.close();
        assert!(search.is_stopped());
        inbox.put("three".to_owned());
        assert_eq!(inbox.take(), None);
        let late = Stop::new();
        inbox.stops(&late);
        assert!(late.is_stopped());
    }

    #[test]
    fn a_full_inbox_takes_the_next_request_when_one_is_taken_out_or_it_is_closed() {
        let inbox = Inbox::default();
        let large = || "x".repeat(MOST_WAITING + 1);
        inbox.put(large());
        thread::scope(|scope| {
            scope.spawn(|| inbox.put("next".to_owned()));
            assert_eq!(inbox.take().map(|text| text.len()), Some(MOST_WAITING + 1));
            assert_eq!(inbox.take().as_deref(), Some("next"));
        });
        inbox.put(large());
        thread::scope(|scope| {
            scope.spawn(|| inbox.put("next".to_owned()));
            inbox.close();
        });
        assert_eq!(inbox.take(), None);
    }
}
