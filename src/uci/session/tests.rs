//! The session with a player that records what it is asked to do.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;
use crate::engine::options::SharedOptions;
use crate::engine::{Choice, Info, Reporter};

/// Sends a line for every call. It panics where it is asked to explain.
struct RecordingPlayer(Sender<String>);

impl RecordingPlayer {
    fn record(&self, call: String) {
        // A test need not read every call.
        let _ = self.0.send(call);
    }
}

impl Personality for RecordingPlayer {
    fn configure(&mut self, shared: &SharedOptions, report: &mut dyn Reporter) {
        self.record(format!("configure MultiPV {}", shared.multi_pv));
        if shared.multi_pv == 13 {
            report.message("error: 13 is refused");
        }
    }

    fn set_option(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionError> {
        self.record(format!("{name} {value:?}"));
        Err(OptionError::Unknown(name.to_owned()))
    }

    fn prepare(&mut self, _: &mut dyn Reporter) {
        self.record("prepare".to_owned());
    }

    fn new_game(&mut self) {
        self.record("new game".to_owned());
    }

    fn choose(&mut self, game: &Game, limits: &Limits, stop: &Stop, report: &mut dyn Reporter) -> Choice {
        self.record(format!("{limits:?}"));
        let best = limits.allowed(game).first().copied();
        report.info(&Info { pv: best.into_iter().collect(), ..Info::default() });
        stop.wait_for_release(limits);
        Choice { best, ponder: None }
    }

    fn explain(&mut self, _: &Game) -> Option<String> {
        panic!("on purpose")
    }
}

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Bench {
    session: Session,
    output: Buffer,
    calls: Receiver<String>,
}

impl Bench {
    /// A session whose player of that name is a recording one.
    fn with(name: &str) -> Bench {
        let (output, (sender, calls)) = (Buffer::default(), channel());
        let mut session = Session::new(Output::new(output.clone()));
        assert!(session.handle_line(format!("setoption name Personality value {name}").as_bytes()).is_continue());
        session.player = Some(Box::new(RecordingPlayer(sender)));
        Bench { session, output, calls }
    }

    /// Sends a line; what it made the player do.
    fn calls(&mut self, line: &str) -> Vec<String> {
        assert!(self.session.handle_line(line.as_bytes()).is_continue());
        self.calls.try_iter().collect()
    }

    /// Sends a line; what was printed by the time that it was handled.
    fn printed(&mut self, line: &str) -> String {
        self.output.0.lock().unwrap().clear();
        assert!(self.session.handle_line(line.as_bytes()).is_continue());
        self.output()
    }

    fn output(&self) -> String {
        String::from_utf8(self.output.0.lock().unwrap().clone()).unwrap()
    }

    /// Starts a search; the limits that the player was given.
    fn search(&mut self, line: &str) -> String {
        assert!(self.session.handle_line(line.as_bytes()).is_continue());
        loop {
            let call = self.calls.recv_timeout(Duration::from_secs(120)).expect("the player is asked to choose");
            if call.starts_with("Limits") {
                return call;
            }
        }
    }

