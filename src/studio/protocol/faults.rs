//! Why a request was refused, with the place of the error.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use serde_json::Value;

use super::order::Completions;
use super::{Kind, Sent};
use crate::message::message;

message! {
    /// An answer of kind `error`.
    pub struct Fault {
        /// one sentence to show as it is
        pub message: String,
        /// the place of the error
        #[serde(skip_serializing_if = "Option::is_none")]
        pub at: Option<Box<FaultPlace>>,
        /// of `order-check`: what may stand at the cursor
        #[serde(skip_serializing_if = "Option::is_none")]
        pub completions: Option<Box<Completions>>,
        /// of `pgn-read`: the moves before one that is not legal
        #[serde(skip_serializing_if = "Option::is_none")]
        pub moves: Option<Vec<String>>,
    }

    /// The place of an error.
    pub struct FaultPlace {
        /// the field of the request: `limits.depth`, `options.Hash`, `players[0].player`
        #[serde(skip_serializing_if = "Option::is_none")]
        pub field: Option<String>,
        /// the entry of a list, from 0
        #[serde(skip_serializing_if = "Option::is_none")]
        pub index: Option<usize>,
        /// the half move of a game, from 1
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ply: Option<usize>,
        /// the start of the range in a text, in UTF-16 units
        #[serde(skip_serializing_if = "Option::is_none")]
        pub from: Option<usize>,
        /// the end of the range
        #[serde(skip_serializing_if = "Option::is_none")]
        pub to: Option<usize>,
        /// of a message that is no JSON, from 1
        #[serde(skip_serializing_if = "Option::is_none")]
        pub line: Option<usize>,
        /// of a message that is no JSON, from 1
        #[serde(skip_serializing_if = "Option::is_none")]
        pub column: Option<usize>,
    }
}

impl Fault {
    pub fn new(message: impl Display) -> Fault {
        Fault { message: message.to_string(), at: None, completions: None, moves: None }
    }

    /// A fault in a field of the request.
    pub fn of_field(field: &str, message: impl Display) -> Fault {
        Fault::new(message).at(FaultPlace::field(field))
    }

    #[must_use]
    pub fn at(mut self, place: FaultPlace) -> Fault {
        self.at = Some(Box::new(place));
        self
    }

    /// The answer to request `id`; of a message that has none `None`.
    pub fn answer(self, id: Option<u64>) -> Value {
        Sent { id, kind: Kind::Error, body: self }.to_value()
    }
}

impl FaultPlace {
    pub fn field(name: &str) -> FaultPlace {
        FaultPlace {
            field: Some(name.to_owned()),
            index: None,
            ply: None,
            from: None,
            to: None,
            line: None,
            column: None,
        }
    }

    /// An entry of a list.
    pub fn entry(name: &str, index: usize) -> FaultPlace {
        FaultPlace { index: Some(index), ..FaultPlace::field(name) }
    }

    /// A range of a text, in UTF-16 units.
    pub fn range(name: &str, range: Range<usize>) -> FaultPlace {
        FaultPlace { from: Some(range.start), to: Some(range.end), ..FaultPlace::field(name) }
    }

    /// A place in a message that is no JSON.
    pub fn in_json(line: usize, column: usize) -> FaultPlace {
        FaultPlace { field: None, line: Some(line), column: Some(column), ..FaultPlace::field("") }
    }
}

impl Error for Fault {}

impl Display for Fault {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}
