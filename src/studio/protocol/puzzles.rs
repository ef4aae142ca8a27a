//! Puzzles: `puzzles-make`, `puzzles-list`, `puzzle-next`, `puzzle-answer`, `puzzle-solution` and `puzzle-hint`.

use shakmaty::Color;

use super::declare::request;
use super::pgn::{MOST_PGN, MOST_VALUE};
use super::position::SIDES;
use super::readers::{Boolean, Choice, Text, Whole, WordList};
use crate::lessons::puzzles::PuzzleKind;
use crate::message::{Side, message, words};
use crate::studio::message::MOST_WORD;

request! {
    /// Makes puzzles from the games of a player and adds them to the record.
    pub struct PuzzlesMakeAsk {
        /// games in PGN
        pub text: String = Text(MOST_PGN), needed;
        /// the player, as the games name him
        pub player: Option<String> = Text(MOST_VALUE), usual("both sides of every game");
        /// whose mistakes become puzzles, of the games' sides that are the player's
        pub side: Option<Color> = Choice(SIDES), usual("the mistakes of both");
        /// games of the player at most
        pub games: Option<usize> = Whole(1..=10_000), usual("all of them");
        /// leaves out what nine in ten players of this rating solve
        pub elo: Option<u16> = Whole(600..=2800), usual("nothing is left out");
    }

    /// Asks for the puzzles of the record.
    pub struct PuzzlesListAsk {}

    /// Asks for a puzzle.
    pub struct PuzzleNextAsk {
        /// the number of the puzzle
        pub number: Option<u64> = Whole(1..=i64::MAX as u64), usual("that which is due longest");
    }

    /// A puzzle, and how far it is solved.
    pub struct PuzzlePlace {
        /// the number of the puzzle
        pub number: u64 = Whole(1..=i64::MAX as u64), needed;
        /// the moves of the solution that were played, replies included
        pub played: Vec<String> = WordList, complete;
    }

    /// Answers a puzzle.
    pub struct PuzzleAnswerAsk {
        pub place: PuzzlePlace;
        /// the learner's move
        pub r#move: String = Text(MOST_WORD), needed;
        /// a hint was given: the answer is worth less
        pub hinted: bool = Boolean, or(false);
        /// seconds since the puzzle was shown
        pub seconds: u32 = Whole(0..=u32::MAX), or(0);
        /// it is not the first try, which alone is noted
        pub again: bool = Boolean, or(false);
    }

    /// Gives up and asks for the solution.
    pub struct PuzzleSolutionAsk {
        /// the number of the puzzle
        pub number: u64 = Whole(1..=i64::MAX as u64), needed;
        /// a try was noted before; otherwise a wrong answer is
        pub again: bool = Boolean, or(false);
    }

    /// Asks which piece has to move.
    pub struct PuzzleHintAsk {
        pub place: PuzzlePlace;
    }
}

words! {
    /// The verdict on an answer to a puzzle.
    pub enum PuzzleVerdict { Right = "right", Solved = "solved", AsGood = "as-good", Wrong = "wrong" }
}

message! {
    /// The progress of making puzzles.
    pub struct PuzzlesProgress {
        /// games that are done
        pub done: usize,
        /// games of the player
        pub of: usize,
        /// puzzles found so far
        pub found: usize,
    }

    /// The result of making puzzles.
    pub struct MadePuzzles {
        /// games that are done
        pub games: usize,
        /// puzzles found
        pub found: usize,
        /// found puzzles that the record did not have
        pub added: usize,
        /// the number of the first of them in the record, where one was found
        pub first: Option<i64>,
        /// games with an illegal move, which count up to it, and unreadable ones
        pub faulty: u64,
        /// it was ended by `stop` or by another request
        pub stopped: bool,
        /// a note for the learner on how the record was opened
        pub warning: Option<String>,
    }

    /// The number of puzzles due; times are in seconds since 1970.
    pub struct DuePuzzles {
        /// the moment
        pub now: i64,
        /// puzzles that are due
        pub due_now: u32,
        /// the first date after now
        pub next_due: Option<i64>,
    }

    /// A puzzle in the list.
    pub struct ListedPuzzle {
        /// its number in the record
        pub number: i64,
        /// its kind: how the game went wrong
        pub kind: Option<PuzzleKind>,
        /// its theme
        pub theme: Option<String>,
        /// the game that it is from
        pub source: String,
        /// the time when it is asked again, in seconds since 1970
        pub due: i64,
        /// right answers
        pub right: u32,
        /// wrong answers
        pub wrong: u32,
    }

    /// The puzzles of the record.
    pub struct PuzzleList {
        #[serde(flatten)]
        pub dates: DuePuzzles,
        /// puzzles that are due longest come first
        pub puzzles: Vec<ListedPuzzle>,
        /// the file
        pub path: String,
        /// a note for the learner on how it was opened
        pub warning: Option<String>,
    }

    /// A puzzle as it is asked.
    pub struct AskedPuzzle {
        /// its number in the record
        pub number: i64,
        /// the position
        pub fen: String,
        /// the move that led there, in UCI form
        pub before: Option<String>,
        /// the solver's side
        pub side: Side,
        /// the question
        pub prompt: String,
        /// the game that it is from
        pub source: String,
        /// share of players of the learner's rating who find the first move
        pub found: Option<f64>,
    }

    /// The next puzzle to answer.
    pub struct NextPuzzle {
        #[serde(flatten)]
        pub dates: DuePuzzles,
        /// null where nothing is due
        pub puzzle: Option<AskedPuzzle>,
    }

    /// The subject of a puzzle, once it has been solved or given up.
    pub struct PuzzleEnd {
        #[serde(flatten)]
        pub dates: DuePuzzles,
        /// the solution with move numbers
        pub line: String,
        /// the solution in UCI form
        pub solution: Vec<String>,
        /// its theme
        pub theme: Option<String>,
        /// a sentence about it
        pub sentence: Option<String>,
        /// the time when it is asked again, in seconds since 1970
        pub due: Option<i64>,
    }

    /// The verdict on an answer, and the further play.
    pub struct PuzzleAnswered {
        /// `right`: the solution goes on; `wrong`: the puzzle may be tried again
        pub verdict: PuzzleVerdict,
        /// the opponent's reply in UCI form: of the solution after a right move, the refutation after a wrong one
        pub reply: Option<String>,
        /// null while the puzzle is not solved
        pub end: Option<PuzzleEnd>,
    }

    /// The piece that has to move.
    pub struct PuzzleHint {
        /// its square
        pub square: String,
    }
}
