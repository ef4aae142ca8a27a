//! A page in the program that it asks: a browser in which the program runs as WebAssembly.
//!
//! Without threads, a search runs before [`InPlace::answer`] returns, and what comes meanwhile waits.

use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;

use serde_json::Value;

use super::inbox::Inbox;
use super::message::Request;
use super::page::Page;
use super::players::StartOptions;
use super::sender::{Outlet, Sender};
use super::state::Studio;

/// A page that lives as long as the program.
pub struct InPlace {
    page: Page<'static>,
    /// The request that is answered.
    running: Rc<Cell<Option<u64>>>,
}

/// Calls a function with each answer.
struct Callback<F>(F);

impl<F: Fn(&str) + Send + Sync> Outlet for Callback<F> {
    fn send(&self, text: String) -> bool {
        (self.0)(&text);
        true
    }

    fn is_broken(&self) -> bool {
        false
    }
}

impl InPlace {
    /// A page whose learner's record is a file, and which calls `send` with each answer.
    pub fn new(record: PathBuf, send: impl Fn(&str) + Send + Sync + 'static) -> InPlace {
        // There is one of them in a program, and it ends with it.
        let studio = Box::leak(Box::new(Studio::new(Some(record), StartOptions::in_browser())));
        let inbox = Box::leak(Box::new(Inbox::default()));
        InPlace { page: Page::new(studio, Sender::new(Callback(send)), inbox), running: Rc::default() }
    }

    /// Answers one message.
    pub fn answer(&mut self, text: &str) {
        self.running.set(Request::read(text).ok().map(|request| request.id));
        self.page.answer(text);
        self.running.set(None);
    }

    /// Says of a message that comes while one is answered in the same thread, and waits for its end, whether it ends
    /// the search: any does, so that it does not wait for long, except `stop` for a request that does not run.
    pub fn watch(&self) -> impl Fn(&str) -> bool + use<> {
        let running = Rc::clone(&self.running);
        move |text| {
            let message: Value = serde_json::from_str(text).unwrap_or_default();
            let of = message["of"].as_u64().filter(|_| message["ask"] == "stop");
            of.is_none() || of == running.get()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use serde_json::json;

    use super::*;

    fn page() -> (InPlace, mpsc::Receiver<Value>) {
        let (sender, answers) = mpsc::channel();
        let record = std::env::temp_dir().join(format!("motley-in-place-{}.sqlite", std::process::id()));
        let send = move |text: &str| sender.send(serde_json::from_str(text).expect("JSON")).expect("it is read");
        (InPlace::new(record, send), answers)
    }

    #[test]
    fn messages_go_in_and_answers_come_out() {
        let (mut page, answers) = page();
        page.answer(r#"{"id": 1, "ask": "position", "moves": ["e2e4"]}"#);
        let answer = answers.recv().expect("an answer");
        assert_eq!((&answer["id"], &answer["kind"]), (&json!(1), &json!("done")));
        page.answer("rubbish");
        assert_eq!(answers.recv().expect("an answer")["kind"], "error");
        page.answer(r#"{"id": 2, "ask": "go", "player": "Classical", "limits": {"nodes": 1000}}"#);
        let last = answers.iter().find(|answer| answer["kind"] != "info").expect("an answer");
        assert_eq!((&last["id"], &last["kind"]), (&json!(2), &json!("done")));
        page.answer(
            r#"{"id": 3, "ask": "go", "player": "Random", "limits": {"nodes": 1}, "options": {"BookFile": "x"}}"#,
        );
        assert_eq!(answers.recv().expect("an answer")["kind"], "error");
    }

    #[test]
    fn what_comes_during_a_search_ends_it_unless_it_stops_another() {
        let (page, _answers) = page();
        page.running.set(Some(7));
        let ends = page.watch();
        for (text, does) in [
            (r#"{"id": 8, "ask": "stop"}"#, true),
            (r#"{"id": 8, "ask": "stop", "of": 7}"#, true),
            (r#"{"id": 8, "ask": "stop", "of": 6}"#, false),
            (r#"{"id": 8, "ask": "position"}"#, true),
            ("rubbish", true),
        ] {
            assert_eq!(ends(text), does, "{text}");
        }
    }
}
