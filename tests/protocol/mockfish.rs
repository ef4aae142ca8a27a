//! Mockfish as a GUI meets it: ranked moves with probabilities, nets from files, and files that are no nets.

use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::folder::Folder;
use crate::onnx::{Lc0, endless, linear_network};

const NET: &[u8] = include_bytes!("../../nets/mockfish/standard.onnx");
const ENGINE_NET: &[u8] = include_bytes!("../../nets/mockfish/engine.onnx");
const OTHER_SHAPE: &[u8] = include_bytes!("../../nets/mockfish/tactics.onnx");
const NETWORKS: [&str; 7] = ["selector", "pawn", "knight", "bishop", "rook", "queen", "king"];

/// Mockfish without chance.
fn mockfish() -> Engine {
    let mut engine = Engine::ready();
    engine.say("setoption name Personality value Mockfish");
    engine.say("setoption name MockfishTemperature value 0");
    engine
}

/// The shares of the first moves in the position, "Nf3 91.4 %, Nc3 5.4 %, d4 0.6 %", and the move that is played.
fn shares(engine: &mut Engine, position: &str) -> (String, String) {
    engine.say(position);
    engine.say("go depth 1");
    let lines = engine.until("bestmove");
    let shares = lines.iter().find(|line| line.starts_with("info string ") && line.contains(" %, "));
    let best = lines.last().unwrap().split(' ').nth(1).unwrap().to_owned();
    (shares.unwrap_or_else(|| panic!("no shares in {lines:#?}")).clone(), best)
}

/// The net with the number of its operator set changed: a field of its own near the end, tag 0x42, holding the version
/// behind 0x10.
fn with_opset(version: u8) -> Vec<u8> {
    let mut bytes = NET.to_vec();
    let start = bytes.len() - 64;
    let field = bytes[start..]
        .windows(4)
        .rposition(|field| field[0] == 0x42 && field[2] == 0x10)
        .expect("the net names its operator set");
    bytes[start + field + 3] = version;
    bytes
}

#[test]
fn moves_are_reported_with_result_probabilities_and_shares() {
    let mut engine = mockfish();
    engine.say("setoption name MultiPV value 3");
    engine.say("setoption name UCI_ShowWDL value true");
    engine.say("position startpos moves e2e4 e7e5");
    engine.say("go depth 1");
    let lines = engine.until("bestmove");
    let infos: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
    assert_eq!(infos.len(), 3, "{lines:#?}");
    assert!(infos.iter().all(|line| line.contains(" wdl ") && line.contains(" score cp ")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("info string ") && line.matches('%').count() == 3), "{lines:#?}");
    assert!(lines.last().unwrap().contains(" ponder "), "{lines:#?}");
}

#[test]
fn temperature_0_always_plays_the_same_move_and_200_does_not() {
    let mut engine = mockfish();
    let mut replies = |temperature: u32| {
        engine.say(&format!("setoption name MockfishTemperature value {temperature}"));
        engine.say("setoption name Seed value 5");
        engine.say("position startpos");
        let mut moves: Vec<String> = (0..20)
            .map(|_| {
                engine.say("go depth 1");
                engine.line("bestmove").split(' ').nth(1).unwrap().to_owned()
            })
            .collect();
        moves.sort();
        moves.dedup();
        moves.len()
    };
    assert_eq!(replies(0), 1);
    assert!(replies(200) > 2);
}

