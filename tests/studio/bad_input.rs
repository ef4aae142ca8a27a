//! Messages that cannot be obeyed: an error with its place, and the socket goes on.

use serde_json::{Value, json};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::CloseCode;

use crate::client::{Page, Studio};

#[test]
fn what_is_no_request_is_answered_with_its_place() {
    let studio = Studio::start();
    let mut page = studio.page();
    for (text, at) in [
        ("", json!({"line": 1, "column": 0})),
        ("hello", json!({"line": 1, "column": 1})),
        ("{\"id\": 1,\n\"ask\": }", json!({"line": 2, "column": 8})),
        ("[1, 2]", Value::Null),
        ("{\"ask\": \"hello\"}", json!({"field": "id"})),
        ("{\"id\": 1.5, \"ask\": \"hello\"}", json!({"field": "id"})),
    ] {
        page.say(text);
        let answer = page.next();
        assert_eq!(
            (&answer["kind"], &answer["id"], &answer["at"]),
            (&json!("error"), &Value::Null, &at),
            "{text}: {answer}"
        );
    }
    page.say(&"[".repeat(100_000));
    assert_eq!(page.next()["kind"], "error", "deep nesting");
    page.socket.send(Message::binary(vec![0, 255])).expect("it is read");
    assert_eq!(page.next()["kind"], "error", "binary messages");
    page.done(json!({"ask": "stop"}));
}

