//! The output on a terminal: nothing of a file that it would obey, and how far a long command is.

use std::fs;
use std::path::Path;

use crate::PROGRAM;
use crate::workplace::Workplace;

/// A window title, a colour, a colour by a C1 character, and a mark that turns the text round.
const HOSTILE: &str = "A\x1b]0;t\x07\x1b[31m\u{9b}32m\u{202e}\u{2066}\u{200f}\u{61c}\u{7f}B";

/// Returns true if a terminal would obey something in the text.
fn is_hostile(text: &str) -> bool {
    let is_obeyed = |char: char| {
        (char.is_control() && char != '\n' && char != '\t')
            || "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}"
                .contains(char)
    };
    text.contains(is_obeyed)
}

#[test]
fn no_command_hands_control_characters_of_a_file_to_a_terminal() {
    let workplace = Workplace::new(PROGRAM, "terminal");
    let write = |name: &str, text: String| fs::write(workplace.folder.join(name), text).expect("a file for the test");
    write(
        "game.pgn",
        format!("[White \"{HOSTILE}\"]\n[Black \"x\"]\n[Event \"{HOSTILE}\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"),
    );
    write("lines.pgn", format!("[ECO \"C20\"]\n[Opening \"{HOSTILE}\"]\n\n1. e4 e5 2. Nc3 *\n"));
    write("word.pgn", format!("[White \"x\"]\n\n1. e4 {HOSTILE} *\n"));
    write("suite.epd", format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a4; id \"{HOSTILE}\";\n"));
    write("wrong.epd", format!("{HOSTILE} w KQkq - bm a4;\n"));
    write("lines.tsv", format!("eco\tname\tpgn\nC20\t{HOSTILE}\t1. e4 e5 2. Nc3\n"));
    let record = "{folder}/r.sqlite";
    for call in [
        &["openings", "name", "{folder}/../game.pgn"][..],
        &["openings", "name", "--json", "{folder}/../game.pgn"],
        &["openings", "show", "e4", "--lines", "{folder}/../lines.pgn"],
        &["openings", "show", "e4", "--lines", "{folder}/../lines.tsv", "--json"],
        &["explore", "e4", "--lines", "{folder}/../lines.pgn"],
        &["review", "{folder}/../game.pgn", "--depth", "1", "--elo", "1500"],
        &["review", "{folder}/../game.pgn", "--depth", "1", "--elo", "1500", "--format", "json"],
        &["review", "{folder}/../game.pgn", "--depth", "1", "--elo", "1500", "--format", "pgn"],
        &["review", "{folder}/../word.pgn", "--depth", "1"],
        &["imitate", "{folder}/../game.pgn", "--player", "nobody", "--out", "{new}"],
        &["imitate", "{folder}/../game.pgn", "--player", HOSTILE, "--out", "{new}"],
        &["solve", "{folder}/../suite.epd", "--depth", "1"],
        &["solve", "{folder}/../suite.epd", "--depth", "1", "--json"],
        &["solve", "{folder}/../wrong.epd"],
        &["puzzles", "{folder}/../game.pgn", "--player", "x", "--nodes", "5000", "--record", record],
        &["puzzles", "--list", "--record", record],
        &["puzzles", "--record", record],
        &["drill", "--rounds", "1", "--side", "black", "--lines", "{folder}/../lines.pgn", "--record", record],
        &["repertoire", "check", "{folder}/../game.pgn", "--side", "white"],
        &["pattern", "{folder}/../game.pgn"],
        &["book", "build", "{folder}/../word.pgn", "--min-count", "1", "--out", "{new}", "--force"],
        &["generate", "--where", HOSTILE],
    ] {
        let output = workplace.run(call);
        for text in [output.stdout, output.stderr] {
            let text = String::from_utf8(text).expect("text");
            assert!(!is_hostile(&text), "{call:?}: {text:?}");
        }
    }
    let shown = workplace.run(&["openings", "name", "{folder}/../game.pgn"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(shown.contains("A\\x1b]0;t\\x07\\x1b[31m\\x9b32m\\u{202e}"), "{shown}");
}

#[test]
fn what_is_written_into_a_file_keeps_its_bytes() {
    let workplace = Workplace::new(PROGRAM, "terminal-file");
    let game = format!("[White \"{HOSTILE}\"]\n[Black \"x\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    fs::write(workplace.folder.join("game.pgn"), game).expect("a file for the test");
    let call = ["review", "{folder}/../game.pgn", "--depth", "1", "--elo", "1500", "--format", "pgn", "--out", "{new}"];
    assert!(workplace.run(&call).status.success());
    let written = fs::read_to_string(workplace.folder.join("new")).expect("it is written");
    assert!(written.contains("\u{202e}"), "{written:?}");
}

/// The sources of a folder, with their paths.
fn sources(folder: &Path, all: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
        match entry.path() {
            path if path.is_dir() => sources(&path, all),
            path => all.push((path.display().to_string(), fs::read_to_string(&path).expect("a source"))),
        }
    }
}

#[test]
fn commands_write_through_the_one_place_that_cleans() {
    let mut all = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    ["src/cli/commands", "src/cli/args"].iter().for_each(|folder| sources(&root.join(folder), &mut all));
    assert!(all.len() > 20);
    for (path, text) in all {
        for way in ["println!", "print!(", "eprint", "io::stdout()", "io::stderr()"] {
            assert!(!text.contains(way), "{path} writes by `{way}`: see `output` in src/cli/shell.rs");
        }
    }
}

#[test]
fn a_long_command_says_how_far_it_is_where_there_is_no_terminal() {
    let workplace = Workplace::new(PROGRAM, "terminal-progress");
    fs::write(workplace.folder.join("game.pgn"), "[White \"x\"]\n\n1. e4 e5 2. Nf3 *\n").expect("a file for the test");
    let call = ["review", "{folder}/../game.pgn", "--movetime", "4000", "--elo", "1500", "--threads", "1"];
    let output = workplace.run(&call);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(errors, "review: 1 of 3 moves\n");
}
