//! Positions to order: `order-check`, `order` and `order-sheet`.

use std::marker::PhantomData;

use super::declare::request;
use super::faults::Fault;
use super::readers::{Boolean, Choice, Deferred, FIVE_COUNTS, NestedList, Text, Whole};
use crate::message::{Side, message};
use crate::personalities::cooperative::Mode;
use crate::studio::message::MOST_FEN;

/// Bytes of a condition in words.
pub const MOST_TEXT: usize = 2000;

/// Positions of an order, and of a sheet.
pub const MOST_POSITIONS: u32 = 50;

/// The kind of file of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetFormat {
    Pdf,
    Svg,
}

const SHEET_FORMATS: &[(&str, SheetFormat)] = &[("pdf", SheetFormat::Pdf), ("svg", SheetFormat::Svg)];

const MODES: &[(&str, Mode)] = &[("distance", Mode::Distance), ("network", Mode::Network)];

request! {
    /// Men of both sides: each a list of its queens, rooks, bishops, knights and pawns.
    pub struct Men {
        /// White's pieces
        pub white: Option<[u8; 5]> = FIVE_COUNTS, usual("any");
        /// Black's pieces
        pub black: Option<[u8; 5]> = FIVE_COUNTS, usual("any");
    }

    /// A condition on positions.
    pub struct OrderCondition {
        /// the condition in words; may be empty where `men` are given
        pub text: Option<String> = Text(MOST_TEXT), usual("`\"\"`");
        /// joined to the text by `and`
        pub men: Result<Men, Fault> = Deferred(PhantomData), complete;
        /// pawns that may be promoted on the way
        pub promotions: u32 = Whole(0..=16), or(0);
        /// half moves of a game at most
        pub max_plies: u32 = Whole(1..=400), or(101);
    }

    /// Asks whether a condition can be read and met.
    pub struct OrderCheckAsk {
        pub condition: OrderCondition;
        /// completions are for there, in UTF-16 units
        pub cursor: Option<usize> = Whole(0..=MOST_TEXT), usual("the end of the text");
    }

    /// Asks for positions that meet a condition.
    pub struct OrderAsk {
        pub condition: OrderCondition;
        /// the way to look for them
        pub mode: Mode = Choice(MODES), or(Mode::Distance);
        /// random seed
        pub seed: u64 = Whole(0..=u64::MAX), or(1);
        /// positions to find
        pub count: u32 = Whole(1..=MOST_POSITIONS), or(1);
        /// adds `loss` and `rating`
        pub judge: bool = Boolean, or(false);
    }

    /// A position on a sheet.
    pub struct SheetPosition {
        /// the position
        pub fen: String = Text(MOST_FEN), needed;
        /// the text below
        pub caption: Option<String> = Text(MOST_TEXT), usual("nothing");
        /// the text on the page of solutions
        pub solution: Option<String> = Text(MOST_TEXT), usual("nothing");
    }

    /// Asks for a sheet of positions to print.
    pub struct OrderSheetAsk {
        /// the positions in their order, 50 at most
        pub positions: Vec<SheetPosition> = NestedList(PhantomData), complete;
        /// the kind of file
        pub format: SheetFormat = Choice(SHEET_FORMATS), or(SheetFormat::Pdf);
    }
}

message! {
    /// Words that may stand at the cursor.
    pub struct Completions {
        /// the start of the range that they may take the place of, in UTF-16 units
        pub from: usize,
        /// the end of the range
        pub to: usize,
        /// the words
        pub words: Vec<&'static str>,
    }

    /// A condition that was read.
    pub struct OrderCheck {
        /// the condition in words
        pub words: String,
        /// false where no game can meet it
        pub possible: bool,
        /// why it is not possible
        pub reason: Option<String>,
        /// counts of pieces by which it can be met
        pub ways: usize,
        /// found positions are to be judged by a search, which is slower
        pub rating: bool,
        /// the words that may stand at the cursor
        pub completions: Completions,
    }

    /// A position with its proof game.
    pub struct OrderedPosition {
        /// the position
        pub fen: String,
        /// the proof game from the usual start, in UCI form
        pub moves: Vec<String>,
        /// the moves in algebraic notation
        pub san: Vec<String>,
        /// the moves with their numbers
        pub game: String,
        /// half moves of the game
        pub plies: usize,
        /// the side to move
        pub turn: Side,
        /// the only winning move with the play that follows; empty unless the condition asks for one
        pub solution: String,
        /// the mean loss of a move in centipawns; null without `judge`
        pub loss: Option<f64>,
        /// of players who lose as much; null without `judge`
        pub rating: Option<u32>,
        /// the game as PGN
        pub pgn: String,
        /// a picture
        pub svg: String,
    }

    /// A position that was found.
    pub struct OrderInfo {
        /// with its game
        pub position: OrderedPosition,
    }

    /// The progress of an order.
    pub struct OrderProgress {
        /// searches that have ended
        pub done: u32,
        /// positions that were asked for
        pub of: u32,
        /// milliseconds
        pub time: f64,
    }

    /// The end of an order.
    pub struct Order {
        /// may be less than `asked`
        pub found: u32,
        /// positions that were asked for
        pub asked: u32,
        /// it was ended by `stop` or by another request
        pub stopped: bool,
        /// the message where nothing was found: how far the search went, and that it proves nothing
        pub none: Option<String>,
        /// milliseconds
        pub time: f64,
    }

    /// A sheet to print.
    pub struct OrderSheet {
        /// the file: SVG, or a PDF in ASCII
        pub text: String,
    }
}
