//! The drill: `drill-start`, `drill-answer`, `drill-hint` and `drill-record`.

use shakmaty::Color;

use super::declare::request;
use super::openings::{LineSelection, Sampling};
use super::pgn::MOST_PGN;
use super::position::{Move, SIDES, Where};
use super::readers::{Boolean, Choice, Text, Whole};
use crate::message::{message, words};
use crate::studio::message::MOST_WORD;

request! {
    /// Begins a round of the drill.
    pub struct DrillStartAsk {
        pub game: Where;
        pub selection: LineSelection;
        pub sampling: Sampling;
        /// the learner's side
        pub side: Color = Choice(SIDES), or(Color::White);
        /// lines to sample for each choice
        pub iterations: u64 = Whole(1..=100_000), or(500);
        /// a repertoire to drill instead of named lines: PGN with variations
        pub repertoire: Option<String> = Text(MOST_PGN), usual("named lines");
        /// the opponent replies as people of this rating, from 600, do; 0: all replies of the repertoire are alike
        pub elo: usize = Whole(0..=2800), or(0);
        /// of a repertoire, only the first move in a position is right
        pub strict: bool = Boolean, or(false);
        /// the opponent also plays what the repertoire does not have, as often as people do; needs `elo`
        pub beyond: bool = Boolean, or(false);
        /// random seed; 0 takes one at random
        pub seed: u64 = Whole(0..=u64::MAX), or(0);
    }

    /// Answers a question of the drill.
    pub struct DrillAnswerAsk {
        /// the learner's move
        pub r#move: String = Text(MOST_WORD), needed;
    }

    /// Asks for the moves of theory, without an answer.
    pub struct DrillHintAsk {}

    /// Asks for the learner's record.
    pub struct DrillRecordAsk {}
}

words! {
    /// The verdict on an answer.
    pub enum Verdict { Right = "right", Wrong = "wrong" }
}

message! {
    /// A move with its text, "1. e4".
    pub struct NumberedMove {
        #[serde(flatten)]
        pub described: Move,
        /// the move with its number
        pub text: String,
    }

    /// A move of a round.
    pub struct DrilledMove {
        #[serde(flatten)]
        pub described: NumberedMove,
        /// the move in UCI form
        pub played: String,
    }

    /// A step of a round: a move that was played, or a name that was reached.
    pub struct DrillStep {
        #[serde(flatten)]
        pub step: Option<DrilledMove>,
        /// the name of the position, where it was not yet reported
        #[serde(skip_serializing_if = "Option::is_none")]
        pub named: Option<String>,
    }

    /// A move that theory has.
    pub struct TheoryMove {
        #[serde(flatten)]
        pub described: Move,
        /// lines that play it; 0 for a transposition
        pub lines: u32,
        /// the name of the position that it leads to
        pub name: Option<String>,
        /// the share of people who play it, where no named line has it
        pub popular: Option<f64>,
    }

    /// A round, up to a question or the end.
    pub struct DrillState {
        /// the steps since the last question
        pub steps: Vec<DrillStep>,
        /// the learner is to move
        pub question: bool,
        /// the name of the line's end; null while the round goes on
        pub end: Option<String>,
        /// the game so far
        pub moves: Vec<String>,
        /// right answers of this round
        pub right: u32,
        /// wrong answers of this round
        pub wrong: u32,
    }

    /// The begin of a round.
    pub struct DrillStart {
        #[serde(flatten)]
        pub state: DrillState,
        /// a note for the learner on how the record was opened
        pub warning: Option<String>,
        /// the start of the round; null for the usual one
        pub fen: Option<String>,
    }

    /// The verdict on an answer, and the next steps of the round.
    pub struct DrillVerdict {
        #[serde(flatten)]
        pub state: DrillState,
        /// `right`: theory has the move
        pub verdict: Verdict,
        /// a remark on a right answer; null for the move that was asked for
        pub remark: Option<String>,
        /// the move that was played in place of a wrong one
        pub goes_on: Option<NumberedMove>,
        /// the moves of theory
        pub theory: Vec<TheoryMove>,
    }

    /// The moves of theory, as a hint.
    pub struct DrillHint {
        /// the moves of theory
        pub theory: Vec<TheoryMove>,
    }

    /// A position that was answered wrong.
    pub struct DuePosition {
        /// the position
        pub fen: String,
        /// right answers
        pub right: u32,
        /// wrong answers
        pub wrong: u32,
        /// right answers since the last wrong one
        pub streak: u32,
        /// the factor by which it is asked more often than one that is not due
        pub urgency: f64,
        /// the time when it is asked again, in seconds since 1970; null without a date
        pub due: Option<i64>,
        /// the moves that lead to it, with their numbers; null where no known line has it
        pub line: Option<String>,
        /// the name of its opening
        pub opening: Option<String>,
    }

    /// A line that was played to its end.
    pub struct DrilledLine {
        /// the moves in UCI form
        pub moves: Vec<String>,
        /// the moves with their numbers
        pub line: String,
        /// family and variation
        pub name: Option<String>,
        /// the code of the Encyclopaedia of Chess Openings
        pub eco: Option<String>,
        /// the number of times it was played
        pub times: u32,
    }

    /// Progress in an opening.
    pub struct OpeningProgress {
        /// of the opening
        pub name: String,
        /// positions that were asked
        pub positions: u32,
        /// right answers
        pub right: u32,
        /// wrong answers
        pub wrong: u32,
        /// lines that were played to their end
        pub lines: u32,
    }

    /// The learner's record.
    pub struct DrillRecord {
        /// the file
        pub path: String,
        /// a note for the learner on how it was opened
        pub warning: Option<String>,
        /// right answers
        pub right: u64,
        /// wrong answers
        pub wrong: u64,
        /// the moment of the record, in seconds since 1970
        pub now: i64,
        /// positions that are due, also those that were never answered wrong
        pub due_now: u32,
        /// the first date after now, in seconds since 1970
        pub next_due: Option<i64>,
        /// positions that were answered wrong, the most urgent first
        pub due: Vec<DuePosition>,
        /// lines that were played to their end
        pub lines: Vec<DrilledLine>,
        /// progress by opening
        pub openings: Vec<OpeningProgress>,
    }
}
