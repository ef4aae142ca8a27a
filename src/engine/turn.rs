//! One turn of a player, whatever the player does: what it chooses is legal, and a panic ends the player alone.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

use shakmaty::{Chess, Move, Position};
use thiserror::Error;

use crate::engine::{Choice, Depth, Game, Info, Limits, Personality, Ply, Reporter, Score, Stop, Wdl, has_room};
use crate::files::Interrupt;

/// Bytes. The largest ply bounds a search's recursion, but its frames hold move lists: ample for every player.
pub const SEARCH_STACK: usize = 64 << 20;
/// Where the system's limit on memory leaves no room for that, the stack that a program itself has on most systems.
const SMALL_STACK: usize = 8 << 20;

/// Whether the limits of the process leave room for a search.
pub fn can_search() -> bool {
    has_room(SMALL_STACK)
}

/// Runs work that may search on a thread of its own.
///
/// # Errors
/// When the system gives no thread.
pub fn search_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    with_a_stack(&[SEARCH_STACK, SMALL_STACK], work, |thread, work| thread.spawn(work))
}

/// Runs work on a thread of a scope, with the first of these stacks (in bytes) that the system gives.
///
/// # Errors
/// When the system gives no thread.
pub fn scoped_search_thread<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    stacks: &[usize],
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    with_a_stack(stacks, work, |thread, work| thread.spawn_scoped(scope, work))
}

/// Starts `work` with the first stack that the system gives; a start that fails leaves it for the next.
fn with_a_stack<'a, T: 'a, H>(
    stacks: &[usize],
    work: impl FnOnce() -> T + Send + 'a,
    start: impl Fn(Builder, Box<dyn FnOnce() -> T + Send + 'a>) -> io::Result<H>,
) -> io::Result<H> {
    let work = Arc::new(Mutex::new(Some(work)));
    let mut started = Err(io::ErrorKind::WouldBlock.into());
    // The last piece of memory would go to the stack, and the first need of another would end the program.
    for &stack in stacks.iter().filter(|&&stack| has_room(stack)) {
        let of_thread = Arc::clone(&work);
        let run = move || {
            let work = of_thread.lock().ok().and_then(|mut work| work.take());
            work.expect("only one thread is started")()
        };
        started = start(Builder::new().name("search".to_owned()).stack_size(stack), Box::new(run));
        if started.is_ok() {
            break;
        }
    }
    started
}

/// A player panicked: it has to be built anew.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{name} failed ({reason}) and starts afresh")]
pub struct PlayerFailed {
    pub name: &'static str,
    pub reason: String,
}

/// The message of a panic.
pub fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|&text| text.to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".to_owned())
}

/// What a player is asked.
#[derive(Clone, Copy)]
pub struct Turn<'a> {
    /// The player's name.
    pub name: &'static str,
    pub game: &'a Game,
    pub limits: &'a Limits,
    pub stop: &'a Stop,
}

impl Turn<'_> {
    /// Asks a player for its move. The choice is legal and allowed whatever the player does, and without a move only
    /// where there is none; a reply that is not legal after it is left out. At least one [`Info`] is reported, and the
    /// fault where the player panics, which is returned as well. Does not return before [`Stop::is_released`].
    pub fn ask(self, player: &mut dyn Personality, report: &mut dyn Reporter) -> (Choice, Option<PlayerFailed>) {
        let start = Instant::now();
        let position = self.game.position();
        let allowed = self.limits.allowed(self.game);
        let mut watch = Watch { report, best: None };

        let (mut choice, mut failure) = (Choice::default(), None);
        if allowed.is_empty() {
            watch.info(&line_of_the_end(position));
        } else {
            match catch_unwind(AssertUnwindSafe(|| player.choose(self.game, self.limits, self.stop, &mut watch))) {
                Ok(chosen) => choice = chosen,
                Err(panic) => {
                    let failed = PlayerFailed { name: self.name, reason: panic_message(panic.as_ref()) };
                    watch.message(&format!("error: {failed}"));
                    failure = Some(failed);
                }
            }
        }
        let playable = |mv: &Move| allowed.contains(mv);
        let best = choice.best.filter(playable).or(watch.best.filter(playable)).or(allowed.first().copied());
        if let (Some(best), None) = (best, watch.best) {
            watch.info(&bare_line(position, best, start.elapsed()));
        }
        self.stop.wait_for_release(self.limits);
        (Choice { best, ponder: best.and_then(|best| legal_reply(position, best, choice.ponder)), ..choice }, failure)
    }
}

/// Passes reports on, and keeps the first move of the last best line.
struct Watch<'a> {
    report: &'a mut dyn Reporter,
    best: Option<Move>,
}

impl Reporter for Watch<'_> {
    fn info(&mut self, info: &Info) {
        if info.multipv <= 1 {
            self.best = info.pv.first().copied().or(self.best);
        }
        self.report.info(info);
    }

    fn current_move(&mut self, depth: Depth, mv: Move, number: usize) {
        self.report.current_move(depth, mv, number);
    }

    fn message(&mut self, text: &str) {
        self.report.message(text);
    }

    fn interrupt(&self) -> Interrupt {
        self.report.interrupt()
    }
}

/// The one line where there is no move to choose.
fn line_of_the_end(position: &Chess) -> Info {
    let (score, wdl) = match position.is_checkmate() {
        true => (-Score::MATE, Wdl { win: 0, draw: 0, loss: 1000 }),
        false => (Score::DRAW, Wdl { win: 0, draw: 1000, loss: 0 }),
    };
    Info { multipv: 1, score, wdl: Some(wdl), ..Info::default() }
}

/// The line of a move that its player said nothing about.
fn bare_line(position: &Chess, best: Move, time: Duration) -> Info {
    let mut after = position.clone();
    after.play_unchecked(best);
    let score = if after.is_checkmate() { Score::mate_in(Ply(1)) } else { Score::DRAW };
    Info { depth: Depth(1), seldepth: 1, multipv: 1, score, nodes: 1, time, pv: vec![best], ..Info::default() }
}

fn legal_reply(position: &Chess, best: Move, reply: Option<Move>) -> Option<Move> {
    let mut after = position.clone();
    after.play_unchecked(best);
    reply.filter(|&reply| after.is_legal(reply))
}
