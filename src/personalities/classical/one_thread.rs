//! The place of `threads.rs` in WebAssembly, which has one thread: the main thread's search alone.

use crate::engine::{Game, Reporter};

use super::search::{RootMove, Search, SharedSearch, ThreadMemory};

/// Searches with the first memory and returns the root moves, best first.
pub fn search(
    shared: &SharedSearch,
    memories: &mut [ThreadMemory],
    game: &Game,
    root_moves: Vec<RootMove>,
    report: &mut dyn Reporter,
) -> Vec<RootMove> {
    let Some(memory) = memories.first_mut() else { return root_moves };
    Search::new(shared, memory, 0, game, root_moves).reporting_to(report).run()
}
