//! The transposition table: shared by all threads, without locks.

mod buckets;
mod memory;
#[cfg_attr(target_family = "wasm", path = "wasm_pages.rs")]
mod pages;

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use crate::engine::{Bound, Depth, Ply, Score};

use super::params;
use super::prefetch::prefetch;
use crate::chess::packed::PackedMove;
use buckets::{Bucket, Buckets};

/// The result of a search, as the table keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    pub mv: PackedMove,
    /// TableEntry from the position's own ply: mates count from here.
    pub score: Score,
    /// `None` when the side to move was in check.
    pub eval: Option<Score>,
    pub depth: Depth,
    pub bound: Bound,
    /// The position once stood on the principal variation.
    pub was_pv: bool,
}

impl TableEntry {
    /// Returns true if the stored bound lies outside the window: then it answers a node with that window.
    #[inline]
    pub fn decides(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    /// Returns true if the stored score says more about the position than its static evaluation.
    #[inline]
    pub fn is_tighter_than(&self, eval: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > eval,
            Bound::Upper => self.score < eval,
        }
    }
}

/// A depth-and-age replaced table of buckets.
#[derive(Debug)]
pub struct Table {
    buckets: Buckets,
    age: AtomicU8,
    /// No search has begun since the table was made or cleared: there is nothing to clear.
    is_empty: AtomicBool,
}

const AGES: u8 = 32;
const NO_EVAL: i16 = i16::MIN;
/// Depth is stored in a byte with this offset, so that quiescence entries below zero fit.
const DEPTH_OFFSET: i32 = 8;

impl Default for Table {
    /// The smallest table.
    fn default() -> Table {
        Table::new(0).expect("a process without memory for one page cannot go on")
    }
}

impl Table {
    /// A table of at most `mebibytes` MiB, and of one bucket at least. All its memory is really there when this
    /// returns, which takes a moment for a large table.
    ///
    /// # Errors
    /// Fails if the system has no memory for it.
    pub fn new(mebibytes: usize) -> io::Result<Table> {
        let count = (mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>()).max(1);
        Ok(Table { buckets: Buckets::new(count)?, age: AtomicU8::new(0), is_empty: AtomicBool::new(true) })
    }

    /// Forgets everything. A table in which nothing was stored is left alone: the memory is zero already, and writing
    /// to it a second time would double the time from a change of `Hash` to `readyok`.
    pub fn clear(&mut self) {
        if !*self.is_empty.get_mut() {
            self.buckets.clear();
        }
        *self.age.get_mut() = 0;
        *self.is_empty.get_mut() = true;
    }

    /// A new search begins: what older searches left is replaced first. Every search calls this before it stores
    /// anything, or [`Table::clear`] would not know that there is something to clear.
    pub fn next_age(&self) {
        self.is_empty.store(false, Ordering::Relaxed);
        self.age.store((self.age() + 1) % AGES, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// Multiply-shift instead of a modulo: any table size works and all of it is used.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Asks for the cache line early, while the caller has other work.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    #[inline]
    pub fn probe(&self, key: u64, ply: Ply) -> Option<TableEntry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key && data != 0).then(|| PackedEntry(data).unpack(ply))
        })
    }

    /// Stores the result of a search, in place of what is worth least in its bucket.
    pub fn store(&self, key: u64, ply: Ply, mut entry: TableEntry) {
        let age = self.age();
        let mut victim = &self.bucket(key).0[0];
        let mut victim_worth = i32::MAX;
        for slot in &self.bucket(key).0 {
            let old = PackedEntry(slot.data.load(Ordering::Relaxed));
            if slot.check.load(Ordering::Relaxed) ^ old.0 == key && old.0 != 0 {
                // A shallower bound does not replace a deeper result for the same position, and a known move is never
                // lost.
                if entry.mv.is_none() {
                    entry.mv = old.mv();
                }
                let keep = params::TABLE_KEEP_DEPTH.get() + params::TABLE_KEEP_DEPTH_PV.get() * i32::from(entry.was_pv);
                let deeper = old.depth() > entry.depth + keep;
                if entry.bound != Bound::Exact && deeper && old.age() == age {
                    return;
                }
                victim = slot;
                break;
            }
            let distance = i32::from((AGES + age - old.age()) % AGES);
            let worth = if old.0 == 0 { i32::MIN } else { old.depth().0 - params::TABLE_AGE_WEIGHT.get() * distance };
            if worth < victim_worth {
                victim_worth = worth;
                victim = slot;
            }
        }
        let data = PackedEntry::new(entry, age, ply).0;
        victim.data.store(data, Ordering::Relaxed);
        victim.check.store(key ^ data, Ordering::Relaxed);
    }

    /// Share of the slots that this search has filled, in permille, estimated from the first thousand.
    pub fn permille_full(&self) -> u32 {
        let age = self.age();
        let slots = || {
            self.buckets
                .iter()
                .take(250)
                .flat_map(|bucket| &bucket.0)
                .map(|slot| PackedEntry(slot.data.load(Ordering::Relaxed)))
        };
        let used = slots().filter(|slot| slot.0 != 0 && slot.age() == age).count();
        (used * 1000 / slots().count().max(1)) as u32
    }
}

