//! Positions, moves, games and what players choose.

use serde_json::{Value, json};

use crate::client::{Page, Studio, texts};

/// The legal moves of a position that have a property.
fn moves_with(answer: &Value, has: impl Fn(&Value) -> bool) -> Vec<String> {
    let legal = answer["legal"].as_array().expect("a list").iter();
    legal.filter(|mv| has(mv)).map(|mv| mv["san"].as_str().expect("a move").to_owned()).collect()
}

#[test]
fn hello_has_every_player_with_options_of_the_registry() {
    let studio = Studio::start();
    let hello = studio.page().done(json!({"ask": "hello"}));
    let names = texts(&hello["players"], "name");
    assert_eq!(names[0], "Classical");
    assert!(
        ["Mockfish", "Pattern", "Explorer", "Cooperative", "Textbook", "Random"]
            .iter()
            .all(|name| { names.iter().any(|known| known == name) })
    );
    let mockfish = &hello["players"][names.iter().position(|name| name == "Mockfish").expect("it is there")];
    assert_eq!(mockfish["rated"], json!(true));
    let temperature = mockfish["options"].as_array().expect("options").iter();
    let temperature = temperature.clone().find(|option| option["name"] == "MockfishTemperature").expect("an option");
    assert_eq!(
        (&temperature["kind"], &temperature["max"], &temperature["default"]),
        (&json!("spin"), &json!(200), &json!(15))
    );
    assert!(!hello.to_string().contains("Debug Log File"), "no page writes files");
    assert_eq!(hello["rating"], json!({"min": 600, "max": 2800, "default": 1500}));
}

#[test]
fn a_position_has_all_that_a_page_shows() {
    let studio = Studio::start();
    let mut page = studio.page();
    let answer = page.done(json!({"ask": "position", "moves": ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]}));
    assert_eq!(answer["fen"], "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    assert_eq!((&answer["turn"], &answer["ply"], &answer["board"]["b5"]), (&json!("black"), &json!(5), &json!("B")));
    assert_eq!(answer["opening"], json!({"eco": "C60", "name": "Ruy Lopez", "ply": 5}));
    assert_eq!(texts(&answer["game"], "san"), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    assert_eq!(answer["last"]["san"], "Bb5");
    assert_eq!((&answer["check"], &answer["outcome"]), (&Value::Null, &Value::Null));
    assert_eq!(answer["counts"]["white"]["pawn"], json!(8));

    let castling = page.done(json!({"ask": "position", "fen": "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"}));
    assert_eq!(moves_with(&castling, |mv| mv["castling"] == "short" && mv["to"] == "g1"), ["O-O"]);
    assert_eq!(moves_with(&castling, |mv| mv["castling"] == "long" && mv["uci"] == "e1c1"), ["O-O-O"]);
    let passing = page.done(json!({"ask": "position", "moves": ["e4", "a6", "e5", "d5"]}));
    assert_eq!(moves_with(&passing, |mv| mv["en_passant"] == json!(true) && mv["capture"] == json!(true)), ["exd6"]);
    let promoting = page.done(json!({"ask": "position", "fen": "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"}));
    assert_eq!(moves_with(&promoting, |mv| mv["promotion"] == "knight"), ["exd8=N", "e8=N"]);
    assert_eq!(moves_with(&promoting, |mv| mv["promotion"] == "queen" && mv["check"] == json!(true)).len(), 2);
    let chess960 = json!({"ask": "position", "chess960": true, "fen": "1rk4r/8/8/8/8/8/8/1RK4R w KQkq - 0 1"});
    assert_eq!(moves_with(&page.done(chess960), |mv| mv["castling"] == "long" && mv["to"] == "b1"), ["O-O-O"]);
}

#[test]
fn games_that_are_over_say_how() {
    let studio = Studio::start();
    let mut page = studio.page();
    let mate = page.done(json!({"ask": "position", "moves": ["f3", "e5", "g4", "Qh4"]}));
    assert_eq!(mate["outcome"], json!({"result": "0-1", "winner": "black", "reason": "checkmate", "over": true}));
    assert_eq!((&mate["check"], &mate["legal"]), (&json!("e1"), &json!([])));
    let reason = |page: &mut Page, request: Value| page.done(request)["outcome"]["reason"].clone();
    let of_fen = |fen: &str| json!({"ask": "position", "fen": fen});
    assert_eq!(reason(&mut page, of_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), "stalemate");
    assert_eq!(reason(&mut page, of_fen("7k/8/6K1/8/8/8/8/8 b - - 0 1")), "insufficient material");
    assert_eq!(reason(&mut page, of_fen("7k/8/6K1/8/8/8/8/R7 b - - 100 80")), "fifty moves");
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2);
    let repeated = page.done(json!({"ask": "position", "moves": shuffle}));
    assert_eq!(
        (&repeated["outcome"]["reason"], &repeated["outcome"]["over"]),
        (&json!("threefold repetition"), &json!(false))
    );
    assert_eq!(repeated["legal"].as_array().map(Vec::len), Some(20));
}

