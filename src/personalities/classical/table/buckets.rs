//! The memory of the transposition table.

use std::hint::black_box;
use std::io::{self, ErrorKind};
use std::ops::Deref;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::thread::{self, Builder};

use super::memory;
use super::pages::Pages;
use crate::engine::has_room;

/// Two words: `check` is the key xor `data`, so a torn write by another thread reads as a miss (Hyatt and Mann, "A
/// lock-less transposition table implementation for parallel search").
#[derive(Debug, Default)]
pub struct Slot {
    pub check: AtomicU64,
    pub data: AtomicU64,
}

/// Four slots fill one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Bucket(pub [Slot; 4]);

/// Bytes that a thread writes at once: some huge pages.
const PIECE: usize = 8 << 20;
/// Bytes of the smallest page of any system.
const SMALLEST_PAGE: usize = 4096;

/// Memory straight from the system: all zero, which is the empty bucket, and in huge pages where the system has them:
/// probes jump all over the table, and nearly every one would have to look up its page.
#[derive(Debug)]
pub struct Buckets(Pages);

impl Buckets {
    /// This many empty buckets.
    ///
    /// # Errors
    /// Fails if the system has no memory for them.
    pub fn new(count: usize) -> io::Result<Buckets> {
        let bytes = count * size_of::<Bucket>();
        if memory::available().is_some_and(|available| bytes as u64 > available) || count > 1 && !has_room(bytes) {
            return Err(ErrorKind::OutOfMemory.into());
        }
        let mut buckets = Buckets(Pages::new(bytes)?);
        buckets.take_pages();
        Ok(buckets)
    }

    /// Writes to every page, so that the system gives them all now: it takes up to two seconds for a GiB, and a search
    /// that had to wait for its pages would overstep its time, because it looks at the clock by the count of its nodes.
    fn take_pages(&mut self) {
        self.write_all(|piece| {
            for page in piece.chunks_mut(SMALLEST_PAGE) {
                // Otherwise the compiler would leave out a write that changes nothing.
                page[0] = black_box(page[0]);
            }
        });
    }

    /// Empties every bucket.
    pub fn clear(&mut self) {
        self.write_all(|piece| piece.fill(0));
    }

    /// Calls `write` on every piece of the memory, by as many threads as the machine has cores.
    fn write_all(&mut self, write: fn(&mut [u8])) {
        let pieces = self.0.len().div_ceil(PIECE);
        let helpers = thread::available_parallelism().map_or(0, |cores| cores.get() - 1).min(pieces - 1);
        let pieces = Mutex::new(self.0.chunks_mut(PIECE));
        let next_piece = || pieces.lock().ok()?.next();
        let work = || {
            while let Some(piece) = next_piece() {
                write(piece);
            }
        };
        thread::scope(|scope| {
            for _ in 0..helpers {
                // Without this helper the others write its part.
                drop(Builder::new().name("table".to_owned()).spawn_scoped(scope, work));
            }
            work();
        });
    }
}

impl Deref for Buckets {
    type Target = [Bucket];

    #[inline(always)]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: pages begin at an address that is aligned for a bucket; they are written through atomics alone while
        // they are shared, for which every bit pattern is a value; the length is that of whole buckets.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len() / size_of::<Bucket>()) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn more_than_the_system_can_give_is_refused_before_it_is_touched() {
        if let Some(available) = memory::available() {
            assert!(Buckets::new(available as usize / size_of::<Bucket>() * 2).is_err());
        }
    }

    #[test]
    fn taking_the_pages_changes_nothing_and_clearing_empties_every_piece() {
        // More than two pieces, so that more than one thread works.
        let mut buckets = Buckets::new(20 << 20 >> 6).unwrap();
        let sum = |buckets: &Buckets| -> u64 {
            buckets.iter().flat_map(|bucket| &bucket.0).map(|slot| slot.data.load(Ordering::Relaxed)).sum()
        };
        for bucket in buckets.iter() {
            bucket.0[3].data.store(3, Ordering::Relaxed);
        }
        let filled = 3 * buckets.len() as u64;
        assert_eq!(sum(&buckets), filled);
        buckets.take_pages();
        assert_eq!(sum(&buckets), filled);
        buckets.clear();
        assert_eq!(sum(&buckets), 0);
    }
}
