//! The binary seen from outside: a process and its lines.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::reader::Reader;

/// Keeps a test from hanging: no line takes nearly as long, even on a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A running engine. It is killed when dropped. Every line that it prints passes through the independent reader.
pub struct Engine {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    heard: Arc<Mutex<Heard>>,
    listener: Option<JoinHandle<()>>,
}

/// The independent reader, and the lines that it did not read as they were meant.
#[derive(Default)]
struct Heard {
    reader: Reader,
    /// The line of the start, before any command, has come.
    has_begun: bool,
    faults: Vec<String>,
}

impl Engine {
    pub fn start() -> Engine {
        Engine::start_as(env!("CARGO_BIN_EXE_motley"), &[])
    }

    /// An engine under another name or with arguments.
    pub fn start_as(program: impl AsRef<OsStr>, arguments: &[&str]) -> Engine {
        Engine::run(Command::new(program).args(arguments))
    }

    /// An engine in an environment of its own.
    pub fn run(command: &mut Command) -> Engine {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        let heard = Arc::<Mutex<Heard>>::default();
        let hears = Arc::clone(&heard);
        let listener = thread::spawn(move || {
            let mut line = String::new();
            // What has no end was cut off with the process.
            while output.read_line(&mut line).is_ok() && line.ends_with('\n') {
                line.truncate(line.len() - 1);
                let mut heard = hears.lock().unwrap();
                if !heard.has_begun && line.starts_with("Motley ") {
                    heard.has_begun = true;
                    line.clear();
                    continue;
                }
                if let Err(fault) = heard.reader.reads(&line) {
                    heard.faults.push(fault);
                }
                drop(heard);
                // The test may have heard enough.
                let _ = sender.send(std::mem::take(&mut line));
            }
        });
        let input = process.stdin.take();
        Engine { process, input, lines, heard, listener: Some(listener) }
    }

    /// Panics if a line was printed that the independent reader did not read as it was meant.
    fn check_what_was_heard(&self) {
        let heard = self.heard.lock().unwrap();
        assert!(heard.faults.is_empty(), "{:#?}", heard.faults);
    }

    /// An engine after the handshake.
    pub fn ready() -> Engine {
        let mut engine = Engine::start();
        engine.say("uci");
        engine.until("uciok");
        engine
    }

    pub fn say(&mut self, line: &str) {
        self.bytes(line.as_bytes());
        self.bytes(b"\n");
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.heard.lock().unwrap().reader.sends(bytes);
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// All lines up to and with the first that starts with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => seen.push(line),
                Err(error) => panic!("no line `{start}…` came ({error}), only {seen:#?}"),
            }
            if seen.last().unwrap().starts_with(start) {
                self.check_what_was_heard();
                return seen;
            }
        }
    }

    /// The first line that starts with `start`.
    pub fn line(&mut self, start: &str) -> String {
        self.until(start).pop().unwrap()
    }

    /// Everything that is answered to the lines sent so far.
    pub fn answers(&mut self) -> Vec<String> {
        self.say("isready");
        let mut seen = self.until("readyok");
        seen.pop();
        seen
    }

    /// A file that cannot be used is reported in one line, once, and the move is the usual one.
    pub fn reports_a_bad_file_once(&mut self, option: &str, file: &str, expected: &str, usual: &String) {
        self.say(&format!("setoption name {option} value {file}"));
        let answers = self.answers();
        assert_eq!(answers.len(), 1, "{file} is answered with {answers:#?}");
        assert!(answers[0].starts_with("info string error: ") && answers[0].contains(expected), "{answers:#?}");
        self.say("go depth 1");
        let lines = self.until("bestmove");
        assert_eq!(lines.last(), Some(usual), "{file}");
        assert!(!lines.iter().any(|line| line.contains("error")), "{file} is reported twice: {lines:#?}");
    }

    /// Waits for the first line of a search with a move, then panics if anything but `info` is printed before the
    /// answers to twenty `isready`.
    pub fn searches_on(&mut self) {
        self.until_move();
        for _ in 0..20 {
            let answers = self.answers();
            assert!(answers.iter().all(|line| line.starts_with("info ")), "too early: {answers:#?}");
        }
    }

    fn until_move(&mut self) {
        while !self.line("").contains(" pv ") {}
    }

    /// The resident memory of the engine, in MiB.
    #[cfg(target_os = "linux")]
    pub fn resident_mebibytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    }

    /// Closes the engine's input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// The lines that still come, and how the engine ended.
    pub fn end(mut self) -> (Vec<String>, ExitStatus) {
        let rest = self.lines.iter().collect();
        self.check_what_was_heard();
        (rest, self.process.wait().unwrap())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let listener = self.listener.take().map(JoinHandle::join);
        if !thread::panicking() {
            assert!(listener.is_some_and(|end| end.is_ok()), "the independent reader failed");
            self.check_what_was_heard();
        }
    }
}
