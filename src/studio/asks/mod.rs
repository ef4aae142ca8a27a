//! What a page can ask, one file a subject.

mod hello;
mod position;

use serde_json::Value;

use super::message::{Fault, Request};
use super::page::Page;

/// Answers a request; `None` where the answer comes later.
pub type Ask = fn(&mut Page<'_>, &Request) -> Result<Option<Value>, Fault>;

/// Every ask by its name.
pub const ASKS: &[(&str, Ask)] = &[
    ("hello", |_, _| Ok(Some(hello::hello()))),
    ("position", |page, request| position::position(page.studio, &request.fields).map(Some)),
];
