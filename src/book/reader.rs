//! A Polyglot book that is looked up, and what can be wrong with its file.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use rand::Rng;
use rand::seq::IndexedRandom;
use shakmaty::{Chess, Move};
use thiserror::Error;

use super::BookSelection;
use super::entry::{Entry, PolyglotMove};
use super::results::ResultShares;
use crate::chess::key::polyglot_key;
use crate::files::io_error::reason;
use crate::files::{self, FileFault, Shipped, shipped};

/// The book that ships: `books/README.md` describes how it was made.
const EMBEDDED: Shipped = shipped!("books/motley.bin");

/// No book comes near this size; a file beyond it was named by mistake and would only fill the memory.
const MAX_BYTES: u64 = 1 << 30;

/// Why a file is not a book.
#[derive(Debug, Error)]
pub enum BookError {
    #[error("cannot read the book {path}: {}", reason(.source))]
    Read { path: String, source: io::Error },
    #[error("the book {path} is not a file")]
    NotAFile { path: String },
    #[error("the book {path} is larger than 1 GiB")]
    TooLarge { path: String },
    #[error("the book {path} is empty")]
    Empty { path: String },
    #[error(
        "the book {path} is damaged or not a Polyglot book: {bytes} bytes are not a whole number of 16-byte entries"
    )]
    Cut { path: String, bytes: usize },
    #[error("the book {path} is damaged or not a Polyglot book: entry {entry} holds no move")]
    NoMove { path: String, entry: usize },
    #[error("the book {path} is damaged or not a Polyglot book: entry {entry} breaks the order of the keys")]
    Unsorted { path: String, entry: usize },
}

/// A move of the book, legal in the position it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    pub mv: Move,
    /// The quality or frequency of the move beside the others of its position; 0 is never to be played.
    pub weight: u16,
    /// Free for the maker of the book; ours keep the move's results there.
    pub learn: u32,
}

impl BookMove {
    /// The results of the games with this move; `None` in a book that does not keep them as ours do.
    pub fn results(&self) -> Option<ResultShares> {
        ResultShares::from_learn(self.learn)
    }
}

/// A Polyglot book in memory. Its entries are sorted by key, so a look-up is a binary search.
#[derive(Clone, Debug)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
}

impl Book {
    /// The book that ships; one without entries where it lies beside the program and cannot be had.
    pub fn embedded() -> Book {
        Book { bytes: EMBEDDED.read().unwrap_or_default() }
    }

    /// A book without entries.
    pub fn empty() -> Book {
        Book { bytes: Cow::Borrowed(&[]) }
    }

