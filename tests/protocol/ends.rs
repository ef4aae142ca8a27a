//! The end of the program while it searches: whatever the GUI does to its pipes, no process is left behind.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use motley::personalities::NAMES;

use crate::reader::Reader;

/// From the event to the end of the process.
const LONGEST: Duration = Duration::from_millis(250);
/// The best of so many counts: other programs use the machine too.
const TRIES: usize = 5;
/// Keeps a test from hanging.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A process in mid-search, with both ends of its pipes. It is killed when dropped.
struct Searching {
    process: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

impl Searching {
    /// Starts `go` and waits for its first line with a move.
    fn start(player: &str, go: &str) -> Searching {
        let mut process = Command::new(env!("CARGO_BIN_EXE_motley"))
            .args(["--personality", player])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = process.stdin.take();
        let output = process.stdout.take().map(BufReader::new);
        let mut searching = Searching { process, input, output };
        searching.send(b"isready\n");
        searching.wait_for("readyok");
        searching.send(format!("position startpos moves e2e4\n{go}\n").as_bytes());
        searching.wait_for(" pv ");
        searching
    }

    fn send(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("open").write_all(bytes).expect("the engine reads");
    }

    fn wait_for(&mut self, part: &str) {
        let mut line = String::new();
        while !line.contains(part) {
            line.clear();
            assert!(self.output.as_mut().expect("open").read_line(&mut line).expect("text") > 0, "no {part}");
            assert_eq!(Reader::default().reads(line.trim_end_matches('\n')), Ok(()));
        }
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    fn close_output(&mut self) {
        self.output = None;
    }

    /// The time that the process still lives, its exit status, and its output meanwhile.
    fn end(mut self) -> (Duration, ExitStatus, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.process.try_wait().expect("a child") {
                break status;
            }
            assert!(start.elapsed() < TIMEOUT, "the process lives on");
            thread::sleep(Duration::from_millis(1));
        };
        let (time, mut text) = (start.elapsed(), String::new());
        if let Some(output) = &mut self.output {
            output.read_to_string(&mut text).expect("text");
        }
        assert!(text.lines().all(|line| Reader::default().reads(line).is_ok()), "{text}");
        (time, status, text)
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Whatever the player, the process ends soon after `event`, without a fault, and prints its move if it can be read.
fn ends_after(go: &str, event: impl Fn(&mut Searching)) {
    for player in NAMES {
        let mut times = Vec::new();
        while times.len() < TRIES && times.iter().all(|&time| time > LONGEST) {
            let mut searching = Searching::start(player, go);
            event(&mut searching);
            let can_be_read = searching.output.is_some();
            let (time, status, text) = searching.end();
            assert!(status.success(), "{player}: {status}");
            let moves = text.lines().filter(|line| line.starts_with("bestmove ")).count();
            assert_eq!(moves, usize::from(can_be_read), "{player}: {text}");
            times.push(time);
        }
        assert!(times.iter().any(|&time| time <= LONGEST), "{player}: {times:?}");
    }
}

#[test]
fn the_gui_dies() {
    ends_after("go infinite", |engine| {
        engine.close_output();
        engine.close_input();
    });
}

#[test]
fn the_gui_closes_the_input_only() {
    ends_after("go infinite", Searching::close_input);
}

/// It is noticed with the next line that is printed; some players print none until they are asked.
#[test]
fn the_gui_closes_the_output_only() {
    ends_after("go infinite", |engine| {
        engine.close_output();
        // A process that another test starts at this moment holds a copy of the pipe until it runs its own program: the
        // first answers may still be written. The process may have ended before the last.
        let mut input = engine.input.as_ref().expect("open");
        for _ in 0..10 {
            if input.write_all(b"isready\n").is_err() {
                break;
            }
            thread::sleep(Duration::from_millis(5));
        }
    });
}

#[test]
fn a_player_that_reports_on_its_own_ends_without_further_input_when_the_output_is_closed() {
    let mut searching = Searching::start("Classical", "go infinite");
    searching.close_output();
    // The next iteration comes soon.
    assert!(searching.end().1.success());
}

#[test]
fn quit_in_mid_search() {
    for go in ["go infinite", "go ponder wtime 60000 btime 60000"] {
        ends_after(go, |engine| engine.send(b"quit\n"));
    }
}

#[test]
fn ten_megabytes_without_the_end_of_a_line_before_quit() {
    let noise = vec![b'x'; 10 << 20];
    ends_after("go infinite", |engine| {
        engine.send(&noise);
        engine.send(b"\nquit\n");
    });
    // Without an end the line holds `quit` too, and ends with the input.
    ends_after("go infinite", |engine| {
        engine.send(&noise);
        engine.send(b"quit");
        engine.close_input();
    });
}
