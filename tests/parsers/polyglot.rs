//! Opening books in Polyglot's form.

use motley::book::Book;
use shakmaty::{Chess, Position as _};

/// The moves of a book are legal, and their shares are shares.
pub fn run(bytes: &[u8]) -> bool {
    let Ok(book) = Book::from_bytes(bytes.to_vec(), "book") else { return false };
    assert_eq!(book.as_bytes().len(), 16 * book.len());
    let mut position = Chess::default();
    let is_sound = !book.moves(&position).is_empty();
    for _ in 0..4 {
        for book_move in book.moves(&position) {
            assert!(position.is_legal(book_move.mv), "{book_move:?}");
        }
        let Some(mv) = book.likeliest(&position) else { break };
        position.play_unchecked(mv);
    }
    is_sound
}
