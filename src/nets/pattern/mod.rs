//! Nets that hear a game as a sentence and say who will win (seed 002).

mod embedded;
mod reader;
pub mod vocabulary;
pub mod words;

pub use embedded::Embedded;
pub use reader::{Heard, Reader, ReaderError, Sentence};
pub use vocabulary::{Vocabulary, VocabularyError};
pub use words::Form;
