//! What is known before thinking starts: books and tablebases.

mod book;

pub use book::{Book, BookBuilder, BookError, BookMove, BookRules, BookSelection, BookSummary};
