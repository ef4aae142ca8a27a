//! What a page can ask, one file a subject.

mod board;
mod compare;
mod drill;
mod go;
mod hello;
mod mind;
mod openings;
mod order;
mod pgn;
mod position;

use serde_json::Value;

use super::message::{Fault, Request};
use super::page::Page;

/// Answers a request; `None` where the answer comes later.
pub type Ask = fn(&mut Page<'_>, &Request) -> Result<Option<Value>, Fault>;

/// Every ask by its name.
pub const ASKS: &[(&str, Ask)] = &[
    ("hello", |page, _| Ok(Some(hello::hello(&page.studio.options)))),
    ("stop", |page, request| page.stop(&request.fields).map(Some)),
    ("position", |page, request| position::position(page.studio, &request.fields).map(Some)),
    ("board", |_, request| board::board(&request.fields).map(Some)),
    ("go", go::go),
    ("compare", compare::compare),
    ("pgn-read", |_, request| pgn::read(&request.fields).map(Some)),
    ("pgn-write", |_, request| pgn::write(&request.fields).map(Some)),
    ("openings-moves", |page, request| openings::moves(page.studio, &request.fields).map(Some)),
    ("openings-tree", |page, request| openings::tree(page.studio, &request.fields).map(Some)),
    ("openings-search", |page, request| openings::search(page.studio, &request.fields).map(Some)),
    ("openings-families", |page, _| Ok(Some(openings::list_families(page.studio)))),
    ("openings-fit", openings::fit),
    ("mind-mockfish", |page, request| mind::mockfish(page.studio, &request.fields).map(Some)),
    ("mind-pattern", |page, request| mind::pattern(page.studio, &request.fields).map(Some)),
    ("mind-classical", |_, request| mind::classical(&request.fields).map(Some)),
    ("order-check", |_, request| order::check(&request.fields).map(Some)),
    ("order", order::order),
    ("drill-start", |page, request| drill::start(page, &request.fields).map(Some)),
    ("drill-answer", |page, request| drill::answer(page, &request.fields).map(Some)),
    ("drill-hint", |page, _| drill::hint(page).map(Some)),
    ("drill-record", |page, _| drill::record(page.studio).map(Some)),
];
