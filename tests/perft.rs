//! Exact leaf counts: the six standard positions always, whole suites where the project's data is at hand.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;

use motley::bench::perft::perft;
use motley::engine::{Game, Stop};
use shakmaty::CastlingMode;

fn check(fen: &str, depth: u32, leaves: u64) {
    let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
    assert_eq!(perft(game.position(), depth, &Stop::new()), Some(leaves), "{fen}");
}

/// <https://www.chessprogramming.org/Perft_Results>
#[test]
fn the_six_standard_positions() {
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609);
    check("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603);
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083);
    check("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292);
    check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194);
    check("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164_075_551);
}

#[test]
fn a_stopped_count_is_no_count() {
    let stop = Stop::new();
    stop.stop();
    assert_eq!(perft(Game::default().position(), 6, &stop), None);
}

fn motley(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_motley")).args(arguments).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn the_command_divides() {
    let (text, code) = motley(&["perft", "2", "--chess960", "--fen", "4k3/8/8/8/8/8/8/4K2R w H - 0 1"]);
    assert_eq!(code, Some(0));
    assert!(text.lines().any(|line| line == "e1h1: 3"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("Nodes searched: 66 "), "{text}");
    assert_eq!(motley(&["perft", "2", "--fen", "nonsense"]).1, Some(2));
    assert_eq!(motley(&["perft"]).1, Some(2));
}

#[test]
fn a_wrong_count_is_exit_code_1() {
    let path = std::env::temp_dir().join(format!("motley-suite-{}.epd", std::process::id()));
    let suite = path.display().to_string();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400";
    std::fs::write(&path, format!("{start} ;D3 8903\n")).unwrap();
    let (text, code) = motley(&["perft", "--suite", &suite]);
    assert!(text.contains("depth 3: 8902 leaves, expected 8903") && text.contains("2 of 3 counts are right"), "{text}");
    assert_eq!(code, Some(1));
    assert_eq!(motley(&["perft", "--suite", &suite, "--max-depth", "2"]).1, Some(0));

    std::fs::write(&path, format!("{start} ;D3 many\n")).unwrap();
    assert_eq!(motley(&["perft", "--suite", &suite]).1, Some(1), "an unreadable suite is a failed job");
    std::fs::remove_file(&path).unwrap();
}

/// The suite's file, the greatest depth, whether it is of Chess960, and the counts up to that depth.
const SUITES: [(&str, u32, bool, usize); 2] =
    [("perftsuite.epd", 4, false, 508), ("frc_perftsuite.epd", 3, true, 3_000)];

#[test]
fn whole_suites() {
    let Some(data) = std::env::var_os("MOTLEY_DATA").map(PathBuf::from) else {
        // Not by `eprintln!`, which `cargo test` hides where a test passes.
        let _ = writeln!(io::stderr(), "skipped: MOTLEY_DATA is not set, so there are no perft suites");
        return;
    };
    for (file, depth, chess960, counts) in SUITES {
        let (suite, depth) = (data.join("positions").join(file).display().to_string(), depth.to_string());
        let mut arguments = vec!["perft", "--suite", &suite, "--max-depth", &depth];
        arguments.extend(chess960.then_some("--chess960"));
        let (text, code) = motley(&arguments);
        assert_eq!(code, Some(0), "{file}: {text}");
        assert!(text.contains(&format!("{counts} of {counts} counts are right")), "{file}: {text}");
    }
}
