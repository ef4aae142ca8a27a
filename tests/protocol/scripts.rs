//! A script is a GUI too: commands that come while a search with an end of its own runs wait for it, in order.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};

use motley::engine::Game;
use motley::uci::MAX_WAITING;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

use crate::engine::Engine;
use crate::reader::Reader;

const MOTLEY: &str = env!("CARGO_BIN_EXE_motley");

/// The output of a program when the script is its whole input.
fn piped(program: &str, script: &str) -> Vec<String> {
    let mut process =
        Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    process.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("the program reads");
    let output = process.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

/// The same for Motley, whose lines all pass through the independent reader.
fn piped_here(script: &str) -> Vec<String> {
    let (mut lines, mut reader) = (piped(MOTLEY, script), Reader::default());
    assert!(lines.remove(0).starts_with("Motley "));
    reader.sends(script.as_bytes());
    for line in &lines {
        assert_eq!(reader.reads(line), Ok(()));
    }
    lines
}

fn starting_with<'a>(lines: &'a [String], start: &str) -> Vec<&'a str> {
    lines.iter().map(String::as_str).filter(|line| line.starts_with(start)).collect()
}

#[test]
fn a_bench_and_two_searches_in_one_pipe() {
    let lines = piped_here("bench 3\nposition startpos\ngo depth 12\nposition startpos moves e2e4\ngo depth 12\n");
    let count = lines.iter().position(|line| line.contains(" nodes ") && line.ends_with(" nps")).expect("a count");
    assert_eq!(count, 44, "forty positions and a table before it");
    let ends: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].starts_with("bestmove ")).collect();
    assert_eq!(ends.len(), 2, "{lines:#?}");
    let mut after_e4 = Game::default();
    after_e4.play_uci("e2e4").expect("legal");
    for (&end, game) in ends.iter().zip([Game::default(), after_e4]) {
        assert!(end > count && lines[end - 1].starts_with("info depth 12 "), "{}", lines[end - 1]);
        let mv = lines[end].split(' ').nth(1).expect("a move");
        assert!(game.read_uci(mv).is_ok(), "{mv} is no move of its position");
    }
}

#[test]
fn a_bench_alone_is_not_stopped_by_the_end_of_the_input() {
    let lines = piped_here("bench 2\n");
    assert_eq!(lines.len(), 45, "forty positions, a table, the sum");
    assert!(lines[44].ends_with(" nps"), "{}", lines[44]);
}

#[test]
fn scripts_may_end_in_mid_line() {
    let lines = piped_here("go depth 3\nposition startpos moves e2e4\ngo depth 2");
    assert_eq!(starting_with(&lines, "bestmove ").len(), 2, "a last line without an end is obeyed");
    for (cut, moves, error) in [
        ("go dep", 2, "info string error: go: `dep` is not known here"),
        ("go depth", 2, "info string error: go: `depth` needs a number after it"),
        ("position startpos moves e2", 1, "info string error: position: move 1: `e2` is not a move"),
        ("setoption name Ha", 1, "info string error: no option is called `Ha`"),
        ("benc", 1, "info string error: unknown command `benc`"),
    ] {
        let lines = piped_here(&format!("go depth 3\n{cut}"));
        assert_eq!(starting_with(&lines, "bestmove ").len(), moves, "{cut}: {lines:#?}");
        let errors = starting_with(&lines, "info string error");
        assert!(errors.len() == 1 && errors[0].starts_with(error), "{cut}: {errors:?}");
    }
}

#[test]
fn quit_ends_a_bounded_search_and_drops_what_waits_for_it() {
    let lines = piped_here("go depth 200\ngo perft 3\nposition startpos moves e2e5\nquit\n");
    assert_eq!(starting_with(&lines, "bestmove ").len(), 1);
    assert_eq!(starting_with(&lines, "Nodes searched").len() + starting_with(&lines, "info string error").len(), 0);
}

#[test]
fn ten_thousand_lines_behind_a_search_take_bounded_memory_and_one_line_refuses_the_rest() {
    let mut engine = Engine::ready();
    engine.say("go depth 200");
    engine.searches_on();
    #[cfg(target_os = "linux")]
    let before = engine.resident_mebibytes();
    // A kibibyte each: ten mebibytes in all.
    let line = format!("position startpos moves {}\n", "g1f3 g8f6 f3g1 f6g8 ".repeat(50));
    for _ in 0..10_000 {
        engine.bytes(line.as_bytes());
    }
    assert!(engine.answers().iter().all(|line| line.starts_with("info depth")), "no answer before their turn");
    #[cfg(target_os = "linux")]
    {
        let grown = engine.resident_mebibytes() - before;
        assert!(grown <= 8, "{grown} MiB more");
    }
    engine.say("stop");
    engine.until("bestmove");
    let answers = engine.answers();
    assert_eq!(answers.len(), 1, "{answers:#?}");
    assert!(answers[0].contains(" commands were dropped: at most "), "{answers:#?}");
    let count: usize = answers[0].split(' ').nth(3).and_then(|count| count.parse().ok()).expect("a count");
    assert!((10_000 - MAX_WAITING..10_000).contains(&count), "{count}");
    engine.say("d");
    assert!(engine.answers()[0].contains("there is no position, the last one was refused"));
}

