//! Learning openings: lines are sampled and played against the learner, whose mistakes come back more often. The
//! terminal and a page ask the same questions and keep the same record.

mod export;
mod lesson;
mod progress;
mod quiz;
mod repertoire_quiz;
#[cfg(test)]
mod ten_days;

pub use export::drilled_lines_as_pgn;
pub use lesson::Lesson;
pub use progress::{OpeningProgress, line_to, opening_of, progress};
pub use quiz::{Answer, Quiz, QuizLines, Step, TheoryMove};
pub use repertoire_quiz::{RepertoireLines, RepertoireQuiz};

use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode};

/// The key of a position in the record: the first four fields of its FEN.
pub fn record_key(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}
