//! A session in this process, checked line by line. The fuzz target includes this file too.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread::{self, ThreadId};
use std::{env, fs, process};

use motley::uci::{Options, Output, PlayerBuilder, Session};

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

/// The commands that wait for a search with an end of its own; all others are obeyed at once.
const IN_TURN: [&str; 8] = ["position", "go", "setoption", "ucinewgame", "bench", "eval", "d", "flip"];

/// A session, what it should have done so far, and the lines whose turn has not come.
struct Checked {
    session: Session,
    captured: Captured,
    waiting: VecDeque<Vec<u8>>,
    all: Vec<String>,
    searches: usize,
    perfts: usize,
}

/// The state that a line may not change when it is refused.
type State = (Option<(String, usize)>, Options);

impl Checked {
    fn new(build: PlayerBuilder) -> Checked {
        let captured = Captured::new();
        let session = Session::with_players(Output::new(captured.clone()), build);
        Checked { session, captured, waiting: VecDeque::new(), all: Vec::new(), searches: 0, perfts: 0 }
    }

    fn state(&self) -> State {
        (state_of(&self.session), self.session.options().clone())
    }

    /// Sends a line, and checks it and all those whose turn comes with it; whether the session ended.
    fn send(&mut self, line: &[u8]) -> bool {
        let before = self.state();
        let has_ended = self.session.receive(line).is_break();
        let text = String::from_utf8_lossy(line);
        if !words(&text).first().is_some_and(|word| IN_TURN.contains(word)) {
            self.check(line, &before);
        } else {
            assert_eq!(self.captured.answers(), [""; 0], "`{text}` is answered before its turn");
            assert_eq!(self.state(), before, "`{text}` changed something before its turn");
            self.waiting.push_back(line.to_vec());
        }
        if !has_ended {
            self.work_off();
        }
        has_ended
    }

    /// One line after another, so that each answer belongs to one of them.
    fn work_off(&mut self) {
        loop {
            let before = self.state();
            if !self.session.step() {
                return;
            }
            let line = self.waiting.pop_front().expect("the session obeys no line that was not sent");
            self.check(&line, &before);
        }
    }

    /// Checks the answers to one line, which has just been obeyed.
    fn check(&mut self, line: &[u8], before: &State) {
        let (answers, text) = (self.captured.answers(), String::from_utf8_lossy(line));
        let words = words(&text);
        let errors = answers.iter().filter(|answer| answer.starts_with("info string error: ")).count();
        // What a file holds is looked at when it is named or needed; one that cannot be used is said once, and stays
        // named.
        let loads = words == ["isready"] || text.contains(FOLDER);
        assert!(errors <= 1 || loads, "`{text}` is answered with {answers:#?}");
        if errors == 1 && !loads {
            let expected = if words.first() == Some(&"position") { (None, before.1.clone()) } else { before.clone() };
            assert_eq!(self.state(), expected, "`{text}` was refused and changed something");
        }
        if words == ["isready"] {
            let ready = answers.iter().filter(|answer| *answer == "readyok").count();
            assert_eq!(ready, 1, "isready is answered with {answers:#?}");
        }
        if words.first() == Some(&"go") {
            self.check_go(&text, errors, &answers, before);
        }
        self.all.extend(answers);
    }

    /// Counts the search of a `go`: unreadable parts do not prevent it, but a missing position or another search does.
    fn check_go(&mut self, text: &str, errors: usize, answers: &[String], before: &State) {
        let is_perft = words(text).contains(&"perft");
        let has = |part: &str| answers.iter().any(|answer| answer.contains(part));
        if has("bestmove 0000") {
            assert_eq!(before.0, None, "`{text}` is answered with {answers:#?}");
            self.searches += 1;
        } else if errors == 0 && is_perft {
            self.perfts += 1;
        } else if !has(" has to wait, a search is running") && !has(" there is no position") {
            self.searches += 1;
        }
    }

