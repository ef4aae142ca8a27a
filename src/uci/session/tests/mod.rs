//! The session with a player that records what it is asked to do.

mod order;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use super::*;
use crate::engine::options::SharedOptions;
use crate::engine::{Choice, Info, Limits, Reporter};
use crate::uci::testing::{Buffer, ClosedPipe};

/// Keeps a test from hanging.
const TIMEOUT: Duration = Duration::from_secs(120);

/// With this limit the recording player searches until [`Harness::release`]: a bounded search of any length.
const HELD: u64 = 77;

/// Sends a line for every call. It panics where it is asked to explain.
struct RecordingPlayer {
    calls: Sender<String>,
    is_released: Arc<AtomicBool>,
}

impl RecordingPlayer {
    fn record(&self, call: String) {
        // A test need not read every call.
        let _ = self.calls.send(call);
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
        let best = limits.allowed(game).first().copied();
        report.info(&Info { pv: best.into_iter().collect(), ..Info::default() });
        // After the line: a test that has read the call may clear what was printed.
        self.record(format!("{limits:?}"));
        while limits.nodes == Some(HELD) && !self.is_released.load(Ordering::Acquire) && !stop.is_stopped() {
            std::thread::yield_now();
        }
        stop.wait_for_release(limits);
        Choice { best, ..Choice::default() }
    }

    fn explain(&mut self, _: &Game) -> Option<String> {
        panic!("on purpose")
    }
}

struct Harness {
    session: Session,
    output: Buffer,
    calls: Receiver<String>,
    is_released: Arc<AtomicBool>,
}

impl Harness {
    /// A session whose player of that name is a recording one.
    fn with(name: &str) -> Harness {
        let (output, (sender, calls)) = (Buffer::default(), channel());
        let mut session = Session::new(Output::new(output.clone()));
        assert!(session.handle_line(format!("setoption name Personality value {name}").as_bytes()).is_continue());
        let is_released = Arc::<AtomicBool>::default();
        session.player = Some(Box::new(RecordingPlayer { calls: sender, is_released: Arc::clone(&is_released) }));
        Harness { session, output, calls, is_released }
    }

    /// Sends a line; what it made the player do.
    fn calls(&mut self, line: &str) -> Vec<String> {
        assert!(self.session.handle_line(line.as_bytes()).is_continue());
        self.calls.try_iter().collect()
    }

    /// Sends a line; what was printed by the time that it was handled.
    fn printed(&mut self, line: &str) -> String {
        self.output.clear();
        assert!(self.session.handle_line(line.as_bytes()).is_continue());
        self.output.text()
    }

    /// Starts a search; the limits that the player was given.
    fn search(&mut self, line: &str) -> String {
        assert!(self.session.handle_line(line.as_bytes()).is_continue());
        loop {
            let call = self.calls.recv_timeout(TIMEOUT).expect("the player is asked to choose");
            if call.starts_with("Limits") {
                return call;
            }
        }
    }

    /// Stops the search and waits for its end.
    fn finish(&mut self) {
        assert!(self.session.handle_line(b"stop").is_continue());
        self.session.restore_player();
    }
}

#[test]
fn uci_and_options_build_no_player() {
    let mut session = Session::new(Output::new(Buffer::default()));
    for line in ["uci", "setoption name Hash value 1", "setoption name MockfishNets value Auto", "d", "help", "stop"] {
        assert!(session.handle_line(line.as_bytes()).is_continue());
        assert!(session.player.is_none(), "{line}");
    }
    assert!(session.handle_line(b"isready").is_continue());
    assert!(session.player.is_some());
}

#[test]
fn a_player_gets_the_shared_options_its_own_and_the_buttons() {
    let mut harness = Harness::with("Mockfish");
    assert_eq!(harness.calls("setoption name MultiPV value 3"), ["configure MultiPV 3"]);
    assert_eq!(harness.calls("setoption name mockfishtemperature value 7"), ["MockfishTemperature Spin(7)"]);
    assert_eq!(harness.calls("setoption name Clear Hash"), ["Clear Hash Button"]);
    assert_eq!(harness.calls("setoption name PatternDepth value 3"), [""; 0], "another player's option");
    assert_eq!(harness.calls("setoption name UCI_EngineAbout value x"), [""; 0]);
    assert!(harness.printed("setoption name MultiPV value 13").contains("error: 13 is refused"));
}

#[test]
fn options_of_the_fallbacks_are_passed_on() {
    let mut harness = Harness::with("Explorer");
    assert_eq!(harness.calls("setoption name MockfishTemperature value 7"), ["MockfishTemperature Spin(7)"]);
    assert_eq!(harness.calls("setoption name CoopDepth value 2"), [""; 0]);
}

