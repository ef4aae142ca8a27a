//! Opening books in Polyglot's form: read, chosen from, and built from games.

mod builder;
mod entry;
mod reader;
mod results;
mod selection;

pub use builder::{BookBuilder, BookRules, BookSummary};
pub use reader::{Book, BookError, BookMove};
pub use results::ResultShares;
pub use selection::BookSelection;
