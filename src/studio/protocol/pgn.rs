//! `pgn-read` and `pgn-write`.

use std::collections::BTreeMap;

use super::declare::{message, request};
use super::description::Type;
use super::position::Where;
use super::readers::{Choice, Entries, Text, Whole};
use crate::studio::message::Fields;

/// Bytes of PGN in a message.
pub const MOST_PGN: usize = 900_000;
/// Bytes of a header's name, which PGN bounds by its lines.
pub const MOST_NAME: usize = 255;
/// Bytes of a header's value: longer ones could not be read back.
pub const MOST_VALUE: usize = 4000;

/// Results as PGN writes them.
const RESULTS: &[(&str, &str)] = &[("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("*", "*")];

request! {
    /// Asks for a game of a text in PGN.
    pub struct PgnReadAsk {
        /// PGN
        pub text: String = Text(MOST_PGN), needed;
        /// which game of the text, from 1
        pub game: usize = Whole(1..=1_000_000), or(1);
    }

    /// Asks for a game in PGN.
    pub struct PgnWriteAsk {
        pub game: Where;
        /// texts by their names; the seven tags come first, `FEN` and `SetUp` where they are needed
        pub headers: Fields =
            Entries { keys: Type::Text(Some(MOST_NAME)), values: Type::Text(Some(MOST_VALUE)) }, complete;
        /// how the game has ended
        pub result: Option<&'static str> = Choice(RESULTS), usual("from the position, or `*`");
    }
}

message! {
    /// A game that was read.
    pub struct Pgn {
        /// texts by their names
        pub headers: BTreeMap<String, String>,
        /// how many games there are in the text
        pub games: usize,
        /// where the game begins; null for the usual start
        pub fen: Option<String>,
        /// castling is king takes rook
        pub chess960: bool,
        /// the moves in UCI form
        pub moves: Vec<String>,
        /// the moves in algebraic notation
        pub san: Vec<String>,
        /// `1-0`, `0-1`, `1/2-1/2` or `*`
        pub result: String,
    }

    /// A game that was written.
    pub struct WrittenPgn {
        /// PGN
        pub text: String,
    }
}