    /// Reads a book and checks it whole.
    ///
    /// # Errors
    /// Every [`BookError`]: the file is missing, no file, empty, cut, unsorted, or holds something else.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let name = path.display().to_string();
        let bytes = files::read_bytes(path, MAX_BYTES).map_err(|source| match FileFault::of(&source) {
            Some(FileFault::Folder | FileFault::NotAFile(_)) => BookError::NotAFile { path: name.clone() },
            Some(FileFault::TooLong(_)) => BookError::TooLarge { path: name.clone() },
            _ => BookError::Read { path: name.clone(), source },
        })?;
        Book::from_bytes(bytes, &name)
    }

    /// Takes over the bytes of a book; `name` stands in the errors.
    ///
    /// # Errors
    /// As [`Book::open`], where they concern the content.
    pub fn from_bytes(bytes: Vec<u8>, name: &str) -> Result<Book, BookError> {
        let path = || name.to_owned();
        if bytes.is_empty() {
            return Err(BookError::Empty { path: path() });
        }
        if !bytes.len().is_multiple_of(Entry::SIZE) {
            return Err(BookError::Cut { path: path(), bytes: bytes.len() });
        }

        let book = Book { bytes: Cow::Owned(bytes) };
        let mut last_key = 0;
        for index in 0..book.len() {
            let entry = book.entry(index);
            if !entry.mv.is_well_formed() {
                return Err(BookError::NoMove { path: path(), entry: index });
            }
            if entry.key < last_key {
                return Err(BookError::Unsorted { path: path(), entry: index });
            }
            last_key = entry.key;
        }
        Ok(book)
    }

    /// The number of entries (moves of positions) in the book.
    pub fn len(&self) -> usize {
        self.bytes.len() / Entry::SIZE
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The file's content.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The book's legal moves in `position`, in the order of the file: none where the book ends.
    pub fn moves(&self, position: &Chess) -> Vec<BookMove> {
        let key = polyglot_key(position);
        let mut seen: Vec<PolyglotMove> = Vec::new();
        let mut moves = Vec::new();
        for entry in (self.first_at_or_after(key)..self.len())
            .map(|index| self.entry(index))
            .take_while(|entry| entry.key == key)
        {
            if seen.contains(&entry.mv) {
                continue;
            }
            seen.push(entry.mv);
            if let Some(mv) = entry.mv.unpack(position) {
                moves.push(BookMove { mv, weight: entry.weight, learn: entry.learn });
            }
        }
        moves
    }

    /// Chooses among the moves that have a weight; `None` where there is none. Of two heaviest moves `Best` takes the
    /// first.
    pub fn choose(
        &self,
        position: &Chess,
        selection: BookSelection,
        rng: &mut (impl Rng + ?Sized),
    ) -> Option<BookMove> {
        let mut moves = self.moves(position);
        moves.retain(|candidate| candidate.weight > 0);
        match selection {
            BookSelection::Best => heaviest(&moves),
            BookSelection::Weighted => {
                moves.choose_weighted(rng, |candidate| u32::from(candidate.weight)).ok().copied()
            }
            BookSelection::Uniform => moves.choose(rng).copied(),
        }
    }

    /// The likeliest move of a position: the heaviest.
    pub fn likeliest(&self, position: &Chess) -> Option<Move> {
        heaviest(&self.moves(position)).filter(|candidate| candidate.weight > 0).map(|candidate| candidate.mv)
    }

    fn entry(&self, index: usize) -> Entry {
        let mut bytes = [0; Entry::SIZE];
        bytes.copy_from_slice(&self.bytes[index * Entry::SIZE..][..Entry::SIZE]);
        Entry::from_bytes(&bytes)
    }

    /// The index of the first entry whose key is not below `key`.
    fn first_at_or_after(&self, key: u64) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle).key < key { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// The heaviest move, and of equals the first.
fn heaviest(moves: &[BookMove]) -> Option<BookMove> {
    moves.iter().rev().max_by_key(|candidate| candidate.weight).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::io::{self, Write};
    use std::path::PathBuf;

    use rand::SeedableRng;
    use rand::rngs::SmallRng;
    use shakmaty::uci::UciMove;
    use shakmaty::{CastlingMode, Position};

    use super::*;

    fn entry(position: &Chess, uci: &str, weight: u16) -> Entry {
        let uci: UciMove = uci.parse().expect("a move");
        Entry {
            key: polyglot_key(position),
            mv: PolyglotMove::pack(uci.to_move(position).expect("a legal move")),
            weight,
            learn: 0,
        }
    }

    fn bytes(entries: &[Entry]) -> Vec<u8> {
        entries.iter().flat_map(|entry| entry.to_bytes()).collect()
    }

    fn start_book(weights: &[(&str, u16)]) -> Book {
        let entries: Vec<Entry> = weights.iter().map(|&(uci, weight)| entry(&Chess::default(), uci, weight)).collect();
        Book::from_bytes(bytes(&entries), "test").expect("a sound book")
    }

    fn draws(book: &Book, selection: BookSelection, count: usize) -> HashMap<String, usize> {
        let mut rng = SmallRng::seed_from_u64(7);
        let mut drawn = HashMap::new();
        for _ in 0..count {
            let chosen = book.choose(&Chess::default(), selection, &mut rng).expect("the book has moves");
            *drawn.entry(chosen.mv.to_uci(CastlingMode::Standard).to_string()).or_default() += 1;
        }
        drawn
    }

    #[test]
    fn best_takes_the_heaviest_and_the_first_of_equals() {
        assert_eq!(
            draws(&start_book(&[("e2e4", 10), ("d2d4", 30)]), BookSelection::Best, 20),
            HashMap::from([("d2d4".into(), 20)])
        );
        assert_eq!(
            draws(&start_book(&[("e2e4", 30), ("d2d4", 30)]), BookSelection::Best, 20),
            HashMap::from([("e2e4".into(), 20)])
        );
    }

    #[test]
    fn weighted_draws_follow_the_weights() {
        let drawn =
            draws(&start_book(&[("e2e4", 60_000), ("d2d4", 20_000), ("a2a3", 0)]), BookSelection::Weighted, 8000);
        assert!((5800..=6200).contains(&drawn["e2e4"]), "{drawn:?}");
        assert!(!drawn.contains_key("a2a3"), "a weight of 0 is never played: {drawn:?}");
    }

    #[test]
    fn uniform_draws_ignore_the_weights() {
        let drawn = draws(&start_book(&[("e2e4", 60_000), ("d2d4", 1), ("a2a3", 0)]), BookSelection::Uniform, 8000);
        assert!((3800..=4200).contains(&drawn["d2d4"]), "{drawn:?}");
        assert!(!drawn.contains_key("a2a3"), "{drawn:?}");
    }

    #[test]
    fn illegal_and_repeated_entries_are_left_out() {
        let start = Chess::default();
        let jump = Entry { mv: PolyglotMove(12 << 6 | 44), ..entry(&start, "e2e4", 9) };
        let book = Book::from_bytes(bytes(&[jump, entry(&start, "e2e4", 5), entry(&start, "e2e4", 5)]), "test")
            .expect("sorted");
        let moves = book.moves(&start);
        assert_eq!(moves.len(), 1);
        assert_eq!(moves[0].weight, 5);
    }

    #[test]
    fn a_position_outside_the_book_has_no_move() {
        let book = start_book(&[("e2e4", 1)]);
        let mut position = Chess::default();
        position.play_unchecked(book.moves(&position)[0].mv);
        assert!(book.moves(&position).is_empty());
        assert!(book.choose(&position, BookSelection::Weighted, &mut SmallRng::seed_from_u64(1)).is_none());
    }

    #[test]
    fn every_damage_has_its_own_error() {
        let start = Chess::default();
        let sound = bytes(&[entry(&start, "e2e4", 1)]);
        let open = |bytes: Vec<u8>| Book::from_bytes(bytes, "x.bin").map(|_| ());

        assert!(matches!(open(Vec::new()), Err(BookError::Empty { .. })));
        assert!(matches!(open(sound[..15].to_vec()), Err(BookError::Cut { bytes: 15, .. })));
        assert!(matches!(open(vec![0; 160]), Err(BookError::NoMove { entry: 0, .. })));
        assert!(matches!(open(vec![0xFF; 160]), Err(BookError::NoMove { entry: 0, .. })));

        let later = Entry { key: 5, ..entry(&start, "e2e4", 1) };
        let earlier = Entry { key: 4, ..later };
        assert!(matches!(open(bytes(&[later, earlier])), Err(BookError::Unsorted { entry: 1, .. })));
        assert!(open(bytes(&[later, later])).is_ok());
    }

    #[test]
    fn files_that_are_no_books_have_their_own_errors() {
        let missing = Book::open(Path::new("no/such/book.bin")).expect_err("there is no such file");
        assert!(matches!(missing, BookError::Read { .. }));
        assert!(missing.to_string().contains("no/such/book.bin"), "{missing}");
        assert!(matches!(Book::open(&std::env::temp_dir()), Err(BookError::NotAFile { .. })));
    }

    #[test]
    fn the_embedded_book_is_sound_and_has_the_usual_first_moves() {
        let checked = Book::from_bytes(EMBEDDED.inside().to_vec(), "embedded").expect("a sound book");
        assert!(checked.as_bytes().len() <= 4 << 20);

        let moves = Book::embedded().moves(&Chess::default());
        let uci: Vec<String> = moves.iter().map(|m| m.mv.to_uci(CastlingMode::Standard).to_string()).collect();
        assert!(uci.contains(&"e2e4".to_owned()) && uci.contains(&"d2d4".to_owned()), "{uci:?}");
        for index in 0..checked.len() {
            let results = ResultShares::from_learn(checked.entry(index).learn).expect("every move has its results");
            assert!(results.win + results.draw > 0);
        }
    }

    #[test]
    fn the_embedded_book_holds_only_legal_moves() {
        assert!(walk(&Book::embedded(), &Chess::default(), 5) > 100);
    }

    #[test]
    fn foreign_books_hold_only_legal_moves() {
        let Some(data) = std::env::var_os("MOTLEY_DATA").map(PathBuf::from) else {
            // Not by `eprintln!`, which `cargo test` hides where a test passes.
            let _ = writeln!(io::stderr(), "skipped: MOTLEY_DATA is not set, so there are no books of others");
            return;
        };
        for (name, entries) in [("performance.bin", 92_954), ("gm2001.bin", 30_416)] {
            let book = Book::open(&data.join("openings").join(name)).expect("a sound book");
            assert_eq!(book.len(), entries);
            assert!(walk(&book, &Chess::default(), 5) > 100, "{name}");
        }
    }

    /// Follows every move of a book for a few plies: entries under a reached key must be legal moves there.
    fn walk(book: &Book, position: &Chess, plies: usize) -> usize {
        let key = polyglot_key(position);
        let entries =
            (book.first_at_or_after(key)..book.len()).take_while(|&index| book.entry(index).key == key).count();
        let moves = book.moves(position);
        assert_eq!(moves.len(), entries, "an illegal or repeated move in {position:?}");
        if plies == 0 {
            return entries;
        }
        let below: usize = moves
            .iter()
            .map(|candidate| {
                let mut child = position.clone();
                child.play_unchecked(candidate.mv);
                walk(book, &child, plies - 1)
            })
            .sum();
        entries + below
    }
}
