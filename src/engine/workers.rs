//! The number of workers of a job that the limits of the process leave room for.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};
use std::time::Duration;

use thiserror::Error;

use crate::engine::has_room;

/// Stack of a thread that only waits.
const WAITING_STACK: usize = 64 << 10;
/// The system counts a thread for a moment after it has ended.
const UNTIL_FORGOTTEN: Duration = Duration::from_millis(50);

/// The needs of one worker.
#[derive(Clone, Copy, Debug)]
pub struct WorkerSize {
    /// Its own thread, and those that it starts.
    pub threads: usize,
    /// The bytes that they allocate, and their stacks.
    pub bytes: usize,
}

/// Why there are fewer workers than were asked for.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Shortage {
    #[error("there is no memory for {asked} threads, working with {given}")]
    Memory { asked: usize, given: usize },
    #[error("the system's limit is reached: no {asked} threads could be started, working with {given}")]
    Threads { asked: usize, given: usize },
}

/// Why there is no worker.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NoWorker {
    #[error("there is no memory for a thread")]
    Memory,
    #[error("no thread could be started: the system's limit is reached")]
    Threads,
}

/// The workers that there is room for, as many as were asked for at most, and what is lacking for the rest.
///
/// # Errors
/// [`NoWorker`] where there is no room for one.
pub fn workers(asked: NonZeroUsize, size: WorkerSize) -> Result<(NonZeroUsize, Option<Shortage>), NoWorker> {
    let asked = asked.get();
    let with_memory = (1..=asked).rev().find(|count| has_room(count.saturating_mul(size.bytes)));
    let with_memory = with_memory.ok_or(NoWorker::Memory)?;
    let given = NonZeroUsize::new(startable(with_memory * size.threads) / size.threads).ok_or(NoWorker::Threads)?;
    let shortage = match given.get() {
        given if given < with_memory => Some(Shortage::Threads { asked, given }),
        given if given < asked => Some(Shortage::Memory { asked, given }),
        _ => None,
    };
    Ok((given, shortage))
}

/// The number of threads that the system lets run at once, `most` at most: they are started and end again.
fn startable(most: usize) -> usize {
    let gate = Mutex::new(());
    let wait = || drop(gate.lock());
    thread::scope(|scope| {
        let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
        let mut threads = Vec::new();
        // One more shows whether the limit is near.
        while threads.len() <= most {
            match Builder::new().stack_size(WAITING_STACK).spawn_scoped(scope, wait) {
                Ok(thread) => threads.push(thread),
                Err(_) => break,
            }
        }
        drop(closed);
        let started = threads.len();
        threads.into_iter().for_each(|thread| drop(thread.join()));
        if started <= most {
            thread::sleep(UNTIL_FORGOTTEN);
        }
        started.min(most)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_for_all_is_room_without_a_shortage() {
        let three = NonZeroUsize::new(3).expect("not 0");
        assert_eq!(workers(three, WorkerSize { threads: 2, bytes: 1 << 20 }), Ok((three, None)));
        assert_eq!(workers(three, WorkerSize { threads: 1, bytes: usize::MAX / 2 }), Err(NoWorker::Memory));
    }
}