/// A net that is missing, truncated, garbage, of another shape or operator set: one line, and the built-in net is used.
#[test]
fn a_file_that_is_no_net_is_reported_once_and_the_built_in_net_plays() {
    let folder = Folder::new("bad-nets");
    let mut engine = mockfish();
    engine.say("position startpos moves e2e4 c7c5");
    engine.say("go depth 1");
    let usual = engine.line("bestmove");
    for (file, expected) in [
        (folder.0.join("missing.onnx").display().to_string(), "missing.onnx"),
        (folder.with("empty.onnx", b""), "empty.onnx"),
        (folder.with("cut.onnx", &NET[..NET.len() / 2]), "cut.onnx"),
        (folder.with("garbage.onnx", &[0x9e; 5000]), "garbage.onnx"),
        (folder.with("shape.onnx", OTHER_SHAPE), "has another shape"),
        (folder.with("linear.onnx", &linear_network(&[])), "has another shape"),
        (folder.with("opset.onnx", &with_opset(99)), "opset.onnx"),
        (folder.with("planes.onnx", &Lc0 { planes: 111, ..Lc0::SOUND }.graph()), "has another shape"),
        (folder.with("moves.onnx", &Lc0 { moves: 1859, ..Lc0::SOUND }.graph()), "has another shape"),
        // A folder without the seven networks.
        (folder.0.display().to_string(), "selector.onnx"),
    ] {
        engine.reports_a_bad_file_once("MockfishFile", &file, expected, &usual);
    }
}

#[test]
fn a_net_from_a_file_replaces_the_built_in_one_until_the_option_is_emptied() {
    let folder = Folder::new("own-net");
    let file = folder.with("own.onnx", ENGINE_NET);
    let mut engine = mockfish();
    let position = "position startpos moves e2e4 e7e5";
    let best = shares(&mut engine, position);
    engine.say("setoption name MockfishNets value Engine");
    let expected = shares(&mut engine, position);
    assert_ne!(best, expected);

    engine.say("setoption name MockfishNets value Best");
    engine.say(&format!("setoption name MockfishFile value {file}"));
    assert_eq!(engine.answers(), Vec::<String>::new());
    assert_eq!(shares(&mut engine, position), expected);
    engine.say("setoption name MockfishFile value <empty>");
    assert_eq!(engine.answers(), Vec::<String>::new());
    assert_eq!(shares(&mut engine, position), best);
}

/// The selector prefers the mover's own knights; the knights' network prefers f3 where the mover has a pawn on e2, and
/// avoids it where the opponent has one on e5; all squares are seen from the mover's side.
#[test]
fn a_folder_with_seven_networks_plays_in_the_movers_view() {
    let (e2, e5, f3, c3) = (12, 36, 21, 18);
    let folder = Folder::new("seven-nets");
    let own_knights: Vec<_> = (0..64).map(|square| (1, square, square, 5.0)).collect();
    for name in NETWORKS {
        let weights = match name {
            "selector" => own_knights.clone(),
            "knight" => vec![(0, e2, f3, 3.0), (0, e5, f3, 9.0), (0, e2, c3, 2.0)],
            _ => Vec::new(),
        };
        folder.with(&format!("{name}.onnx"), &linear_network(&weights));
    }
    let mut engine = mockfish();
    engine.say(&format!("setoption name MockfishFile value {}", folder.0.display()));
    assert_eq!(engine.answers(), Vec::<String>::new());
    for (moves, expected) in [("", "g1f3"), (" moves a2a3", "g8f6"), (" moves a2a3 e7e5", "b1c3")] {
        let (shares, played) = shares(&mut engine, &format!("position startpos{moves}"));
        assert_eq!(played, expected, "{shares}");
    }
}

