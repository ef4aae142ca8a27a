//! An opponent of one's choosing as a GUI meets him: his repertoire, and files that name nobody.

use std::process::Command;

use crate::engine::Engine;
use crate::folder::Folder;

/// Games in which Somebody opens with 1. a4 and answers 1. e4 with 1... h5.
fn games(count: usize) -> String {
    let white =
        "[White \"Somebody\"]\n[Black \"Other\"]\n[WhiteElo \"1600\"]\n[TimeControl \"180+0\"]\n\na4 e5 h4 d5 *\n";
    let black =
        "[White \"Other\"]\n[Black \"somebody \"]\n[BlackElo \"1640\"]\n[TimeControl \"180+0\"]\n\ne4 h5 d4 a5 *\n";
    format!("{white}\n{black}\n").repeat(count)
}

fn imitating(file: &str, name: &str) -> Engine {
    let mut engine = Engine::ready();
    for option in ["Personality value Mockfish", "Seed value 3"] {
        engine.say(&format!("setoption name {option}"));
    }
    engine.say(&format!("setoption name OpponentFile value {file}"));
    engine.say(&format!("setoption name OpponentName value {name}"));
    engine
}

/// The number of times, of eight, that this move is played in a position.
fn times(engine: &mut Engine, mv: &str, position: &str, go: &str) -> usize {
    engine.say(position);
    let mut is_played = || {
        engine.say(go);
        engine.line("bestmove").split(' ').nth(1) == Some(mv)
    };
    (0..8).filter(|_| is_played()).count()
}

/// A file that `motley imitate` makes of these games.
fn imitate(folder: &Folder, games: &str) -> String {
    let out = folder.0.join("somebody.opponent").display().to_string();
    let done = Command::new(env!("CARGO_BIN_EXE_motley"))
        .args(["imitate", games, "--player", "Somebody", "--positions", "40", "--out", &out])
        .output()
        .expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    out
}

#[test]
fn the_repertoire_is_played_in_a_game_and_not_in_analysis() {
    let folder = Folder::new("opponent");
    let pgn = folder.with("games.pgn", games(40).as_bytes());
    for (file, name) in [(pgn.clone(), "somebody"), (imitate(&folder, &pgn), "")] {
        let mut engine = imitating(&file, name);
        let answers = engine.answers();
        assert!(answers.len() == 1 && answers[0].contains("opponent: "), "{answers:#?}");
        assert!(answers[0].contains("80 games") && answers[0].contains("Blitz 1620"), "{answers:#?}");
        let after_e4 = "position startpos moves e2e4";
        assert!(times(&mut engine, "a2a4", "position startpos", "go movetime 100") >= 6, "{file}");
        assert!(times(&mut engine, "h7h5", after_e4, "go movetime 100") >= 6, "{file}");
        // Analysis leaves the repertoire out; what was fitted to his games likes his moves there too.
        let in_analysis = times(&mut engine, "a2a4", "position startpos", "go depth 1");
        assert!(in_analysis <= 6 || name.is_empty(), "{file}");
        engine.say("setoption name OpponentFile value <empty>");
        assert_eq!(engine.answers(), Vec::<String>::new());
        assert_eq!(times(&mut engine, "a2a4", "position startpos", "go movetime 100"), 0, "{file}");
    }
}

