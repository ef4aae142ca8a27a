//! The opening book: looking a position up, and checking a whole file when it is opened.

mod common;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use motley::book::Book;

fn bench_book(criterion: &mut Criterion) {
    let book = Book::embedded();
    let positions = common::positions();
    let known = positions.first().expect("the list begins with the start position");
    let unknown = positions.last().expect("the list ends with an endgame");
    assert!(!book.moves(known.position()).is_empty() && book.moves(unknown.position()).is_empty());

    let mut group = criterion.benchmark_group("book");
    group.bench_function("hit", |bencher| bencher.iter(|| book.moves(black_box(known.position()))));
    group.bench_function("miss", |bencher| bencher.iter(|| book.moves(black_box(unknown.position()))));
    group.bench_function("open", |bencher| bencher.iter(|| Book::from_bytes(book.as_bytes().to_vec(), "embedded")));
    group.finish();
}

criterion_group!(benches, bench_book);
criterion_main!(benches);