#[test]
fn every_field_that_does_not_fit_is_named() {
    let studio = Studio::start();
    let mut page = studio.page();
    let go = |more: Value| {
        let mut request = json!({"ask": "go", "player": "Classical", "limits": {"depth": 1}});
        more.as_object().expect("fields").iter().for_each(|(name, value)| request[name] = value.clone());
        request
    };
    for (request, field) in [
        (json!({"ask": "dance"}), "ask"),
        (json!({"ask": 5}), "ask"),
        (json!({"ask": "position", "fen": "hello"}), "fen"),
        (json!({"ask": "position", "fen": "8/8/8/8/8/8/8/8 w - - 0 1"}), "fen"),
        (json!({"ask": "position", "moves": "e2e4"}), "moves"),
        (json!({"ask": "position", "moves": ["e2e4", 5]}), "moves"),
        (json!({"ask": "position", "moves": vec!["Nf3"; 5000]}), "moves"),
        (json!({"ask": "position", "chess960": "yes"}), "chess960"),
        (json!({"ask": "board", "board": {"e9": "K"}}), "board.e9"),
        (json!({"ask": "go"}), "player"),
        (go(json!({"player": "Nobody"})), "player"),
        (go(json!({"options": {"Threads": 100_000}})), "options.Threads"),
        (go(json!({"options": {"Debug Log File": "/tmp/x"}})), "options.Debug Log File"),
        (go(json!({"limits": {"depth": 0}})), "limits.depth"),
        (go(json!({"limits": {"movetime": "long"}})), "limits.movetime"),
        (go(json!({"only": ["e2e5"]})), "only"),
        (json!({"ask": "compare", "players": [], "limits": {"depth": 1}}), "players"),
        (json!({"ask": "compare", "players": [{"player": "Random"}]}), "limits"),
        (json!({"ask": "manners", "expected": [0.5, 2]}), "expected"),
        (json!({"ask": "manners", "rating": "high"}), "rating"),
        (json!({"ask": "pgn-read"}), "text"),
        (json!({"ask": "pgn-read", "text": "hello, this is no game"}), "text"),
        (json!({"ask": "pgn-read", "text": "1. e4 *", "game": 2}), "game"),
        (json!({"ask": "pgn-write", "headers": {"a b": "c"}}), "headers.a b"),
        (json!({"ask": "pgn-write", "headers": {"White": 5}}), "headers.White"),
        (json!({"ask": "pgn-write", "nodes": [{"uci": "e2e4", "glyphs": [256]}]}), "nodes[0].glyphs"),
        (json!({"ask": "pgn-write", "nodes": [{}]}), "nodes[0].uci"),
        (json!({"ask": "openings-moves", "weights": [1, 2, 3]}), "weights"),
        (
            json!({"ask": "openings-moves", "parameters": [true, true, true, true, true], "weights": [-1, 0, 0, 0, 0]}),
            "weights",
        ),
        (json!({"ask": "openings-moves", "family": "no such family"}), "family"),
        (json!({"ask": "openings-moves", "eco": "Z99"}), "eco"),
        (json!({"ask": "openings-fit", "wishes": {"c2c4": 2}}), "wishes.c2c4"),
        (json!({"ask": "openings-fit", "wishes": {"c2c5": 0.2}}), "wishes.c2c5"),
        (json!({"ask": "openings-fit", "wishes": {"c2c4": 0.8, "e2e4": 0.8}}), "wishes"),
        (json!({"ask": "mind-mockfish", "net": "Worst"}), "net"),
        (json!({"ask": "mind-mockfish", "moves": ["f3", "e5", "g4", "Qh4"]}), "moves"),
        (json!({"ask": "mind-pattern", "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "net": "Kumar"}), "fen"),
        (json!({"ask": "mind-pattern", "chess960": true}), "chess960"),
        (json!({"ask": "order-check", "text": "white unicorns = 1"}), "text"),
        (json!({"ask": "order", "text": ""}), "text"),
        (json!({"ask": "review"}), "moves"),
        (json!({"ask": "review", "text": "1. e4 -- *"}), "text"),
        (json!({"ask": "review", "text": "[Variant \"Bughouse\"]\n\n1. e4 *"}), "text"),
        (json!({"ask": "review", "moves": ["e4"], "white_elo": 100}), "white_elo"),
        (json!({"ask": "review", "moves": ["e4"], "limits": {"depth": 0}}), "limits.depth"),
        (json!({"ask": "review", "moves": ["e4"], "headers": {"White": 5}}), "headers.White"),
        (json!({"ask": "order", "text": "checkmate", "count": 1_000_000}), "count"),
        (json!({"ask": "order", "text": "white pawns = 9"}), "text"),
        (json!({"ask": "drill-start", "side": "both"}), "side"),
        (json!({"ask": "drill-start", "repertoire": "1. e4 Ke5 *"}), "repertoire"),
        (json!({"ask": "drill-start", "repertoire": "1. e4 *", "side": "black"}), "repertoire"),
        (json!({"ask": "drill-start", "repertoire": "1. e4 e5 *", "elo": 300}), "elo"),
        (json!({"ask": "drill-start", "repertoire": "1. e4 e5 *", "moves": ["d2d4"]}), "moves"),
        (json!({"ask": "drill-start", "repertoire": "x".repeat(900_001)}), "repertoire"),
        (json!({"ask": "repertoire-check", "repertoire": "1. e4 Ke5 *"}), "repertoire"),
        (json!({"ask": "repertoire-check", "side": "white"}), "repertoire"),
        (json!({"ask": "repertoire-check", "repertoire": "1. e4 e5 *", "elo": 300}), "elo"),
        (json!({"ask": "repertoire-write", "repertoire": "1. e4 *", "side": "black"}), "repertoire"),
        (json!({"ask": "repertoire-write", "repertoire": "1. e4 e5 *", "side": "green"}), "side"),
    ] {
        let answer = page.refused(request.clone());
        assert_eq!(answer["at"]["field"], json!(field), "{request}: {answer}");
    }
    page.done(json!({"ask": "position"}));
}

#[test]
fn every_text_has_a_bound_that_the_error_says() {
    let studio = Studio::start();
    let mut page = studio.page();
    let long = |bytes: usize| "x".repeat(bytes);
    let go = |name: &str, value: String| json!({"ask": "go", "player": "Random", "limits": {"nodes": 1}, name: value});
    for (request, field, most) in [
        (json!({"ask": long(800_000)}), "ask", 100),
        (json!({"ask": "position", "fen": long(800_000)}), "fen", 200),
        (json!({"ask": "position", "moves": ["e2e4", long(101)]}), "moves[1]", 100),
        (json!({"ask": "board", "fen": long(201)}), "fen", 200),
        (json!({"ask": "board", "castling": long(101)}), "castling", 100),
        (json!({"ask": "pgn-read", "text": long(900_001)}), "text", 900_000),
        (json!({"ask": "pgn-write", "headers": {"White": long(4001)}}), "headers.White", 4000),
        (json!({"ask": "openings-search", "text": long(800_000)}), "text", 200),
        (json!({"ask": "openings-moves", "family": long(201)}), "family", 200),
        (json!({"ask": "openings-moves", "eco": long(101)}), "eco", 100),
        (json!({"ask": "order-check", "text": long(2001)}), "text", 2000),
        (json!({"ask": "order", "text": long(2001)}), "text", 2000),
        (go("player", long(101)), "player", 100),
        (go("seat", long(101)), "seat", 100),
        (
            json!({"ask": "go", "player": "Cooperative", "options": {"CoopConstraint": long(4097)}}),
            "options.CoopConstraint",
            4096,
        ),
    ] {
        let answer = page.refused(request);
        assert_eq!(answer["at"]["field"], json!(field), "{answer}");
        let message = answer["message"].as_str().expect("a sentence");
        assert!(message.contains("is too long") && message.ends_with(&format!("{most} are the most")), "{message}");
    }
    page.refused(json!({"ask": "go", "player": "Random", "only": vec!["e2e4"; 257], "limits": {"nodes": 1}}));
}

#[test]
fn places_within_lists_and_texts_are_counted() {
    let studio = Studio::start();
    let mut page = studio.page();
    let illegal = page.refused(json!({"ask": "position", "moves": ["e2e4", "e7e5", "e4e5"]}));
    assert_eq!(illegal["at"], json!({"field": "moves", "index": 2}));
    let text = "[White \"ä\"]\n\n1. e4 e5 2. Ke3 *";
    let pgn = page.refused(json!({"ask": "pgn-read", "text": text}));
    assert_eq!(pgn["at"], json!({"field": "text", "ply": 3, "from": 25, "to": 28}), "{pgn}");
    assert_eq!(pgn["moves"], json!(["e2e4", "e7e5"]));
    let words = page.refused(json!({"ask": "order-check", "text": "white kni"}));
    assert_eq!((&words["at"]["from"], &words["at"]["to"]), (&json!(6), &json!(9)));
    assert_eq!(words["completions"]["words"], json!(["knights"]));
}

#[test]
fn pgn_of_any_kind_is_read_or_refused_by_a_line_that_names_game_and_move() {
    let studio = Studio::start();
    let mut page = studio.page();
    let refusal = |page: &mut Page, text: &str| {
        let answer = page.refused(json!({"ask": "pgn-read", "text": text}));
        assert_eq!(answer["at"]["field"], json!("text"), "{answer}");
        answer["message"].as_str().expect("a sentence").to_owned()
    };
    for (text, line) in [
        ("1. e4 e5 2. -- Nc6 *", "game 1 (line 1, after 1... e5): -- is a null move"),
        ("1. e4 e5 2. Ke3 *", "game 1 (line 1, after 1... e5): cannot read Ke3: no king can go there"),
        ("[Variant \"Bughouse\"]\n\n1. e4 *", "game 1 (line 1): games of the variant `Bughouse` cannot be read"),
    ] {
        let message = refusal(&mut page, text);
        assert!(message.starts_with(line) && !message.contains('\n'), "{message}");
    }
    let nested = format!("1. e4 {}{} e5", "(1. d4 ".repeat(200), ")".repeat(200));
    let read = page.done(json!({"ask": "pgn-read", "text": nested}));
    assert_eq!((&read["result"], read["nodes"].as_array().map(Vec::len)), (&json!("*"), Some(202)));
    let long = format!("1. e4 {{{}}} e5 *", "x".repeat(800_000));
    assert_eq!(page.done(json!({"ask": "pgn-read", "text": long}))["moves"], json!(["e2e4", "e7e5"]));
}

#[test]
fn a_message_that_is_too_large_closes_the_socket_with_a_reason() {
    let studio = Studio::start();
    let mut page = studio.page();
    let text = json!({"id": 1, "ask": "pgn-read", "text": "x".repeat(899_000)}).to_string();
    page.say(&text);
    assert_eq!(page.next()["id"], json!(1), "a large message is answered");
    page.say(&"x".repeat(1_000_001));
    let answer = page.next();
    assert_eq!((&answer["kind"], &answer["id"]), (&json!("error"), &Value::Null));
    match page.socket.read() {
        Ok(Message::Close(Some(frame))) => assert_eq!(frame.code, CloseCode::Size),
        other => panic!("it is closed with a reason, not {other:?}"),
    }
    studio.page().done(json!({"ask": "stop"}));
}
