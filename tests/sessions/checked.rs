//! A session in this process, checked line by line. The fuzz target includes this file too.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use motley::uci::{Output, Session};

/// Keeps the output: what the session prints on this thread apart from what a search prints on its own, which may come
/// between the answers to any later lines.
#[derive(Clone)]
struct Captured {
    session: ThreadId,
    answers: Arc<Mutex<Vec<u8>>>,
    reports: Arc<Mutex<Vec<u8>>>,
}

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let side = if thread::current().id() == self.session { &self.answers } else { &self.reports };
        side.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Captured {
    fn new() -> Captured {
        Captured { session: thread::current().id(), answers: Arc::default(), reports: Arc::default() }
    }

    fn answers(&self) -> Vec<String> {
        take_lines(&mut self.answers.lock().unwrap())
    }

    fn reports(&self) -> Vec<String> {
        take_lines(&mut self.reports.lock().unwrap())
    }
}

/// The position and the number of moves that led to it.
fn state_of(session: &Session) -> Option<(String, usize)> {
    session.game().ok().map(|game| (game.fen(), game.moves().len()))
}

fn take_lines(bytes: &mut Vec<u8>) -> Vec<String> {
    String::from_utf8(std::mem::take(bytes)).unwrap().lines().map(str::to_owned).collect()
}

/// Sends every line of `input` to a session and checks each answer. Returns all output.
///
/// # Panics
/// When a promise is broken: one error line at most, and the state as it was if there is one, or without a position
/// after a `position`; `readyok` to every `isready`; one `bestmove` to every `go` that was accepted, and to one without
/// a position.
pub fn run(input: &[u8]) -> Vec<String> {
    let captured = Captured::new();
    let mut session = Session::new(Output::new(captured.clone()));
    let mut all = Vec::new();
    let (mut searches, mut perfts) = (0, 0);

    for line in input.split(|&byte| byte == b'\n').filter(|line| is_harmless(line)) {
        let before = (state_of(&session), session.options().clone());
        let ended = session.handle_line(line).is_break();
        let answers = captured.answers();

        let text = String::from_utf8_lossy(line);
        let words: Vec<&str> = text
            .trim_start_matches('\u{feff}')
            .split(|c: char| c.is_whitespace() || c.is_control())
            .filter(|word| !word.is_empty())
            .collect();
        let errors = answers.iter().filter(|answer| answer.starts_with("info string error: ")).count();
        assert!(errors <= 1, "`{text}` is answered with {answers:#?}");
        if errors == 1 {
            let after = (state_of(&session), session.options().clone());
            let expected = if words.first() == Some(&"position") { (None, before.1.clone()) } else { before.clone() };
            assert_eq!(after, expected, "`{text}` was refused and changed something");
        }
        if words == ["isready"] {
            let ready = answers.iter().filter(|answer| *answer == "readyok").count();
            assert_eq!(ready, 1, "isready is answered with {answers:#?}");
        }
        let is_go = words.first() == Some(&"go");
        if errors == 1 && is_go && answers.iter().any(|answer| answer == "bestmove 0000") {
            assert_eq!(before.0, None, "`{text}` is answered with {answers:#?}");
            searches += 1;
        }
        if errors == 0 && is_go {
            let counter = if words.contains(&"perft") { &mut perfts } else { &mut searches };
            *counter += 1;
        }
        all.extend(answers);
        if ended {
            break;
        }
    }

    session.close();
    all.extend(captured.answers());
    all.extend(captured.reports());
    let count = |starts: &[&str]| all.iter().filter(|line| starts.iter().any(|start| line.starts_with(start))).count();
    assert_eq!(count(&["bestmove "]), searches, "{all:#?}");
    assert_eq!(count(&["Nodes searched: ", "info string perft stopped"]), perfts, "{all:#?}");
    all
}

/// Leaves out what would reach beyond this process (files) or exhaust the machine (large tables, many threads).
fn is_harmless(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let costly = text.contains("hash") || text.contains("threads");
    !(text.contains("file") || text.contains("path") || costly && digits > 1)
}
