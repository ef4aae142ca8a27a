//! What players make of a position: Mockfish's networks, Pattern's predictions, Classical's network and terms.

use serde_json::{Map, Value, json};
use shakmaty::{Chess, Move, Position as _, Square};

use super::position::{described, game, man, side};
use crate::engine::Game;
use crate::engine::options::{OptionChoice, SharedOptions};
use crate::nets::pattern::PatternNet;
use crate::nets::rated::Who;
use crate::personalities::classical::eval::handmade::{ExplainedTerm, FULL_PHASE, explain};
use crate::personalities::classical::eval::nnue::{Nnue, NnueExplanation};
use crate::personalities::classical::evaluation_for_white;
use crate::personalities::mockfish::{MockfishOptions, NetChoice};
use crate::predictions::policy::{Heat, MoveReport};
use crate::predictions::winner::{move_chances, win_chances};
use crate::studio::message::{Answer, Fault, Fields, with};
use crate::studio::state::Studio;

/// Half moves of a game that Pattern's net is asked about: each costs a step.
const MOST_PLIES: usize = 600;

/// One of the choices of a combo option.
fn option_choice<T: OptionChoice>(fields: &Fields, name: &str) -> Result<T, Fault> {
    let choices: Vec<(&str, T)> = T::NAMES.iter().copied().zip(T::ALL.iter().copied()).collect();
    Ok(fields.choice(name, &choices)?.unwrap_or(T::ALL[0]))
}

/// `mind-mockfish`.
pub fn mockfish(studio: &Studio, fields: &Fields) -> Answer {
    let game = game(fields)?;
    let nets: NetChoice = option_choice(fields, "net")?;
    let usual = MockfishOptions::default().temperature;
    let temperature = fields.whole("temperature", 0..=200)?.map_or(usual, |percent| percent as u8);
    let default = u64::from(SharedOptions::default().elo);
    let rating = fields.whole("rating", 1..=4000)?.unwrap_or(default) as u16;
    let who = Who::rapid(rating);
    let prediction = studio.with_mockfish(nets, |nets| nets.predict_moves(&game, who).map_err(Fault::new))?;
    let prediction = prediction.ok_or_else(|| Fault::of_field("moves", "the game is over: there is no move"))?;
    let (report, (selector, targets)) = (prediction.report(), prediction.heats());
    let position = game.position();
    let entry = |((mv, drawn), report): ((Move, f32), &MoveReport)| {
        let more = [
            ("probability", json!(report.probability)),
            ("drawn", json!(drawn)),
            ("selector", json!(report.selector)),
            ("target", json!(report.target)),
        ];
        with(described(position, mv), more)
    };
    let targets: Map<String, Value> =
        targets.iter().map(|(role, heat)| (man(*role).to_owned(), by_square(heat))).collect();
    Ok(json!({
        "turn": side(position.turn()),
        "selector": by_square(&selector),
        "targets": targets,
        "moves": prediction.drawn(temperature).into_iter().zip(&report.moves).map(entry).collect::<Vec<_>>(),
        "value": report.value.map(|[loss, draw, win]| json!({ "win": win, "draw": draw, "loss": loss })),
        "tactic": report.tactic,
    }))
}

fn by_square(heat: &Heat) -> Value {
    Value::Object(Square::ALL.iter().zip(heat).map(|(square, share)| (square.to_string(), json!(share))).collect())
}

/// `mind-pattern`.
pub fn pattern(studio: &Studio, fields: &Fields) -> Answer {
    let game = game(fields)?;
    let net: PatternNet = option_choice(fields, "net")?;
    if *game.start() != Chess::default() {
        return Err(Fault::of_field("fen", "Pattern reads games from the usual start only"));
    }
    if game.moves().len() > MOST_PLIES {
        return Err(Fault::of_field("moves", format!("Pattern is asked about {MOST_PLIES} half moves at most")));
    }
    studio.with_pattern(net, |reader| {
        let played = win_chances(reader, game.moves()).map_err(Fault::new)?;
        let chances = move_chances(reader, &game).map_err(Fault::new)?;
        Ok(json!({ "game": played, "moves": chance_entries(&game, chances) }))
    })
}

/// The legal moves with White's chance after each, the best for the mover first.
fn chance_entries(game: &Game, mut chances: Vec<(Move, f64)>) -> Vec<Value> {
    let turn = game.position().turn();
    chances.sort_by(|(_, a), (_, b)| if turn.is_white() { b.total_cmp(a) } else { a.total_cmp(b) });
    let entry = |(mv, white)| with(described(game.position(), mv), [("white", json!(white))]);
    chances.into_iter().map(entry).collect()
}

/// `mind-classical`.
pub fn classical(fields: &Fields) -> Answer {
    let game = game(fields)?;
    let position = game.position();
    let nnue = Nnue::embedded();
    let values = NnueExplanation::of(&nnue, position).values;
    let piece = |(square, value): (&Square, Option<i32>)| Some((square.to_string(), json!(value?)));
    let pieces: Map<String, Value> = Square::ALL.iter().zip(values).filter_map(piece).collect();
    let explained = explain(position);
    let term = |term: &ExplainedTerm| json!({ "name": term.name, "white": term.white, "black": term.black });
    Ok(json!({
        "network": { "score": evaluation_for_white(position, &nnue), "pieces": pieces },
        "score": explained.score,
        "phase": explained.phase,
        "full_phase": FULL_PHASE,
        "terms": explained.terms.iter().map(term).collect::<Vec<_>>(),
    }))
}