/// move 16 | score 16 | eval 16 | depth 8 | age 5, was-pv 1, bound 2.
#[derive(Clone, Copy)]
struct PackedEntry(u64);

impl PackedEntry {
    fn new(entry: TableEntry, age: u8, ply: Ply) -> PackedEntry {
        let bound = match entry.bound {
            Bound::Exact => 3,
            Bound::Lower => 2,
            Bound::Upper => 1,
        };
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval.0 as i16);
        let score = from_position(entry.score, ply).0 as i16;
        let depth = (entry.depth.0 + DEPTH_OFFSET).clamp(0, 255) as u64;
        let flags = u64::from(age) << 3 | u64::from(entry.was_pv) << 2 | bound;
        PackedEntry(
            u64::from(entry.mv.bits())
                | u64::from(score as u16) << 16
                | u64::from(eval as u16) << 32
                | depth << 48
                | flags << 56,
        )
    }

    fn mv(self) -> PackedMove {
        PackedMove::from_bits(self.0 as u16)
    }

    fn depth(self) -> Depth {
        Depth((self.0 >> 48 & 255) as i32 - DEPTH_OFFSET)
    }

    fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }

    fn unpack(self, ply: Ply) -> TableEntry {
        let eval = (self.0 >> 32) as i16;
        TableEntry {
            mv: self.mv(),
            score: from_root(Score(i32::from((self.0 >> 16) as i16)), ply),
            eval: (eval != NO_EVAL).then_some(Score(i32::from(eval))),
            depth: self.depth(),
            bound: match self.0 >> 56 & 3 {
                3 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            was_pv: self.0 >> 58 & 1 == 1,
        }
    }
}

/// Mates and tablebase wins counted from the root → counted from the position at `ply`.
fn from_position(score: Score, ply: Ply) -> Score {
    match score {
        s if s.is_win() => s + ply.0 as i32,
        s if s.is_loss() => s - ply.0 as i32,
        s => s,
    }
}