#[test]
fn a_bench_while_pondering_is_refused_and_after_ponderhit_it_waits() {
    let mut engine = Engine::ready();
    engine.say("go ponder depth 9");
    engine.searches_on();
    engine.say("bench 1");
    let answers = engine.answers();
    let refused = "info string error: `bench` has to wait, a search is running: send `stop` first".to_owned();
    assert!(answers.contains(&refused), "{answers:#?}");
    engine.say("ponderhit");
    engine.say("bench 1");
    let lines = engine.until("40 ");
    assert_eq!(starting_with(&lines, "bestmove ").len(), 1, "the search ends first: {lines:#?}");
    engine.until("Nodes/second    : ");
    assert!(engine.line("").ends_with(" nps"));
}

/// A random script of bounded commands, and the position of each of its searches.
fn random_script(seed: u64) -> (String, Vec<Game>) {
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut script, mut games, mut game) = (String::new(), Vec::new(), Game::default());
    for _ in 0..rng.random_range(5..25) {
        let number = |rng: &mut StdRng, largest: u32| rng.random_range(1..=largest);
        let line = match rng.random_range(0..12) {
            0..3 => {
                let mut line = "position startpos moves".to_owned();
                game = Game::default();
                for _ in 0..number(&mut rng, 60) {
                    let Some(&mv) = game.legal_moves().choose(&mut rng) else { break };
                    line += &format!(" {}", mv.to_uci(game.castling_mode()));
                    game.play(mv);
                }
                line
            }
            3 => format!("go depth {}", number(&mut rng, 7)),
            4 => format!("go nodes {}", number(&mut rng, 20_000)),
            5 => format!("go movetime {}", number(&mut rng, 50)),
            6 => format!("go wtime {0} btime {0} winc 10 binc 10", 100 + number(&mut rng, 900)),
            7 => format!("go perft {}", number(&mut rng, 3)),
            8 => format!("setoption name Hash value {}", number(&mut rng, 16)),
            9 => format!("setoption name MultiPV value {}", number(&mut rng, 3)),
            10 => "ucinewgame".to_owned(),
            _ => ["isready", "d", "eval"].choose(&mut rng).map(|&line| line.to_owned()).unwrap_or_default(),
        };
        if line.starts_with("go ") && !line.starts_with("go perft") {
            games.push(game.clone());
        }
        script += &(line + "\n");
    }
    (script, games)
}

/// The results in the order in which they came: a search without its move, a perft with its count.
fn results(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .filter(|line| line.starts_with("bestmove ") || line.starts_with("Nodes searched: "))
        .map(|line| if line.starts_with("bestmove ") { "bestmove" } else { line.as_str() })
        .collect()
}

/// Each move belongs to the position of its own search.
fn assert_moves_fit(program: &str, lines: &[String], games: &[Game]) {
    let moves = starting_with(lines, "bestmove ");
    assert_eq!(moves.len(), games.len(), "{program}");
    for (line, game) in moves.iter().zip(games) {
        let mv = line.split(' ').nth(1).unwrap_or_default();
        assert!(game.read_uci(mv).is_ok() || game.legal_moves().is_empty(), "{program}: {line} in {}", game.fen());
    }
}

/// Set `MOTLEY_STOCKFISH` to Stockfish's path to compare with it, and `MOTLEY_SCRIPTS` to another number than forty.
#[test]
fn random_scripts_have_a_move_for_each_go_in_order() {
    let stockfish = env::var("MOTLEY_STOCKFISH").ok();
    if stockfish.is_none() {
        eprintln!("compared with the script alone: MOTLEY_STOCKFISH is not set");
    }
    let scripts = env::var("MOTLEY_SCRIPTS").ok().and_then(|number| number.parse().ok()).unwrap_or(40);
    let mut searches = 0;
    for seed in 0..scripts {
        let (script, games) = random_script(seed);
        let lines = piped_here(&script);
        assert_moves_fit(&format!("Motley, script {seed}:\n{script}"), &lines, &games);
        assert_eq!(starting_with(&lines, "info string error"), [""; 0], "script {seed}:\n{script}");
        searches += games.len();
        if let Some(stockfish) = &stockfish {
            let theirs = piped(stockfish, &script);
            assert_moves_fit(&format!("Stockfish, script {seed}:\n{script}"), &theirs, &games);
            assert_eq!(results(&lines), results(&theirs), "script {seed}:\n{script}");
        }
    }
    println!("{scripts} scripts, {searches} searches: each has its move, in order");
}
