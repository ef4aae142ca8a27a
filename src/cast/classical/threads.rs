//! Lazy SMP: every thread searches the whole tree, and they help each other through the table.

use std::sync::atomic::AtomicBool;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crate::engine::{Clock, Game, Limits, Reporter, Stop};

use super::search::{Counters, Memory, Probing, RootMove, Search, Shared};
use super::table::Table;

/// Bytes of stack of a search thread: the deepest line needs about two MiB.
const STACK: usize = 16 << 20;

/// What to search, and until when.
pub struct Order<'a> {
    pub table: &'a Table,
    pub limits: &'a Limits,
    pub clock: Clock,
    pub stop: &'a Stop,
    pub multi_pv: usize,
    pub probing: Option<Probing>,
    pub root_hits: u64,
}

/// Searches with one thread for each memory and returns the main thread's root moves, best first.
pub fn think(order: &Order, memories: &mut [Memory], game: &Game, root_moves: Vec<RootMove>, report: &mut dyn Reporter) -> Vec<RootMove> {
    let shared = Shared {
        table: order.table,
        limits: order.limits,
        clock: order.clock,
        stop: order.stop,
        halt: AtomicBool::new(false),
        counters: memories.iter().map(|_| Counters::default()).collect(),
        multi_pv: order.multi_pv,
        probing: order.probing.clone(),
        root_hits: order.root_hits,
    };
    let shared = &shared;
    std::thread::scope(|scope| {
        let fallback = root_moves.clone();
        let mut memories = memories.iter_mut();
        let main = memories.next().and_then(|memory| {
            let root_moves = root_moves.clone();
            spawn(scope, move || Search::new(shared, memory, 0, game, root_moves).reporting_to(report).run())
        });
        for (index, memory) in memories.enumerate() {
            let root_moves = root_moves.clone();
            // Without this helper the others search on.
            drop(spawn(scope, move || Search::new(shared, memory, index + 1, game, root_moves).run()));
        }
        match main.map(ScopedJoinHandle::join) {
            Some(Ok(ranked)) => ranked,
            Some(Err(panic)) => {
                shared.halt.store(true, std::sync::atomic::Ordering::Relaxed);
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
    Builder::new().name("search".to_owned()).stack_size(STACK).spawn_scoped(scope, work).ok()
}
