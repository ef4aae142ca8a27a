//! The thread that thinks while the session listens.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use shakmaty::{Chess, Move, Position};

use crate::engine::{Choice, Game, Info, Limits, Personality, Reporter, Score, Stop};
use crate::uci::fault::Fault;
use crate::uci::output::Output;
use crate::uci::reporter::{Notation, UciReporter};

/// Search recursion is bounded by the largest ply, but its frames hold move lists: ample for every player.
const STACK: usize = 64 << 20;

/// How something under way ended.
#[derive(Default)]
pub struct Outcome {
    /// What is said last; once it is out, the engine takes every command again.
    pub last_line: Option<String>,
    /// The player that was lent, unless it broke down.
    pub player: Option<Box<dyn Personality>>,
}

/// Something under way beside the session.
pub struct Thinking {
    pub stop: Stop,
    pub pondering: bool,
    answered: Arc<AtomicBool>,
    thread: JoinHandle<Option<Box<dyn Personality>>>,
}

impl Thinking {
    /// Starts `work` on its own thread; it gets the flag that asks it to end.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(pondering: bool, out: Output, work: impl FnOnce(&Stop) -> Outcome + Send + 'static) -> io::Result<Thinking> {
        let (stop, answered) = (Stop::new(), Arc::new(AtomicBool::new(false)));
        let (asked, raised) = (stop.clone(), Arc::clone(&answered));
        let run = move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| work(&asked))).unwrap_or_default();
            // Raised before the line is out: whoever has seen the line may send the next position at once.
            raised.store(true, Ordering::Release);
            outcome.last_line.iter().for_each(|line| out.line(line));
            outcome.player
        };
        let thread = thread::Builder::new().name("thinking".to_owned()).stack_size(STACK).spawn(run)?;
        Ok(Thinking { stop, pondering, answered, thread })
    }

    /// Whether its last line is out or about to be.
    pub fn has_answered(&self) -> bool {
        self.answered.load(Ordering::Acquire)
    }

    /// Waits for the end and gives the player back, unless it broke down.
    pub fn join(self) -> Option<Box<dyn Personality>> {
        self.thread.join().unwrap_or_default()
    }
}

/// One `go`, from the player to `bestmove`.
///
/// The house answers for its players here: whatever they do, exactly one legal `bestmove` comes, and none before its time.
pub struct Search {
    pub name: &'static str,
    pub player: Box<dyn Personality>,
    pub game: Game,
    pub limits: Limits,
    pub notation: Notation,
    pub out: Output,
}

impl Search {
    pub fn run(mut self, stop: &Stop) -> Outcome {
        let mut reporter = UciReporter::new(self.out.clone(), self.notation);
        let legal = self.game.legal_moves();
        let allowed = if self.limits.search_moves.is_empty() { legal.as_slice() } else { &self.limits.search_moves };

        let mut choice = Choice::default();
        let mut broke_down = false;
        if allowed.is_empty() {
            report_the_end(self.game.position(), &mut reporter);
        } else {
            let player = &mut self.player;
            match catch_unwind(AssertUnwindSafe(|| player.choose(&self.game, &self.limits, stop, &mut reporter))) {
                Ok(chosen) => choice = chosen,
                Err(panic) => {
                    broke_down = true;
                    self.out.error(Fault::PlayerFailed(self.name, reason(panic.as_ref())));
                }
            }
        }
        let playable = |mv: &Move| allowed.contains(mv);
        let best = choice.best.filter(playable).or(reporter.last_best().filter(playable)).or(allowed.first().copied());

        stop.wait_for_release(&self.limits);
        let last_line = Some(bestmove(self.game.position(), best, choice.ponder, self.notation));
        Outcome { last_line, player: (!broke_down).then_some(self.player) }
    }
}

/// The one line of thought when there is nothing to choose.
fn report_the_end(position: &Chess, reporter: &mut dyn Reporter) {
    let score = if position.is_checkmate() { -Score::MATE } else { Score::DRAW };
    reporter.info(&Info { score, ..Info::default() });
}

fn bestmove(position: &Chess, best: Option<Move>, ponder: Option<Move>, notation: Notation) -> String {
    let Some(best) = best else { return "bestmove 0000".to_owned() };
    let mut after = position.clone();
    after.play_unchecked(best);
    match ponder.filter(|&reply| after.is_legal(reply)) {
        Some(reply) => format!("bestmove {} ponder {}", notation.write(best), notation.write(reply)),
        None => format!("bestmove {}", notation.write(best)),
    }
}

/// What a panic said.
pub fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|&text| text.to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".to_owned())
}
