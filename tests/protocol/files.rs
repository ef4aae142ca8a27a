//! Files that never end, that unpack to gigabytes, or that take long to read: the session goes on, and ends on `quit`.

use std::path::Path;
use std::process::Command;

use crate::engine::Engine;
use crate::folder::Folder;

/// Options that name a file, with a player that reads it.
const OPTIONS: [(&str, &str); 8] = [
    ("Explorer", "ExplorerFile"),
    ("Mockfish", "OpponentFile"),
    ("Mockfish", "MockfishFile"),
    ("Pattern", "PatternFile"),
    ("Classical", "BookFile"),
    ("Classical", "EvalFile"),
    ("Mockfish", "OnnxLibrary"),
    ("Classical", "Debug Log File"),
];

fn playing(player: &str) -> Engine {
    let mut engine = Engine::ready();
    engine.say(&format!("setoption name Personality value {player}"));
    engine.say("setoption name OpponentName value Somebody");
    engine
}

fn pipe(folder: &Folder) -> String {
    let path = folder.0.join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().expect("a pipe for the test").success());
    path.display().to_string()
}

#[test]
fn a_pipe_and_a_device_are_refused_in_a_line_and_the_session_goes_on() {
    let folder = Folder::new("endless");
    let endless = [pipe(&folder), "/dev/zero".to_owned(), "/dev/full".to_owned()];
    for (player, option) in OPTIONS {
        let mut engine = playing(player);
        if option == "OnnxLibrary" {
            engine.say("setoption name NetRuntime value ONNX");
        }
        for file in &endless {
            engine.say(&format!("setoption name {option} value {file}"));
            let answers = engine.answers();
            assert!(
                answers.iter().any(|line| line.starts_with("info string error: ")),
                "{option} {file}: {answers:#?}"
            );
        }
        engine.say("go depth 1");
        assert_ne!(engine.line("bestmove"), "bestmove 0000", "{option}");
        engine.say("quit");
        assert!(engine.end().1.success(), "{option}");
    }
}

/// So many bytes of copies of a text, packed.
fn packed(text: &str, bytes: usize) -> Vec<u8> {
    let copies = text.repeat(bytes.div_ceil(text.len()));
    zstd::encode_all(copies.as_bytes(), 1).expect("memory can be packed")
}

const LINE: &str = "[ECO \"A00\"]\n[White \"Grob\"]\n\n1. g4 d5\n\n";
const GAME: &str = "[White \"Somebody\"]\n[Black \"Other\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n";

#[test]
fn a_small_file_that_unpacks_to_a_large_one_is_refused() {
    let folder = Folder::new("bomb");
    for (name, content, expected) in [
        ("lines.pgn.zst", packed(LINE, 64 << 20), "it holds more than 16 MiB"),
        ("one-line.pgn.zst", packed("[White", 4 << 20), "a line in it is longer than 1 MiB"),
        ("faults.pgn.zst", packed("[\n", 8 << 20), "has more than 100000 faults"),
    ] {
        assert!(content.len() < 100_000, "{name}: {} bytes", content.len());
        let file = folder.with(name, &content);
        let mut engine = playing("Explorer");
        engine.say(&format!("setoption name ExplorerFile value {file}"));
        let answers = engine.answers();
        assert!(answers.iter().any(|line| line.contains(expected)), "{name}: {answers:#?}");
        engine.say("go movetime 50");
        assert_ne!(engine.line("bestmove"), "bestmove 0000", "{name}");
    }
}

#[test]
fn quit_ends_the_reading_of_a_long_file() {
    let folder = Folder::new("long");
    let file = folder.with("games.pgn.zst", &packed(GAME, 64 << 20));
    let mut engine = playing("Mockfish");
    engine.say(&format!("setoption name OpponentFile value {file}"));
    engine.bytes(b"isready\nquit\n");
    let (lines, status) = engine.end();
    assert!(lines.iter().any(|line| line.contains("reading it was stopped")), "{lines:#?}");
    assert!(status.success());
}

#[test]
fn stop_ends_the_reading_of_a_long_file_and_the_next_go_begins_it_again() {
    let folder = Folder::new("long-go");
    let file = folder.with("games.pgn.zst", &packed(GAME, 64 << 20));
    let mut engine = playing("Mockfish");
    engine.say(&format!("setoption name OpponentFile value {file}"));
    for _ in 0..2 {
        engine.bytes(b"go infinite\nstop\n");
        let lines = engine.until("bestmove");
        assert!(lines.iter().any(|line| line.contains("reading it was stopped")), "{lines:#?}");
        assert_ne!(lines.last().map(String::as_str), Some("bestmove 0000"));
    }
}

#[test]
fn a_log_goes_to_regular_files_only() {
    let folder = Folder::new("log");
    let mut engine = Engine::ready();
    for file in [pipe(&folder), "/dev/full".to_owned(), folder.0.display().to_string()] {
        engine.say(&format!("setoption name Debug Log File value {file}"));
        let answers = engine.answers();
        assert!(answers.len() == 1 && answers[0].contains("cannot write to `"), "{answers:#?}");
    }
    let log = folder.0.join("log");
    engine.say(&format!("setoption name Debug Log File value {}", log.display()));
    assert_eq!(engine.answers(), [""; 0]);
    assert!(Path::new(&log).is_file());
}
