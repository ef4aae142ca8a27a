//! Opening books in Polyglot's form: read, chosen from, and built from games.

mod builder;
mod entry;
mod reader;
mod selection;

pub use builder::{BookBuilder, BookRules, BookSummary};
pub use reader::{Book, BookError, BookMove};
pub use selection::BookSelection;
