//! PGN text in batches of whole games, so that several threads can read one file.

use std::io::{self, Read};

use super::pgn::PgnError;
use super::reader::begins_of_tags;
use super::unpacked;
use crate::files::Bounds;

/// Bytes of a batch: some thousand games, enough to make handing it to a thread cheap.
const BATCH_BYTES: usize = 1 << 20;
/// Text without the end of a game in so many bytes is no PGN; it is handed out as it is, so that memory stays bounded.
const MOST_BYTES: usize = 16 << 20;

/// Cuts PGN, plain or compressed with zstd, between games. Each batch can be given to a [`super::pgn::PgnReader`] of
/// its own.
///
/// A batch ends where a tag stands behind an empty line. Where that is between the tags of a game, or in a comment, one
/// game in thousands, that game is split.
pub struct Batches {
    text: Box<dyn Read + Send>,
    /// The bytes behind the last end of a game.
    rest: Vec<u8>,
    batch_bytes: usize,
    ended: bool,
}

impl Batches {
    /// Reads from `source`, plain or compressed with zstd, recognised by its content.
    ///
    /// # Errors
    /// [`PgnError::Read`] when the first bytes cannot be read.
    pub fn new(source: impl Read + Send + 'static) -> Result<Batches, PgnError> {
        Ok(Batches {
            text: unpacked(source, Bounds::of_bytes(u64::MAX))?,
            rest: Vec::new(),
            batch_bytes: BATCH_BYTES,
            ended: false,
        })
    }

    fn next_batch(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut batch = std::mem::take(&mut self.rest);
        while !self.ended {
            let read = self.text.by_ref().take(self.batch_bytes as u64).read_to_end(&mut batch)?;
            self.ended = read < self.batch_bytes;
            if self.ended {
                break;
            }
            if let Some(end) = last_end(&batch) {
                self.rest = batch.split_off(end);
                break;
            }
            if batch.len() >= MOST_BYTES {
                break;
            }
        }
        Ok((!batch.is_empty()).then_some(batch))
    }
}

impl Iterator for Batches {
    /// An error ends the iteration: the source itself can no longer be read.
    type Item = Result<Vec<u8>, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.next_batch();
        self.ended |= batch.is_err();
        batch.map_err(PgnError::Read).transpose()
    }
}

/// The offset of the last game of `text`, if another one ends before it.
fn last_end(text: &[u8]) -> Option<usize> {
    begins_of_tags(text).next_back()
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::games::pgn::{PgnGame, PgnReader};

    fn batches(text: &str, batch_bytes: usize) -> Vec<Vec<u8>> {
        let batches = Batches::new(Cursor::new(text.as_bytes().to_vec())).expect("memory can be read");
        Batches { batch_bytes, ..batches }.collect::<Result<_, _>>().expect("memory can be read")
    }

    fn games(text: Vec<u8>) -> Vec<PgnGame> {
        PgnReader::new(Cursor::new(text)).and_then(Iterator::collect).expect("memory can be read")
    }

    fn numbered(games: usize, line_end: &str) -> String {
        let game = |number| {
            format!("[Event \"{number}\"]\n[Result \"1-0\"]\n\ne4 {{[%clk 1] good}} e5\nNf3 1-0\n\n")
                .replace('\n', line_end)
        };
        (0..games).map(game).collect()
    }

    #[test]
    fn batches_hold_every_game_once_and_in_order() {
        for line_end in ["\n", "\r\n"] {
            let text = numbered(50, line_end);
            for batch_bytes in [1, 7, 64, 100, 1000, 1 << 20] {
                let batches = batches(&text, batch_bytes);
                assert_eq!(batches.concat(), text.as_bytes());
                let names: Vec<String> = batches
                    .into_iter()
                    .flat_map(games)
                    .map(|game| game.tags.get("Event").expect("a tag").to_owned())
                    .collect();
                assert_eq!(names, (0..50).map(|number| number.to_string()).collect::<Vec<_>>(), "{batch_bytes} bytes");
            }
        }
    }

    #[test]
    fn batches_are_small_where_games_end_often() {
        assert!(batches(&numbered(500, "\n"), 1000).iter().all(|batch| batch.len() < 2000));
    }

    #[test]
    fn text_without_a_game_does_not_pile_up_in_memory() {
        let batches = batches(&"no game ".repeat((2 * MOST_BYTES + 8) / 8), BATCH_BYTES);
        assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), [MOST_BYTES, MOST_BYTES, 8]);
    }

    #[test]
    fn a_truncated_archive_is_an_error_and_ends_the_batches() {
        let mut packed = zstd::encode_all(numbered(1000, "\n").as_bytes(), 3).expect("packs");
        packed.truncate(packed.len() / 2);
        let mut batches = Batches::new(Cursor::new(packed)).expect("its head is whole");
        assert!(matches!(batches.by_ref().find(Result::is_err), Some(Err(PgnError::Read(_)))));
        assert!(batches.next().is_none());
    }
}
