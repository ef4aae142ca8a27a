//! Positions to order: `order-check` and `order`.

use std::ops::Range;
use std::time::Instant;

use shakmaty::{CastlingMode, Chess, Color};

use super::go::milliseconds;
use super::position::uci;
use super::{Answered, Plan, Searched};
use crate::chess::PieceCount;
use crate::chess::notation::{line_to_san, numbered_line};
use crate::constraint::{Condition, completions, read_condition, side_has};
use crate::generation::{Format, NamedCondition, PositionSearch, ProofGame, SearchOptions};
use crate::nets::cooperative::Experiment;
use crate::personalities::cooperative::{FinderError, NetworkOptions};
use crate::picture::board::{Board, boards};
use crate::review::{Judge, rating};
use crate::studio::message::units;
use crate::studio::page::Page;
use crate::studio::protocol::faults::{Fault, Place};
use crate::studio::protocol::order::{
    Completions, Order, OrderAsk, OrderCheck, OrderCheckAsk, OrderCondition, OrderInfo, OrderProgress, OrderedPosition,
};

/// Searches for each position before giving up, each wider than the one before.
const TRIES: u32 = 7;

/// The condition of a request: `text` and `men` together.
fn condition(asked: &OrderCondition) -> Result<Condition, Fault> {
    let text = asked.text.as_deref().unwrap_or_default();
    let men = asked.men.as_ref().map_err(Clone::clone)?;
    let counts = [(Color::White, men.white), (Color::Black, men.black)];
    let sides = counts.into_iter().filter_map(|(color, counts)| Some(side_has(color, PieceCount(counts?))));
    let mut parts: Vec<Condition> = sides.collect();
    if !text.trim().is_empty() || parts.is_empty() {
        let refuse = |(error, place): (_, Range<usize>)| {
            Fault::new(error).at(Place::range("text", units(text, place.start)..units(text, place.end)))
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

impl Answered for OrderCheckAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<OrderCheck, Fault> {
        check(&self)
    }
}

fn check(asked: &OrderCheckAsk) -> Result<OrderCheck, Fault> {
    let completions = offered(asked.condition.text.as_deref().unwrap_or_default(), asked.cursor);
    let condition = match condition(&asked.condition) {
        Ok(condition) => condition,
        Err(fault) => return Err(Fault { completions: Some(Box::new(completions)), ..fault }),
    };
    let goals = condition.possible_goals(asked.condition.promotions);
    Ok(OrderCheck {
        words: words(&condition),
        possible: goals.is_ok(),
        reason: goals.as_ref().err().map(ToString::to_string),
        ways: goals.map_or(0, |goals| goals.len()),
        rating: condition.asks_for_rating(),
        completions,
    })
}

/// What may stand at the cursor.
fn offered(text: &str, cursor: Option<usize>) -> Completions {
    let mut passed = 0;
    let is_before = |(_, letter): &(usize, char)| {
        passed += letter.len_utf16();
        cursor.is_none_or(|cursor| passed <= cursor)
    };
    let end = text.char_indices().take_while(is_before).last().map_or(0, |(at, letter)| at + letter.len_utf8());
    let (start, words) = completions(&text[..end]);
    Completions { from: units(text, start), to: units(text, end), words }
}

impl Searched for OrderAsk {
    fn plan(self, _: &mut Page<'_>) -> Result<Plan<OrderAsk>, Fault> {
        let condition = condition(&self.condition)?;
        let goals = condition.possible_goals(self.condition.promotions);
        let goals = goals.map_err(|error| Fault::of_field("text", error))?;
        let options = SearchOptions {
            mode: self.mode,
            network: NetworkOptions { experiment: Experiment::Second, depth: 1, tolerance: 0.1, exact_leaves: false },
            max_plies: self.max_plies,
            promotions: self.condition.promotions,
            tries: TRIES,
            seed: self.seed,
        };
        let (count, mut judge) = (self.count, self.judge.then(Judge::default));
        Ok(Box::new(move |work| {
            let start = Instant::now();
            let wanted = NamedCondition { name: words(&condition), condition };
            let search = PositionSearch { wanted: &wanted, goals: &goals, options, count, unique: true };
            let (mut searched, mut found) = (0, 0);
            let searching = search.run(work.stop, |outcome: Option<ProofGame>| {
                searched += 1;
                found += u32::from(outcome.is_some());
                let progress = OrderProgress { done: searched, of: count, time: milliseconds(start.elapsed()) };
                let info = outcome.map(|game| OrderInfo { position: ordered(&game, judge.as_mut()) });
                let is_there = info.is_none_or(|info| work.channel.info(&info)) && work.channel.progress(&progress);
                if !is_there {
                    work.stop.stop();
                }
                Ok::<(), FinderError>(())
            });
            searching.map_err(Fault::new)?;
            let (stopped, time) = (work.stop.is_stopped(), milliseconds(start.elapsed()));
            Ok(Order { found, asked: count, stopped, time })
        }))
    }
}

/// A position with its proof game, its play judged where that is asked for.
fn ordered(found: &ProofGame, judge: Option<&mut Judge>) -> OrderedPosition {
    let start = Chess::default();
    let loss = judge.map(|judge| judge.mean_loss(&found.moves));
    let board = Board::new(found.name.clone()).with_men(found.board(), Color::White);
    OrderedPosition {
        fen: found.fen(),
        moves: found.moves.iter().map(|&mv| uci(mv, CastlingMode::Standard)).collect(),
        san: line_to_san(&start, &found.moves),
        game: numbered_line(&start, &found.moves),
        plies: found.moves.len(),
        loss,
        rating: loss.map(rating),
        pgn: Format::Pgn.write(found),
        svg: boards(&[board]),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::studio::message::Request;
    use crate::studio::protocol::readers::Group as _;

    fn checked(fields: &str) -> Result<OrderCheck, Fault> {
        let request = Request::read(&format!(r#"{{"id": 1, "ask": "order-check", {fields}}}"#)).expect("a request");
        check(&OrderCheckAsk::read(&request.fields)?)
    }

    #[test]
    fn a_condition_is_repeated_in_words_and_judged() {
        let sound = checked(r#""text": "checkmate", "men": {"white": [1, 2, 2, 1, 8], "black": null}"#).expect("sound");
        assert!(sound.words.ends_with("checkmate") && sound.possible);
        let impossible = checked(r#""text": "white pawns = 8 and white queens = 2""#).expect("it can be read");
        assert!(!impossible.possible && impossible.reason.is_some(), "{impossible:?}");
        assert_eq!(checked(r#""men": {"white": [1, 2, 2, 1, 8]}"#).expect("sound").words, "white 1,2,2,1,8");
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
