//! Recurrent nets that read the moves of a game and predict who wins (Kumar, *Pattern Based Chess Engine: Part 1*,
//! 2019).

mod embedded;
mod expected;
mod reader;
mod state;
pub mod vocabulary;
pub mod words;

pub use embedded::PatternNet;
pub use expected::ExpectedMove;
pub use reader::{MoveSequence, Reader, ReaderError};
pub use state::ReaderState;
pub use vocabulary::{Vocabulary, VocabularyError};
pub use words::Form;
