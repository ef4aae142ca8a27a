//! The messages of the protocol, one file a subject. The types of the page are written from here.

pub mod declare;
pub mod drill;
pub mod faults;
pub mod game;
pub mod hello;
pub mod manners;
pub mod mind;
pub mod openings;
pub mod order;
pub mod pgn;
pub mod position;
pub mod puzzles;
pub mod readers;
pub mod repertoire;
pub mod review;
#[cfg(not(target_family = "wasm"))]
pub mod token;

use readers::Group;
use serde::Serialize;
use serde_json::Value;

use crate::message::description::{Described, Object, Type};

/// One ask with its messages.
#[derive(Clone, Debug, PartialEq)]
pub struct AskDescription {
    /// The value of the field `ask`.
    pub name: &'static str,
    pub request: Object,
    /// The answers before the last one.
    pub info: Option<Type>,
    pub progress: Option<Type>,
    /// The last answer.
    pub done: Type,
}

/// A request with its answers.
pub trait Ask: Group + 'static {
    /// The value of the field `ask`.
    const NAME: &'static str;
    /// The answers before the last one.
    type Info: Described + Serialize;
    type Progress: Described + Serialize;
    /// The last answer.
    type Done: Described + Serialize + 'static;

    fn describe() -> AskDescription {
        let there = |kind: Type| (kind != Type::Never).then_some(kind);
        AskDescription {
            name: Self::NAME,
            request: Self::object(),
            info: there(Self::Info::kind()),
            progress: there(Self::Progress::kind()),
            done: Self::Done::kind(),
        }
    }
}

/// An answer that is never sent.
#[derive(Serialize)]
pub enum Never {}

impl Described for Never {
    fn kind() -> Type {
        Type::Never
    }
}

/// The kind of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Info,
    Progress,
    Done,
    Error,
}

/// An answer as it is sent.
#[derive(Serialize)]
pub struct Sent<T> {
    /// The number of the request; null for a message that has none.
    pub id: Option<u64>,
    pub kind: Kind,
    #[serde(flatten)]
    pub body: T,
}

impl<T: Serialize> Sent<T> {
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).expect("the names of its fields are texts")
    }
}