#[test]
fn a_file_that_names_nobody_is_reported_in_a_line_and_the_last_opponent_stays() {
    let folder = Folder::new("bad-opponents");
    let pgn = folder.with("games.pgn", games(40).as_bytes());
    let packed = std::fs::read(imitate(&folder, &pgn)).unwrap();
    let text = String::from_utf8(zstd::decode_all(&packed[..]).unwrap()).unwrap();
    let illegal = games(3).replace("a4 e5", "a4 Ke7").replace("e4 h5", "e4 Ke7");
    let mut engine = imitating(&pgn, "Somebody");
    engine.answers();
    for (name, content, expected) in [
        ("empty.pgn", Vec::new(), "no game in it has a player's name"),
        ("other.pgn", games(2).replace("omebody", "tranger").into_bytes(), "frequent names: Other (4), "),
        ("illegal.pgn", illegal.into_bytes(), "has an illegal move"),
        ("cut.opponent", packed[..packed.len() / 2].to_vec(), "cut.opponent"),
        ("cut.json", text.as_bytes()[..text.len() / 2].to_vec(), "damaged"),
        ("future.json", text.replacen("\"version\":1", "\"version\":99", 1).into_bytes(), "version 99"),
        ("weights.json", text.replacen("moves a pawn", "other", 1).into_bytes(), "make it again"),
        ("stranger.json", text.replacen("omebody", "tranger", 1).into_bytes(), "not of `Somebody`"),
        ("foreign.json", b"{\"format\": \"other\"}".to_vec(), "it looks like JSON"),
        ("key.ini", b"[player]\nName = A\nHash = 3\n".to_vec(), "line 3: `Hash` is no key of a preset"),
        ("range.ini", b"[player]\nName = A\nStyleRisk = 300\n".to_vec(), "line 3: option StyleRisk: `300` is not"),
        ("nobody.ini", b"[player]\nStyleRisk = 30\n".to_vec(), "it has no line `Name"),
    ] {
        let file = folder.with(name, &content);
        engine.say(&format!("setoption name OpponentFile value {file}"));
        let answers = engine.answers();
        assert_eq!(answers.len(), 1, "{name}: {answers:#?}");
        assert!(answers[0].starts_with("info string error: ") && answers[0].contains(expected), "{answers:#?}");
        assert_eq!(engine.answers(), Vec::<String>::new(), "{name} is reported once");
        assert!(times(&mut engine, "a2a4", "position startpos", "go movetime 100") >= 5, "{name}");
    }
    for missing in [folder.0.join("missing.pgn"), folder.0.clone()] {
        engine.say(&format!("setoption name OpponentFile value {}", missing.display()));
        let answers = engine.answers();
        assert!(answers.len() == 1 && answers[0].starts_with("info string error: cannot use "), "{answers:#?}");
    }
}

#[test]
fn a_character_is_taken_from_its_file_and_needs_a_rating_as_an_option() {
    let gambler = format!("{}/packaging/players/gambler.ini", env!("CARGO_MANIFEST_DIR"));
    let mut engine = imitating(&gambler, "");
    assert_eq!(
        engine.answers(),
        ["info string The Gambler: Gives up a pawn or a piece for play whenever it nearly works."]
    );
    for clocks in ["wtime 0 btime 0", "wtime 86400000 btime 86400000 winc 0 binc 0", "wtime -50 btime 1"] {
        engine.say(&format!("go {clocks}"));
        assert_ne!(engine.line("bestmove").split(' ').nth(1), Some("0000"), "{clocks}");
    }
    engine.say("setoption name OpponentFile value <empty>");
    engine.say("setoption name StyleAttack value 60");
    let answers = engine.answers();
    assert!(answers.len() == 1 && answers[0].contains("without a rating"), "{answers:#?}");
    assert_eq!(engine.answers(), Vec::<String>::new(), "it is said once");
    engine.say("setoption name StyleAttack value 101");
    let answers = engine.answers();
    assert!(answers.len() == 1 && answers[0].contains("from -100 to 100"), "{answers:#?}");
}

#[test]
fn explorer_hands_over_to_the_opponent_out_of_theory() {
    let folder = Folder::new("explorer-opponent");
    let out_of_theory = "[White \"Other\"]\n[Black \"Somebody\"]\n\nNa3 h5 h3 Rh6 Rb1 a5 *\n\n".repeat(60);
    let pgn = folder.with("games.pgn", out_of_theory.as_bytes());
    let mut engine = imitating(&pgn, "Somebody");
    for option in ["Personality value Explorer", "ExplorerFallback value Mockfish", "ExplorerDisplaced value false"] {
        engine.say(&format!("setoption name {option}"));
    }
    engine.say("setoption name ExplorerReversed value false");
    let position = "position startpos moves b1a3 h7h5 h2h3";
    assert!(times(&mut engine, "h8h6", position, "go movetime 400") >= 6);
}
