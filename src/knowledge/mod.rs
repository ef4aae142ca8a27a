//! What is known before thinking starts: books and tablebases.

mod book;
pub mod constraint;
pub mod openings;
mod tablebase;

pub use book::{Book, BookBuilder, BookError, BookMove, BookRules, BookSelection, BookSummary};
pub use tablebase::{RankedMove, RootRanking, Tablebase, TablebaseError, Wdl};
