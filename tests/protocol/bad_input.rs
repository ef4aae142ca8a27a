//! Bad input: exactly one clear line, nothing changed but for a `position`, the engine alive.

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
    let drawn = engine.answers();
    if !line.starts_with(b"position") {
        assert!(drawn.iter().any(|line| line == BEFORE_FEN), "`{shown}` changed the position");
        return;
    }
    // A move in the old position would be illegal in the GUI's.
    const REASON: &str = "info string error: there is no position, the last one was refused: ";
    assert!(drawn.len() == 1 && drawn[0].starts_with(REASON), "`{shown}`: {drawn:#?}");
    engine.say("ucinewgame");
    engine.say("go movetime 10");
    let lines = engine.until("bestmove");
    assert!(lines[0].starts_with(REASON), "`{shown}`: {lines:#?}");
    assert_eq!(lines[1..], ["bestmove 0000"], "`{shown}`");
}

#[test]
fn commands() {
    let mut engine = Engine::ready();
    for (line, expected) in [
        ("hello", "unknown command `hello`"),
        ("isreadyfoo", "unknown command"),
        ("UCI", "unknown command"),
        ("bestmove e2e4", "unknown command"),
        ("debug", "expected `debug on|off`"),
        ("debug maybe", "expected `debug on|off`"),
        ("register", "expected `register later|name NAME code CODE`"),
        ("ponderhit", "no pondering"),
        ("quit now", "expected `quit`"),
        ("bench much", "expected `bench [DEPTH]`"),
    ] {
        refused(&mut engine, line.as_bytes(), expected);
    }
}

#[test]
fn positions() {
    let mut engine = Engine::ready();
    for (line, expected) in [
        ("position", "expected `position startpos`"),
        ("position startposfoo", "`startposfoo` is not known"),
        ("position start", "`start` is not known"),
        ("position fen", "has 0 fields"),
        ("position fen moves e2e4", "has 0 fields"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("position fen 4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "king"),
        ("position fen 4k3/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawns"),
        ("position fen 4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "check"),
        ("position fen rnbqkbnr/ppp w KQkq - 0 1", "cannot read the FEN"),
        ("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 more words", "has 8 fields"),
        ("position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "UCI_Chess960"),
        ("position startpos moves e2e5", "move 1: the move `e2e5` is not legal"),
        ("position startpos moves e2e4 e7e5 e1e3", "move 3"),
        ("position startpos moves e2-e4", "`e2-e4` is not a move"),
        ("position startpos moves 0000", "move 1"),
        ("position startpos moves e7e8", "move 1"),
        ("position startpos e2e4", "`e2e4` after `startpos`"),
    ] {
        refused(&mut engine, line.as_bytes(), expected);
    }
}

#[test]
fn searches() {
    let mut engine = Engine::ready();
    for (line, expected) in [
        ("go depth", "`depth` needs a whole number"),
        ("go depth deep", "not `deep`"),
        ("go movetime 1.5", "not `1.5`"),
        ("go wtime", "`wtime` needs a whole number"),
        ("go fast", "`fast` is not known here"),
        ("go e2e4", "`e2e4` is not known here"),
        ("go searchmoves", "names no move"),
        ("go searchmoves e2e4", "`e2e4` is not legal"),
        ("go searchmoves x depth 1", "`x` is not a move"),
        ("go perft", "`perft` needs a whole number"),
    ] {
        refused(&mut engine, line.as_bytes(), expected);
    }
}

#[test]
fn options() {
    let mut engine = Engine::ready();
    for (line, expected) in [
        ("setoption", "expected `setoption name NAME"),
        ("setoption Hash value 1", "expected `setoption name NAME"),
        ("setoption name", "expected `setoption name NAME"),
        ("setoption name Hush value 1", "no option is called `Hush`"),
        ("setoption name Hash", "`` is not a whole number from 1 to 65536"),
        ("setoption name Hash value 0", "`0` is not a whole number from 1 to 65536"),
        ("setoption name Hash value 99999999999999999999", "from 1 to 65536"),
        ("setoption name Threads value many", "`many` is not a whole number"),
        ("setoption name Ponder value yes", "`yes` is not true or false"),
        ("setoption name Personality value Nobody", "`Nobody` is not one of"),
        ("setoption name BookSelection value Worst", "`Worst` is not one of Weighted, Best, Uniform"),
        ("setoption name Debug Log File value /no/such/folder/log.txt", "cannot write to `/no/such/folder/log.txt`"),
    ] {
        refused(&mut engine, line.as_bytes(), expected);
    }
}

#[test]
fn bytes() {
    let mut engine = Engine::ready();
    refused(&mut engine, b"position startpos\xff\xfe", "not valid UTF-8, from byte 18 on");
    refused(&mut engine, &vec![b'x'; 1 << 20], "more than 262144 bytes");
    refused(
        &mut engine,
        &[b"position startpos moves ", "e2e4 ".repeat(1 << 18).as_bytes()].concat(),
        "more than 262144 bytes",
    );
    refused(&mut engine, &vec![b'\xff'; 100_000], "not valid UTF-8");
    refused(&mut engine, &vec![b'x'; 100_000], "unknown command `xxx");
    refused(&mut engine, format!("setoption name {}", "y ".repeat(60_000)).as_bytes(), "no option is called");
    refused(
        &mut engine,
        format!("setoption name Hash value {}", "9".repeat(100_000)).as_bytes(),
        "is not a whole number",
    );
    refused(&mut engine, format!("position fen {} w - -", "k".repeat(100_000)).as_bytes(), "cannot read the FEN");
    refused(&mut engine, format!("go depth 1 {}", "z".repeat(100_000)).as_bytes(), "is not known here");
    refused(&mut engine, b"position startpos moves \xe2\x99\x9e", "is not a move");
    refused(&mut engine, b"uc\0i", "unknown command `uc`");
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
