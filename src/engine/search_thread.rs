//! Threads for work that searches, with stacks for its recursion. Where there are no threads `in_place.rs` takes this
//! place.

use std::io;
use std::sync::mpsc;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

use crate::engine::has_room;

/// Bytes. The largest ply bounds a search's recursion, but its frames hold move lists: ample for every player.
pub const SEARCH_STACK: usize = 64 << 20;
/// The stack if the system's limit on memory leaves no room for that: that of a program itself on most systems.
const SMALL_STACK: usize = 8 << 20;
/// The stacks of a thread that searches, in the order in which they are tried.
pub const SEARCH_STACKS: [usize; 2] = [SEARCH_STACK, SMALL_STACK];

/// A thread that searches, and what it returns.
pub type SearchThread<T> = JoinHandle<T>;

/// Returns true if the limits of the process leave room for a search.
pub fn can_search() -> bool {
    has_room(SMALL_STACK)
}

/// Runs work on `job` that may search on a thread of its own.
///
/// # Errors
/// Fails if the system gives no thread; the job comes back.
pub fn search_thread<J: Send + 'static, T: Send + 'static>(
    job: J,
    work: impl FnOnce(J) -> T + Send + 'static,
) -> Result<SearchThread<T>, (io::Error, J)> {
    with_a_stack(&SEARCH_STACKS, job, work, |thread, run| thread.spawn(run))
}

/// Runs work on a thread of a scope, with the first of these stacks (in bytes) that the system gives.
///
/// # Errors
/// Fails if the system gives no thread.
pub fn scoped_search_thread<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    stacks: &[usize],
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    let started = with_a_stack(stacks, (), |()| work(), |thread, run| thread.spawn_scoped(scope, run));
    started.map_err(|(error, ())| error)
}

/// Starts `work` with the first stack that the system gives. The thread gets the job when it has started: one that does
/// not start takes nothing with it.
fn with_a_stack<'a, J: Send + 'a, T: 'a, W: FnOnce(J) -> T + Send + 'a, H>(
    stacks: &[usize],
    job: J,
    work: W,
    start: impl Fn(Builder, Box<dyn FnOnce() -> T + Send + 'a>) -> io::Result<H>,
) -> Result<H, (io::Error, J)> {
    let mut refusal = io::ErrorKind::WouldBlock.into();
    // The last piece of memory would go to the stack, and the first need of another would end the program.
    for &stack in stacks.iter().filter(|&&stack| has_room(stack)) {
        let (sender, receiver) = mpsc::channel::<(W, J)>();
        let run = move || {
            let (work, job) = receiver.recv().expect("it is sent to a thread that has started");
            work(job)
        };
        match start(Builder::new().name("search".to_owned()).stack_size(stack), Box::new(run)) {
            Ok(thread) => {
                sender.send((work, job)).expect("the thread waits for it");
                return Ok(thread);
            }
            Err(error) => refusal = error,
        }
    }
    Err((refusal, job))
}