    /// Stops the search and waits for its end.
    fn finish(&mut self) {
        assert!(self.session.handle_line(b"stop").is_continue());
        self.session.wait_for_task("a test").unwrap();
    }
}

#[test]
fn uci_and_options_build_no_player() {
    let mut session = Session::new(Output::new(Buffer::default()));
    for line in ["uci", "setoption name Hash value 1", "setoption name MockfishNets value Auto", "d", "help", "stop"] {
        assert!(session.handle_line(line.as_bytes()).is_continue());
        assert!(session.player.is_none(), "{line}");
    }
    session.handle_line(b"isready");
    assert!(session.player.is_some());
}

#[test]
fn a_player_gets_the_shared_options_its_own_and_the_buttons() {
    let mut bench = Bench::with("Mockfish");
    assert_eq!(bench.calls("setoption name MultiPV value 3"), ["configure MultiPV 3"]);
    assert_eq!(bench.calls("setoption name mockfishtemperature value 7"), ["MockfishTemperature Spin(7)"]);
    assert_eq!(bench.calls("setoption name Clear Hash"), ["Clear Hash Button"]);
    assert_eq!(bench.calls("setoption name PatternDepth value 3"), [""; 0], "another player's option");
    assert_eq!(bench.calls("setoption name UCI_EngineAbout value x"), [""; 0]);
    assert!(bench.printed("setoption name MultiPV value 13").contains("error: 13 is refused"));
}

#[test]
fn options_of_the_fallbacks_are_passed_on() {
    let mut bench = Bench::with("Explorer");
    assert_eq!(bench.calls("setoption name MockfishTemperature value 7"), ["MockfishTemperature Spin(7)"]);
    assert_eq!(bench.calls("setoption name CoopDepth value 2"), [""; 0]);
}

#[test]
fn an_option_that_the_player_refuses_is_not_stored() {
    let mut bench = Bench::with("Mockfish");
    let before = bench.session.options().clone();
    assert!(bench.printed("setoption name MockfishTemperature value 7").contains("no option is called"));
    assert_eq!(*bench.session.options(), before);
    assert_eq!(bench.printed("setoption name Clear Hash"), "", "a player without a table has nothing to clear");
}

#[test]
fn the_player_stays_when_it_is_chosen_again_and_goes_when_another_is() {
    let mut bench = Bench::with("Mockfish");
    bench.calls("setoption name Personality value mockfish");
    assert_eq!(bench.calls("ucinewgame"), ["new game"]);
    bench.calls("setoption name Personality value Random");
    assert_eq!(bench.calls("ucinewgame"), [""; 0]);
}

#[test]
fn isready_prepares_the_player_before_and_after_a_search_but_not_during_one() {
    let mut bench = Bench::with("Random");
    assert_eq!(bench.calls("isready"), ["prepare"]);
    bench.search("go infinite");
    assert_eq!(bench.calls("isready"), [""; 0]);
    assert!(bench.printed("isready").ends_with("readyok\n"));
    bench.session.handle_line(b"stop");
    // Here `isready` itself finds that the search is done.
    while !bench.session.task.as_ref().is_some_and(Task::is_done) {
        std::thread::yield_now();
    }
    assert_eq!(bench.calls("isready"), ["prepare"]);
}

#[test]
fn a_missing_clock_is_the_other_sides_and_no_limit_is_infinite() {
    let mut bench = Bench::with("Random");
    let mut limits = |line: &str| {
        let limits = bench.search(line);
        bench.finish();
        limits
    };
    let clock = "Some(SideClock { remaining: 7ms, increment: 0ns })";
    for line in ["go wtime 7", "go btime 7"] {
        let limits = limits(line);
        assert!(limits.contains(&format!("white: {clock}, black: {clock}")), "{limits}");
        assert!(limits.contains("infinite: false"), "{limits}");
    }
    for (line, expected) in [
        ("go", "infinite: true"),
        ("go searchmoves e2e4", "infinite: true"),
        ("go depth 1", "infinite: false"),
        ("go nodes 1", "infinite: false"),
        ("go mate 1", "infinite: false"),
        ("go movetime 1", "infinite: false"),
        ("go infinite depth 1", "infinite: true"),
    ] {
        let limits = limits(line);
        assert!(limits.contains(expected), "{line}: {limits}");
    }
}

#[test]
fn a_search_refuses_what_would_disturb_it_and_ponderhit_without_ponder() {
    let mut bench = Bench::with("Random");
    bench.search("go infinite");
    for line in ["position startpos", "ucinewgame", "setoption name MultiPV value 2", "go depth 1", "eval", "bench"] {
        assert!(bench.printed(line).contains("has to wait, a search is running"), "{line}");
    }
    assert!(bench.printed("ponderhit").contains("no pondering is under way"));
    assert!(bench.printed("d").contains("Fen: "));
    bench.finish();
    assert!(bench.printed("ponderhit").contains("no pondering is under way"));

    bench.search("go ponder wtime 1 btime 1");
    assert!(!bench.printed("ponderhit").contains("error"));
    bench.session.task.take().unwrap().join();
}

#[test]
fn a_player_that_panics_is_built_anew() {
    let mut bench = Bench::with("Random");
    assert_eq!(bench.printed("eval"), "info string error: Random failed (on purpose) and starts afresh\n");
    assert!(bench.session.player.is_none());
    assert_eq!(bench.printed("eval"), "info string error: Random has no static evaluation to explain\n");
}

#[test]
fn quit_and_close_stop_a_search_and_wait_for_its_move() {
    let mut bench = Bench::with("Random");
    bench.search("go infinite");
    bench.session.close();
    assert!(bench.output().contains("bestmove "));

    let mut bench = Bench::with("Random");
    bench.search("go infinite");
    assert!(bench.session.handle_line(b"quit").is_break());
    assert!(bench.output().contains("bestmove "));
}

#[test]
fn debug_reports_how_a_line_was_read() {
    let mut bench = Bench::with("Random");
    assert_eq!(bench.printed("debug on"), "");
    assert_eq!(bench.printed("stop"), "info string understood Stop\n");
    bench.printed("debug off");
    assert_eq!(bench.printed("stop"), "");
}
