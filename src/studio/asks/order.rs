//! Positions to order: `order-check` and `order`.

use std::time::Instant;

use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Color};

use super::go::milliseconds;
use super::position::{side, uci};
use crate::chess::PieceCount;
use crate::chess::notation::{line_to_san, numbered_line};
use crate::constraint::{Condition, Goal, NoGoal, completions, read_condition, side_has};
use crate::generation::{Format, NamedCondition, PositionSearch, ProofGame, SearchOptions};
use crate::nets::cooperative::Experiment;
use crate::personalities::cooperative::{FinderError, Mode, NetworkOptions};
use crate::picture::board::{Board, boards};
use crate::review::{Judge, rating};
use crate::studio::message::{Answer, Fault, Fields, Request, units};
use crate::studio::page::{Page, Work};

/// Bytes of a condition in words.
const MOST_TEXT: usize = 2000;
/// Searches for each position before giving up, each wider than the one before.
const TRIES: u32 = 7;

/// The condition of a request: `text` and `men` together.
fn condition(fields: &Fields) -> Result<Condition, Fault> {
    let text = fields.text("text", MOST_TEXT)?.unwrap_or_default();
    let men = fields.object("men")?;
    let mut parts = Vec::new();
    for color in Color::ALL {
        let count = |value: &Value| value.as_u64().filter(|count| *count <= 10).map(|count| count as u8);
        let counts = men.five(side(color), "numbers from 0 to 10", count)?;
        parts.extend(counts.map(|counts| side_has(color, PieceCount(counts))));
    }
    if !text.trim().is_empty() || parts.is_empty() {
        let refuse = |(error, place): (_, std::ops::Range<usize>)| {
            let (from, to) = (units(text, place.start), units(text, place.end));
            Fault::new(error).at(json!({ "field": "text", "from": from, "to": to }))
        };
        parts.push(read_condition(text).map_err(refuse)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) })
}

/// A condition in words: a count of White's men is written as a constraint.
fn words(condition: &Condition) -> String {
    if let Some(count) = condition.as_count() {
        return format!("white {count}");
    }
    let Condition::All(parts) = condition else { return condition.to_string() };
    let part = |part: &Condition| match part {
        Condition::Any(_) => format!("({part})"),
        part => words(part),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" and ")
}

fn goals(condition: &Condition, fields: &Fields) -> Result<(u32, Result<Vec<Goal>, NoGoal>), Fault> {
    let promotions = fields.whole("promotions", 0..=16)?.unwrap_or_default() as u32;
    Ok((promotions, condition.possible_goals(promotions)))
}

/// `order-check`.
pub fn check(fields: &Fields) -> Answer {
    let text = fields.text("text", MOST_TEXT)?.unwrap_or_default();
    let offered = offered(text, fields)?;
    let condition = condition(fields).map_err(|fault| fault.with("completions", offered.clone()))?;
    let (_, goals) = goals(&condition, fields)?;
    Ok(json!({
        "words": words(&condition),
        "possible": goals.is_ok(),
        "reason": goals.as_ref().err().map(ToString::to_string),
        "ways": goals.map_or(0, |goals| goals.len()),
        "rating": condition.asks_for_rating(),
        "completions": offered,
    }))
}

/// What may stand at the cursor.
fn offered(text: &str, fields: &Fields) -> Answer {
    let cursor = fields.whole("cursor", 0..=MOST_TEXT as u64)?;
    let mut passed = 0;
    let is_before = |(_, letter): &(usize, char)| {
        passed += letter.len_utf16() as u64;
        cursor.is_none_or(|cursor| passed <= cursor)
    };
    let end = text.char_indices().take_while(is_before).last().map_or(0, |(at, letter)| at + letter.len_utf8());
    let (start, words) = completions(&text[..end]);
    Ok(json!({ "from": units(text, start), "to": units(text, end), "words": words }))
}

