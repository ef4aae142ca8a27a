//! `pgn-read` and `pgn-write`.

use std::io::Cursor;

use shakmaty::{CastlingMode, Chess, Position as _};

use super::Answered;
use super::position::{game, result, uci};
use crate::chess::notation::line_to_san;
use crate::engine::Game;
use crate::games::pgn::{PgnGame, PgnReader};
use crate::games::write::{WrittenGame, is_tag_name};
use crate::studio::message::{Fields, units, within};
use crate::studio::page::Page;
use crate::studio::protocol::faults::{Fault, Place};
use crate::studio::protocol::pgn::{MOST_NAME, MOST_VALUE, Pgn, PgnReadAsk, PgnWriteAsk, WrittenPgn};

impl Answered for PgnReadAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<Pgn, Fault> {
        let (found, games) = find(&self.text, self.game)?;
        let moves = moves_of(&found);
        if found.cut {
            return Err(Fault { moves: Some(moves), ..illegal(&found, &self.text) });
        }
        let mode = found.start.castles().mode();
        let is_usual = found.start == Chess::default();
        Ok(Pgn {
            headers: found.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            games,
            fen: (!is_usual).then(|| Game::from_position(found.start.clone()).fen()),
            chess960: mode == CastlingMode::Chess960,
            moves,
            san: line_to_san(&found.start, &found.moves),
            result: found.outcome.to_string(),
        })
    }
}

/// One game of a text, and how many there are in it.
pub fn find(text: &str, number: usize) -> Result<(PgnGame, usize), Fault> {
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
    Ok((found, games))
}

fn moves_of(game: &PgnGame) -> Vec<String> {
    game.moves.iter().map(|&mv| uci(mv, game.start.castles().mode())).collect()
}

/// The fault of a game that was cut, with the place of the word where it occurs once in the text.
pub fn illegal(game: &PgnGame, text: &str) -> Fault {
    let ply = game.moves.len() + 1;
    let word = game.illegal.as_deref().unwrap_or_default();
    let mut place = Place { ply: Some(ply), ..Place::field("text") };
    let mut matches = text.match_indices(word).filter(|_| !word.is_empty());
    if let (Some((from, _)), None) = (matches.next(), matches.next()) {
        (place.from, place.to) = (Some(units(text, from)), Some(units(text, from + word.len())));
    }
    Fault::new(format!("half move {ply}, `{word}`, is not legal there")).at(place)
}

impl Answered for PgnWriteAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<WrittenPgn, Fault> {
        let game = game(&self.game)?;
        let tags = headers(&self.headers)?;
        let result = self.result.unwrap_or_else(|| result(&game));
        let text = WrittenGame { tags: &tags, start: game.start(), moves: game.moves(), result }.to_string();
        Ok(WrittenPgn { text })
    }
}

/// The headers of a game, names and values.
pub fn headers(fields: &Fields) -> Result<Vec<(&str, &str)>, Fault> {
    let mut headers = Vec::new();
    for (name, value) in fields.entries() {
        let field = fields.path(name);
        within(name, &field, MOST_NAME)?;
        if !is_tag_name(name) {
            let message = "the name of a header has letters, digits and underscores alone";
            return Err(Fault::of_field(&field, message));
        }
        let value = value.as_str().ok_or_else(|| Fault::of_field(&field, "the value of a header is a text"))?;
        headers.push((name, within(value, &field, MOST_VALUE)?));
    }
    Ok(headers)
}
