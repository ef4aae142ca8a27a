//! Openings, minds, positions to order, the drill.

use std::time::Instant;

use serde_json::{Value, json};

use crate::client::{Page, Studio, texts};

fn share(moves: &Value, san: &str, name: &str) -> f64 {
    let found = moves.as_array().expect("a list").iter().find(|mv| mv["san"] == san).expect(san);
    found[name].as_f64().expect("a number")
}

#[test]
fn next_moves_are_sampled_as_enumeration_says_and_weights_move_them() {
    let studio = Studio::start();
    let mut page = studio.page();
    let request = |weight: f64| {
        let parameters = [false, false, true, false, false];
        json!({"ask": "openings-moves", "parameters": parameters, "weights": [0, 0, weight, 0, 0], "iterations": 20000})
    };
    let plain = page.done(request(0.0));
    let exact: f64 =
        plain["moves"].as_array().expect("moves").iter().map(|mv| mv["exact"].as_f64().expect("a number")).sum();
    assert!((exact - 1.0).abs() < 1e-6, "{exact}");
    let weighted = page.done(request(4.0));
    assert!(share(&weighted["moves"], "c4", "exact") > 2.0 * share(&plain["moves"], "c4", "exact"));
    for answer in [&plain, &weighted] {
        for mv in answer["moves"].as_array().expect("moves") {
            let [low, high, exact, share] =
                ["low", "high", "exact", "share"].map(|name| mv[name].as_f64().expect(name));
            assert!(low <= share && share <= high, "{mv}");
            // Twice the interval: some of twenty moves lie outside the interval of 95 %.
            let width = 2.0 * (high - low).max(0.01);
            assert!((low - width..=high + width).contains(&exact), "{mv}");
        }
    }
    let start = Instant::now();
    page.done(json!({"ask": "openings-moves", "moves": ["e4"], "iterations": 100000, "sampler": "saarmann"}));
    assert!(start.elapsed().as_millis() < 5000, "sampling is bounded, also on a loaded machine");
    let french = json!({"ask": "openings-moves", "moves": ["e4"], "family": "French Defense", "transpositions": false});
    let french = page.done(french);
    assert_eq!(texts(&french["moves"], "san"), ["e6"]);
    let end = page.refused(json!({"ask": "openings-moves", "moves": ["a3", "a6", "a4", "a5", "h4"]}));
    assert_eq!(end["at"]["field"], "moves");
}

#[test]
fn openings_are_found_by_name_and_position_and_sampled_as_a_tree() {
    let studio = Studio::start();
    let mut page = studio.page();
    let found = page.done(json!({"ask": "openings-search", "text": "ruy exchange"}));
    assert!(texts(&found["found"], "name")[0].starts_with("Ruy Lopez: Exchange"), "{found}");
    let near = page.done(json!({"ask": "openings-search", "text": "Rui Lopes"}));
    assert!(near["near"].as_array().expect("names").contains(&json!("Ruy Lopez")), "{near}");
    let through = page.done(json!({"ask": "openings-search", "moves": ["e4", "e5", "Nc3"]}));
    assert!(texts(&through["found"], "name").iter().all(|name| name.contains("Vienna")), "{through}");
    let tree = page.done(json!({"ask": "openings-tree", "plies": 2, "least": 0.05}));
    let nodes = tree["nodes"].as_array().expect("nodes");
    assert_eq!(nodes[0]["parent"], Value::Null);
    assert!(nodes[1..].iter().all(|node| node["parent"].is_u64() && node["share"].as_f64() >= Some(0.05)), "{tree}");
    let families = page.done(json!({"ask": "openings-families"}));
    assert!(texts(&families["families"], "name").contains(&"Sicilian Defense".to_owned()));
    let fitted = page.done(json!({"ask": "openings-fit", "wishes": {"c2c4": 0.4}}));
    assert!((share(&fitted["moves"], "c4", "share") - 0.4).abs() < 0.02, "{fitted}");
    assert_eq!(fitted["weights"].as_array().map(Vec::len), Some(5));
}