/// `order`.
pub fn order(page: &mut Page<'_>, request: &Request) -> Result<Option<Value>, Fault> {
    let fields = &request.fields;
    let condition = condition(fields)?;
    let (promotions, goals) = goals(&condition, fields)?;
    let goals = goals.map_err(|error| Fault::of_field("text", error))?;
    let modes = [("distance", Mode::Distance), ("network", Mode::Network)];
    let options = SearchOptions {
        mode: fields.choice("mode", &modes)?.unwrap_or(Mode::Distance),
        network: NetworkOptions { experiment: Experiment::Second, depth: 1, tolerance: 0.1, exact_leaves: false },
        max_plies: fields.whole("max_plies", 1..=400)?.unwrap_or(101) as u32,
        promotions,
        tries: TRIES,
        seed: fields.whole("seed", 0..=u64::MAX)?.unwrap_or(1),
    };
    let count = fields.whole("count", 1..=50)?.unwrap_or(1) as u32;
    let mut judge = fields.flag("judge")?.then(Judge::default);
    page.start(request.id, move |work: Work<'_>| {
        let start = Instant::now();
        let wanted = NamedCondition { name: words(&condition), condition };
        let search = PositionSearch { wanted: &wanted, goals: &goals, options, count, unique: true };
        let (mut searched, mut found) = (0, 0);
        let searching = search.run(work.stop, |outcome: Option<ProofGame>| {
            searched += 1;
            found += u32::from(outcome.is_some());
            let progress = json!({ "done": searched, "of": count, "time": milliseconds(start.elapsed()) });
            let entry = outcome.map(|game| json!({ "position": position_entry(&game, judge.as_mut()) }));
            let is_there = entry.is_none_or(|entry| work.sender.answer(work.id, "info", entry))
                && work.sender.answer(work.id, "progress", progress);
            if !is_there {
                work.stop.stop();
            }
            Ok::<(), FinderError>(())
        });
        searching.map_err(Fault::new)?;
        let (stopped, time) = (work.stop.is_stopped(), milliseconds(start.elapsed()));
        Ok(json!({ "found": found, "asked": count, "stopped": stopped, "time": time }))
    })
}

/// A position with its proof game, its play judged where that is asked for.
fn position_entry(found: &ProofGame, judge: Option<&mut Judge>) -> Value {
    let start = Chess::default();
    let loss = judge.map(|judge| judge.mean_loss(&found.moves));
    let board = Board::new(found.name.clone()).with_men(found.board(), Color::White);
    json!({
        "fen": found.fen(),
        "moves": found.moves.iter().map(|&mv| uci(mv, CastlingMode::Standard)).collect::<Vec<_>>(),
        "san": line_to_san(&start, &found.moves),
        "game": numbered_line(&start, &found.moves),
        "plies": found.moves.len(),
        "loss": loss,
        "rating": loss.map(rating),
        "pgn": Format::Pgn.write(found),
        "svg": boards(&[board]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(fields: &str) -> Answer {
        check(&Request::read(&format!(r#"{{"id": 1, "ask": "order-check", {fields}}}"#)).expect("a request").fields)
    }

    #[test]
    fn a_condition_is_repeated_in_words_and_judged() {
        let sound = checked(r#""text": "checkmate", "men": {"white": [1, 2, 2, 1, 8], "black": null}"#).expect("sound");
        assert!(sound["words"].as_str().expect("words").ends_with("checkmate") && sound["possible"] == json!(true));
        let impossible = checked(r#""text": "white pawns = 8 and white queens = 2""#).expect("it can be read");
        assert!(impossible["possible"] == json!(false) && impossible["reason"].is_string(), "{impossible}");
        assert_eq!(checked(r#""men": {"white": [1, 2, 2, 1, 8]}"#).expect("sound")["words"], json!("white 1,2,2,1,8"));
    }

    #[test]
    fn a_fault_has_its_place_in_units_of_the_page_and_completions() {
        let fault = checked(r#""text": "white 𝄞 pawns""#).expect_err("no word").answer(Some(1));
        assert_eq!((&fault["at"]["from"], &fault["at"]["to"]), (&json!(6), &json!(8)));
        let typed = checked(r#""text": "white kni and check", "cursor": 9"#).expect_err("no word").answer(Some(1));
        assert_eq!(typed["completions"], json!({"from": 6, "to": 9, "words": ["knights"]}));
        let counts = checked(r#""men": {"black": [1, 2]}"#).expect_err("two numbers").answer(Some(1));
        assert_eq!(counts["at"]["field"], json!("men.black"));
    }
}
