//! Positions to order: `order-check`, `order` and `order-sheet`.

use std::ops::Range;
use std::time::Instant;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position as _};

use super::go::milliseconds;
use super::position::uci;
use super::{Answered, Plan, Searched};
use crate::chess::PieceCount;
use crate::chess::notation::{line_to_san, numbered_line};
use crate::constraint::{Condition, Goal, NoGoal, completions, read_condition, side_has};
use crate::lessons::generation::{Effort, Format, NamedCondition, PositionSearch, ProofGame, SearchOptions};
use crate::lessons::review::{Judge, rating};
use crate::nets::cooperative::Experiment;
use crate::personalities::cooperative::{FinderError, NetworkOptions};
use crate::picture::board::{Board, boards};
use crate::picture::{Diagram, Sheet};
use crate::studio::message::units;
use crate::studio::page::Page;
use crate::studio::protocol::faults::{Fault, FaultPlace};
use crate::studio::protocol::order::{
    Completions, MOST_POSITIONS, Order, OrderAsk, OrderCheck, OrderCheckAsk, OrderCondition, OrderInfo, OrderProgress,
    OrderSheet, OrderSheetAsk, OrderedPosition, SheetFormat,
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
            Fault::new(error).at(FaultPlace::range("text", units(text, place.start)..units(text, place.end)))
        };
        parts.push(read_condition(text).map_err(refuse)?);
    }
    Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::All(parts) })
}

/// A condition in words: a count of White's pieces is written as a constraint.
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
    let goals = condition.possible_goals_within(asked.condition.promotions, asked.condition.max_plies);
    Ok(OrderCheck {
        words: words(&condition),
        possible: goals.is_ok(),
        reason: goals.as_ref().err().map(NoGoal::reason),
        ways: goals.map_or(0, |goals| goals.len()),
        rating: condition.needs().is_needed(),
        completions,
    })
}

/// The words that may stand at the cursor.
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
        let goals = condition.possible_goals_within(self.condition.promotions, self.condition.max_plies);
        let goals = goals.map_err(|error| Fault::of_field("text", error))?;
        let options = SearchOptions {
            mode: self.mode,
            network: NetworkOptions { experiment: Experiment::Second, depth: 1, tolerance: 0.1, exact_leaves: false },
            max_plies: self.condition.max_plies,
            promotions: self.condition.promotions,
            tries: TRIES,
            seed: self.seed,
        };
        let (count, mut judge) = (self.count, self.judge.then(Judge::default));
        Ok(Box::new(move |work| {
            let start = Instant::now();
            let wanted = NamedCondition { name: words(&condition), condition };
            let search = PositionSearch { wanted: &wanted, goals: &goals, options, count, unique: true, tables: "" };
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
            let effort = searching.map_err(Fault::new)?;
            let (stopped, time) = (work.stop.is_stopped(), milliseconds(start.elapsed()));
            // A search that was broken off says nothing about what there is.
            let none = (found == 0 && !stopped).then(|| none_found(effort, &goals));
            Ok(Order { found, asked: count, stopped, none, time })
        }))
    }
}

/// That nothing was found, and what to change where that is known.
fn none_found(effort: Effort, goals: &[Goal]) -> String {
    let advice = goals.iter().filter_map(Goal::advice).next();
    let advice = advice.unwrap_or("more promotions or half moves may help");
    format!("{}; {advice}", effort.none_found())
}

impl Answered for OrderSheetAsk {
    fn answer(self, _: &mut Page<'_>) -> Result<OrderSheet, Fault> {
        sheet(&self)
    }
}

fn sheet(asked: &OrderSheetAsk) -> Result<OrderSheet, Fault> {
    if asked.positions.is_empty() || asked.positions.len() > MOST_POSITIONS as usize {
        return Err(Fault::of_field("positions", format!("a sheet has 1 to {MOST_POSITIONS} positions")));
    }
    let mut sheet = Sheet { title: "Positions to order".to_owned(), ..Sheet::default() };
    for (index, position) in asked.positions.iter().enumerate() {
        let fen: Fen =
            position.fen.parse().map_err(|error| Fault::of_field(&format!("positions[{index}].fen"), error))?;
        let setup = fen.into_setup();
        let solution = position.solution.as_deref().unwrap_or_default();
        let viewer = if solution.is_empty() { Color::White } else { setup.turn };
        let caption = position.caption.clone().unwrap_or_default();
        sheet.diagrams.push(Diagram { board: setup.board, viewer, turn: setup.turn, caption });
        if !solution.is_empty() {
            sheet.solutions.push(format!("{}: {solution}", index + 1));
        }
    }
    Ok(OrderSheet {
        text: match asked.format {
            SheetFormat::Pdf => sheet.pdf(),
            SheetFormat::Svg => sheet.svg(),
        },
    })
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
        turn: found.position().turn().into(),
        solution: found.solution_text(),
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
        assert!(!impossible.possible, "{impossible:?}");
        let reason = impossible.reason.expect("a reason");
        assert!(
            reason.starts_with("white's 2 queens need 1 promotion"),
            "the page writes `Impossible` itself: {reason}"
        );
        let late = checked(r#""text": "white pawns = 0", "max_plies": 11"#).expect("it can be read");
        assert!(!late.possible, "{late:?}");
        assert_eq!(checked(r#""men": {"white": [1, 2, 2, 1, 8]}"#).expect("sound").words, "white 1,2,2,1,8");
    }

    fn sheet_of(fields: &str) -> Result<OrderSheet, Fault> {
        let request = Request::read(&format!(r#"{{"id": 1, "ask": "order-sheet", {fields}}}"#)).expect("a request");
        sheet(&OrderSheetAsk::read(&request.fields)?)
    }

    #[test]
    fn a_sheet_has_its_positions_and_solutions() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let one = format!(r#""positions": [{{"fen": "{start}", "caption": "the start", "solution": "1. e4"}}]"#);
        let pdf = sheet_of(&one).expect("a sheet").text;
        assert!(pdf.starts_with("%PDF-") && pdf.contains("(1: 1. e4)") && pdf.contains("the start"), "{pdf}");
        assert!(sheet_of(&format!(r#"{one}, "format": "svg""#)).expect("a sheet").text.starts_with("<svg"));
        let many = vec![format!(r#"{{"fen": "{start}"}}"#); 51].join(",");
        for (fields, field) in [
            (r#""positions": []"#.to_owned(), "positions"),
            (format!(r#""positions": [{many}]"#), "positions"),
            (format!(r#""positions": [{{"fen": "{start}"}}, {{"fen": "8/8"}}]"#), "positions[1].fen"),
            (r#""positions": [{"caption": "none"}]"#.to_owned(), "positions[0].fen"),
        ] {
            let fault = sheet_of(&fields).expect_err("it is refused").answer(Some(1));
            assert_eq!(fault["at"]["field"], json!(field), "{fields}");
        }
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