/// The way back.
fn from_root(score: Score, ply: Ply) -> Score {
    match score {
        s if s.is_win() => s - ply.0 as i32,
        s if s.is_loss() => s + ply.0 as i32,
        s => s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: i32, bound: Bound) -> TableEntry {
        TableEntry {
            mv: PackedMove::from_bits(0x1234),
            score,
            eval: Some(Score(-17)),
            depth: Depth(depth),
            bound,
            was_pv: true,
        }
    }

    #[test]
    fn what_is_stored_comes_back() {
        let table = Table::new(1).unwrap();
        for (key, entry) in [
            (0x1111_2222_3333_4444, entry(Score(55), 9, Bound::Lower)),
            (0x9999_2222_3333_4444, entry(Score(-1), -1, Bound::Exact)),
            (0xffff_ffff_ffff_ffff, TableEntry { eval: None, was_pv: false, ..entry(Score(3), 240, Bound::Upper) }),
        ] {
            assert_eq!(table.probe(key, Ply(7)), None);
            table.store(key, Ply(7), entry);
            assert_eq!(table.probe(key, Ply(7)), Some(entry));
        }
    }

    #[test]
    fn mates_keep_their_distance_from_the_position() {
        let table = Table::new(1).unwrap();
        table.store(5, Ply(10), entry(Score::mate_in(Ply(13)), 5, Bound::Exact));
        assert_eq!(table.probe(5, Ply(4)).unwrap().score, Score::mate_in(Ply(7)));
        table.store(6, Ply(10), entry(Score::mated_in(Ply(12)), 5, Bound::Exact));
        assert_eq!(table.probe(6, Ply(2)).unwrap().score, Score::mated_in(Ply(4)));
        table.store(7, Ply(3), entry(Score::tablebase_win(Ply(5)), 5, Bound::Exact));
        assert_eq!(table.probe(7, Ply(1)).unwrap().score, Score::tablebase_win(Ply(3)));
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = Table::new(1).unwrap();
        // Five keys of one bucket: they differ in their low bits only.
        for low in 0..4 {
            table.store(low + 1, Ply(0), entry(Score(0), 10 + low as i32, Bound::Exact));
        }
        table.next_age();
        table.store(3, Ply(0), entry(Score(0), 5, Bound::Exact));
        table.store(9, Ply(0), entry(Score(0), 1, Bound::Exact));
        assert_eq!(table.probe(1, Ply(0)), None, "the shallowest of the old ones made room");
        for key in [2, 3, 4, 9] {
            assert!(table.probe(key, Ply(0)).is_some(), "{key}");
        }
    }

    #[test]
    fn a_shallow_bound_does_not_replace_deep_knowledge() {
        let table = Table::new(1).unwrap();
        table.store(1, Ply(0), entry(Score(40), 20, Bound::Exact));
        table.store(1, Ply(0), entry(Score(10), 3, Bound::Upper));
        assert_eq!(table.probe(1, Ply(0)).unwrap().depth, Depth(20));
    }

    #[test]
    fn a_table_is_empty_after_clear_and_one_that_no_search_has_used_is_not_written_to() {
        let mut table = Table::new(1).unwrap();
        table.next_age();
        table.store(1, Ply(0), entry(Score(40), 20, Bound::Exact));
        table.clear();
        assert_eq!((table.probe(1, Ply(0)), table.age()), (None, 0));

        // Stored without a search, only to see whether `clear` writes.
        table.store(1, Ply(0), entry(Score(40), 20, Bound::Exact));
        table.clear();
        assert!(table.probe(1, Ply(0)).is_some(), "an unused table was cleared");
    }

    #[test]
    fn a_table_of_any_size_keeps_and_forgets_from_its_first_bucket_to_its_last() {
        for mebibytes in [0, 1, 3, 7, 33] {
            let mut table = Table::new(mebibytes).unwrap();
            assert_eq!(table.buckets.len(), (mebibytes * (1 << 20) / size_of::<Bucket>()).max(1));
            table.next_age();
            let keys = [1, u64::MAX];
            for key in keys {
                table.store(key, Ply(0), entry(Score(40), 20, Bound::Exact));
            }
            assert!(std::ptr::eq(table.bucket(keys[0]), table.buckets.first().unwrap()));
            assert!(std::ptr::eq(table.bucket(keys[1]), table.buckets.last().unwrap()));
            assert!(keys.iter().all(|&key| table.probe(key, Ply(0)).is_some()), "{mebibytes} MiB");
            table.clear();
            assert!(keys.iter().all(|&key| table.probe(key, Ply(0)).is_none()), "{mebibytes} MiB");
        }
    }

    #[test]
    fn a_table_that_does_not_fit_is_refused() {
        #[cfg(target_pointer_width = "64")]
        assert!(Table::new(1 << 43).is_err());
    }
}
