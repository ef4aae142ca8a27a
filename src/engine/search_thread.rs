//! Threads for work that searches, with stacks for its recursion. Where there are no threads `in_place.rs` takes this
//! place.

use std::io;
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

use crate::engine::has_room;

/// Bytes. The largest ply bounds a search's recursion, but its frames hold move lists: ample for every player.
pub const SEARCH_STACK: usize = 64 << 20;
/// The stack if the system's limit on memory leaves no room for that: that of a program itself on most systems.
const SMALL_STACK: usize = 8 << 20;

/// A thread that searches, and what it returns.
pub type SearchThread<T> = JoinHandle<T>;

/// Returns true if the limits of the process leave room for a search.
pub fn can_search() -> bool {
    has_room(SMALL_STACK)
}

/// Runs work that may search on a thread of its own.
///
/// # Errors
/// Fails if the system gives no thread.
pub fn search_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<SearchThread<T>> {
    with_a_stack(&[SEARCH_STACK, SMALL_STACK], work, |thread, work| thread.spawn(work))
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
    with_a_stack(stacks, work, |thread, work| thread.spawn_scoped(scope, work))
}

/// Starts `work` with the first stack that the system gives; a start that fails leaves it for the next.
fn with_a_stack<'a, T: 'a, H>(
    stacks: &[usize],
    work: impl FnOnce() -> T + Send + 'a,
    start: impl Fn(Builder, Box<dyn FnOnce() -> T + Send + 'a>) -> io::Result<H>,
) -> io::Result<H> {
    let work = Arc::new(Mutex::new(Some(work)));
    let mut started = Err(io::ErrorKind::WouldBlock.into());
    // The last piece of memory would go to the stack, and the first need of another would end the program.
    for &stack in stacks.iter().filter(|&&stack| has_room(stack)) {
        let of_thread = Arc::clone(&work);
        let run = move || {
            let work = of_thread.lock().ok().and_then(|mut work| work.take());
            work.expect("only one thread is started")()
        };
        started = start(Builder::new().name("search".to_owned()).stack_size(stack), Box::new(run));
        if started.is_ok() {
            break;
        }
    }
    started
}
