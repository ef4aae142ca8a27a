//! Pattern as a GUI meets it: predictions ply by ply, nets from files, and files that are no nets or vocabularies, or
//! do not match.

use crate::engine::Engine;
use crate::folder::Folder;
use crate::onnx::linear_network;

const NET: &[u8] = include_bytes!("../../nets/pattern/whole-game.onnx");
const VOCABULARY: &str = include_str!("../../nets/pattern/whole-game.json");
const OTHER_VOCABULARY: &str = include_str!("../../nets/pattern/kumar.json");
const OTHER_SHAPE: &[u8] = include_bytes!("../../nets/mockfish/tactics.onnx");

fn pattern() -> Engine {
    let mut engine = Engine::ready();
    engine.say("setoption name Personality value Pattern");
    engine
}

fn infos(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info depth")).collect()
}

fn pv(info: &str) -> Vec<&str> {
    info.split(" pv ").nth(1).unwrap().split(' ').collect()
}

/// The score of the best move at depth 1, and the line with that move.
fn prediction(engine: &mut Engine) -> (String, String) {
    engine.say("go depth 1");
    let lines = engine.until("bestmove");
    let score = infos(&lines)[0].split(" score ").nth(1).unwrap().split(" nodes").next().unwrap();
    (score.to_owned(), lines[lines.len() - 1].clone())
}

#[test]
fn each_depth_is_reported_with_its_line_and_result_probabilities() {
    let mut engine = pattern();
    engine.say("setoption name UCI_ShowWDL value true");
    engine.say("setoption name PatternDepth value 3");
    engine.say("position startpos moves e2e4 e7e5");
    engine.say("go infinite");
    engine.line("info depth 3");
    engine.say("stop");
    let best = engine.line("bestmove");
    engine.say("go depth 2");
    let lines = engine.until("bestmove");
    let infos = infos(&lines);
    assert_eq!(infos.len(), 2, "{lines:#?}");
    for (index, info) in infos.iter().enumerate() {
        assert!(info.contains(" wdl ") && info.contains(" score cp ") && pv(info).len() == index + 1, "{info}");
    }
    assert!(best.contains(" ponder "), "{best}");
}

#[test]
fn each_net_has_its_own_prediction_and_repeats_it() {
    let mut engine = pattern();
    engine.say("position startpos moves d2d4 g8f6 c2c4 e7e6");
    let mut predicted = |net: &str| {
        engine.say(&format!("setoption name PatternNet value {net}"));
        prediction(&mut engine)
    };
    let (whole_game, kumar, again) = (predicted("WholeGame"), predicted("Kumar"), predicted("WholeGame"));
    assert_eq!(whole_game, again);
    assert_ne!(whole_game, kumar);
}

#[test]
fn several_lines_are_ranked_and_searchmoves_are_obeyed() {
    let mut engine = pattern();
    engine.say("setoption name MultiPV value 4");
    engine.say("position startpos moves e2e4");
    engine.say("go depth 1");
    let lines = engine.until("bestmove");
    let score =
        |info: &str| info.split(" score cp ").nth(1).unwrap().split(' ').next().unwrap().parse::<i32>().unwrap();
    let scores: Vec<i32> = infos(&lines).iter().map(|info| score(info)).collect();
    assert!(scores.len() == 4 && scores.is_sorted_by(|a, b| a >= b), "{lines:#?}");
    engine.say("go depth 2 searchmoves a7a6 h7h6");
    let best = engine.line("bestmove");
    assert!(best.starts_with("bestmove a7a6") || best.starts_with("bestmove h7h6"), "{best}");
}

#[test]
fn a_mate_in_one_is_found_and_stalemate_is_a_draw() {
    let mut engine = pattern();
    engine.say("position startpos moves f2f3 e7e5 g2g4");
    engine.say("go depth 1");
    let lines = engine.until("bestmove");
    assert!(
        infos(&lines)[0].contains(" score mate 1 ") && lines.last().unwrap().starts_with("bestmove d8h4"),
        "{lines:#?}"
    );
    engine.say("position fen 7k/8/6K1/5Q2/8/8/8/8 w - - 0 1");
    engine.say("go depth 1 searchmoves f5f7");
    assert!(infos(&engine.until("bestmove"))[0].contains(" score cp 0 "));
}

