//! Mockfish as a GUI meets it: candidates with chances, nets of one's own, and nets that are none.

use crate::engine::Engine;
use crate::folder::Folder;

const NET: &[u8] = include_bytes!("../../nets/mockfish/standard.onnx");
const OTHER_SHAPE: &[u8] = include_bytes!("../../nets/mockfish/tactics.onnx");

/// Mockfish without chance.
fn mockfish() -> Engine {
    let mut engine = Engine::ready();
    engine.say("setoption name Personality value Mockfish");
    engine.say("setoption name MockfishTemperature value 0");
    engine
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
fn candidates_come_with_chances_and_shares() {
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
    let first = infos[0].split(" pv ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(lines.last().unwrap().starts_with(&format!("bestmove {first} ponder ")), "{lines:#?}");
}

#[test]
fn the_coldest_is_always_the_same_and_the_hottest_is_not() {
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

/// A net that is missing, truncated, garbage, of another shape or operator set: one line, and the built-in net plays
/// on.
#[test]
fn nets_that_are_none() {
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
        (folder.with("opset.onnx", &with_opset(99)), "opset.onnx"),
        // A folder has to hold the seven.
        (folder.0.display().to_string(), "selector.onnx"),
    ] {
        engine.tells_once_of_a_bad_file("MockfishFile", &file, expected, &usual);
    }
}

#[test]
fn a_net_of_ones_own_is_used() {
    let folder = Folder::new("own-net");
    let file = folder.with("own.onnx", NET);
    let mut engine = mockfish();
    engine.say("setoption name MockfishNets value Puzzle");
    engine.say(&format!("setoption name MockfishFile value {file}"));
    assert_eq!(engine.answers(), Vec::<String>::new());
    engine.say("go depth 1");
    engine.line("bestmove");
    engine.say("setoption name MockfishFile value <empty>");
    assert_eq!(engine.answers(), Vec::<String>::new());
}