/// The numbers of moves in lc0's list: the net prefers e2e4 and castling in the mover's view.
#[test]
fn a_net_of_lc0s_kind_plays_in_the_movers_view() {
    let folder = Folder::new("lc0");
    let (e2_e4, e1_h1, a7_a8_queen) = (322, 103, 1792);
    let mut engine = mockfish();
    for has_draws in [true, false] {
        let preferred = vec![(e2_e4, 20.0), (e1_h1, 30.0), (a7_a8_queen, 40.0)];
        let net = Lc0 { preferred, has_draws, ..Lc0::SOUND }.graph();
        let file = folder.with(&format!("lc0-{has_draws}.onnx"), &net);
        engine.say(&format!("setoption name MockfishFile value {file}"));
        assert_eq!(engine.answers(), Vec::<String>::new());
        for (position, expected) in [
            ("startpos", "e2e4"),
            ("startpos moves d2d4", "e7e5"),
            ("fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
            ("fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8"),
            ("fen 8/7k/8/8/8/8/p7/4K2n b - - 0 1", "a2a1q"),
        ] {
            let (shares, played) = shares(&mut engine, &format!("position {position}"));
            assert_eq!(played, expected, "{shares}");
        }
    }
}

#[test]
fn random_nets_of_lc0s_kind_draw_a_legal_move_and_report_the_result() {
    let folder = Folder::new("lc0-random");
    let mut engine = mockfish();
    engine.say("setoption name MockfishTemperature value 200");
    engine.say("setoption name UCI_ShowWDL value true");
    for random in 1..4 {
        let file = folder.with(&format!("random{random}.onnx"), &Lc0 { random, ..Lc0::SOUND }.graph());
        engine.say(&format!("setoption name MockfishFile value {file}"));
        for position in ["startpos", "startpos moves e2e4 e7e5 g1f3", "fen 8/P6k/8/8/8/8/8/K7 w - - 99 80"] {
            engine.say(&format!("position {position}"));
            engine.say("go depth 1");
            let lines = engine.until("bestmove");
            assert!(lines.iter().any(|line| line.contains(" wdl ")), "{lines:#?}");
            assert!(!lines.iter().any(|line| line.contains("error")), "{lines:#?}");
        }
    }
}

/// The outputs of the net are known only when it runs: the built-in net then answers for it.
#[test]
fn a_net_whose_outputs_are_no_numbers_is_reported_once_and_the_built_in_net_plays() {
    let folder = Folder::new("no-numbers");
    let mut engine = mockfish();
    engine.say("position startpos moves e2e4 c7c5");
    engine.say("go depth 1");
    let usual = engine.line("bestmove");
    for (name, logit) in [("nan", f32::NAN), ("infinite", f32::INFINITY)] {
        let preferred = (0..1858).map(|number| (number, logit)).collect();
        let file = folder.with(&format!("{name}.onnx"), &Lc0 { preferred, ..Lc0::SOUND }.graph());
        engine.say(&format!("setoption name MockfishFile value {file}"));
        assert_eq!(engine.answers(), Vec::<String>::new());
        for expected in [1, 0] {
            engine.say("go depth 1");
            let lines = engine.until("bestmove");
            assert_eq!(lines.last(), Some(&usual), "{name}");
            assert_eq!(lines.iter().filter(|line| line.contains("error")).count(), expected, "{lines:#?}");
        }
    }
}

#[test]
fn the_net_that_knows_who_moves_can_be_chosen_or_named_as_a_file() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/nets/mockfish/rated.onnx");
    let mut engine = mockfish();
    let position = "position startpos moves e2e4 e7e5";
    let best = shares(&mut engine, position);
    engine.say("setoption name MockfishNets value Rated");
    let rated = shares(&mut engine, position);
    assert_ne!(rated, best);
    engine.say("setoption name MockfishNets value Best");
    engine.say(&format!("setoption name MockfishFile value {file}"));
    assert_eq!(engine.answers(), Vec::<String>::new());
    assert_eq!(shares(&mut engine, position), rated);
}

/// A small file may ask for hours of multiplications.
#[test]
fn a_net_that_takes_long_is_stopped_and_one_that_takes_too_long_is_refused() {
    let folder = Folder::new("long-nets");
    let mut engine = mockfish();
    engine.say(&format!("setoption name MockfishFile value {}", folder.with("long.onnx", &endless(12))));
    engine.say("position startpos");
    for go in ["go infinite", "go movetime 100"] {
        let begun = Instant::now();
        engine.say(go);
        engine.say("stop");
        let lines = engine.until("bestmove");
        assert!(begun.elapsed() < Duration::from_secs(8), "{go}: {:?}", begun.elapsed());
        assert!(!lines.iter().any(|line| line.contains("error")), "{lines:#?}");
    }
    engine.say(&format!("setoption name MockfishFile value {}", folder.with("longer.onnx", &endless(20))));
    engine.say("go depth 1");
    let lines = engine.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("it is too large: MatMul")), "{lines:#?}");
}