    /// Stops one search after another until nothing waits.
    fn finish(&mut self) {
        while !self.session.is_idle() {
            assert!(!self.send(b"stop"));
            thread::yield_now();
        }
        assert!(self.waiting.is_empty(), "never obeyed: {:?}", self.waiting);
    }
}

fn words(text: &str) -> Vec<&str> {
    let words = text.trim_start_matches('\u{feff}').split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect()
}

/// Sends every line of `input` to a session with such players and checks each answer. Returns all output.
///
/// # Panics
/// Panics if a promise is broken: the lines that have their turn are obeyed in order, and nothing of them is seen
/// before; one error line at most, and the state as it was if there is one, or without a position after a `position`;
/// `readyok` to every `isready`, at once; one `bestmove` to every `go`, but to one beside a search.
pub fn run(input: &[u8], build: PlayerBuilder) -> Vec<String> {
    let mut checked = Checked::new(build);
    let has_ended = input.split(|&byte| byte == b'\n').filter_map(tame).any(|line| checked.send(&line));
    if !has_ended {
        checked.finish();
    }
    checked.session.close();
    let Checked { captured, mut all, searches, perfts, .. } = checked;
    all.extend(captured.answers());
    all.extend(captured.reports());
    let count = |starts: &[&str]| all.iter().filter(|line| starts.iter().any(|start| line.starts_with(start))).count();
    assert_eq!(count(&["bestmove "]), searches, "{all:#?}");
    assert_eq!(count(&["Nodes searched: ", "info string perft stopped"]), perfts, "{all:#?}");
    all
}

/// A line without what would exhaust the machine (large tables, many threads), and with files of our own folder in the
/// place of all others: no session writes or reads elsewhere.
fn tame(line: &[u8]) -> Option<Vec<u8>> {
    let text = String::from_utf8_lossy(line).into_owned();
    let lower = text.to_lowercase();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let costly = lower.contains("hash") || lower.contains("threads");
    if costly && digits > 1 {
        return None;
    }
    let names_a_file = ["file", "path", "library"].iter().any(|word| lower.contains(word));
    match lower.rfind("value").filter(|_| names_a_file && lower.contains("setoption")) {
        None if names_a_file => None,
        None => Some(line.to_vec()),
        // Lower case may be longer or shorter.
        Some(_) if lower.len() != text.len() => None,
        Some(at) => {
            let (option, value) = text.split_at(at + "value".len());
            if value.trim() == "<empty>" {
                return Some(line.to_vec());
            }
            let name: String = value.chars().filter(|c| c.is_alphanumeric() || *c == '.').collect();
            Some(format!("{option} {}", files().join(name).display()).into_bytes())
        }
    }
}

/// The beginning of the folder's name.
const FOLDER: &str = "motley-sessions";

/// A folder with files of all kinds: sound, damaged, without an end, and none.
fn files() -> &'static Path {
    static MADE: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = env::temp_dir().join(format!("{FOLDER}-{}", process::id()));
        fs::create_dir_all(folder.join("folder")).expect("a folder");
        let net = include_bytes!("../../nets/cooperative/first.onnx");
        let game: &[u8] =
            b"[White \"Ann\"]\n[ECO \"C60\"]\n[Opening \"Ruy Lopez\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n";
        let nothing = zstd::encode_all(&[b'\n'; 1 << 22][..], 3).expect("it is compressed");
        for (name, content) in [
            ("net.onnx", net.as_slice()),
            ("cut.onnx", &net[..net.len() / 2]),
            ("game.pgn", game),
            ("empty", b""),
            ("nothing.zst", &nothing),
            ("zeros.bin", &[0; 4096]),
        ] {
            fs::write(folder.join(name), content).expect("a file");
        }
        #[cfg(unix)]
        {
            let made = process::Command::new("mkfifo").arg(folder.join("fifo")).status();
            assert!(folder.join("fifo").exists(), "{made:?}");
            std::os::unix::fs::symlink("/dev/zero", folder.join("zero")).expect("a link");
        }
        folder
    });
    &MADE
}