#[test]
fn an_option_that_the_player_refuses_is_not_stored() {
    let mut harness = Harness::with("Mockfish");
    let before = harness.session.options().clone();
    assert!(harness.printed("setoption name MockfishTemperature value 7").contains("no option is called"));
    assert_eq!(*harness.session.options(), before);
    assert_eq!(harness.printed("setoption name Clear Hash"), "", "a player without a table has nothing to clear");
}

#[test]
fn a_player_that_is_built_gets_the_options_that_were_set_before() {
    let output = Buffer::default();
    let mut session = Session::new(Output::new(output.clone()));
    for line in
        ["setoption name CoopConstraint value nonsense", "setoption name Personality value Cooperative", "isready"]
    {
        assert!(session.handle_line(line.as_bytes()).is_continue());
    }
    let printed = output.text();
    assert!(printed.starts_with("info string error: CoopConstraint"), "{printed}");
}

#[test]
fn the_player_stays_when_it_is_chosen_again_and_goes_when_another_is() {
    let mut harness = Harness::with("Mockfish");
    harness.calls("setoption name Personality value mockfish");
    assert_eq!(harness.calls("ucinewgame"), ["new game"]);
    harness.calls("setoption name Personality value Random");
    assert_eq!(harness.calls("ucinewgame"), [""; 0]);
}

#[test]
fn isready_prepares_the_player_before_and_after_a_search_but_not_during_one() {
    let mut harness = Harness::with("Random");
    assert_eq!(harness.calls("isready"), ["prepare"]);
    harness.search("go infinite");
    assert_eq!(harness.calls("isready"), [""; 0]);
    assert!(harness.printed("isready").ends_with("readyok\n"));
    assert!(harness.session.handle_line(b"stop").is_continue());
    // Here `isready` itself finds that the search is done.
    let deadline = Instant::now() + TIMEOUT;
    while !harness.session.task.as_ref().is_some_and(RunningSearch::is_done) {
        assert!(Instant::now() < deadline, "the search does not end");
        std::thread::yield_now();
    }
    assert_eq!(harness.calls("isready"), ["prepare"]);
}

