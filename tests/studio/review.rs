//! The review of a game.

use serde_json::{Value, json};

use crate::client::{Studio, texts};

const GAME: [&str; 8] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "f3g5", "h7h6"];

#[test]
fn every_move_is_told_when_it_is_known_and_the_summary_last() {
    let studio = Studio::start();
    let mut page = studio.page();
    let headers = json!({"WhiteElo": "1400", "White": "Ann"});
    let request =
        json!({"ask": "review", "moves": GAME, "headers": headers, "limits": {"nodes": 300}, "side": "white"});
    let id = page.send(request);
    let (before, done) = page.finish(id);
    let infos: Vec<&Value> = before.iter().filter(|message| message["kind"] == "info").collect();
    assert_eq!(infos[0]["ratings"]["white"], json!({"elo": 1400, "source": "file"}));
    let moves: Vec<Value> = infos[1..].iter().map(|info| info["reviewed"].clone()).collect();
    assert_eq!(texts(&json!(moves), "uci"), GAME);
    assert!(moves[0]["people"]["played"].as_f64() > Some(0.3) && moves[1]["people"].is_null(), "{}", moves[0]);
    let last = before.iter().rfind(|message| message["kind"] == "progress").expect("progress");
    assert_eq!((&last["done"], &last["of"]), (&json!(8), &json!(8)));
    assert_eq!((&done["stopped"], done["sides"].as_array().map(Vec::len)), (&json!(false), Some(1)), "{done}");
    assert_eq!(done["opening"]["name"], json!("Italian Game: Two Knights Defense, Knight Attack"));
    let read = page.done(json!({"ask": "pgn-read", "text": done["pgn"]}));
    assert_eq!((&read["moves"], &read["headers"]["White"]), (&json!(GAME), &json!("Ann")));
}

#[test]
fn a_review_that_is_stopped_ends_with_what_it_has() {
    let studio = Studio::start();
    let mut page = studio.page();
    let id = page.send(
        json!({"ask": "review", "moves": GAME, "limits": {"movetime": 600_000}, "white_elo": 900, "black_elo": 900}),
    );
    while page.next()["kind"] != "info" {}
    page.send(json!({"ask": "stop", "of": id}));
    let (_, done) = page.finish(id);
    assert_eq!(done["stopped"], json!(true), "{done}");
    // Nothing runs any more: the next answer comes at once.
    assert_eq!(page.done(json!({"ask": "position"}))["ply"], json!(0));
}