#[test]
fn a_board_set_up_by_hand_is_a_fen() {
    let studio = Studio::start();
    let mut page = studio.page();
    let board = json!({"ask": "board", "board": {"e1": "K", "e8": "k", "h1": "R"}, "castling": "K"});
    assert_eq!(page.done(board)["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let empty = page.done(json!({"ask": "board", "board": {}}));
    assert!(empty["valid"] == json!(false) && empty["reason"].is_string(), "{empty}");
    let of_fen = page.done(json!({"ask": "board", "fen": "4k3/8/8/8/8/8/4P3/4K3 b - - 3 7"}));
    assert_eq!((&of_fen["board"]["e2"], &of_fen["turn"], &of_fen["number"]), (&json!("P"), &json!("black"), &json!(7)));
}

#[test]
fn every_player_chooses_a_legal_move_and_says_what_it_thinks() {
    let studio = Studio::start();
    let mut page = studio.page();
    let players = texts(&page.done(json!({"ask": "hello"}))["players"], "name");
    for player in players {
        let request =
            json!({"ask": "go", "player": player, "moves": ["e2e4"], "limits": {"movetime": 100, "nodes": 500}});
        let id = page.send(request);
        let (before, answer) = page.finish(id);
        assert_eq!(answer["kind"], "done", "{player}: {answer}");
        let lines: Vec<&Value> = before.iter().filter(|info| info["depth"].is_number()).collect();
        assert!(!lines.is_empty() && lines.iter().all(|line| line["kind"] == "info" && line["id"] == json!(id)));
        let last = lines[lines.len() - 1];
        assert!(
            last["score"].is_object() && (0.0..=1.0).contains(&last["white"].as_f64().expect("a number")),
            "{last}"
        );
        assert!(last["line"].as_str().expect("a line").starts_with("1... "), "{player}: {last}");
        let mv = answer["move"].as_str().expect("a move");
        page.done(json!({"ask": "position", "moves": ["e2e4", mv]}));
    }
}

#[test]
fn options_seats_and_only_hold_for_their_request() {
    let studio = Studio::start();
    let mut page = studio.page();
    let lines = json!({"ask": "go", "player": "Classical", "options": {"MultiPV": 3}, "limits": {"depth": 4}});
    let id = page.send(lines);
    let (before, _) = page.finish(id);
    assert!(before.iter().any(|info| info["rank"] == json!(3)));
    let id = page.send(json!({"ask": "go", "player": "Classical", "limits": {"depth": 4}}));
    assert!(page.finish(id).0.iter().all(|info| info["rank"] != json!(3)), "the default is back");
    let only = json!({"ask": "go", "player": "Classical", "only": ["a2a3"], "limits": {"depth": 2}, "seat": "white"});
    assert_eq!(page.done(only)["move"], "a2a3");
    let seeded =
        json!({"ask": "go", "player": "Random", "options": {"Seed": 5}, "new_game": true, "limits": {"nodes": 1}});
    assert_eq!(page.done(seeded.clone())["move"], page.done(seeded)["move"]);
    let over = json!({"ask": "go", "player": "Classical", "moves": ["f3", "e5", "g4", "Qh4"], "limits": {"depth": 2}});
    assert_eq!(page.done(over)["move"], Value::Null);
}

#[test]
fn players_are_compared_on_one_position() {
    let studio = Studio::start();
    let mut page = studio.page();
    let players = json!([{"player": "Classical"}, {"player": "Random", "options": {"Seed": 1}}]);
    let id = page.send(json!({"ask": "compare", "players": players, "limits": {"depth": 3}}));
    let (before, answer) = page.finish(id);
    assert_eq!(answer["players"].as_array().map(Vec::len), Some(2), "{answer}");
    assert!(answer["players"][0]["info"]["line"].is_string() && answer["players"][1]["move"].is_string(), "{answer}");
    assert!(before.iter().any(|info| info["index"] == json!(1) && info["player"] == "Random"));
    assert!(before.iter().any(|message| message["kind"] == "progress" && message["done"] == json!(2)));
}

#[test]
fn a_player_answers_an_offered_draw_by_what_it_expects_and_claims_one() {
    let studio = Studio::start();
    let mut page = studio.page();
    let level = "4k3/5ppp/8/8/8/8/5PPP/4K3 w - - 0 30";
    let mut does = |fen: &str, moves: &str, expected: f64| {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let request = json!({"ask": "manners", "fen": fen, "moves": moves, "rating": 1400, "expected": [expected],
            "offered": true});
        page.done(request)["does"].clone()
    };
    assert_eq!((does(level, "", 0.5), does(level, "", 0.9)), (json!("accepts"), json!("plays")));
    let thrice = "Kd2 Kd7 Ke1 Ke8 Kd2 Kd7 Ke1 Ke8";
    assert_eq!((does(level, thrice, 0.5), does(level, thrice, 0.9)), (json!("claims"), json!("plays")));
}

#[test]
fn a_game_is_written_as_pgn_and_read_back() {
    let studio = Studio::start();
    let mut page = studio.page();
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let headers = json!({"White": "Ann \"A\"", "Event": "Test"});
    let request =
        json!({"ask": "pgn-write", "fen": fen, "moves": ["e2e4", "Kd7"], "headers": headers, "result": "1/2-1/2"});
    let text = page.done(request)["text"].clone();
    let read = page.done(json!({"ask": "pgn-read", "text": text}));
    assert_eq!((&read["fen"], &read["result"], &read["games"]), (&json!(fen), &json!("1/2-1/2"), &json!(1)));
    assert_eq!((&read["moves"], &read["san"]), (&json!(["e2e4", "e8d7"]), &json!(["e4", "Kd7"])));
    assert_eq!((&read["headers"]["White"], &read["headers"]["Event"]), (&json!("Ann \"A\""), &json!("Test")));
    let mated = page.done(json!({"ask": "pgn-write", "moves": ["f3", "e5", "g4", "Qh4"]}));
    assert!(mated["text"].as_str().expect("a text").ends_with("1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{mated}");
    let two = page.done(json!({"ask": "pgn-read", "text": "1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 *\n", "game": 2}));
    assert_eq!((&two["games"], &two["san"], &two["fen"]), (&json!(2), &json!(["d4", "d5"]), &Value::Null));
}

#[test]
fn a_game_with_variations_is_read_and_written_again() {
    let studio = Studio::start();
    let mut page = studio.page();
    let moves = "1. e4 {[%clk 0:05:00] [%eval 0.3,20] best by test} (1. d4 d5 (1... Nf6 $5 2. c4) {[%csl Gd4] solid}) \
                 1... e5 $2 1-0";
    let text = format!("[White \"Ann\"]\n[WhiteElo \"1412\"]\n\n{{A game}} {moves}\n");
    let read = page.done(json!({"ask": "pgn-read", "text": text}));
    assert_eq!((&read["comment"], &read["moves"]), (&json!("A game"), &json!(["e2e4", "e7e5"])));
    let nodes = read["nodes"].as_array().expect("a list").clone();
    assert_eq!(nodes.len(), 6);
    assert_eq!(
        (&nodes[0]["clock"], &nodes[0]["eval"]["cp"], &nodes[0]["eval"]["depth"]),
        (&json!(300.0), &json!(30), &json!(20))
    );
    let white = nodes[0]["eval"]["white"].as_f64().expect("a share");
    assert!((0.5..0.6).contains(&white) && nodes[0]["comment"] == "best by test", "{}", nodes[0]);
    let parents: Vec<&Value> = nodes.iter().map(|node| &node["parent"]).collect();
    assert_eq!(parents, [&json!(null), &json!(null), &json!(1), &json!(1), &json!(3), &json!(0)], "{nodes:?}");

    let request = json!({"ask": "pgn-write", "nodes": nodes, "comment": "A game", "headers": read["headers"],
        "result": "1-0"});
    let text = page.done(request)["text"].as_str().expect("a text").to_owned();
    let written = text.replace('\n', " ");
    for part in [
        "[WhiteElo \"1412\"]",
        "{A game} 1. e4 {",
        "[%clk 0:05:00]",
        "[%eval 0.30,20]",
        "best by test}",
        "(1. d4 d5 {[%csl Gd4] solid} (1... Nf6 $5 2. c4))",
        "1... e5 $2 1-0",
    ] {
        assert!(written.contains(part), "{part} in {written}");
    }
    let again = page.done(json!({"ask": "pgn-read", "text": text}));
    assert_eq!(again["nodes"].as_array().map(Vec::len), Some(6));
    let wrong = page.refused(json!({"ask": "pgn-write", "nodes": [{"uci": "e2e4"}, {"parent": 0, "uci": "e4e5"}]}));
    assert_eq!(wrong["at"], json!({"field": "nodes", "index": 1}));
    let ahead = page.refused(json!({"ask": "pgn-write", "nodes": [{"parent": 3, "uci": "e2e4"}]}));
    assert_eq!(ahead["at"], json!({"field": "nodes", "index": 0}));
}

#[test]
fn the_games_of_a_text_are_listed_and_a_bad_one_says_why() {
    let studio = Studio::start();
    let mut page = studio.page();
    let text = "[White \"Ann\"]\n[Result \"1-0\"]\n\n1. e4 (1. d4) e5 1-0\n\n[White \"Bob\"]\n\n1. e4 Ke4 *\n";
    let games = page.done(json!({"ask": "pgn-list", "text": text}))["games"].clone();
    assert_eq!(
        (&games[0]["white"], &games[0]["result"], &games[0]["plies"]),
        (&json!("Ann"), &json!("1-0"), &json!(2))
    );
    let fault = games[1]["fault"].as_str().expect("a sentence");
    assert!(fault.starts_with("game 2 (line 8, after 1. e4): cannot read Ke4"), "{fault}");
    assert_eq!(page.done(json!({"ask": "pgn-list", "text": ""}))["games"], json!([]));
}
