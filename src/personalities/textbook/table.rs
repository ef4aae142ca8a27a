//! Technique 4: the transposition table.
//!
//! Different orders of the same moves lead to the same position. What a search found out about a position is kept
//! under its Zobrist key, so that another way to it need not be searched again, and so that the best move of one
//! iteration is tried first in the next.

use shakmaty::Move;

use super::search::Window;
use crate::engine::{Bound, Score};

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The whole key: many positions share a slot.
    pub key: u64,
    /// Plies that were searched from the position on.
    pub depth: i32,
    /// From the mover's view; mates are counted from this position on ([`count_mate_from`]).
    pub score: Score,
    /// After a cut-off the true score may be higher, and where no move reached alpha it may be lower. The report's
    /// entry does not have this field, which lets a bound pass for a score.
    pub bound: Bound,
    pub best: Move,
}

impl Entry {
    /// Returns true if the entry answers a search to `depth` that asks for scores within `window`.
    pub fn settles(&self, depth: i32, window: Window) -> bool {
        let is_tight = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        };
        self.depth >= depth && is_tight
    }
}

/// Slots for entries; a table of none keeps nothing.
pub struct Table {
    slots: Vec<Option<Entry>>,
}

impl Table {
    pub fn new(entries: usize) -> Table {
        Table { slots: vec![None; entries] }
    }

    /// The entry of the position with this key.
    pub fn find(&self, key: u64) -> Option<Entry> {
        let slot = self.slots.get(self.index(key)?)?;
        slot.filter(|entry| entry.key == key)
    }

    /// Keeps the deeper of two entries for a slot, whether they are of one position or of two; of equally deep ones the
    /// new.
    pub fn store(&mut self, entry: Entry) {
        let Some(index) = self.index(entry.key) else { return };
        let slot = &mut self.slots[index];
        if slot.is_none_or(|kept| kept.depth <= entry.depth) {
            *slot = Some(entry);
        }
    }

    /// Share of the slots in use, in permille, by the first thousand.
    pub fn permille_full(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(1000)];
        (1000 * sample.iter().flatten().count() / sample.len().max(1)) as u32
    }

    /// The key modulo the size; `None` in a table without slots.
    fn index(&self, key: u64) -> Option<usize> {
        key.checked_rem(self.slots.len() as u64).map(|index| index as usize)
    }
}

/// A mate's score, counted from a place so many plies nearer to it; other scores as they are. The same position may be
/// met at another distance from the root, so the table counts mates from the position on.
pub fn count_mate_from(score: Score, plies: i32) -> Score {
    if score.is_mate() { score + plies * score.0.signum() } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Game, Ply};

    fn entry(key: u64, depth: i32, score: i32) -> Entry {
        let best = Game::default().legal_moves()[0];
        Entry { key, depth, score: Score(score), bound: Bound::Exact, best }
    }

    #[test]
    fn the_deeper_of_two_entries_stays_whichever_position_it_is_of() {
        let mut table = Table::new(10);
        table.store(entry(3, 2, 20));
        table.store(entry(13, 1, 30));
        assert_eq!((table.find(3), table.find(13)), (Some(entry(3, 2, 20)), None), "a shallower one is dropped");
        table.store(entry(13, 2, 40));
        assert_eq!((table.find(3), table.find(13)), (None, Some(entry(13, 2, 40))), "of equals the new one stays");
        assert_eq!(table.permille_full(), 100);
    }

    #[test]
    fn a_table_without_slots_keeps_nothing() {
        let mut table = Table::new(0);
        table.store(entry(3, 2, 20));
        assert_eq!((table.find(3), table.permille_full()), (None, 0));
    }

    #[test]
    fn an_entry_settles_shallower_searches_and_a_bound_only_beyond_the_window() {
        let window = Window { alpha: Score(10), beta: Score(30) };
        let settles = |depth, bound, score| Entry { bound, ..entry(1, 3, score) }.settles(depth, window);
        assert!(settles(3, Bound::Exact, 20) && settles(2, Bound::Exact, 20) && !settles(4, Bound::Exact, 20));
        assert!(settles(3, Bound::Lower, 30) && !settles(3, Bound::Lower, 29));
        assert!(settles(3, Bound::Upper, 10) && !settles(3, Bound::Upper, 11));
    }

    #[test]
    fn mates_are_kept_by_their_distance_from_the_position() {
        let (found, kept) = (Score::mate_in(Ply(5)), Score::mate_in(Ply(2)));
        assert_eq!(count_mate_from(found, 3), kept);
        assert_eq!(count_mate_from(kept, -1), Score::mate_in(Ply(3)));
        assert_eq!(count_mate_from(Score::mated_in(Ply(4)), 3), Score::mated_in(Ply(1)));
        assert_eq!(count_mate_from(Score(120), 3), Score(120));
    }
}
