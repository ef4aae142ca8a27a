//! The opening book: looking a position up, and checking a whole file when it is opened.

mod common;

use std::hint::black_box;

use common::Stopwatch;
use motley::book::Book;

fn bench_book(stopwatch: &mut Stopwatch) {
    let book = Book::embedded();
    let positions = common::positions();
    let known = positions.first().expect("the list begins with the start position");
    let unknown = positions.last().expect("the list ends with an endgame");
    assert!(!book.moves(known.position()).is_empty() && book.moves(unknown.position()).is_empty());

    stopwatch.group("book");
    stopwatch.time("hit", || book.moves(black_box(known.position())));
    stopwatch.time("miss", || book.moves(black_box(unknown.position())));
    stopwatch.time("open", || Book::from_bytes(book.as_bytes().to_vec(), "embedded"));
}

fn main() {
    let mut stopwatch = Stopwatch::default();
    bench_book(&mut stopwatch);
}
