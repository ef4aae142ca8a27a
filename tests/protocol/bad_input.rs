//! Bad input: exactly one clear line, nothing changed but for a `position`, the engine alive.

use crate::bad_lines;
use crate::engine::Engine;

const BEFORE: &str = "position startpos moves e2e4 c7c5";
const BEFORE_FEN: &str = "Fen: rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

/// Sends a line that is wrong and checks the answer.
fn refused(engine: &mut Engine, line: &[u8], expected: &str) {
    engine.say(BEFORE);
    engine.bytes(line);
    engine.bytes(b"\n");
    let answers = engine.answers();
    let shown = String::from_utf8_lossy(&line[..line.len().min(100)]);
    assert_eq!(answers.len(), 1, "`{shown}` is answered with {answers:#?}");
    assert!(answers[0].starts_with("info string error: "), "`{shown}` is answered with {answers:#?}");
    assert!(answers[0].contains(expected), "`{shown}` is answered with {answers:#?}, expected {expected}");
    assert!(answers[0].len() < 600, "`{shown}` is answered with {} characters", answers[0].len());

    engine.say("d");
    let shown_board = engine.answers();
    if !line.starts_with(b"position") {
        assert!(shown_board.iter().any(|line| line == BEFORE_FEN), "`{shown}` changed the position");
        return;
    }
    // A move in the old position would be illegal in the GUI's.
    const REASON: &str = "info string error: there is no position, the last one was refused: ";
    assert!(shown_board[0].starts_with(REASON), "`{shown}`: {shown_board:#?}");
    let boards = shown_board.iter().filter(|line| line.starts_with("Fen: ") || line.starts_with("Checkers:"));
    assert_eq!(boards.count(), 2, "`{shown}`: {shown_board:#?}");
    engine.say("ucinewgame");
    engine.say("go movetime 10");
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with(REASON), "`{shown}`: {lines:#?}");
    assert_eq!(lines[1..], ["bestmove 0000"], "`{shown}`");
}

/// Every line of a section of the list is refused as it says.
fn refuses_section(section: &str) {
    let mut engine = Engine::ready();
    let cases = bad_lines::section(section);
    assert!(cases.len() >= 10, "{section} has {} lines", cases.len());
    for (line, expected) in cases {
        refused(&mut engine, &line, expected);
    }
}

#[test]
fn commands() {
    refuses_section("commands");
}

#[test]
fn positions() {
    refuses_section("positions");
}

/// A part of a `go` that cannot be read is named, and there is one move all the same.
#[test]
fn searches() {
    let mut engine = Engine::ready();
    for (line, expected) in bad_lines::section("searches") {
        let shown = String::from_utf8_lossy(&line[..line.len().min(100)]).into_owned();
        engine.say(BEFORE);
        engine.bytes(&line);
        engine.bytes(b"\n");
        let mut lines = engine.until("bestmove");
        lines.extend(engine.answers());
        let errors: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string error: ")).collect();
        assert!(errors.len() == 1 && errors[0].contains(expected), "`{shown}` is answered with {errors:#?}");
        assert!(errors[0].len() < 600, "`{shown}` is answered with {} characters", errors[0].len());
        let moves: Vec<&String> = lines.iter().filter(|line| line.starts_with("bestmove ")).collect();
        assert!(moves.len() == 1 && moves[0] != "bestmove 0000", "`{shown}` is answered with {moves:#?}");
        engine.say("d");
        assert!(engine.answers().iter().any(|line| line == BEFORE_FEN), "`{shown}` changed the position");
    }
}

#[test]
fn options() {
    refuses_section("options");
}

#[test]
fn bytes() {
    refuses_section("bytes");
}

#[test]
fn while_a_search_runs() {
    let mut engine = Engine::ready();
    engine.say(BEFORE);
    engine.say("go infinite");
    engine.searches_on();
    for line in ["go depth 1", "setoption name Hash value 1", "ucinewgame", "eval", "bench"] {
        engine.say(line);
        let word = line.split(' ').next().unwrap();
        let answers: Vec<String> =
            engine.answers().into_iter().filter(|line| !line.starts_with("info depth")).collect();
        assert_eq!(
            answers,
            [format!("info string error: `{word}` has to wait, a search is running: send `stop` first")]
        );
    }
    engine.say("d");
    assert!(engine.answers().iter().any(|line| line == BEFORE_FEN));
    engine.say("stop");
    engine.until("bestmove");
}

/// A missing or damaged book or tablebase is named once, and play goes on without it.
#[test]
fn files() {
    let folder = std::env::temp_dir().join(format!("motley-bad-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let path = |name: &str| folder.join(name).display().to_string();
    std::fs::write(folder.join("cut.bin"), [7; 100]).expect("a file");
    std::fs::write(folder.join("empty.bin"), []).expect("a file");
    std::fs::write(folder.join("unsorted.bin"), [[9; 16], [3; 16]].concat()).expect("a file");

    let mut engine = Engine::ready();
    for (option, file, expected) in [
        ("BookFile", path("missing.bin"), "missing.bin"),
        ("BookFile", path("cut.bin"), "cut.bin"),
        ("BookFile", path("empty.bin"), "empty.bin"),
        ("BookFile", path("unsorted.bin"), "unsorted.bin"),
        ("BookFile", folder.display().to_string(), "playing without a book"),
        ("SyzygyPath", path("nowhere"), "nowhere"),
        ("SyzygyPath", folder.display().to_string(), "no Syzygy tables"),
    ] {
        refused(&mut engine, format!("setoption name {option} value {file}").as_bytes(), expected);
        engine.say("go movetime 20");
        assert!(engine.line("bestmove").len() >= "bestmove e2e4".len());
    }
    // Back to what is built in.
    for line in ["setoption name BookFile value <empty>", "setoption name SyzygyPath value <empty>"] {
        engine.say(line);
        assert_eq!(engine.answers(), Vec::<String>::new());
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
