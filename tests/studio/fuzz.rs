//! Random messages: each is answered, and the program goes on. `MOTLEY_STUDIO_MESSAGES` says how many (1,500 when it is
//! not set; 100,000 take about ten minutes).

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

use crate::client::{Page, Studio};

/// Requests that are sound, to be damaged.
fn sound() -> Vec<Value> {
    let fen = "r3k2r/8/8/8/8/8/P7/R3K2R w KQkq - 0 1";
    let limits = json!({"nodes": 30, "movetime": 10});
    vec![
        json!({"ask": "hello"}),
        json!({"ask": "stop", "of": 3}),
        json!({"ask": "position", "fen": fen, "moves": ["e1g1", "e8c8"], "chess960": false}),
        json!({"ask": "position", "moves": ["e4", "e5", "Nf3"]}),
        json!({"ask": "board", "board": {"e1": "K", "e8": "k"}, "turn": "white", "castling": "-", "en_passant": "-"}),
        json!({"ask": "board", "fen": fen}),
        json!({"ask": "go", "player": "Random", "options": {"Seed": 1, "MultiPV": 2}, "limits": limits}),
        json!({"ask": "go", "player": "Textbook", "moves": ["e4"], "limits": {"depth": 2, "wtime": 100, "btime": 100}}),
        json!({"ask": "compare", "players": [{"player": "Random"}, {"player": "Textbook"}], "limits": limits}),
        json!({"ask": "review", "side": "white", "moves": ["e4"],
               "headers": {"WhiteElo": "900"}, "limits": {"nodes": 30}}),
        json!({"ask": "manners", "moves": ["e4"], "rating": 1400, "expected": [0.5, 0.1], "offered": true}),
        json!({"ask": "pgn-read", "text": "[White \"A\"]\n\n1. e4 {good} e5 (1... c5) 2. Nf3 *", "game": 1}),
        json!({"ask": "pgn-write", "headers": {"White": "A"}, "moves": ["e4"], "result": "*"}),
        json!({"ask": "pgn-list", "text": "[White \"A\"]\n\n1. e4 *"}),
        json!({"ask": "pgn-write",
               "nodes": [{"uci": "e4", "eval": {"cp": 3}}, {"parent": 0, "uci": "e5", "glyphs": [1]}]}),
        json!({"ask": "openings-search", "text": "ruy lopez"}),
        json!({"ask": "openings-moves", "moves": ["e4"], "weights": [0, 1, 2, 3, 4], "iterations": 50, "family": ""}),
        json!({"ask": "order-check", "text": "white pawns >= 6 and (black to move or not check)", "cursor": 9}),
        json!({"ask": "order-check", "men": {"white": [1, 2, 2, 1, 8], "black": null}, "promotions": 2}),
        json!({"ask": "order", "text": "white queens = 0", "count": 1, "max_plies": 20}),
        json!({"ask": "mind-classical", "moves": ["e4"]}),
        json!({"ask": "drill-start", "side": "white", "family": "Vienna", "iterations": 20, "seed": 1}),
        json!({"ask": "drill-answer", "move": "e2e4"}),
        json!({"ask": "drill-hint"}),
        json!({"ask": "puzzles-make", "text": "[White \"A\"]\n\n1. f3 e5 2. g4 a6 *", "player": "A", "games": 1}),
        json!({"ask": "puzzles-list"}),
        json!({"ask": "puzzle-next", "number": 1}),
        json!({"ask": "puzzle-answer", "number": 1, "played": [], "move": "e2e4", "hinted": true, "seconds": 3}),
        json!({"ask": "puzzle-solution", "number": 1, "again": true}),
        json!({"ask": "puzzle-hint", "number": 1, "played": []}),
    ]
}

/// A value that is hardly ever what is expected.
fn junk(rng: &mut StdRng) -> Value {
    let texts = ["", "e2e4", "0000", "8/8", "(((((", "white", "checkmate and", "𝄞\u{0}\n", "K", "-1", "<empty>"];
    match rng.random_range(0..10) {
        0 => Value::Null,
        1 => json!(rng.random::<bool>()),
        2 => json!(rng.random_range(-3..10)),
        3 => json!(rng.random::<u64>()),
        4 => json!(rng.random::<f64>() * 10_f64.powi(rng.random_range(-5..300))),
        5 => json!([]),
        6 => json!({ "a": texts[rng.random_range(0..texts.len())] }),
        7 => json!(texts[rng.random_range(0..texts.len())].repeat(rng.random_range(0..400))),
        8 => json!([texts[rng.random_range(0..texts.len())], 5, null]),
        _ => json!(texts[rng.random_range(0..texts.len())]),
    }
}

/// Damages some place of a value, but for `ask`, which goes wrong seldom.
fn damage(value: &mut Value, rng: &mut StdRng) {
    match value {
        Value::Object(fields) if !fields.is_empty() && rng.random_range(0..8) > 0 => {
            let chosen = rng.random_range(0..fields.len());
            let (name, inner) = fields.iter_mut().nth(chosen).expect("a field");
            if name != "ask" || rng.random_range(0..20) == 0 {
                damage(inner, rng);
            }
        }
        Value::Array(list) if !list.is_empty() && rng.random_range(0..4) > 0 => {
            let chosen = rng.random_range(0..list.len());
            damage(&mut list[chosen], rng);
        }
        Value::String(text) if rng.random::<bool>() => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = rng.random_range(0..=letters.len());
            letters.truncate(at);
            letters.extend(['x', '9', ' ', '/', 'K'].iter().take(rng.random_range(0..6)));
            *text = letters.into_iter().collect();
        }
        other => *other = junk(rng),
    }
}

/// Text that is no JSON, or only nearly.
fn garbage(rng: &mut StdRng) -> String {
    let letters = ['{', '}', '[', ']', '"', ':', ',', 'i', 'd', '1', ' ', '\\', 'u', 'é', '\n'];
    (0..rng.random_range(0..60)).map(|_| letters[rng.random_range(0..letters.len())]).collect()
}

/// Sends one message and waits for its last answer; what runs is stopped.
fn send(page: &mut Page, rng: &mut StdRng, sound: &[Value]) {
    if rng.random_range(0..10) == 0 {
        let text = garbage(rng);
        page.say(&text);
        while !page.next()["id"].is_null() {}
        return;
    }
    let mut request = sound[rng.random_range(0..sound.len())].clone();
    for _ in 0..rng.random_range(0..4) {
        damage(&mut request, rng);
    }
    if !request.is_object() {
        return;
    }
    let id = page.send(request);
    let stop = page.send(json!({"ask": "stop"}));
    let (before, _) = page.finish(stop);
    let is_last = |answer: &Value| answer["id"] == json!(id) && (answer["kind"] == "done" || answer["kind"] == "error");
    if !before.iter().any(is_last) {
        page.finish(id);
    }
}

#[test]
fn random_messages_are_all_answered() {
    let wished = std::env::var("MOTLEY_STUDIO_MESSAGES").ok().and_then(|text| text.parse().ok());
    let studio = Studio::start();
    let (mut rng, sound) = (StdRng::seed_from_u64(17), sound());
    let mut page = studio.page();
    for number in 0..wished.unwrap_or(1500) {
        if number % 500 == 499 {
            page = studio.page();
        }
        send(&mut page, &mut rng, &sound);
    }
    let answer = page.done(json!({"ask": "position", "moves": ["e2e4"]}));
    assert_eq!(answer["turn"], "black");
}
