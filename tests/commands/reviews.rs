//! `motley review` with games of any kind: reviewed, or refused by one line that names game and move.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use crate::PROGRAM;
use crate::workplace::Workplace;

/// The output of the program for a file of this content.
fn reviewed(name: &str, pgn: &str, flags: &[&str]) -> Output {
    let workplace = Workplace::new(PROGRAM, &format!("review-{name}"));
    fs::write(workplace.folder.join("game.pgn"), pgn).expect("a file for the test");
    workplace.run(&[&["review", "{folder}/../game.pgn", "--depth", "1", "--threads", "1"], flags].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The review of a game that can be reviewed.
fn review(name: &str, pgn: &str, flags: &[&str]) -> String {
    let output = reviewed(name, pgn, flags);
    assert!(output.status.success(), "{name}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The line with which a game is refused.
fn refused(name: &str, pgn: &str) -> String {
    let output = reviewed(name, pgn, &[]);
    let line = text(&output.stderr);
    assert!(output.status.code() == Some(1) && line.lines().count() == 1 && output.stdout.is_empty(), "{name}: {line}");
    line
}

#[test]
fn games_of_any_kind_are_reviewed() {
    let nested = format!("1. e4 {} e5 2. Nf3 *", "(1. d4 ".repeat(200) + &")".repeat(200));
    let told = review("nested", &nested, &[]);
    assert!(told.contains("1. e4") && told.contains("1...e5") && told.contains("2. Nf3"), "{told}");
    let long = format!("1. e4 {{{}}} e5 *", "a word ".repeat(1_500_000));
    assert!(review("comment", &long, &[]).contains("1...e5"));
    assert!(review("no-result", "1. e4 e5", &[]).contains("Game 1: ? - ?, *"));
    let chess960 = "[Variant \"Chess960\"]\n[FEN \"1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1\"]\n\nO-O-O O-O-O *";
    assert!(review("chess960", chess960, &[]).contains("1...O-O-O"));
}

#[test]
fn odd_games_are_reviewed_to_their_end() {
    let from = |fen: &str, moves: &str| format!("[FEN \"{fen}\"]\n\n{moves} *");
    // 218 legal moves, as many as a position can have.
    let queens = from("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "1. Ke2");
    assert!(review("queens", &queens, &[]).contains("1. Ke2"));
    assert!(review("mate", &from("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "1. Ra8#"), &[]).contains("1. Ra8#"));
    let missed = review("missed", &from("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "1. Ra1-b1"), &[]);
    assert!(missed.contains("1. Rb1"), "{missed}");
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(150);
    assert!(review("long", &format!("{long}*"), &["--side", "white"]).contains("300...Ng8"));
    let clocks = "[TimeControl \"60\"]\n\n1. f3 {[%clk 0:00:05]} e5 {[%clk 0:00:50]} 2. g4 {[%clk 0:00:59]} Qh4# \
                  {[%clk 0:00:40]} 0-1";
    let told = review("clocks", clocks, &["--elo", "900"]);
    assert!(told.contains("2. g4??") && told.contains("Played with 5 seconds left on the clock."), "{told}");
    assert!(!told.contains("Played within"), "White's clock gained time: {told}");
}

#[test]
fn a_game_is_reviewed_up_to_the_word_that_cannot_be_read() {
    let output = reviewed("null-later", "1. e4 e5 2. -- Nc6 *", &[]);
    let (told, said) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.code() == Some(3) && told.contains("1...e5") && !told.contains("Nc6"), "{told}");
    assert!(said.contains("game 1 (line 1, after 1... e5): -- is a null move"), "{said}");
}

#[test]
fn games_that_cannot_be_reviewed_are_refused_with_game_and_move() {
    for (name, pgn, message) in [
        ("null", "1. -- e5 2. e4 Nc6 *", "game 1 (line 1, before the first move): -- is a null move"),
        ("illegal", "1. Ke3 *", "game 1 (line 1, before the first move): cannot read Ke3: no king can go there"),
        ("bughouse", "[Variant \"Bughouse\"]\n\n1. e4 *", "game 1 (line 1): games of the variant `Bughouse` cannot be"),
        ("position", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", "holds no position: there are no pieces"),
        ("empty", "[Event \"x\"]\n\n*", "game 1: the game has no moves"),
        ("nothing", "", "there is no game 1"),
    ] {
        let line = refused(name, pgn);
        assert!(line.contains(message), "{name}: {line}");
    }
}

#[test]
fn the_formats_say_the_same() {
    let game = "[White \"Ann\"]\n[WhiteElo \"900\"]\n[BlackElo \"1000\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1";
    let told = review("text", game, &[]);
    assert!(told.contains("Game 1: Ann - ?, 0-1") && told.contains("players rated 900 (from the file)"), "{told}");
    assert!(told.contains("2. g4??") && told.contains("White: accuracy"), "{told}");

    let json: serde_json::Value = serde_json::from_str(&review("json", game, &["--format", "json"])).expect("JSON");
    let moves = json["moves"].as_array().expect("moves");
    assert_eq!((moves.len(), &moves[2]["mark"], &moves[2]["after"]["mate"]), (4, &"??".into(), &(-1).into()));
    assert_eq!((&json["sides"][0]["blunders"], &json["stopped"]), (&1.into(), &false.into()));

    let pgn = review("pgn", game, &["--format", "pgn"]);
    assert!(pgn.contains("2. g4 $4 {[%eval #-1]") && pgn.contains("[Annotator \"Motley\"]"), "{pgn}");
    let again = review("again", &pgn, &["--side", "black", "--elo", "1200", "--format", "json"]);
    let again: serde_json::Value = serde_json::from_str(&again).expect("JSON");
    assert_eq!(again["moves"].as_array().map(Vec::len), Some(4), "its own PGN is read back");
    assert_eq!((again["sides"].as_array().map(Vec::len), &again["sides"][0]["rating"]["elo"]), (Some(1), &1200.into()));
}

#[test]
fn what_a_file_says_of_its_game_stays() {
    let game = "[White \"Ann\"]\n\n{A warm-up.} 1. f3 $6 {[%clk 0:09:57] Hm.} (1. e4 {better} e5 (1... c5)) e5 2. g4 \
                {[%cal Rd8h4]} (2. e4) Qh4# 0-1";
    for told in [review("notes", game, &["--format", "pgn"]), piped(game)] {
        let told = told.replace('\n', " ");
        assert!(told.contains("{A warm-up.} 1. f3 $6 {[%clk 0:09:57]") && told.contains("Hm."), "{told}");
        assert!(told.contains("(1. e4 {better} 1... e5 (1... c5))"), "{told}");
        assert!(told.contains("2. g4 $4 {[%cal Rd8h4]") && told.matches("(2. e4").count() == 1, "{told}");
    }
    let faulty = review("open", "1. e4 (1. d4 e5 2. Nf3 *", &["--format", "pgn"]);
    assert!(faulty.contains("(1. d4 e5 2. Nf3)"), "the bracket that was forgotten is written: {faulty}");
}

/// The review as PGN of a game on standard input.
fn piped(pgn: &str) -> String {
    let call = ["review", "-", "--format", "pgn", "--depth", "1", "--threads", "1"];
    let mut program =
        Command::new(PROGRAM).args(call).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("runs");
    program.stdin.take().expect("a pipe").write_all(pgn.as_bytes()).expect("written");
    text(&program.wait_with_output().expect("ends").stdout)
}
