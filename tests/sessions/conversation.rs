//! One conversation with a session in this process, and the promises that hold whatever is said. The fuzz target
//! includes this file too.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use motley::uci::{Output, Session};

/// Keeps what the engine says: what the session answers on this thread apart from what a player says on its own, which
/// may come among the answers to any later line.
#[derive(Clone)]
struct Heard {
    session: ThreadId,
    answers: Arc<Mutex<Vec<u8>>>,
    thoughts: Arc<Mutex<Vec<u8>>>,
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let side = if thread::current().id() == self.session { &self.answers } else { &self.thoughts };
        side.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Heard {
    fn new() -> Heard {
        Heard { session: thread::current().id(), answers: Arc::default(), thoughts: Arc::default() }
    }

    fn answers(&self) -> Vec<String> {
        lines(&mut self.answers.lock().unwrap())
    }

    fn thoughts(&self) -> Vec<String> {
        lines(&mut self.thoughts.lock().unwrap())
    }
}

/// Takes all lines out.
fn lines(said: &mut Vec<u8>) -> Vec<String> {
    String::from_utf8(std::mem::take(said)).unwrap().lines().map(str::to_owned).collect()
}

/// Says every line of `input` and checks each answer. Returns all that was heard.
///
/// # Panics
/// When a promise is broken: one error line at most, and the state as it was if there is one; `readyok` to every
/// `isready`; one `bestmove` to every `go` that was taken.
pub fn converse(input: &[u8]) -> Vec<String> {
    let heard = Heard::new();
    let mut session = Session::new(Output::new(heard.clone()));
    let mut all = Vec::new();
    let (mut searches, mut perfts) = (0, 0);

    for line in input.split(|&byte| byte == b'\n').filter(|line| is_harmless(line)) {
        let before = (session.game().fen(), session.game().moves().len(), session.options().clone());
        let ended = session.handle_line(line).is_break();
        let answers = heard.answers();

        let text = String::from_utf8_lossy(line);
        let errors = answers.iter().filter(|answer| answer.starts_with("info string error: ")).count();
        assert!(errors <= 1, "`{text}` is answered with {answers:#?}");
        if errors == 1 {
            let after = (session.game().fen(), session.game().moves().len(), session.options().clone());
            assert_eq!(before, after, "`{text}` was refused and changed something");
        }
        let words: Vec<&str> =
            text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
        if words == ["isready"] {
            assert_eq!(
                answers.iter().filter(|answer| *answer == "readyok").count(),
                1,
                "isready is answered with {answers:#?}"
            );
        }
        if errors == 0 && words.first() == Some(&"go") {
            let counter = if words.contains(&"perft") { &mut perfts } else { &mut searches };
            *counter += 1;
        }
        all.extend(answers);
        if ended {
            break;
        }
    }

    session.close();
    all.extend(heard.answers());
    all.extend(heard.thoughts());
    let count =
        |starts: [&str; 2]| all.iter().filter(|line| starts.iter().any(|start| line.starts_with(start))).count();
    assert_eq!(count(["bestmove ", "bestmove "]), searches, "{all:#?}");
    assert_eq!(count(["Nodes searched: ", "info string perft stopped"]), perfts, "{all:#?}");
    all
}

/// Leaves out what would reach beyond this process (files) or exhaust the machine (great tables, many threads).
fn is_harmless(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let costly = text.contains("hash") || text.contains("threads");
    !(text.contains("file") || text.contains("path") || costly && digits > 1)
}
