//! Puzzles: made, asked, answered and noted.

use serde_json::{Value, json};

use crate::client::{Page, Studio};

/// A mate that Ann missed, and one that she allowed.
const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 g6 *\n\n\
    [White \"Bob\"]\n[Black \"ann\"]\n\n1. e4 e5 2. Bc4 Bc5 3. Qh5 Nf6 4. d3 g6 *\n\n";

fn made(page: &mut Page) {
    let id = page.send(json!({"ask": "puzzles-make", "text": GAMES, "player": "ANN"}));
    let (progress, made) = page.finish(id);
    assert_eq!((&made["found"], &made["added"], &made["stopped"]), (&json!(2), &json!(2), &json!(false)), "{made}");
    let last = progress.last().expect("how far it is");
    assert_eq!((&last["kind"], &last["done"], &last["of"]), (&json!("progress"), &json!(2), &json!(2)), "{last}");
}

#[test]
fn puzzles_are_made_once_and_asked_until_they_are_answered() {
    let studio = Studio::start();
    let mut page = studio.page();
    assert_eq!(page.done(json!({"ask": "puzzle-next"}))["puzzle"], Value::Null);
    made(&mut page);
    assert_eq!(page.done(json!({"ask": "puzzles-make", "text": GAMES, "player": "Ann"}))["added"], json!(0));
    let list = page.done(json!({"ask": "puzzles-list"}));
    assert_eq!((&list["due_now"], list["puzzles"].as_array().map(Vec::len)), (&json!(2), Some(2)), "{list}");

    let first = page.done(json!({"ask": "puzzle-next"}))["puzzle"].clone();
    assert!(first["prompt"].as_str().is_some_and(|prompt| prompt.contains("to move.")), "{first}");
    let number = &first["number"];
    let hint = page.done(json!({"ask": "puzzle-hint", "number": number}));
    assert_eq!(hint["square"], json!("h5"));
    let solved = page.done(json!({"ask": "puzzle-answer", "number": number, "move": "Qxf7#", "hinted": true}));
    assert_eq!((&solved["verdict"], &solved["end"]["line"]), (&json!("solved"), &json!("4. Qxf7#")), "{solved}");
    let wait = solved["end"]["due"].as_i64().zip(solved["end"]["now"].as_i64()).map(|(due, now)| due - now);
    assert_eq!(wait, Some(16 * 3600), "a day, less eight hours");

    let second = page.done(json!({"ask": "puzzle-next"}))["puzzle"]["number"].clone();
    assert_ne!(&second, number);
    let wrong = page.done(json!({"ask": "puzzle-answer", "number": second, "move": "a3"}));
    assert_eq!(
        (&wrong["verdict"], &wrong["reply"], &wrong["end"]),
        (&json!("wrong"), &json!("f6h5"), &Value::Null),
        "the queen is taken, and the solution is not told: {wrong}"
    );
    let again = json!({"ask": "puzzle-answer", "number": second, "move": "Qxf7#", "again": true});
    let end = page.done(again)["end"].clone();
    let wait = end["due"].as_i64().zip(end["now"].as_i64()).map(|(due, now)| due - now);
    assert!(wait.is_some_and(|wait| wait <= 600), "the first try counts: {end}");
    let open = page.done(json!({"ask": "puzzle-next", "number": number}));
    assert_eq!(&open["puzzle"]["number"], number, "a puzzle that is not due can be opened");
}

#[test]
fn one_sides_mistakes_of_a_game_become_puzzles_and_are_given_up() {
    let studio = Studio::start();
    let mut page = studio.page();
    let game = GAMES.split_inclusive(" *").next().expect("a game");
    let mut make = |side: &str| page.done(json!({"ask": "puzzles-make", "text": game, "side": side}));
    let (white, again) = (make("white"), make("white"));
    assert_eq!((&white["found"], &white["added"], &white["first"]), (&json!(1), &json!(1), &json!(1)), "{white}");
    assert_eq!((&again["added"], &again["first"]), (&json!(0), &json!(1)), "{again}");
    for again in [false, true] {
        let end = page.done(json!({"ask": "puzzle-solution", "number": 1, "again": again}));
        assert_eq!((&end["line"], &end["due_now"]), (&json!("4. Qxf7#"), &json!(0)), "{end}");
        let kept = page.done(json!({"ask": "puzzles-list"}))["puzzles"][0].clone();
        assert_eq!((&kept["right"], &kept["wrong"]), (&json!(0), &json!(1)), "{kept}");
    }
}

#[test]
fn what_does_not_fit_a_puzzle_is_refused() {
    let studio = Studio::start();
    let mut page = studio.page();
    let near = page.refused(json!({"ask": "puzzles-make", "text": GAMES, "player": "Anna"}));
    assert!(near["message"].as_str().is_some_and(|message| message.contains("did you mean `Ann`")), "{near}");
    let none = page.refused(json!({"ask": "puzzles-make", "text": "no games", "player": "Ann"}));
    assert_eq!(none["at"]["field"], json!("player"), "{none}");
    page.refused(json!({"ask": "puzzle-next", "number": 7}));
    made(&mut page);
    for (fields, field) in [
        (json!({"number": 9, "move": "e4"}), "number"),
        (json!({"number": 1, "move": "Ke5"}), "move"),
        (json!({"number": 1, "move": "a3", "played": ["a2a3", "a7a6"]}), "played"),
        (json!({"number": 1, "move": "a3", "played": ["h5f7"]}), "played"),
    ] {
        let mut request = fields;
        request["ask"] = json!("puzzle-answer");
        assert_eq!(page.refused(request.clone())["at"]["field"], json!(field), "{request}");
    }
    assert_eq!(page.done(json!({"ask": "puzzles-list"}))["due_now"], json!(2), "nothing was noted");
}

/// A stop ends the search, and the page can go on at once.
#[test]
fn the_making_of_puzzles_is_stopped() {
    let studio = Studio::start();
    let mut page = studio.page();
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *";
    let text = format!("[White \"Ann\"]\n\n{long}\n\n").repeat(2000);
    let id = page.send(json!({"ask": "puzzles-make", "text": text, "player": "Ann"}));
    let first = page.next();
    assert_eq!((&first["kind"], &first["of"]), (&json!("progress"), &json!(2000)), "{first}");
    let stop = page.send(json!({"ask": "stop", "of": id}));
    let (mut made, mut stopped) = (Value::Null, false);
    while made == Value::Null || !stopped {
        let answer = page.next();
        stopped |= answer["id"] == json!(stop);
        if answer["id"] == json!(id) && answer["kind"] == "done" {
            made = answer;
        }
    }
    assert_eq!(made["stopped"], json!(true), "{made}");
    assert!(made["games"].as_u64().is_some_and(|games| games < 2000), "{made}");
}
