//! Opening books in Polyglot's form.

mod selection;

pub use selection::BookSelection;
