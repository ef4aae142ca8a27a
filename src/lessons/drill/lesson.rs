//! A drill of named lines or of a repertoire. Both ask and judge in the same steps.

use shakmaty::{Chess, Color, Move};

use super::quiz::{Answer, Quiz, Step, TheoryMove};
use super::repertoire_quiz::RepertoireQuiz;
use crate::engine::Game;
use crate::record::{Record, RecordError};

/// A drill of either kind.
pub enum Lesson {
    Lines(Box<Quiz>),
    Repertoire(Box<RepertoireQuiz>),
}

impl Lesson {
    /// Begins a round in which the learner plays `side`; a repertoire has a side of its own.
    pub fn start_round(&mut self, side: Color) {
        match self {
            Lesson::Lines(quiz) => quiz.start_round(side),
            Lesson::Repertoire(quiz) => quiz.start_round(),
        }
    }

    /// The source of the moves that are asked for: "theory", "the repertoire".
    pub fn source(&self) -> &'static str {
        match self {
            Lesson::Lines(_) => "theory",
            Lesson::Repertoire(_) => "the repertoire",
        }
    }

    /// The round so far.
    pub fn game(&self) -> Game {
        match self {
            Lesson::Lines(quiz) => quiz.game(),
            Lesson::Repertoire(quiz) => quiz.game().clone(),
        }
    }

    /// The moves of the round so far.
    pub fn played(&self) -> &[Move] {
        match self {
            Lesson::Lines(quiz) => quiz.played(),
            Lesson::Repertoire(quiz) => quiz.game().moves(),
        }
    }

    /// The numbers of right and of wrong answers.
    pub fn score(&self) -> (u32, u32) {
        match self {
            Lesson::Lines(quiz) => quiz.score(),
            Lesson::Repertoire(quiz) => quiz.score(),
        }
    }

    pub fn position(&self) -> &Chess {
        match self {
            Lesson::Lines(quiz) => quiz.position(),
            Lesson::Repertoire(quiz) => quiz.position(),
        }
    }

    /// Goes on until something is to be reported or asked.
    ///
    /// # Errors
    /// Fails if a line cannot be noted in the record.
    pub fn step(&mut self, record: &mut Record) -> Result<Step, RecordError> {
        match self {
            Lesson::Lines(quiz) => quiz.step(record),
            Lesson::Repertoire(quiz) => quiz.step(record),
        }
    }

    /// Judges a legal move and goes on; after [`Step::Question`] alone.
    ///
    /// # Errors
    /// Fails if the answer cannot be noted: then the question still stands.
    pub fn answer(&mut self, mv: Move, record: &mut Record) -> Result<Answer, RecordError> {
        match self {
            Lesson::Lines(quiz) => quiz.answer(mv, record),
            Lesson::Repertoire(quiz) => quiz.answer(mv, record),
        }
    }

    /// The moves that are right in the position.
    pub fn theory(&self) -> Vec<TheoryMove> {
        match self {
            Lesson::Lines(quiz) => quiz.theory(),
            Lesson::Repertoire(quiz) => quiz.theory(),
        }
    }

    /// The same as a hint: a right answer is worth less after it.
    pub fn hint(&mut self) -> Vec<TheoryMove> {
        match self {
            Lesson::Lines(quiz) => quiz.hint(),
            Lesson::Repertoire(quiz) => quiz.hint(),
        }
    }
}
