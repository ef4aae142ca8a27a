//! Work on a thread of its own, while the session goes on reading lines.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::engine::{Limits, Personality, SearchThread, Stop, search_thread};
use crate::uci::output::Output;
use crate::work::caught::catch;

/// The result of a task.
#[derive(Default)]
pub struct Outcome {
    /// Printed last; once it is out, the session takes every command again.
    pub last_line: Option<String>,
    /// The player that searched, unless it panicked.
    pub player: Option<Box<dyn Personality>>,
}

/// A search, a perft or a bench that is under way.
pub struct RunningSearch {
    pub stop: Stop,
    /// None for a perft or a bench, which end by themselves.
    pub limits: Limits,
    is_done: Arc<AtomicBool>,
    thread: SearchThread<Option<Box<dyn Personality>>>,
}

impl RunningSearch {
    /// Starts `work` on its own thread; it gets the job and the flag that asks it to end. `on_end` is called on that
    /// thread once the last line is printed.
    ///
    /// # Errors
    /// Fails if the system gives no thread; the job comes back.
    pub fn start<J: Send + 'static>(
        limits: Limits,
        out: Output,
        on_end: Arc<dyn Fn() + Send + Sync>,
        job: J,
        work: impl FnOnce(J, &Stop) -> Outcome + Send + 'static,
    ) -> Result<RunningSearch, (io::Error, J)> {
        let (stop, is_done) = (Stop::new(), Arc::new(AtomicBool::new(false)));
        let (work_stop, work_done) = (stop.clone(), Arc::clone(&is_done));
        let run = move |job| {
            let outcome = catch(|| work(job, &work_stop)).unwrap_or_default();
            // Set before the line is printed: a GUI that has read the line may send the next position at once.
            work_done.store(true, Ordering::Release);
            outcome.last_line.iter().for_each(|line| out.line(line));
            on_end();
            outcome.player
        };
        let thread = search_thread(job, run)?;
        Ok(RunningSearch { stop, limits, is_done, thread })
    }

    /// Returns true if its last line is printed or about to be.
    pub fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }

    /// Returns true if it ends without a further command: not an infinite search, and not one that ponders.
    pub fn is_bounded(&self) -> bool {
        self.stop.is_released(&self.limits)
    }

    /// Waits for the end and returns the player, unless it panicked.
    pub fn join(self) -> Option<Box<dyn Personality>> {
        self.thread.join().unwrap_or_default()
    }
}
