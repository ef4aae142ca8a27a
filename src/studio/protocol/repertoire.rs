//! A learner's repertoire: `repertoire-check` and `repertoire-write`.

use shakmaty::Color;

use super::declare::request;
use super::pgn::MOST_PGN;
use super::position::SIDES;
use super::readers::{Choice, Text, Whole};
use crate::lessons::repertoire::Check;
use crate::message::message;

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
    /// The progress of a check.
    pub struct RepertoireProgress {
        /// positions that were looked at
        pub done: usize,
        /// positions of the repertoire
        pub of: usize,
    }

    /// The findings of a check of a repertoire.
    pub struct RepertoireCheck {
        #[serde(flatten)]
        pub found: Check,
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
