//! `motley solve` from the call to what it prints.

#[path = "protocol/folder.rs"]
mod folder;

use std::process::{Command, Output};

use folder::Folder;

fn motley(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_motley")).args(words).output().expect("the program runs")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

const MATE: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w Q -";

#[test]
fn solve_prints_misses_and_the_sum_and_is_strict_where_asked() {
    let folder = Folder::new("solve");
    let suite = format!(
        "# three goals\n{MATE} dm 1; bm Ra8; id \"mate in one\";\n{MATE} bm Ra8 Ke2; id \"one of two\";\n\
         {MATE} am Ra8; id \"to avoid\";\n"
    );
    let suite = folder.with("suite.epd", suite.as_bytes());
    let lenient = motley(&["solve", &suite, "--depth", "4", "--hash", "1"]);
    let text = printed(&lenient);
    assert_eq!(lenient.status.code(), Some(0), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].starts_with("to avoid: played Ra8 (mate 1), expected anything but Ra8  ["), "{text}");
    assert!(lines[1].starts_with("2/3 solved, mean time to solution ") && lines[1].ends_with(" nodes"), "{text}");

    let strict = motley(&["solve", &suite, "--depth", "4", "--hash", "1", "--strict"]);
    assert_eq!((strict.status.code(), strict.stderr.as_slice()), (Some(1), &b""[..]));

    let mates = motley(&["solve", &suite, "--mate-in", "1", "--depth", "4", "--hash", "1", "--strict", "--json"]);
    let text = printed(&mates);
    assert_eq!(mates.status.code(), Some(0), "{text}");
    assert!(text.contains("\"solved\": 3") && text.contains("\"score\": \"mate 1\""), "{text}");
}
