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
    pub fn start(
        pondering: bool,
        out: Output,
        work: impl FnOnce(&Stop) -> Outcome + Send + 'static,
    ) -> io::Result<Thinking> {
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
/// The house answers for its players here: whatever they do, exactly one legal `bestmove` comes, and none before its
/// time.
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
        let allowed = self.limits.allowed(&self.game);

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
    reporter.info(&Info { multipv: 1, score, ..Info::default() });
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

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    use shakmaty::CastlingMode;

    use super::*;
    use crate::engine::options::SharedOptions;

    /// A player that keeps no promise.
    #[derive(Clone, Copy)]
    enum Rude {
        Panics,
        PanicsAfterALine,
        PlaysNothing,
        PlaysForTheOther,
        IgnoresSearchMoves,
        PondersOnNonsense,
    }

    impl Personality for Rude {
        fn configure(&mut self, _: &SharedOptions, _: &mut dyn Reporter) {}

        fn new_game(&mut self) {}

        fn choose(&mut self, game: &Game, _: &Limits, _: &Stop, report: &mut dyn Reporter) -> Choice {
            let read = |text: &str| game.read_uci(text).unwrap();
            let reply = Move::Normal {
                role: shakmaty::Role::Pawn,
                from: shakmaty::Square::E7,
                capture: None,
                to: shakmaty::Square::E5,
                promotion: None,
            };
            match self {
                Rude::Panics => panic!("no mood"),
                Rude::PanicsAfterALine => {
                    report.info(&Info { pv: vec![read("d2d4")], ..Info::default() });
                    panic!("no mood")
                }
                Rude::PlaysNothing => Choice::default(),
                Rude::PlaysForTheOther => Choice { best: Some(reply), ponder: None },
                Rude::IgnoresSearchMoves => Choice { best: Some(read("e2e4")), ponder: None },
                Rude::PondersOnNonsense => Choice { best: Some(read("e2e4")), ponder: Some(read("d2d4")) },
            }
        }
    }

    #[derive(Clone, Default)]
    struct Heard(Arc<Mutex<Vec<u8>>>);

    impl Write for Heard {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn start(player: Rude, limits: Limits) -> (Thinking, Heard) {
        let heard = Heard::default();
        let out = Output::new(heard.clone());
        let notation = Notation { castling: CastlingMode::Standard, wdl: false };
        let search = Search {
            name: "Rude",
            player: Box::new(player),
            game: Game::default(),
            limits,
            notation,
            out: out.clone(),
        };
        (Thinking::start(false, out, move |stop| search.run(stop)).unwrap(), heard)
    }

    /// The lines that came, and whether the player came back.
    fn run(player: Rude, limits: Limits) -> (Vec<String>, bool) {
        let (thinking, heard) = start(player, limits);
        let back = thinking.join().is_some();
        let bytes = heard.0.lock().unwrap().clone();
        (String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect(), back)
    }

    fn only(moves: &[&str]) -> Limits {
        Limits {
            search_moves: moves.iter().map(|mv| Game::default().read_uci(mv).unwrap()).collect(),
            ..Limits::default()
        }
    }

    #[test]
    fn a_player_that_breaks_down_still_moves() {
        let (lines, back) = run(Rude::Panics, only(&["g1f3"]));
        assert_eq!(lines, ["info string error: Rude failed (no mood) and starts afresh", "bestmove g1f3"]);
        assert!(!back);

        let (lines, back) = run(Rude::PanicsAfterALine, Limits::default());
        assert_eq!(lines.last().unwrap(), "bestmove d2d4", "what it last thought best is played");
        assert!(!back);
    }

    #[test]
    fn only_legal_and_allowed_moves_leave_the_house() {
        let bestmove = |player, limits| run(player, limits).0.pop().unwrap();
        assert_eq!(bestmove(Rude::PlaysNothing, only(&["b1c3"])), "bestmove b1c3");
        assert_eq!(bestmove(Rude::PlaysForTheOther, only(&["b1c3"])), "bestmove b1c3");
        assert_eq!(bestmove(Rude::IgnoresSearchMoves, only(&["b1c3"])), "bestmove b1c3");
        assert_eq!(bestmove(Rude::PondersOnNonsense, Limits::default()), "bestmove e2e4");
    }

    #[test]
    fn nothing_is_said_before_its_time() {
        for player in [Rude::Panics, Rude::IgnoresSearchMoves] {
            let (thinking, _) = start(player, Limits { infinite: true, ..Limits::default() });
            std::thread::sleep(Duration::from_millis(30));
            assert!(!thinking.has_answered());
            let start = Instant::now();
            thinking.stop.stop();
            thinking.join();
            assert!(start.elapsed() < Duration::from_millis(200));
        }
    }
}
