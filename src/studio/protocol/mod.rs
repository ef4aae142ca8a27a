//! The messages of the protocol, one file a subject. What docs/studio-protocol.md lists in its tables, and the types of
//! the page, are written from here.

mod declare;
pub mod description;
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

use serde::Serialize;

use declare::asks;
use description::{AskDescription, Described, Type};
use drill::{
    DrillAnswerAsk, DrillHint, DrillHintAsk, DrillRecord, DrillRecordAsk, DrillStart, DrillStartAsk, DrillVerdict,
};
use game::{Choice, CompareAsk, ComparedInfo, Comparison, ComparisonProgress, GoAsk, Info, StopAsk, Stopped};
use hello::{Hello, HelloAsk};
use manners::{MannersAnswer, MannersAsk};
use mind::{ClassicalAsk, ClassicalMind, MockfishAsk, MockfishMind, PatternAsk, PatternMind};
use openings::{
    Families, FamiliesAsk, Fit, FitAsk, FitProgress, Found, NextMoves, NextMovesAsk, SearchAsk, Tree, TreeAsk,
};
use order::{Order, OrderAsk, OrderCheck, OrderCheckAsk, OrderInfo, OrderProgress, OrderSheet, OrderSheetAsk};
use pgn::{Pgn, PgnListAsk, PgnReadAsk, PgnTitles, PgnWriteAsk, WrittenPgn};
use position::{BoardAsk, BoardReport, Position, PositionAsk};
use puzzles::{
    MadePuzzles, NextPuzzle, PuzzleAnswerAsk, PuzzleAnswered, PuzzleHint, PuzzleHintAsk, PuzzleList, PuzzleNextAsk,
    PuzzlesListAsk, PuzzlesMakeAsk, PuzzlesProgress,
};
use readers::Group;
use repertoire::{RepertoireCheck, RepertoireCheckAsk, RepertoireProgress, RepertoireWriteAsk, WrittenRepertoire};
use review::{Review, ReviewAsk, ReviewInfo, ReviewProgress};
use serde_json::Value;

/// A request with its answers.
pub trait Ask: Group + 'static {
    /// What the field `ask` holds.
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

asks! {
    "hello": HelloAsk => Hello;
    "stop": StopAsk => Stopped;
    "position": PositionAsk => Position;
    "board": BoardAsk => BoardReport;
    "go": GoAsk => Choice, info Info;
    "manners": MannersAsk => MannersAnswer;
    "compare": CompareAsk => Comparison, info ComparedInfo, progress ComparisonProgress;
    "review": ReviewAsk => Review, info ReviewInfo, progress ReviewProgress;
    "pgn-read": PgnReadAsk => Pgn;
    "pgn-list": PgnListAsk => PgnTitles;
    "pgn-write": PgnWriteAsk => WrittenPgn;
    "openings-moves": NextMovesAsk => NextMoves;
    "openings-tree": TreeAsk => Tree;
    "openings-search": SearchAsk => Found;
    "openings-families": FamiliesAsk => Families;
    "openings-fit": FitAsk => Fit, progress FitProgress;
    "mind-mockfish": MockfishAsk => MockfishMind;
    "mind-pattern": PatternAsk => PatternMind;
    "mind-classical": ClassicalAsk => ClassicalMind;
    "order-check": OrderCheckAsk => OrderCheck;
    "order": OrderAsk => Order, info OrderInfo, progress OrderProgress;
    "order-sheet": OrderSheetAsk => OrderSheet;
    "drill-start": DrillStartAsk => DrillStart;
    "drill-answer": DrillAnswerAsk => DrillVerdict;
    "drill-hint": DrillHintAsk => DrillHint;
    "drill-record": DrillRecordAsk => DrillRecord;
    "repertoire-check": RepertoireCheckAsk => RepertoireCheck, progress RepertoireProgress;
    "repertoire-write": RepertoireWriteAsk => WrittenRepertoire;
    "puzzles-make": PuzzlesMakeAsk => MadePuzzles, progress PuzzlesProgress;
    "puzzles-list": PuzzlesListAsk => PuzzleList;
    "puzzle-next": PuzzleNextAsk => NextPuzzle;
    "puzzle-answer": PuzzleAnswerAsk => PuzzleAnswered;
    "puzzle-hint": PuzzleHintAsk => PuzzleHint;
}