#[test]
fn unknown_moves_before_a_position_are_reported_once_a_game() {
    let mut engine = pattern();
    engine.say("ucinewgame");
    let mut reports = |position: &str| {
        engine.say(position);
        engine.say("go depth 1");
        engine.until("bestmove").iter().filter(|line| line.contains("are unknown")).count()
    };
    assert_eq!(reports("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 0, "it is told what stands where");
    assert_eq!(reports("setoption name PatternNet value Kumar\nposition startpos moves e2e4"), 0);
    assert_eq!(reports("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 1);
    assert_eq!(reports("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7"), 0);
}

/// Four plies with a beam of 64 would take hours: the limits have to end them.
#[test]
fn clocks_and_node_limits_end_the_search_after_a_depth_that_was_completed() {
    let mut engine = pattern();
    engine.say("setoption name PatternDepth value 4");
    engine.say("setoption name PatternBeam value 64");
    engine.say("position startpos moves e2e4 e7e5 g1f3 b8c6");
    engine.answers();
    for (limit, depths) in [("go movetime 1", 1..=1), ("go movetime 300", 1..=3), ("go nodes 100", 1..=1)] {
        engine.say(limit);
        let lines = engine.until("bestmove");
        let infos = infos(&lines);
        assert!(depths.contains(&infos.len()), "{limit}: {lines:#?}");
        let best = pv(infos[infos.len() - 1])[0];
        assert!(lines.last().unwrap().starts_with(&format!("bestmove {best}")), "{limit}: {lines:#?}");
    }
}

/// A net or vocabulary that is missing, truncated, garbage, or of another shape: one line, and the built-in net
/// is used.
#[test]
fn files_that_are_no_nets_or_vocabularies_are_reported_once_and_the_built_in_net_plays() {
    let folder = Folder::new("bad-readers");
    let pair = |name: &str, net: &[u8], vocabulary: &[u8]| {
        folder.with(&format!("{name}.json"), vocabulary);
        folder.with(&format!("{name}.onnx"), net)
    };
    let mut engine = pattern();
    engine.say("position startpos moves e2e4 c7c5");
    engine.say("go depth 1");
    let usual = engine.line("bestmove");
    for (file, expected) in [
        (folder.0.join("missing.onnx").display().to_string(), "missing.onnx"),
        (folder.with("alone.onnx", NET), "alone.json"),
        (pair("empty", b"", VOCABULARY.as_bytes()), "empty.onnx"),
        (pair("cut", &NET[..NET.len() / 2], VOCABULARY.as_bytes()), "cut.onnx"),
        (pair("garbage", &[0x9e; 5000], VOCABULARY.as_bytes()), "garbage.onnx"),
        (pair("shape", OTHER_SHAPE, VOCABULARY.as_bytes()), "has another shape"),
        (pair("words", NET, b"{}"), "words.json"),
        (pair("latin", NET, &[0xff; 20]), "latin.json"),
        (pair("linear", &linear_network(&[]), VOCABULARY.as_bytes()), "has another shape"),
        (folder.0.display().to_string(), "cannot read the net"),
    ] {
        engine.reports_a_bad_file_once("PatternFile", &file, expected, &usual);
    }
}

#[test]
fn a_vocabulary_of_another_net_is_refused_with_both_fingerprints() {
    let folder = Folder::new("other-vocabulary");
    folder.with("net.json", OTHER_VOCABULARY.as_bytes());
    let file = folder.with("net.onnx", NET);
    let mut engine = pattern();
    engine.say(&format!("setoption name PatternFile value {file}"));
    let answers = engine.answers();
    let is_fingerprint = |word: &&str| word.len() == 16 && word.chars().all(|digit| digit.is_ascii_hexdigit());
    let fingerprints: Vec<&str> = answers[0].split([' ', ',', ';']).filter(is_fingerprint).collect();
    assert!(answers.len() == 1 && fingerprints.len() == 2 && fingerprints[0] != fingerprints[1], "{answers:#?}");
}

#[test]
fn a_net_from_a_file_replaces_the_built_in_one_until_the_option_is_emptied() {
    let folder = Folder::new("own-reader");
    folder.with("own.json", VOCABULARY.as_bytes());
    let file = folder.with("own.onnx", NET);
    let mut engine = pattern();
    engine.say("position startpos moves e2e4");
    let whole_game = prediction(&mut engine);
    engine.say("setoption name PatternNet value Kumar");
    let kumar = prediction(&mut engine);
    assert_ne!(whole_game, kumar);
    engine.say(&format!("setoption name PatternFile value {file}"));
    assert_eq!(engine.answers(), Vec::<String>::new());
    assert_eq!(prediction(&mut engine), whole_game);
    engine.say("setoption name PatternFile value <empty>");
    assert_eq!(engine.answers(), Vec::<String>::new());
    assert_eq!(prediction(&mut engine), kumar);
}
