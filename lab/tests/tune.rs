//! `motley-lab tune` from the call to what it prints and writes.

#[path = "../../tests/protocol/folder.rs"]
mod folder;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use folder::Folder;

fn motley(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_motley-lab")).args(words).output().expect("the program runs")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Games in the binary form of self-play: moves as UCI, each with a score from White's view.
fn selfplay(games: usize) -> Vec<u8> {
    let lines =
        ["d2d4 d7d5 g1f3 g8f6 c2c3 e7e6 c1g5 f8e7 e2e3 b8d7", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d3 d7d6 c2c3 g8f6"];
    let square = |text: &[u8]| u16::from(text[0] - b'a') + 8 * u16::from(text[1] - b'1');
    let mut bytes = Vec::new();
    for game in 0..games {
        let moves: Vec<&[u8]> = lines[game % 2].split(' ').map(str::as_bytes).collect();
        bytes.extend((moves.len() as u16).to_le_bytes());
        // The result and the plies of the opening.
        bytes.extend([if game % 3 == 0 { 1 } else { 2 }, 2]);
        for (ply, mv) in moves.iter().enumerate() {
            bytes.extend((square(mv) | square(&mv[2..]) << 6).to_le_bytes());
            bytes.extend((20 + 5 * ply as i16).to_le_bytes());
        }
    }
    zstd::encode_all(&bytes[..], 1).expect("memory can be written")
}

#[test]
fn tune_prints_every_epoch_and_writes_the_weights_as_source() {
    let folder = Folder::new("tune");
    let games = folder.with("selfplay.bin.zst", &selfplay(120));
    let out = folder.0.join("weights.rs").display().to_string();
    let call = ["tune", "--games", &games, "--epochs", "2", "--held-out", "0.5", "--out", &out];
    let tuned = motley(&call);
    let text = printed(&tuned);
    assert_eq!(tuned.status.code(), Some(0), "{text}{}", String::from_utf8_lossy(&tuned.stderr));
    let epochs = text.lines().filter(|line| line.starts_with("    1  0.") || line.starts_with("    2  0.")).count();
    assert_eq!(epochs, 2, "{text}");
    let source = fs::read_to_string(&out).expect("the weights");
    assert!(source.contains("`motley-lab tune --games selfplay.bin.zst"), "{source}");
    assert!(source.contains("positions of 120 games"), "{source}");
    assert_eq!(fs::read_dir(Path::new(&out).parent().expect("the folder")).expect("the folder").count(), 2);

    let few = folder.with("few.bin.zst", &selfplay(3));
    let refused = motley(&["tune", "--games", &few]);
    let errors = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!((refused.status.code(), errors.lines().count()), (Some(1), 1), "{errors}");
    assert!(errors.contains("too few quiet positions"), "{errors}");
}
