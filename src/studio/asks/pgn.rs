//! `pgn-read` and `pgn-write`.

use std::io::Cursor;

use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Position as _};

use super::position::{game, result, uci};
use crate::chess::notation::line_to_san;
use crate::engine::Game;
use crate::games::pgn::{PgnGame, PgnReader};
use crate::games::write::{WrittenGame, is_tag_name};
use crate::studio::message::{Answer, Fault, Fields, units, within};

/// Bytes of PGN in a message.
const MOST_PGN: usize = 900_000;
/// Bytes of a header's name, which PGN bounds by its lines.
const MOST_NAME: usize = 255;
/// Bytes of a header's value: longer ones could not be read back.
const MOST_VALUE: usize = 4000;

/// `pgn-read`.
pub fn read(fields: &Fields) -> Answer {
    let text = fields.needed_text("text", MOST_PGN)?;
    let number = fields.whole("game", 1..=1_000_000)?.unwrap_or(1) as usize;
    let reader = PgnReader::new(Cursor::new(text.to_owned().into_bytes()));
    let unreadable = |error| Fault::of_field("text", error);
    let (mut games, mut wanted) = (0, None);
    for found in reader.map_err(unreadable)? {
        let found = found.map_err(unreadable)?;
        // Text that is no PGN is read as a game without anything.
        if found.moves.is_empty() && found.tags.iter().next().is_none() && !found.cut {
            continue;
        }
        games += 1;
        if games == number {
            wanted = Some(found);
        }
    }
    let Some(found) = wanted else {
        let message = match games {
            0 => "there is no game in the text: expected is PGN".to_owned(),
            games => format!("there is no game {number}: the text has {games}"),
        };
        return Err(Fault::of_field(if games == 0 { "text" } else { "game" }, message));
    };
    let moves = moves_of(&found);
    if found.cut {
        return Err(illegal(&found, text).with("moves", json!(moves)));
    }
    let headers = found.tags.iter().map(|(name, value)| (name.to_owned(), json!(value)));
    let mode = found.start.castles().mode();
    let is_usual = found.start == Chess::default();
    Ok(json!({
        "headers": Value::Object(headers.collect()),
        "games": games,
        "fen": (!is_usual).then(|| Game::from_position(found.start.clone()).fen()),
        "chess960": mode == CastlingMode::Chess960,
        "moves": moves,
        "san": line_to_san(&found.start, &found.moves),
        "result": found.outcome.to_string(),
    }))
}

fn moves_of(game: &PgnGame) -> Vec<String> {
    game.moves.iter().map(|&mv| uci(mv, game.start.castles().mode())).collect()
}

/// The fault of a game that was cut, with the place of the word where it occurs once in the text.
fn illegal(game: &PgnGame, text: &str) -> Fault {
    let ply = game.moves.len() + 1;
    let word = game.illegal.as_deref().unwrap_or_default();
    let mut place = json!({ "field": "text", "ply": ply });
    let mut matches = text.match_indices(word).filter(|_| !word.is_empty());
    if let (Some((from, _)), None) = (matches.next(), matches.next()) {
        place["from"] = json!(units(text, from));
        place["to"] = json!(units(text, from + word.len()));
    }
    Fault::new(format!("half move {ply}, `{word}`, is not legal there")).at(place)
}

/// `pgn-write`.
pub fn write(fields: &Fields) -> Answer {
    let game = game(fields)?;
    let (headers, mut tags) = (fields.object("headers")?, Vec::new());
    for (name, value) in headers.entries() {
        let field = headers.path(name);
        within(name, &field, MOST_NAME)?;
        if !is_tag_name(name) {
            return Err(Fault::of_field(&field, "the name of a header has letters, digits and underscores alone"));
        }
        let value = value.as_str().ok_or_else(|| Fault::of_field(&field, "the value of a header is a text"))?;
        tags.push((name, within(value, &field, MOST_VALUE)?));
    }
    let results = ["1-0", "0-1", "1/2-1/2", "*"].map(|result| (result, result));
    let result = fields.choice("result", &results)?.unwrap_or_else(|| result(&game));
    let text = WrittenGame { tags: &tags, start: game.start(), moves: game.moves(), result }.to_string();
    Ok(json!({ "text": text }))
}
