//! The outlet of a page's answers: its socket, or the page that runs the program itself.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::protocol::{Kind, Sent};

/// Takes answers, from any thread.
pub trait Outlet: Send + Sync {
    /// Sends one answer. Whether the page is still there.
    fn send(&self, text: String) -> bool;

    /// Returns true if an answer could not be sent: none can be from then on.
    fn is_broken(&self) -> bool;
}

/// Sends answers; clones share the outlet.
#[derive(Clone)]
pub struct Sender(Arc<dyn Outlet>);

impl Sender {
    pub fn new(outlet: impl Outlet + 'static) -> Sender {
        Sender(Arc::new(outlet))
    }

    /// Sends one answer. Whether the page is still there.
    pub fn send(&self, answer: &Value) -> bool {
        self.0.send(answer.to_string())
    }

    /// An answer of a kind to a request, with the fields of `body`, which must be an object.
    pub fn answer(&self, id: u64, kind: Kind, body: &impl Serialize) -> bool {
        self.send(&Sent { id: Some(id), kind, body }.to_value())
    }

    /// Returns true if an answer could not be sent: none can be from then on.
    pub fn is_broken(&self) -> bool {
        self.0.is_broken()
    }
}
