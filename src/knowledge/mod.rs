//! What is known before thinking starts: books and tablebases.

mod book;

pub use book::BookSelection;
