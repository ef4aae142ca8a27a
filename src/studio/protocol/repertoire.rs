//! A learner's repertoire: `repertoire-check` and `repertoire-write`.

use shakmaty::Color;

use super::declare::{message, request};
use super::pgn::MOST_PGN;
use super::position::SIDES;
use super::readers::{Choice, Text, Whole};

request! {
    /// A repertoire of one side.
    pub struct RepertoireText {
        /// PGN with variations
        pub repertoire: String = Text(MOST_PGN), needed;
        /// the learner's side
        pub side: Color = Choice(SIDES), or(Color::White);
    }

    /// Looks for what a repertoire lacks, beside what people play.
    pub struct RepertoireCheckAsk {
        pub text: RepertoireText;
        /// the rating of the people whose replies are counted with
        pub elo: u16 = Whole(600..=2800), or(1500);
    }

    /// Asks for a repertoire in PGN's export form, with its variations, comments and glyphs.
    pub struct RepertoireWriteAsk {
        pub text: RepertoireText;
    }
}

message! {
    /// How far a check has come.
    pub struct RepertoireProgress {
        /// positions that were looked at
        pub done: usize,
        /// positions of the repertoire
        pub of: usize,
    }

    /// A reply that the repertoire does not answer.
    pub struct RepertoireGap {
        /// the name of the chapter
        pub chapter: String,
        /// the moves before it, with their numbers
        pub line: String,
        /// the reply with its number
        pub reply: String,
        /// the share of those who reach the position that play it
        pub share: f64,
        /// the share of the learner's games that come to it
        pub reach: f64,
        /// the repertoire has the reply, and ends there
        pub known: bool,
    }

    /// A move of a chapter.
    pub struct ChapterMove {
        /// the move with its number
        pub text: String,
        /// the name of the chapter
        pub chapter: String,
    }

    /// A position in which the repertoire has several moves for the learner.
    pub struct RepertoireConflict {
        /// the moves before it, with their numbers
        pub line: String,
        /// the first, which is asked for
        pub chosen: ChapterMove,
        /// the others
        pub others: Vec<ChapterMove>,
    }

    /// A line that ends although games go on.
    pub struct RepertoireEnd {
        /// the name of the chapter
        pub chapter: String,
        /// the moves, with their numbers
        pub line: String,
        /// the share of the learner's games that come to its end
        pub reach: f64,
    }

    /// A line whose end another line has too.
    pub struct RepertoireDuplicate {
        /// the name of the chapter
        pub chapter: String,
        /// the moves, with their numbers
        pub line: String,
        /// the chapter that has it first
        pub first_chapter: String,
        /// the line there
        pub first_line: String,
    }

    /// What a repertoire lacks.
    pub struct RepertoireCheck {
        /// the rating of the people whose replies were counted with
        pub elo: u16,
        /// games of the text
        pub chapters: usize,
        /// positions in which the learner has an answer
        pub answers: usize,
        /// ends of lines
        pub branches: usize,
        /// replies without an answer, the most frequent first
        pub gaps: Vec<RepertoireGap>,
        /// positions with several moves for the learner
        pub conflicts: Vec<RepertoireConflict>,
        /// lines that end early, the most frequent first
        pub ends: Vec<RepertoireEnd>,
        /// lines that come twice
        pub duplicates: Vec<RepertoireDuplicate>,
        /// lines to moves of the learner that glyphs mark as mistakes: they are left out
        pub left_out: Vec<String>,
        /// `stop` ended it: what was not looked at counts as not reached
        pub stopped: bool,
    }

    /// A repertoire as text.
    pub struct WrittenRepertoire {
        /// the PGN
        pub text: String,
        /// games of the text
        pub chapters: usize,
        /// ends of lines
        pub branches: usize,
    }
}
