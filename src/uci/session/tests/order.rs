//! Tests of what is obeyed at once, what waits for a search, and how the input ends.

use super::*;
use crate::uci::MAX_WAITING;

const HELD_SEARCH: &str = "go nodes 77";

impl Harness {
    /// A session of Random that has begun a bounded search, which ends with [`Harness::release`] or `stop`.
    fn in_held_search() -> Harness {
        let mut harness = Harness::with("Random");
        harness.search(HELD_SEARCH);
        harness.output.clear();
        harness
    }

    /// Ends the search that is held, and those to come.
    fn release(&mut self) {
        self.is_released.store(true, Ordering::Release);
    }

    fn send(&mut self, lines: &[&str]) {
        for line in lines {
            assert!(self.session.handle_line(line.as_bytes()).is_continue(), "{line}");
        }
    }

    /// Does what waits, as the task's end makes the program do; what was printed.
    fn work_off(&mut self) -> Vec<String> {
        let deadline = Instant::now() + TIMEOUT;
        while !self.session.is_idle() {
            assert!(Instant::now() < deadline, "the queue is not worked off");
            assert!(self.session.work_off().is_continue());
            std::thread::yield_now();
        }
        self.output.lines()
    }
}

/// The printed lines that answer a command, in short.
fn results(lines: &[String]) -> Vec<&str> {
    let starts = ["bestmove", "Fen: ", "Nodes searched", "info string", "readyok"];
    lines.iter().map(String::as_str).filter(|line| starts.iter().any(|start| line.starts_with(start))).collect()
}

#[test]
fn commands_wait_for_a_bounded_search_and_are_done_in_order() {
    let mut harness = Harness::in_held_search();
    harness.send(&[
        "position startpos moves e2e4",
        "d",
        "setoption name MultiPV value 2",
        "go perft 1",
        "ucinewgame",
        "eval",
        "position startpos",
        "go depth 3",
    ]);
    assert_eq!(harness.output.text(), "", "they wait");
    harness.send(&["isready", "uci"]);
    assert_eq!(harness.output.lines()[0], "readyok", "at once");
    assert!(harness.output.text().ends_with("uciok\n"), "at once");
    assert_eq!(harness.calls.try_iter().count(), 0);

    harness.output.clear();
    harness.release();
    let printed = harness.work_off();
    let failed = "info string error: Random failed (on purpose) and starts afresh";
    assert_eq!(
        results(&printed)[..4],
        [
            "bestmove a2a3",
            "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "Nodes searched: 20",
            failed
        ]
    );
    assert!(printed.last().is_some_and(|line| line.starts_with("bestmove ")), "{printed:#?}");
    assert_eq!(harness.calls.try_iter().collect::<Vec<_>>(), ["configure MultiPV 2", "new game"]);
}

#[test]
fn stop_ends_the_search_that_runs_and_the_queue_goes_on() {
    let mut harness = Harness::in_held_search();
    harness.send(&["position startpos moves e2e4", HELD_SEARCH, "go perft 1", "stop"]);
    harness.search("isready");
    assert!(harness.session.task.is_some(), "the second search is held too");
    assert_eq!(results(&harness.output.lines()), ["bestmove a2a3", "readyok"]);
    harness.release();
    assert_eq!(results(&harness.work_off())[2..], ["bestmove a7a6", "Nodes searched: 20"]);
}

#[test]
fn a_pondering_search_refuses_and_after_ponderhit_commands_wait_for_it() {
    let mut harness = Harness::with("Random");
    harness.search("go ponder wtime 9 btime 9 nodes 77");
    for line in ["bench", "bench 1", "go perft 1", "go depth 1", "eval"] {
        assert!(harness.printed(line).contains("has to wait, a search is running: send `stop` first"), "{line}");
    }
    harness.output.clear();
    harness.send(&["ponderhit", "bench 1", "go perft 1"]);
    assert_eq!(harness.output.text(), "");
    harness.release();
    let printed = harness.work_off();
    assert!(results(&printed)[0].starts_with("bestmove"), "{printed:#?}");
    assert_eq!(printed.iter().filter(|line| line.contains(" nodes  ")).count(), 40, "the bench is complete");
    assert_eq!(printed[printed.len() - 2..], ["Nodes searched: 20", ""]);
}

/// As if each line had come when the one before was done.
#[test]
fn a_search_without_end_that_had_to_wait_refuses_what_stands_behind_it() {
    let mut harness = Harness::in_held_search();
    harness.send(&["go infinite", "go depth 1", "d"]);
    harness.release();
    let deadline = Instant::now() + TIMEOUT;
    while !harness.session.waiting.is_empty() {
        assert!(Instant::now() < deadline, "the queue is not worked off");
        assert!(harness.session.work_off().is_continue());
    }
    let printed = harness.output.lines();
    assert_eq!(results(&printed)[..2], ["bestmove a2a3", &Fault::Busy("go").to_string().message()]);
    assert!(results(&printed)[2].starts_with("Fen: "));
    assert!(!harness.session.is_idle());
    harness.finish();
}

