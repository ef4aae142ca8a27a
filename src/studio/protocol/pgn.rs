//! `pgn-read`, `pgn-list` and `pgn-write`.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use super::declare::request;
use super::faults::Fault;
use super::position::Where;
use super::readers::{Choice, Complete, Entries, Nested, NestedList, Number, Text, Whole};
use crate::message::description::Type;
use crate::message::{Side, message};
use crate::studio::message::{Fields, MOST_WORD};

/// Bytes of PGN in a message.
pub const MOST_PGN: usize = 900_000;
/// Bytes of a header's name, which PGN bounds by its lines.
pub const MOST_NAME: usize = 255;
/// Bytes of a header's value: longer ones could not be read back.
pub const MOST_VALUE: usize = 4000;
/// Moves of a game at most, all variations together.
pub const MOST_NODES: usize = 20_000;
/// Seconds of a clock at most: a month.
const MOST_CLOCK: f64 = 2.6e6;

/// Results as PGN writes them.
const RESULTS: &[(&str, &str)] = &[("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("*", "*")];

/// The numbers of PGN's glyphs.
pub struct Glyphs;

impl Complete for Glyphs {
    type Value = Vec<u8>;

    fn read(&self, fields: &Fields, name: &str) -> Result<Vec<u8>, Fault> {
        fields.list(name, "numbers from 0 to 255", |value| value.as_u64().and_then(|glyph| glyph.try_into().ok()))
    }

    fn kind(&self) -> Type {
        Type::List { of: Box::new(Type::Whole(Some([0, 255]))), length: None }
    }
}

request! {
    /// Asks for a game of a text in PGN.
    pub struct PgnReadAsk {
        /// PGN
        pub text: String = Text(MOST_PGN), needed;
        /// the number of the game in the text, from 1
        pub game: usize = Whole(1..=1_000_000), or(1);
    }

    /// Asks which games there are in a text.
    pub struct PgnListAsk {
        /// PGN
        pub text: String = Text(MOST_PGN), needed;
    }

    /// An engine's evaluation of the position after a move, from White's view.
    pub struct EvalFields {
        /// centipawns
        pub cp: Option<f64> = Number(-1e6..=1e6);
        /// moves to a mate, negative where Black gives it
        pub mate: Option<f64> = Number(-1000.0..=1000.0);
        /// half moves that it looked ahead
        pub depth: Option<u16> = Whole(0..=1000);
    }

    /// A move of a game that is to be written.
    pub struct TreeMoveFields {
        /// the entry of the list that it follows, from 0
        pub parent: Option<usize> = Whole(0..=MOST_NODES), usual("the start of the game");
        /// UCI or SAN
        pub uci: String = Text(MOST_WORD), needed;
        /// a comment before the move; each line is a comment of its own
        pub before: String = Text(MOST_PGN), or(String::new());
        /// a comment behind the move; each line is a comment of its own
        pub comment: String = Text(MOST_PGN), or(String::new());
        /// the numbers of its glyphs
        pub glyphs: Vec<u8> = Glyphs, complete;
        /// seconds that the mover had left
        pub clock: Option<f64> = Number(0.0..=MOST_CLOCK);
        /// the evaluation after the move
        pub eval: EvalFields = Nested(PhantomData), complete;
    }

    /// Asks for a game in PGN.
    pub struct PgnWriteAsk {
        pub game: Where;
        /// the moves with their variations, in place of `moves`: the first that follows a move is the main line
        pub nodes: Vec<TreeMoveFields> = NestedList(PhantomData), complete;
        /// a comment before the first move
        pub comment: String = Text(MOST_PGN), or(String::new());
        /// texts by their names; the seven tags come first, `FEN` and `SetUp` where they are needed
        pub headers: Fields =
            Entries { keys: Type::Text(Some(MOST_NAME)), values: Type::Text(Some(MOST_VALUE)) }, complete;
        /// the result of the game
        pub result: Option<&'static str> = Choice(RESULTS), usual("from the position, or `*`");
    }
}

message! {
    /// An engine's evaluation of the position after a move, from White's view.
    pub struct TreeEval {
        /// centipawns; null for a mate
        pub cp: Option<i32>,
        /// moves to a mate, negative where Black gives it
        pub mate: Option<i32>,
        /// half moves that it looked ahead
        pub depth: Option<u16>,
        /// White's expected score, from 0 to 1
        pub white: f64,
    }

    /// A move of a game with its variations.
    pub struct TreeMove {
        /// the entry of the list that it follows, from 0; null at the start of the game
        pub parent: Option<usize>,
        /// the move in UCI form
        pub uci: String,
        /// the move in algebraic notation
        pub san: String,
        /// the number of the move
        pub number: u32,
        /// the side that played it
        pub turn: Side,
        /// a comment before the move; each line is a comment of its own
        #[serde(skip_serializing_if = "Option::is_none")]
        pub before: Option<String>,
        /// a comment behind the move; each line is a comment of its own
        #[serde(skip_serializing_if = "Option::is_none")]
        pub comment: Option<String>,
        /// the numbers of its glyphs
        #[serde(skip_serializing_if = "Option::is_none")]
        pub glyphs: Option<Vec<u8>>,
        /// seconds that the mover had left
        #[serde(skip_serializing_if = "Option::is_none")]
        pub clock: Option<f64>,
        /// the evaluation after the move
        #[serde(skip_serializing_if = "Option::is_none")]
        pub eval: Option<TreeEval>,
    }

    /// A game that was read.
    pub struct Pgn {
        /// texts by their names
        pub headers: BTreeMap<String, String>,
        /// the number of games in the text
        pub games: usize,
        /// the start of the game; null for the usual one
        pub fen: Option<String>,
        /// castling is king takes rook
        pub chess960: bool,
        /// the moves of the main line in UCI form
        pub moves: Vec<String>,
        /// the moves of the main line in algebraic notation
        pub san: Vec<String>,
        /// a comment before the first move; each line is a comment of its own
        pub comment: String,
        /// the moves with their variations, each behind the one that it follows; the first that follows a move is the
        /// main line
        pub nodes: Vec<TreeMove>,
        /// `1-0`, `0-1`, `1/2-1/2` or `*`
        pub result: String,
    }

    /// A game of a text.
    pub struct PgnTitle {
        /// the player of the white pieces
        pub white: String,
        /// the player of the black pieces
        pub black: String,
        /// `1-0`, `0-1`, `1/2-1/2` or `*`
        pub result: String,
        /// as PGN writes dates
        pub date: String,
        /// the place where it was played, or the name of the study
        pub event: String,
        /// half moves of the main line
        pub plies: usize,
        /// why it cannot be read
        pub fault: Option<String>,
    }

    /// The games of a text.
    pub struct PgnTitles {
        /// in the order of the text
        pub games: Vec<PgnTitle>,
    }

    /// A game that was written.
    pub struct WrittenPgn {
        /// PGN
        pub text: String,
    }
}
