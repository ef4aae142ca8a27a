//! Lazy SMP: every thread searches the whole tree, and they help each other through the table.

use std::sync::atomic::Ordering;
use std::thread::{Scope, ScopedJoinHandle};

use crate::engine::{Game, Reporter, has_room, scoped_search_thread};

use super::params;
use super::search::{RootMove, Search, SharedSearch, ThreadMemory};

/// Searches with one thread for each memory and returns the main thread's root moves, best first.
pub fn search(
    shared: &SharedSearch,
    memories: &mut [ThreadMemory],
    game: &Game,
    root_moves: Vec<RootMove>,
    report: &mut dyn Reporter,
) -> Vec<RootMove> {
    std::thread::scope(|scope| {
        let fallback = root_moves.clone();
        let mut memories = memories.iter_mut();
        let main = memories.next().and_then(|memory| {
            let root_moves = root_moves.clone();
            spawn(scope, move || Search::new(shared, memory, 0, game, root_moves).reporting_to(report).run())
        });
        for (index, memory) in memories.enumerate() {
            // Those that were started may not have taken theirs yet.
            if !has_room(params::THREAD_STACK + (index + 1) * params::THREAD_BYTES) {
                break;
            }
            let root_moves = root_moves.clone();
            // Without this helper the others search on.
            drop(spawn(scope, move || Search::new(shared, memory, index + 1, game, root_moves).run()));
        }
        match main.map(ScopedJoinHandle::join) {
            Some(Ok(ranked)) => ranked,
            Some(Err(panic)) => {
                shared.halt.store(true, Ordering::Relaxed);
                std::panic::resume_unwind(panic)
            }
            None => fallback,
        }
    })
}

fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    scoped_search_thread(scope, &[params::THREAD_STACK, params::SMALL_THREAD_STACK], work).ok()
}
