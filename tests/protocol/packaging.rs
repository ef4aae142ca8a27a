//! The files for other programs: each option in them is taken by its player.

use std::fs;
use std::path::Path;

use motley::personalities::NAMES;

use crate::engine::Engine;

/// The sections of a file with the options of each, in the order of the file.
fn sections(text: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut found: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            found.push((name.to_owned(), Vec::new()));
        } else {
            let (option, value) = line.split_once(" = ").expect("an option and its value");
            found.last_mut().expect("a section").1.push((option.to_owned(), value.to_owned()));
        }
    }
    found
}

#[test]
fn picochess_finds_every_player_and_every_level_is_taken() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/picochess");
    let entries = sections(&fs::read_to_string(folder.join("engines.ini")).expect("the entries"));
    let named: Vec<String> = entries.into_iter().map(|(name, _)| name).collect();
    let players: Vec<String> = NAMES.iter().map(|name| format!("motley-{}", name.to_lowercase())).collect();
    assert_eq!(named, players);

    for (player, last) in [("Classical", "full"), ("Explorer", "full"), ("Mockfish", "Your level")] {
        let file = folder.join(format!("motley-{}.uci", player.to_lowercase()));
        let levels = sections(&fs::read_to_string(file).expect("the levels"));
        assert!(levels.is_sorted_by(|a, b| a.0 < b.0), "PicoChess sorts them");
        assert_eq!(levels.last().map(|(name, _)| name.as_str()), Some(last), "which is taken where none is chosen");
        for (name, options) in levels {
            let mut engine = Engine::start_as(env!("CARGO_BIN_EXE_motley"), &["--personality", player]);
            for (option, value) in options {
                // PicoChess puts the user's rating in the place of the expression.
                let value = if value.contains("auto") { "1234" } else { &value };
                engine.say(&format!("setoption name {option} value {value}"));
            }
            assert_eq!(engine.answers(), [""; 0], "{player}, {name}");
        }
    }
}
