//! The share of the games of many files that one of several machines reads.

use std::num::NonZeroU32;
use std::ops::Range;
use std::str::FromStr;

/// Games in a row that belong to one shard; the last block of a file may have fewer.
pub const BLOCK: u64 = 64;

/// A file's blocks go round over so many slots, of which each shard has a range.
const SLOTS: u64 = 1 << 16;
/// From the slot of a block to that of the next: odd, so that every slot has its turn, and near the golden ratio of
/// [`SLOTS`], so that after any number of blocks the slots in use lie evenly.
const STEP: u64 = 40_503;

/// One of several shards into which the games of a list of files are divided, by the lengths of the files and the
/// numbers of the games alone. Every game is in one shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    pub index: u32,
    pub of: NonZeroU32,
}

impl Shard {
    /// For each file of so many bytes the games that belong to this shard. A shard has about the same number of bytes
    /// as every other, neighbours on the list; only files at its ends are divided. `None`: none of the file.
    pub fn shares(self, lengths: &[u64]) -> Vec<Option<FileShare>> {
        let (of, total) = (u128::from(self.of.get()), lengths.iter().copied().map(u128::from).sum::<u128>());
        let mut before = 0;
        let share = |&length: &u64| {
            // The slots of a file stand for its bytes, evenly; a slot belongs to the shard that has its byte.
            let first_slot = |shard: u32| {
                let bytes = u128::from(shard) * total * u128::from(SLOTS);
                let inside = bytes.saturating_sub(before * u128::from(SLOTS) * of);
                inside.div_ceil((u128::from(length) * of).max(1)).min(u128::from(SLOTS)) as u64
            };
            let slots = first_slot(self.index)..first_slot(self.index + 1);
            before += u128::from(length);
            (length > 0 && !slots.is_empty()).then_some(FileShare { slots })
        };
        lengths.iter().map(share).collect()
    }
}

/// `I/N`, the first shard is `1/N`.
impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, Self::Err> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let (number, of) = (number.parse::<NonZeroU32>().ok()?, of.parse().ok()?);
            (number <= of).then_some(Shard { index: number.get() - 1, of })
        };
        read().ok_or("expected I/N with I from 1 to N")
    }
}

/// The games of one file that are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileShare {
    slots: Range<u64>,
}

impl FileShare {
    pub const ALL: FileShare = FileShare { slots: 0..SLOTS };

    /// Returns true if the game with this number in the file, from 0, is read. Faulty games count.
    pub fn takes(&self, game: u64) -> bool {
        self.slots.contains(&((game / BLOCK).wrapping_mul(STEP) % SLOTS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(of: u32, lengths: &[u64]) -> Vec<Vec<Option<FileShare>>> {
        let of = NonZeroU32::new(of).expect("not 0");
        (0..of.get()).map(|index| Shard { index, of }.shares(lengths)).collect()
    }

    fn takes(share: &Option<FileShare>, game: u64) -> bool {
        share.as_ref().is_some_and(|share| share.takes(game))
    }

    #[test]
    fn every_game_is_in_one_shard() {
        for lengths in [&[7][..], &[1, 1_000_000, 3], &[5; 9], &[0, 10, 0], &[1 << 50, 1, 1 << 49]] {
            for of in [1, 2, 3, 8, 100] {
                let shares = shares(of, lengths);
                for file in (0..lengths.len()).filter(|&file| lengths[file] > 0) {
                    for game in (0..200 * BLOCK).step_by(17) {
                        let owners = shares.iter().filter(|shares| takes(&shares[file], game)).count();
                        assert_eq!(owners, 1, "{lengths:?} {of} {file} {game}");
                    }
                }
            }
        }
    }

    #[test]
    fn files_are_divided_only_where_shards_meet() {
        let shares = shares(3, &[10, 10, 10, 30]);
        let whole = Some(FileShare::ALL);
        let last = |slots| Some(FileShare { slots });
        assert_eq!(shares[0], [whole.clone(), whole.clone(), None, None]);
        assert_eq!(shares[1], [None, None, whole, last(0..SLOTS.div_ceil(3))]);
        assert_eq!(shares[2], [None, None, None, last(SLOTS.div_ceil(3)..SLOTS)]);
    }

    #[test]
    fn shards_of_one_file_have_equally_many_blocks() {
        for shares in shares(8, &[1000]) {
            let blocks = (0..80).filter(|block| takes(&shares[0], block * BLOCK)).count();
            assert!((9..=11).contains(&blocks), "{blocks} of 80");
        }
    }

    #[test]
    fn shards_are_counted_from_one() {
        let shard = |text: &str| text.parse::<Shard>().map(|shard| (shard.index, shard.of.get()));
        assert_eq!((shard("1/8"), shard("8/8")), (Ok((0, 8)), Ok((7, 8))));
        for wrong in ["", "1", "0/8", "9/8", "1/0", "-1/2", "1/2/3", "a/b"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
