//! The place of `search_thread.rs` in WebAssembly, which has one thread: what searches is done before the call returns.

use std::thread::{Scope, ScopedJoinHandle};
use std::{io, thread};

/// Bytes. There is one stack, and the linker gives it its size.
pub const SEARCH_STACK: usize = 0;
/// None to choose from.
pub const SEARCH_STACKS: [usize; 0] = [];

/// Work that is done, and what it returned.
#[derive(Debug)]
pub struct SearchThread<T>(T);

impl<T> SearchThread<T> {
    /// The value that the work returned.
    ///
    /// # Errors
    /// None: a panic ends the whole program here.
    pub fn join(self) -> thread::Result<T> {
        Ok(self.0)
    }

    /// Always.
    pub fn is_finished(&self) -> bool {
        true
    }
}

/// Returns true if there is memory for a search. A browser that has none ends the whole program.
pub fn can_search() -> bool {
    true
}

/// Runs work on `job` that may search, now.
///
/// # Errors
/// None.
pub fn search_thread<J: Send + 'static, T: Send + 'static>(
    job: J,
    work: impl FnOnce(J) -> T + Send + 'static,
) -> Result<SearchThread<T>, (io::Error, J)> {
    Ok(SearchThread(work(job)))
}

/// # Errors
/// Always: there is no thread beside the one that calls.
pub fn scoped_search_thread<'scope, T: Send + 'scope>(
    _: &'scope Scope<'scope, '_>,
    _: &[usize],
    _: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Err(io::ErrorKind::Unsupported.into())
}
