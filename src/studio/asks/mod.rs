//! The asks of a page, one file a subject.

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
mod stop;

use serde::Serialize;
use serde_json::Value;

use super::message::Request;
use super::page::{Page, Work};
use super::protocol::faults::Fault;
use super::protocol::{Ask, AskDescription};

/// An ask that is answered at once.
pub trait Answered: Ask {
    /// # Errors
    /// Why the request is refused.
    fn answer(self, page: &mut Page<'_>) -> Result<Self::Done, Fault>;
}

/// An ask that is answered beside the others, by a search.
pub trait Searched: Ask {
    /// The plan of the search.
    ///
    /// # Errors
    /// Fails if the request is refused.
    fn plan(self, page: &mut Page<'_>) -> Result<Plan<Self>, Fault>;
}

/// The plan of a search.
pub type Plan<A> = Box<dyn FnOnce(Work<'_, A>) -> Result<<A as Ask>::Done, Fault> + Send>;

/// An ask with what answers it.
pub struct Entry {
    pub name: &'static str,
    /// `None` where the answer comes later, from a search.
    pub run: fn(&mut Page<'_>, &Request) -> Result<Option<Value>, Fault>,
    pub describe: fn() -> AskDescription,
}

pub const fn answered<A: Answered>() -> Entry {
    Entry {
        name: A::NAME,
        run: |page, request| A::read(&request.fields)?.answer(page).map(|answer| Some(value(&answer))),
        describe: A::describe,
    }
}

pub const fn searched<A: Searched>() -> Entry {
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
