//! Sessions that a page shows, and what commands print.

use crate::program::motley;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// Returns true if a line is one that a GUI sends.
pub fn is_input(line: &str) -> bool {
    ["uci", "isready", "setoption ", "position ", "go ", "eval", "d"]
        .iter()
        .any(|word| line == word.trim_end() || word.ends_with(' ') && line.starts_with(word))
}

/// A session as it stands below `$ motley`: lines that are sent, and lines that come back.
pub fn check(lines: &[String]) -> Result<(), String> {
    let (sent, shown): (Vec<&String>, Vec<&String>) = lines.iter().partition(|line| is_input(line));
    let sent: Vec<&str> = sent.into_iter().map(String::as_str).collect();
    check_session(&sent, &shown.into_iter().cloned().collect::<Vec<_>>())
}

/// Sends the lines, waits for the move where one is asked for, and compares what is printed with what is shown.
pub fn check_session(sent: &[&str], shown: &[String]) -> Result<(), String> {
    let mut engine =
        Command::new(motley()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut input = engine.stdin.take().expect("it is piped");
    let last = if sent.iter().any(|line| line.starts_with("go ")) { "bestmove" } else { "readyok" };
    let more = if last == "readyok" { "isready\n" } else { "" };
    // An option that names a file of the reader's own is read when the engine gets ready, and refused here.
    let lines = sent.iter().filter(|line| !line.contains("OpponentFile"));
    let text = lines.fold(String::new(), |text, line| format!("{text}{line}\n"));
    input.write_all(format!("{text}{more}").as_bytes()).expect("it reads");
    let mut printed = String::new();
    for line in BufReader::new(engine.stdout.take().expect("it is piped")).lines() {
        let line = line.expect("the output is text");
        let is_last = line.starts_with(last);
        printed += &format!("{line}\n");
        if is_last {
            break;
        }
    }
    input.write_all(b"quit\n").expect("it reads");
    engine.wait().expect("it ends");
    match printed.lines().find(|line| line.starts_with("info string error")) {
        Some(error) => Err(error.to_owned()),
        None => compare(shown, &printed),
    }
}

/// Every line that is shown is printed, in this order; `…` stands for anything.
pub fn compare(shown: &[String], printed: &str) -> Result<(), String> {
    let mut lines = printed.lines().map(str::trim_end);
    let asked = shown.iter().map(|line| line.trim_end()).filter(|line| !matches!(*line, "" | "…"));
    match asked.into_iter().find(|shown| !lines.any(|printed| fits(shown, printed))) {
        Some(missing) => Err(format!("`{missing}` is not printed (in its place), but\n{printed}")),
        None => Ok(()),
    }
}

/// Returns true if a line is the one that is shown, where `…` stands for any characters.
fn fits(shown: &str, printed: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = printed.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        let part = if parts.peek().is_none() { return rest.ends_with(part) } else { part };
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

#[test]
fn an_ellipsis_fits_anything_and_all_else_only_itself() {
    for (shown, printed, is_fit) in [
        ("a … c", "a b c", true),
        ("a … c", "a b d", false),
        ("a", "a b", false),
        ("a …", "a b", true),
        ("… b … d", "a b c d", true),
        ("… b … d", "a c d", false),
    ] {
        assert_eq!(fits(shown, printed), is_fit, "{shown} {printed}");
    }
    let lines = ["a".to_owned(), "…".to_owned(), "c".to_owned()];
    assert!(compare(&lines, "0\na\nb\nc\n").is_ok());
    assert!(compare(&lines, "c\nb\na\n").is_err());
}
