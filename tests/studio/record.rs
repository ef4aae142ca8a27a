//! One record, used by two servers and a terminal at once, of which each is killed again and again.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::client::{Page, Studio};

/// Answers in all; MOTLEY_RECORD_ANSWERS asks for more.
const ANSWERS: u64 = 150;
/// Between two kills of the same program.
const BETWEEN_KILLS: u64 = 12;

/// Answers that were confirmed, and answers that were under way when a program was killed: those may be noted or not.
#[derive(Default)]
struct Tally {
    confirmed: AtomicU64,
    under_way: AtomicU64,
    wanted: u64,
}

impl Tally {
    fn confirm(&self) {
        self.confirmed.fetch_add(1, Ordering::SeqCst);
    }

    fn lose(&self) {
        self.under_way.fetch_add(1, Ordering::SeqCst);
    }

    fn is_done(&self) -> bool {
        self.confirmed.load(Ordering::SeqCst) >= self.wanted
    }
}

/// Answers 1. a3, which theory does not have in the Vienna; the round then waits for the second move.
fn wrong_answer() -> Value {
    json!({"ask": "drill-answer", "move": "a2a3"})
}

fn begin(page: &mut Page) {
    let question = page.done(json!({"ask": "drill-start", "side": "white", "family": "Vienna", "seed": 1}));
    assert_eq!(question["question"], json!(true), "{question}");
}

/// Servers, one after the other, each killed with an answer under way.
fn servers(record: &Path, tally: &Tally) {
    while !tally.is_done() {
        let studio = Studio::start_on(Some(record), &["--port", "0"]);
        let mut page = studio.page();
        for _ in 0..BETWEEN_KILLS {
            begin(&mut page);
            let answer = page.done(wrong_answer());
            assert_eq!(answer["verdict"], json!("wrong"), "{answer}");
            tally.confirm();
        }
        begin(&mut page);
        page.send(wrong_answer());
        tally.lose();
    }
}

/// Terminals, one after the other, each killed with an answer under way.
fn terminals(record: &Path, tally: &Tally) {
    while !tally.is_done() {
        let mut terminal = Terminal::start(record);
        for _ in 0..BETWEEN_KILLS {
            terminal.type_in("a3\n");
            terminal.read_to("We go on");
            tally.confirm();
            terminal.type_in("skip\n");
        }
        terminal.type_in("a3\n");
        tally.lose();
    }
}

struct Terminal {
    process: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Terminal {
    fn start(record: &Path) -> Terminal {
        let mut command = Command::new(env!("CARGO_BIN_EXE_motley"));
        command.args(["drill", "--family", "Vienna", "--side", "white", "--rounds", "1000", "--record"]).arg(record);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        Terminal { process, output }
    }

    fn type_in(&mut self, text: &str) {
        self.process.stdin.as_mut().expect("its input").write_all(text.as_bytes()).expect("it reads");
    }

    /// Reads lines up to one with this text.
    fn read_to(&mut self, text: &str) {
        let mut line = String::new();
        while !line.contains(text) {
            line.clear();
            assert!(self.output.read_line(&mut line).expect("a line") > 0, "it ended before {text}");
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = self.output.read_to_end(&mut Vec::new());
    }
}

#[test]
fn no_confirmed_answer_is_lost_when_programs_are_killed() {
    let wanted = std::env::var("MOTLEY_RECORD_ANSWERS").ok().and_then(|text| text.parse().ok()).unwrap_or(ANSWERS);
    let folder = std::env::temp_dir().join(format!("motley-one-record-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let record: PathBuf = folder.join("record.sqlite");
    let tally = Tally { wanted, ..Tally::default() };
    thread::scope(|scope| {
        scope.spawn(|| servers(&record, &tally));
        scope.spawn(|| servers(&record, &tally));
        scope.spawn(|| terminals(&record, &tally));
    });
    let studio = Studio::start_on(Some(&record), &["--port", "0"]);
    let found = studio.page().done(json!({"ask": "drill-record"}));
    let (confirmed, under_way) = (tally.confirmed.into_inner(), tally.under_way.into_inner());
    let noted = found["wrong"].as_u64().expect("a number");
    println!("{confirmed} answers confirmed, {under_way} under way when killed, {noted} in the record");
    assert!((confirmed..=confirmed + under_way).contains(&noted), "{confirmed} confirmed, {noted} noted");
    assert_eq!((found["right"].clone(), found["warning"].clone()), (json!(0), Value::Null));
    let _ = std::fs::remove_dir_all(folder);
}
