//! The studio's page: its messages in, the answers out, over the sockets of a server or in place.
//!
//! docs/studio-protocol.md describes the messages. A thread of the server waits for connections, each connection has
//! one that reads, a page has one more that answers, and a search runs on another; nothing runs while nothing is asked.
//! In WebAssembly, which has no threads and no connections, a page runs in place.

mod asks;
mod in_place;
#[cfg_attr(all(target_family = "wasm", not(test)), expect(dead_code, reason = "a page in place waits for no socket"))]
mod inbox;
mod message;
mod page;
mod players;
mod protocol;
mod sender;
#[cfg(not(target_family = "wasm"))]
mod server;
mod state;
mod table;

use crate::message::description::{Described as _, Type};

pub use in_place::InPlace;
pub use players::StartOptions;
pub use protocol::AskDescription;
#[cfg(not(target_family = "wasm"))]
pub use server::{Server, Settings, Shutdown};

/// Every ask of the protocol, with its messages.
pub fn describe_asks() -> Vec<AskDescription> {
    table::ASKS.iter().map(|ask| (ask.describe)()).collect()
}

/// The answers that refuse a request: any ask may have one.
pub fn describe_fault() -> Type {
    protocol::faults::Fault::kind()
}
