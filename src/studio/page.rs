//! One page: its requests in the order in which they come, and at most one search beside them.
//! All of that ends when its socket is closed.

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::Value;

use super::inbox::Inbox;
use super::message::Request;
use super::players::Players;
use super::protocol::faults::Fault;
use super::protocol::{Ask, Kind};
use super::sender::Sender;
use super::state::Studio;
use super::table::ASKS;
use crate::engine::{SearchThread, Stop, quote, search_thread};
use crate::files::io_error::reason;
use crate::lessons::drill::Lesson;
use crate::work::caught::catch;

/// A page that is open.
pub struct Page<'a> {
    pub studio: &'a Studio,
    sender: Sender,
    /// The source of the requests; it knows whether anybody waits for answers.
    pub inbox: &'a Inbox,
    /// The drill, once one has begun.
    pub drill: Option<Lesson>,
    /// Away while a search has them.
    players: Players,
    search: Option<Search>,
}

/// A search that was started; it may have ended.
struct Search {
    id: u64,
    stop: Stop,
    thread: SearchThread<Players>,
}

/// The means of a search.
pub struct Work<'a, A> {
    pub players: &'a mut Players,
    pub stop: &'a Stop,
    pub channel: Channel<'a, A>,
}

/// The way for a search to tell what it has found before its last answer.
pub struct Channel<'a, A> {
    sender: &'a Sender,
    id: u64,
    ask: PhantomData<fn() -> A>,
}

impl<A: Ask> Channel<'_, A> {
    /// Sends a finding; returns true if the page is still there.
    pub fn info(&self, info: &A::Info) -> bool {
        self.send(Kind::Info, info)
    }

    /// Sends the progress; returns true if the page is still there.
    pub fn progress(&self, progress: &A::Progress) -> bool {
        self.send(Kind::Progress, progress)
    }

    fn send(&self, kind: Kind, body: &impl Serialize) -> bool {
        self.sender.answer(self.id, kind, body)
    }
}

impl<'a> Page<'a> {
    pub fn new(studio: &'a Studio, sender: Sender, inbox: &'a Inbox) -> Page<'a> {
        Page { studio, sender, inbox, drill: None, players: Players::default(), search: None }
    }

    /// Answers messages until the socket is closed.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "a page in place waits for no socket"))]
    pub fn run(mut self) {
        while let Some(text) = self.inbox.take() {
            self.answer(&text);
            // What was sent before the client left may still wait to be read.
            if self.sender.is_broken() {
                self.inbox.close();
            }
        }
        self.close();
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
        let answered = catch(|| self.dispatch(&request)).unwrap_or_else(|reason| Err(failure(&reason)));
        if let Some(answer) = answered.transpose() {
            finish(&self.sender, request.id, answer);
        }
    }

    /// `None` where the answer comes later, from a search.
    fn dispatch(&mut self, request: &Request) -> Result<Option<Value>, Fault> {
        let ask = ASKS.iter().find(|ask| ask.name == request.ask);
        let unknown = || Fault::of_field("ask", format!("`{}` is no ask: `hello` lists them", quote(&request.ask)));
        (ask.ok_or_else(unknown)?.run)(self, request)
    }

    /// Starts a search on a thread of its own, after the one that runs has been stopped and answered.
    ///
    /// # Errors
    /// Fails if the system gives no thread.
    pub fn start<A: Ask>(
        &mut self,
        id: u64,
        work: impl FnOnce(Work<'_, A>) -> Result<Value, Fault> + Send + 'static,
    ) -> Result<(), Fault> {
        self.close();
        let (stop, sender) = (Stop::new(), self.sender.clone());
        self.inbox.stops(&stop);
        let search_stop = stop.clone();
        let run = move |mut players: Players| {
            let channel = Channel { sender: &sender, id, ask: PhantomData };
            let work = || work(Work { players: &mut players, stop: &search_stop, channel });
            match catch(work) {
                Ok(answer) => finish(&sender, id, answer),
                Err(reason) => {
                    // The player that failed is one of them.
                    players = Players::default();
                    finish(&sender, id, Err(failure(&reason)));
                }
            }
            players
        };
        match search_thread(std::mem::take(&mut self.players), run) {
            Ok(thread) => self.search = Some(Search { id, stop, thread }),
            Err((error, players)) => {
                self.players = players;
                return Err(Fault::new(format!("no thread could be started: {}", reason(&error))));
            }
        }
        Ok(())
    }

    /// Ends the search of request `of`, or any.
    pub fn stop(&mut self, of: Option<u64>) {
        if let Some(search) = self.search.as_ref().filter(|search| of.is_none_or(|id| id == search.id)) {
            search.stop.stop();
        }
    }

    /// Stops the search that runs and waits for its answer.
    pub fn close(&mut self) {
        let Some(search) = self.search.take() else { return };
        search.stop.stop();
        self.players = search.thread.join().unwrap_or_default();
    }
}

/// A panic as a fault.
fn failure(reason: &str) -> Fault {
    Fault::new(format!("the program failed: {reason}"))
}

/// Sends the last answer to a request.
fn finish(sender: &Sender, id: u64, answer: Result<Value, Fault>) {
    match answer {
        Ok(body) => sender.answer(id, Kind::Done, &body),
        Err(fault) => sender.send(&fault.answer(Some(id))),
    };
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use serde_json::json;

    use super::*;
    use crate::studio::StartOptions;
    use crate::studio::protocol::game::GoAsk;
    use crate::studio::sender::Outlet;

    impl Outlet for mpsc::Sender<String> {
        fn send(&self, text: String) -> bool {
            mpsc::Sender::send(self, text).is_ok()
        }

        fn is_broken(&self) -> bool {
            false
        }
    }

    fn next(answers: &mpsc::Receiver<String>) -> Value {
        serde_json::from_str(&answers.recv().expect("an answer")).expect("JSON")
    }

    #[test]
    fn a_search_that_panics_is_told_and_the_page_goes_on() {
        let (sender, client) = mpsc::channel();
        let (studio, inbox) = (Studio::new(None, StartOptions::default()), Inbox::default());
        let mut page = Page::new(&studio, Sender::new(sender), &inbox);
        page.start(7, |_: Work<'_, GoAsk>| panic!("on purpose")).expect("a thread");
        let answer = next(&client);
        assert_eq!((&answer["id"], &answer["kind"]), (&json!(7), &json!("error")));
        assert!(answer["message"].as_str().is_some_and(|text| text.contains("on purpose")), "{answer}");
        page.answer(r#"{"id": 8, "ask": "go", "player": "Random", "limits": {"nodes": 1}}"#);
        assert_eq!(next(&client)["kind"], "info");
        assert_eq!(next(&client)["id"], json!(8));
        page.close();
    }
}