#[test]
fn a_fit_runs_beside_other_asks_and_can_be_stopped() {
    let studio = Studio::start();
    let mut page = studio.page();
    let fit = page.send(json!({"ask": "openings-fit", "wishes": {"c2c4": 0.2, "e2e4": 0.3, "d2d4": 0.3}}));
    let families = page.send(json!({"ask": "openings-families"}));
    let (before, _) = page.finish(families);
    assert!(before.iter().all(|answer| answer["kind"] != "done"), "the fit is not waited for: {before:?}");
    page.send(json!({"ask": "stop", "of": fit}));
    let (_, fitted) = page.finish(fit);
    assert_eq!((&fitted["kind"], &fitted["stopped"]), (&json!("done"), &json!(true)));
    assert_eq!(fitted["weights"].as_array().map(Vec::len), Some(5));
}

#[test]
fn minds_show_probabilities_of_squares_and_moves() {
    let studio = Studio::start();
    let mut page = studio.page();
    let cold = page.done(json!({"ask": "mind-mockfish", "moves": ["e2e4"], "temperature": 0}));
    let moves = cold["moves"].as_array().expect("moves");
    assert_eq!((moves.len(), moves[0]["played"].as_f64()), (20, Some(1.0)));
    let sum = |heat: &Value| -> f64 { heat.as_object().expect("squares").values().filter_map(Value::as_f64).sum() };
    assert!((sum(&cold["selector"]) - 1.0).abs() < 1e-3 && (sum(&cold["targets"]["knight"]) - 1.0).abs() < 1e-3);
    let of = |square: &str| cold["selector"][square].as_f64().expect("a number");
    assert!(of("e7") > 0.05 && of("e2") < 0.05, "it is Black's view of the board: {cold}");
    let warm = page
        .done(json!({"ask": "mind-mockfish", "moves": ["e2e4"], "temperature": 100, "net": "Rated", "rating": 900}));
    assert!(warm["moves"][0]["played"].as_f64() < Some(1.0));
    let pattern = page.done(json!({"ask": "mind-pattern", "moves": ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6"]}));
    assert_eq!((pattern["game"].as_array().map(Vec::len), pattern["game"][5]["ply"].as_u64()), (Some(6), Some(6)));
    assert!(share(&pattern["moves"], "Qxf7#", "white") > 0.5, "{pattern}");
    assert!(pattern["start"]["draw"].as_f64() > Some(0.05) && pattern["game"][5]["draw"].is_number(), "{pattern}");
    let kumar = page.done(json!({"ask": "mind-pattern", "net": "Kumar"}));
    assert!(kumar["moves"].is_array() && kumar["start"]["draw"].is_null(), "it knows no draws: {kumar}");
    let ahead = page.done(json!({"ask": "mind-pattern", "fen": "k7/8/8/8/8/8/8/KQ6 w - - 0 1", "moves": ["Qb6"]}));
    assert!(ahead["start"]["white"].as_f64() > Some(0.8), "the position before the moves: {ahead}");
    assert_eq!((&ahead["game"][0]["result"], &ahead["game"][0]["draw"]), (&json!("1/2-1/2"), &json!(1.0)));
    let classical = page.done(json!({"ask": "mind-classical", "moves": ["e2e4"]}));
    assert!(texts(&classical["terms"], "name").iter().any(|name| name.contains("Mobility")), "{classical}");
    assert_eq!(classical["phase"], classical["full_phase"]);
    let worth = |square: &str| classical["network"]["pieces"][square].as_i64();
    assert!(worth("d1") > Some(300) && worth("d8") < Some(-300) && worth("e1").is_none(), "{classical}");
    assert!(classical["network"]["score"].is_i64());
}

#[test]
fn a_position_is_made_to_order_with_its_proof() {
    let studio = Studio::start();
    let mut page = studio.page();
    let request = json!({"ask": "order", "text": "white queens = 0", "count": 2, "judge": true});
    let id = page.send(request);
    let (before, answer) = page.finish(id);
    assert_eq!((&answer["found"], &answer["stopped"]), (&json!(2), &json!(false)), "{answer}");
    let positions: Vec<&Value> =
        before.iter().map(|info| &info["position"]).filter(|found| found.is_object()).collect();
    assert_eq!(positions.len(), 2);
    for found in positions {
        let replayed = page.done(json!({"ask": "position", "moves": found["moves"]}));
        assert_eq!(replayed["fen"], found["fen"]);
        assert_eq!(replayed["counts"]["white"]["queen"], json!(0));
        assert!(found["svg"].as_str().expect("a picture").starts_with("<svg") && found["rating"].is_u64());
        let read = page.done(json!({"ask": "pgn-read", "text": found["pgn"]}));
        assert_eq!(read["moves"], found["moves"]);
    }
}

/// Answers questions with the first move of theory, or with a wrong one, until the round ends.
fn play_round(page: &mut Page, mut state: Value, first_wrong: bool) -> Value {
    let mut is_wrong = first_wrong;
    while state["question"] == json!(true) {
        let theory = page.done(json!({"ask": "drill-hint"}))["theory"].clone();
        let mv = if is_wrong { json!("a2a3") } else { theory[0]["uci"].clone() };
        state = page.done(json!({"ask": "drill-answer", "move": mv}));
        assert_eq!(state["verdict"], if is_wrong { "wrong" } else { "right" }, "{state}");
        assert_eq!(state["goes_on"].is_object(), is_wrong);
        is_wrong = false;
    }
    state
}

#[test]
fn a_drill_keeps_the_record_of_the_terminal() {
    let studio = Studio::start();
    let mut page = studio.page();
    page.refused(json!({"ask": "drill-answer", "move": "e4"}));
    let request = json!({"ask": "drill-start", "side": "white", "family": "Vienna", "seed": 3});
    let begun = page.done(request.clone());
    assert_eq!((&begun["question"], &begun["moves"]), (&json!(true), &json!([])));
    page.refused(json!({"ask": "drill-answer", "move": "e5"}));
    let ended = play_round(&mut page, begun, true);
    assert!(ended["end"].as_str().expect("a name").contains("Vienna"), "{ended}");
    let record = studio.page().done(json!({"ask": "drill-record"}));
    assert_eq!((&record["wrong"], record["lines"].as_array().map(Vec::len)), (&json!(1), Some(1)), "{record}");
    assert_eq!(record["due"].as_array().map(Vec::len), Some(1));
    assert!(record["path"].as_str().is_some_and(|path| path.ends_with("record.sqlite")), "{record}");
    let line = record["lines"][0]["line"].as_str().expect("text");
    assert!(line.starts_with("1. e4 e5 2. Nc3"), "{line}");
    // Two pages drill at once, and no answer is lost.
    let mut other = studio.page();
    let state = other.done(request);
    play_round(&mut other, state, true);
    let again = page.done(json!({"ask": "drill-start", "side": "black", "family": "Vienna", "seed": 4}));
    play_round(&mut page, again, false);
    assert_eq!(page.done(json!({"ask": "drill-record"}))["wrong"], json!(2));
}

#[test]
fn a_repertoire_is_drilled_and_its_chosen_move_is_right() {
    let studio = Studio::start();
    let mut page = studio.page();
    let text = "1. e4 e5 2. -- *";
    page.refused(json!({"ask": "drill-start", "repertoire": text}));
    let text = "[Event \"Mine\"]\n\n1. e4 e5 (1... c5 2. c3) 2. Nf3 (2. Bc4) 2... Nc6 3. Bb5 *";
    let request = |strict: bool| {
        json!({"ask": "drill-start", "side": "white", "repertoire": text, "strict": strict, "elo": 1400,
               "moves": ["e4", "e5"], "seed": 1})
    };
    let begun = page.done(request(false));
    assert_eq!((&begun["question"], &begun["fen"]), (&json!(true), &json!(null)));
    let other = page.done(json!({"ask": "drill-answer", "move": "f1c4"}));
    assert_eq!((&other["verdict"], &other["remark"]), (&json!("right"), &json!("the chosen move is 2. Nf3")));
    assert_eq!(other["end"], json!("Mine"));
    page.done(request(true));
    let wrong = page.done(json!({"ask": "drill-answer", "move": "f1c4"}));
    assert_eq!((&wrong["verdict"], &wrong["goes_on"]["text"]), (&json!("wrong"), &json!("2. Nf3")));
    let ended = page.done(json!({"ask": "drill-answer", "move": "f1b5"}));
    assert_eq!((&ended["verdict"], &ended["end"]), (&json!("right"), &json!("Mine")));
    let record = page.done(json!({"ask": "drill-record"}));
    assert_eq!(record["due"][0]["line"], json!("1. e4 e5"), "{record}");
    // A chapter that begins elsewhere says where.
    let ending = "[FEN \"8/8/8/3k4/8/3K4/3P4/8 w - - 0 1\"]\n\n1. Ke3 Ke5 2. d4 *";
    let begun = page.done(json!({"ask": "drill-start", "side": "white", "repertoire": ending}));
    assert_eq!(begun["fen"], json!("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1"));
}

#[test]
fn a_repertoire_is_checked_against_what_people_play_and_written_again() {
    let studio = Studio::start();
    let mut page = studio.page();
    let text = "[Event \"Mine\"]\n\n1. e4 h5 (1... e5 2. Nf3 (2. f4 {a try})) 2. d4 *";
    let found = page.done(json!({"ask": "repertoire-check", "side": "white", "elo": 1400, "repertoire": text}));
    assert_eq!((&found["chapters"], &found["branches"], &found["answers"]), (&json!(1), &json!(3), &json!(3)));
    let gaps: Vec<(&str, f64)> = found["gaps"].as_array().expect("a list").iter().map(gap).collect();
    assert!(gaps.iter().any(|&(reply, reach)| reply == "1... c5" && reach > 0.05), "{found}");
    assert!(gaps.iter().all(|&(reply, _)| reply != "1... e5"), "answered: {found}");
    assert!(gaps.is_sorted_by(|(_, before), (_, after)| before >= after), "{found}");
    assert_eq!(found["conflicts"][0]["chosen"], json!(["2. Nf3", "Mine"]));
    assert_eq!(found["conflicts"][0]["others"], json!([["2. f4", "Mine"]]));
    let written = page.done(json!({"ask": "repertoire-write", "side": "white", "repertoire": text}));
    assert_eq!(written["branches"], json!(3));
    let again = page.done(json!({"ask": "repertoire-write", "side": "white", "repertoire": written["text"]}));
    assert_eq!(again["text"], written["text"]);
    assert!(written["text"].as_str().expect("text").contains("2. f4 {a try}"), "{written}");
}

fn gap(gap: &Value) -> (&str, f64) {
    (gap["reply"].as_str().expect("a move"), gap["reach"].as_f64().expect("a share"))
}

#[test]
fn the_record_steers_what_is_sampled() {
    let studio = Studio::start();
    let mut page = studio.page();
    let share = |page: &mut Page, learner: &str| {
        let asked = json!({"ask": "openings-moves", "moves": ["e4", "e5"], "learner": learner, "learner_weight": 8});
        let next = page.done(asked);
        let moves = next["moves"].as_array().expect("moves").clone();
        let gambit = moves.iter().find(|mv| mv["san"] == json!("f4")).expect("the King's Gambit");
        gambit["exact"].as_f64().expect("a share")
    };
    assert!((share(&mut page, "off") - share(&mut page, "wrong")).abs() < 1e-9, "nothing was answered yet");
    page.done(json!({"ask": "drill-start", "side": "black", "repertoire": "1. e4 e5 2. f4 exf4 *"}));
    assert_eq!(page.done(json!({"ask": "drill-answer", "move": "e7e5"}))["verdict"], json!("right"));
    page.done(json!({"ask": "drill-answer", "move": "a7a6"}));
    assert!(share(&mut page, "wrong") > 2.0 * share(&mut page, "off"));
}
