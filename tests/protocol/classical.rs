//! Classical's network by the option `EvalFile`.

use crate::engine::Engine;
use crate::folder::Folder;

const NETWORK: &[u8] = include_bytes!("../../nets/classical/nnue.bin");

fn classical() -> Engine {
    let mut engine = Engine::ready();
    engine.say("setoption name OwnBook value false");
    engine
}

/// A network that is missing, cut, too long, random bytes, damaged, of another architecture, or a folder: one line, and
/// the built-in network is used.
#[test]
fn a_file_that_is_no_network_is_reported_once_and_the_built_in_network_plays() {
    let folder = Folder::new("bad-networks");
    let changed = |at: usize| {
        let mut bytes = NETWORK.to_vec();
        bytes[at] ^= 1;
        bytes
    };
    let mut engine = classical();
    engine.say("position startpos moves e2e4 c7c5");
    engine.say("go depth 1");
    let usual = engine.line("bestmove");
    for (file, expected) in [
        (folder.0.join("missing.bin").display().to_string(), "missing.bin"),
        (folder.with("empty.bin", b""), "no network for Classical"),
        (folder.with("cut.bin", &NETWORK[..NETWORK.len() / 2]), "bytes, expected"),
        (folder.with("long.bin", &[NETWORK, b"more"].concat()), "bytes, expected"),
        (folder.with("random.bin", &[0x9e; 5000]), "no network for Classical"),
        (folder.with("damaged.bin", &changed(100_000)), "checksum"),
        (folder.with("version.bin", &changed(8)), "version is 5"),
        (folder.with("hidden.bin", &changed(12)), "hidden neurons"),
        (folder.with("outputs.bin", &changed(16)), "has 9 outputs"),
        (folder.with("regions.bin", &changed(20)), "has 9 regions"),
        (folder.with("layers.bin", &changed(24)), "layers of 9 and 32"),
        (folder.with("huge.bin", &[0; 14_000_000]), "at most"),
        (folder.0.display().to_string(), "it is a folder"),
    ] {
        engine.reports_a_bad_file_once("EvalFile", &file, expected, &usual);
    }
}

#[test]
fn eval_explains_the_evaluation_that_is_selected() {
    let mut engine = classical();
    engine.say("position startpos moves e2e4");
    engine.say("eval");
    let both = engine.until("Final evaluation");
    for part in ["Mobility", "Hand-made evaluation ", "| P ", "Output 8 of 8, for 32 pieces", "Network "] {
        assert!(both.iter().any(|line| line.contains(part)), "{part}: {both:#?}");
    }
    engine.say("setoption name Evaluation value Handmade");
    engine.say("eval");
    let terms = engine.until("Final evaluation");
    assert!(!terms.iter().any(|line| line.contains("Network")), "{terms:#?}");
}
