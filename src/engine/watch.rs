//! Looks for input while a search runs in the only thread that there is.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use crate::engine::Stop;

/// Between two looks. `stop` is answered within it; each look returns to the event loop of the browser once.
const BETWEEN: Duration = Duration::from_millis(10);

type Watch = Box<dyn FnMut(&Stop)>;

thread_local! {
    /// None while it is being called.
    static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
    static NEXT: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Calls `watch` with the flags of the search, about every 10 ms while one runs in this thread. It reads what has
/// arrived, and stops the search where it was asked to.
pub fn watch_input(watch: impl FnMut(&Stop) + 'static) {
    WATCH.set(Some(Box::new(watch)));
    NEXT.set(None);
}

/// Called at each look at the flags.
pub fn look(stop: &Stop) {
    let now = Instant::now();
    if NEXT.get().is_some_and(|next| now < next) {
        return;
    }
    // What it reads may lead to another look.
    let Some(mut watch) = WATCH.take() else { return };
    watch(stop);
    WATCH.set(Some(watch));
    NEXT.set(Some(Instant::now() + BETWEEN));
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    #[test]
    fn a_watch_stops_the_search_and_is_not_called_at_every_look() {
        let (stop, calls) = (Stop::new(), Rc::new(Cell::new(0)));
        look(&stop);
        let counted = Rc::clone(&calls);
        watch_input(move |stop| {
            counted.set(counted.get() + 1);
            look(stop);
            stop.stop();
        });
        let start = Instant::now();
        (0..100).for_each(|_| look(&stop));
        assert!(stop.is_stopped());
        let most = 1 + start.elapsed().as_millis() / BETWEEN.as_millis();
        assert!(calls.get() >= 1 && calls.get() <= most, "{calls:?} calls, at most {most}");
    }
}
