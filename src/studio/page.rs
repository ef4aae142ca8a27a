//! One page: its requests in the order in which they come, and at most one search beside them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;

use super::asks::ASKS;
use super::message::{Fault, Request};
use super::socket::Sender;
use super::state::Studio;
use crate::engine::{panic_message, quote};

/// A page that is open.
pub struct Page<'a> {
    pub studio: &'a Studio,
    pub sender: Sender,
}

impl<'a> Page<'a> {
    pub fn new(studio: &'a Studio, sender: Sender) -> Page<'a> {
        Page { studio, sender }
    }

    /// Answers one message. What panics is reported as an error, and the page goes on.
    pub fn answer(&mut self, text: &str) {
        let request = match Request::read(text) {
            Ok(request) => request,
            Err((id, fault)) => {
                self.sender.send(&fault.answer(id));
                return;
            }
        };
        let id = request.id;
        let answered = catch_unwind(AssertUnwindSafe(|| self.dispatch(&request)))
            .unwrap_or_else(|panic| Err(Fault::new(format!("the program failed: {}", panic_message(panic.as_ref())))));
        match answered {
            Ok(None) => true,
            Ok(Some(body)) => self.sender.answer(id, "done", body),
            Err(fault) => self.sender.send(&fault.answer(Some(id))),
        };
    }

    /// `None` where the answer comes later, from a search.
    fn dispatch(&mut self, request: &Request) -> Result<Option<Value>, Fault> {
        let ask = ASKS.iter().find(|(name, _)| *name == request.ask);
        let (_, run) = ask.ok_or_else(|| {
            Fault::of_field("ask", format!("`{}` is no ask: `hello` lists them", quote(&request.ask)))
        })?;
        run(self, request)
    }

    /// Stops what runs.
    pub fn close(&mut self) {}
}