trait Message {
    fn message(&self) -> String;
}

impl Message for String {
    fn message(&self) -> String {
        format!("info string error: {self}")
    }
}

#[test]
fn a_position_that_is_refused_has_its_turn() {
    let no_position = "info string error: there is no position, the last one was refused: ";
    for refused in [&b"position startpos moves e2e5"[..], b"position startpos \xff"] {
        let mut harness = Harness::in_held_search();
        harness.send(&["d"]);
        assert!(harness.session.handle_line(refused).is_continue());
        harness.send(&["go depth 1"]);
        harness.release();
        let printed = harness.work_off();
        let results = results(&printed);
        assert!(results[0].starts_with("bestmove a2a3") && results[1].starts_with("Fen: "), "{printed:#?}");
        assert!(results[2].starts_with("info string error: ") && results[3].starts_with(no_position), "{printed:#?}");
        assert_eq!(results[4..], ["bestmove 0000"]);
    }
    let mut harness = Harness::in_held_search();
    assert!(harness.session.handle_fault(b"position startpos moves", Fault::TooLong).is_continue());
    assert!(harness.session.game().is_ok(), "not yet");
    assert!(harness.session.handle_fault(b"isready", Fault::TooLong).is_continue());
    assert_eq!(harness.output.lines(), [Fault::TooLong.to_string().message()], "only `isready`: at once");
    assert!(harness.session.handle_fault(b"go", Fault::TooLong).is_continue());
    harness.release();
    // Among them the move that answers the `go`.
    assert_eq!(results(&harness.work_off()).len(), 5);
    assert!(harness.session.game().is_err());
}

#[test]
fn ten_thousand_lines_behind_a_search_are_bounded_and_refused_by_one_line() {
    let mut harness = Harness::in_held_search();
    for _ in 0..10_000 {
        harness.send(&["d"]);
    }
    harness.send(&["position startpos"]);
    assert_eq!(harness.output.text(), "");
    harness.release();
    let printed = harness.work_off();
    assert_eq!(printed.iter().filter(|line| line.starts_with("Fen: ")).count(), MAX_WAITING);
    let errors: Vec<&String> = printed.iter().filter(|line| line.contains("error")).collect();
    assert_eq!(errors, [&Fault::Dropped(10_001 - MAX_WAITING).to_string().message()]);
    assert!(harness.printed("go depth 1").ends_with("bestmove 0000\n"), "a position was lost");
}

#[test]
fn at_the_end_of_the_input_bounded_searches_end_by_themselves_and_others_are_stopped() {
    let mut harness = Harness::in_held_search();
    harness.send(&["go perft 1", HELD_SEARCH, "go infinite"]);
    assert!(harness.session.end_input().is_continue(), "the search goes on");
    assert_eq!(harness.output.text(), "");
    harness.release();
    let deadline = Instant::now() + TIMEOUT;
    while harness.session.end_input().is_continue() {
        assert!(Instant::now() < deadline, "the input's end is not worked off");
    }
    let printed = harness.output.lines();
    assert_eq!(results(&printed), ["bestmove a2a3", "Nodes searched: 20", "bestmove a2a3", "bestmove a2a3"]);
    assert!(harness.session.is_idle());

    for unbounded in ["go infinite", "go ponder wtime 9 btime 9"] {
        let mut harness = Harness::with("Random");
        harness.search(unbounded);
        assert!(harness.session.end_input().is_break(), "{unbounded}");
        assert!(harness.output.text().contains("bestmove "), "{unbounded}");
    }
}

#[test]
fn quit_ends_at_once_and_drops_what_waits() {
    let mut harness = Harness::in_held_search();
    harness.send(&["go perft 1", "position startpos moves e2e5"]);
    assert!(harness.session.handle_line(b"quit").is_break());
    assert_eq!(results(&harness.output.lines()), ["bestmove a2a3"]);
    assert!(harness.session.is_idle() && harness.session.game().is_ok());
}

#[test]
fn the_end_of_each_task_is_told() {
    let mut harness = Harness::with("Random");
    let (sender, ends) = channel();
    harness.session.on_task_end(move || sender.send(()).unwrap());
    harness.send(&["go depth 1", "go perft 1", "go depth 1"]);
    for _ in 0..3 {
        ends.recv_timeout(TIMEOUT).expect("the task's end is told");
        assert!(harness.session.work_off().is_continue());
    }
    assert!(harness.session.is_idle());
}