#[test]
fn a_missing_clock_is_the_other_sides_and_no_limit_is_infinite() {
    let mut harness = Harness::with("Random");
    let mut limits = |line: &str| {
        let limits = harness.search(line);
        harness.finish();
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
    let mut harness = Harness::with("Random");
    harness.search("go infinite");
    for line in ["ucinewgame", "setoption name MultiPV value 2", "go depth 1", "eval", "bench", "flip"] {
        assert!(harness.printed(line).contains("has to wait, a search is running"), "{line}");
    }
    assert!(harness.printed("ponderhit").contains("no pondering is under way"));
    assert!(harness.printed("d").contains("Fen: "));
    // The GUI takes it for set.
    assert!(harness.printed("position startpos").contains("has to wait, a search is running"));
    assert!(harness.printed("d").starts_with("info string error: there is no position"));
    harness.finish();
    assert!(harness.printed("ponderhit").contains("no pondering is under way"));
    assert!(harness.printed("go depth 1").ends_with("bestmove 0000\n"));
    assert_eq!(harness.printed("position startpos"), "");

    harness.search("go ponder wtime 1 btime 1");
    assert!(!harness.printed("ponderhit").contains("error"));
    harness.session.task.take().unwrap().join();
}

#[test]
fn a_player_that_panics_is_built_anew() {
    let mut harness = Harness::with("Random");
    assert_eq!(harness.printed("eval"), "info string error: Random failed (on purpose) and starts afresh\n");
    assert!(harness.session.player.is_none());
    let nothing =
        "info string error: Random has no static evaluation to explain\nFinal evaluation: none (no evaluation)\n";
    assert_eq!(harness.printed("eval"), nothing);
}

/// Fails before it is asked for a move.
struct FailingPlayer;

impl Personality for FailingPlayer {
    fn configure(&mut self, _: &SharedOptions, _: &mut dyn Reporter) {}
    fn new_game(&mut self) {}
    fn prepare(&mut self, _: &mut dyn Reporter) {
        panic!("on purpose")
    }
    fn choose(&mut self, _: &Game, _: &Limits, _: &Stop, _: &mut dyn Reporter) -> Choice {
        Choice::default()
    }
}

#[test]
fn isready_is_answered_whatever_the_player_does_and_so_is_go_without_a_thread() {
    let mut harness = Harness::with("Random");
    harness.session.player = Some(Box::new(FailingPlayer));
    let failed = "info string error: Random failed (on purpose) and starts afresh\nreadyok\n";
    assert_eq!(harness.printed("isready"), failed);

    for (limits, due) in [(Limits::default(), None), (Limits { infinite: true, ..Limits::default() }, Some("stop"))] {
        harness.output.clear();
        let search = SearchTask {
            name: "Random",
            player: Box::new(FailingPlayer),
            game: Game::default(),
            notation: Notation { castling: CastlingMode::Standard, wdl: false },
            explains: false,
            out: harness.session.out.clone(),
            limits,
        };
        harness.session.answer_unsearched(&Fault::NotPondering, search);
        let early = harness.output.text().contains("bestmove ");
        assert_eq!(early, due.is_none());
        assert!(due.is_none_or(|due| harness.printed(due).starts_with("bestmove ")));
    }
}

#[test]
fn quit_and_close_stop_a_search_and_wait_for_its_move() {
    let mut harness = Harness::with("Random");
    harness.search("go infinite");
    harness.session.close();
    assert!(harness.output.text().contains("bestmove "));

    let mut harness = Harness::with("Random");
    harness.search("go infinite");
    assert!(harness.session.handle_line(b"quit").is_break());
    assert!(harness.output.text().contains("bestmove "));
}

#[test]
fn after_a_refused_position_there_is_none_until_a_good_one_comes() {
    let too_long = vec![b'x'; 10];
    for refused in [&b"position startpos moves e2e5"[..], b"position", b"\tposition fen x", b"position startpos \xff"] {
        let mut harness = Harness::with("Random");
        assert!(harness.session.handle_line(refused).is_continue());
        for (line, rest) in [("d", "+---+"), ("eval", "Final evaluation: none"), ("go perft 1", ""), ("flip", "")] {
            let printed = harness.printed(line);
            assert!(printed.starts_with("info string error: there is no position, the last one was"), "{printed}");
            let second = printed.lines().nth(1);
            assert!(second.is_some_and(|second| second.contains(rest)) != rest.is_empty(), "{line}: {printed}");
        }
        for line in ["go", "go depth 1", "go ponder wtime 1", "go searchmoves e2e4"] {
            assert!(harness.printed("ucinewgame").is_empty(), "a new game has no position either");
            let printed = harness.printed(line);
            assert!(printed.starts_with("info string error: there is no position"), "{printed}");
            assert!(printed.ends_with("\nbestmove 0000\n"), "{printed}");
        }
        harness.printed("position startpos");
        assert!(harness.printed("d").contains("Fen: "));
        harness.search("go depth 1");
        harness.finish();
    }
    let mut harness = Harness::with("Random");
    assert!(harness.session.handle_fault(&too_long, Fault::TooLong).is_continue());
    assert!(harness.printed("d").contains("Fen: "));
    assert!(harness.session.handle_fault(b"position startpos moves e2e4", Fault::TooLong).is_continue());
    assert!(harness.printed("d").contains("was refused: a line of more than"));
}

#[test]
fn what_the_start_sets_is_announced_as_the_default() {
    let output = Buffer::default();
    let options = [("bookselection", "best"), ("Hash", "8"), ("BookFile", "my book.bin"), ("Hash", "4")];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    let mut session = Session::start(Output::new(output.clone()), &Start { personality: Some(0), options }).unwrap();
    assert!(session.handle_line(b"uci").is_continue());
    let lines = output.lines();
    assert_eq!(lines[0], concat!("id name Motley-Classical ", env!("CARGO_PKG_VERSION")));
    for line in [
        "option name Hash type spin default 4 min 1 max 65536",
        "option name BookSelection type combo default Best var Best var Weighted var Uniform",
        "option name BookFile type string default my book.bin",
    ] {
        assert!(lines.iter().any(|printed| printed == line), "{line}: {lines:#?}");
    }
    assert_eq!(
        (session.options().values.shared.hash, session.options().values.shared.book_file.as_str()),
        (4, "my book.bin")
    );

    let refused = Start { personality: None, options: vec![("Hash".to_owned(), "0".to_owned())] };
    let fault = Session::start(Output::new(Buffer::default()), &refused).err().expect("0 is refused");
    assert_eq!(fault.to_string(), "option Hash: `0` is not a whole number from 1 to 65536");
}

#[test]
fn a_closed_output_ends_the_session() {
    let mut session = Session::new(Output::new(ClosedPipe));
    assert!(session.handle_line(b"position startpos").is_continue());
    assert!(session.handle_line(b"isready").is_break());
}

#[test]
fn debug_reports_how_a_line_was_read() {
    let mut harness = Harness::with("Random");
    assert_eq!(harness.printed("debug on"), "");
    assert_eq!(harness.printed("stop"), "info string understood Stop\n");
    harness.printed("debug off");
    assert_eq!(harness.printed("stop"), "");
}
