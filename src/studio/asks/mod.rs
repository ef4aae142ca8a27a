//! What a page can ask, one file a subject.

mod board;
mod compare;
mod drill;
mod go;
mod hello;
mod manners;
mod mind;
mod openings;
mod order;
mod pgn;
mod position;
mod puzzles;
mod repertoire;
mod review;
mod reviewed;
mod stop;

use serde::Serialize;
use serde_json::Value;

use super::message::Request;
use super::page::{Page, Work};
use super::protocol::Ask;
use super::protocol::description::AskDescription;
use super::protocol::drill::{DrillAnswerAsk, DrillHintAsk, DrillRecordAsk, DrillStartAsk};
use super::protocol::faults::Fault;
use super::protocol::game::{CompareAsk, GoAsk, StopAsk};
use super::protocol::hello::HelloAsk;
use super::protocol::manners::MannersAsk;
use super::protocol::mind::{ClassicalAsk, MockfishAsk, PatternAsk};
use super::protocol::openings::{FamiliesAsk, FitAsk, NextMovesAsk, SearchAsk, TreeAsk};
use super::protocol::order::{OrderAsk, OrderCheckAsk, OrderSheetAsk};
use super::protocol::pgn::{PgnListAsk, PgnReadAsk, PgnWriteAsk};
use super::protocol::position::{BoardAsk, PositionAsk};
use super::protocol::puzzles::{PuzzleAnswerAsk, PuzzleHintAsk, PuzzleNextAsk, PuzzlesListAsk, PuzzlesMakeAsk};
use super::protocol::repertoire::{RepertoireCheckAsk, RepertoireWriteAsk};
use super::protocol::review::ReviewAsk;

/// An ask that is answered at once.
trait Answered: Ask {
    /// # Errors
    /// Why the request is refused.
    fn answer(self, page: &mut Page<'_>) -> Result<Self::Done, Fault>;
}

/// An ask that is answered beside the others, by a search.
trait Searched: Ask {
    /// What the search is to do.
    ///
    /// # Errors
    /// Why the request is refused.
    fn plan(self, page: &mut Page<'_>) -> Result<Plan<Self>, Fault>;
}

/// What a search is to do.
type Plan<A> = Box<dyn FnOnce(Work<'_, A>) -> Result<<A as Ask>::Done, Fault> + Send>;

/// An ask with what answers it.
pub struct Entry {
    pub name: &'static str,
    /// `None` where the answer comes later, from a search.
    pub run: fn(&mut Page<'_>, &Request) -> Result<Option<Value>, Fault>,
    pub describe: fn() -> AskDescription,
}

const fn answered<A: Answered>() -> Entry {
    Entry {
        name: A::NAME,
        run: |page, request| A::read(&request.fields)?.answer(page).map(|answer| Some(value(&answer))),
        describe: A::describe,
    }
}

const fn searched<A: Searched>() -> Entry {
    Entry {
        name: A::NAME,
        run: |page, request| {
            let plan = A::read(&request.fields)?.plan(page)?;
            page.start(request.id, move |work| Ok(value(&plan(work)?)))?;
            Ok(None)
        },
        describe: A::describe,
    }
}

/// An answer as an object in JSON.
fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).expect("the names of its fields are texts")
}

/// Every ask.
pub const ASKS: &[Entry] = &[
    answered::<HelloAsk>(),
    answered::<StopAsk>(),
    answered::<PositionAsk>(),
    answered::<BoardAsk>(),
    searched::<GoAsk>(),
    answered::<MannersAsk>(),
    searched::<CompareAsk>(),
    searched::<ReviewAsk>(),
    answered::<PgnReadAsk>(),
    answered::<PgnListAsk>(),
    answered::<PgnWriteAsk>(),
    answered::<NextMovesAsk>(),
    answered::<TreeAsk>(),
    answered::<SearchAsk>(),
    answered::<FamiliesAsk>(),
    searched::<FitAsk>(),
    answered::<MockfishAsk>(),
    answered::<PatternAsk>(),
    answered::<ClassicalAsk>(),
    answered::<OrderCheckAsk>(),
    searched::<OrderAsk>(),
    answered::<OrderSheetAsk>(),
    answered::<DrillStartAsk>(),
    answered::<DrillAnswerAsk>(),
    answered::<DrillHintAsk>(),
    answered::<DrillRecordAsk>(),
    searched::<RepertoireCheckAsk>(),
    answered::<RepertoireWriteAsk>(),
    searched::<PuzzlesMakeAsk>(),
    answered::<PuzzlesListAsk>(),
    answered::<PuzzleNextAsk>(),
    answered::<PuzzleAnswerAsk>(),
    answered::<PuzzleHintAsk>(),
];
