//! `compare`: several players on one position, one after another.

use serde_json::{Map, Value, json};

use super::go::{PageReporter, ask, chosen_move, limits};
use super::position::game;
use crate::engine::{Game, Limits};
use crate::studio::message::{Fault, Request};
use crate::studio::page::{Page, Work};
use crate::studio::players::PlayerChoice;

/// Players of one request.
const MOST: usize = 16;

/// `compare`.
pub fn compare(page: &mut Page<'_>, request: &Request) -> Result<Option<Value>, Fault> {
    let players = request.fields.objects("players")?;
    if !(1..=MOST).contains(&players.len()) {
        return Err(Fault::of_field("players", format!("`players`: expected are 1 to {MOST} of them")));
    }
    let chess960 = request.fields.flag("chess960")?;
    let read = |player| PlayerChoice::read(player, chess960, &page.studio.options);
    let choices: Vec<PlayerChoice> = players.iter().map(read).collect::<Result<_, _>>()?;
    let game = game(&request.fields)?;
    let limits = limits(&request.fields, &game)?;
    if limits.infinite || limits.depth.is_none() && limits.nodes.is_none() && limits.move_time.is_none() {
        let message = "`limits`: each player needs a bound, `movetime`, `depth` or `nodes`";
        return Err(Fault::of_field("limits", message));
    }
    page.start(request.id, move |mut work: Work<'_>| {
        let mut compared = Vec::new();
        for (index, choice) in choices.iter().enumerate() {
            if work.stop.is_stopped() {
                break;
            }
            compared.push(one(&mut work, index, choice, &game, &limits));
            let progress = json!({ "done": index + 1, "of": choices.len() });
            work.sender.answer(work.id, "progress", progress);
        }
        Ok(json!({ "stopped": work.stop.is_stopped(), "players": compared }))
    })
}

/// What one player makes of the position.
fn one(work: &mut Work<'_>, index: usize, choice: &PlayerChoice, game: &Game, limits: &Limits) -> Value {
    let name = choice.info.name;
    let common = [("index", json!(index)), ("player", json!(name))];
    let common: Map<String, Value> = common.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let mut report = PageReporter::new(work.sender, work.id, work.stop, game).with(common);
    let player = work.players.get(choice, &mut report);
    let (chosen, failure) = ask(player, choice, game, limits, work.stop, &mut report);
    let mut entry = match failure {
        None => chosen_move(game, chosen),
        Some(failure) => {
            work.players.forget_last();
            Map::from_iter([("error".to_owned(), json!(failure.to_string()))])
        }
    };
    entry.insert("player".to_owned(), json!(name));
    entry.insert("info".to_owned(), json!(report.best));
    entry.insert("texts".to_owned(), json!(report.texts));
    Value::Object(entry)
}
