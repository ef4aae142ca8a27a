//! The asks of the drill. The record is that of `motley drill`; several pages, and the terminal, may drill at the same
//! time.

use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Color, Move};

use super::openings::{graph, setting, theory};
use super::position::{described, game, legal_move, uci};
use crate::chess::notation::{numbered_line, parse_move, parse_moves};
use crate::drill::{Answer as Verdict, Quiz, QuizLines, Step, opening_of, progress};
use crate::explore::{TheoryError, deepest_name};
use crate::openings::{Graph, Line};
use crate::record::{Opened, Record};
use crate::studio::message::{Answer, Fault, Fields, MOST_WORD, with};
use crate::studio::page::Page;
use crate::studio::state::Studio;

/// Lines that are drawn for each choice.
const ITERATIONS: u64 = 500;

/// The record, and what the learner should know about how it was opened. It is opened for each ask: a file that was
/// moved away in the meantime is noticed.
fn open(studio: &Studio) -> Result<(Record, Option<String>), Fault> {
    let path = studio.record.clone().map_or_else(Record::usual_path, Ok).map_err(Fault::new)?;
    let Opened { record, notices } = Record::open(&path).map_err(Fault::new)?;
    let text = notices.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    Ok((record, (!text.is_empty()).then_some(text)))
}

/// `drill-start`.
pub fn start(page: &mut Page<'_>, fields: &Fields) -> Answer {
    let game = game(fields)?;
    let side = fields.choice("side", &[("white", Color::White), ("black", Color::Black)])?.unwrap_or(Color::White);
    let mut drawing = setting(fields, ITERATIONS, 0)?.drawing;
    if drawing.seed == 0 {
        drawing.seed = rand::random();
    }
    let ended = || Fault::of_field("moves", TheoryError::End);
    let theory = theory(graph(page.studio, fields)?, &game)?.ok_or_else(ended)?;
    let (mut record, warning) = open(page.studio)?;
    let counts = record.counts().map_err(Fault::new)?;
    let mut quiz = Quiz::new(QuizLines { graph: theory.graph, drawing, lead: theory.moves }, counts);
    quiz.start_round(side);
    let mut body = advance(&mut quiz, &mut record)?;
    body["warning"] = json!(warning);
    page.drill = Some(quiz);
    Ok(body)
}

/// `drill-answer`.
pub fn answer(page: &mut Page<'_>, fields: &Fields) -> Answer {
    let studio = page.studio;
    let quiz = running(page)?;
    let position = quiz.position().clone();
    let word = fields.needed_text("move", MOST_WORD)?;
    let mv = legal_move(&position, word).map_err(|message| Fault::of_field("move", message))?;
    let theory = theory_entries(quiz);
    if theory.is_empty() {
        return Err(Fault::new("the round has ended: nothing is asked"));
    }
    let before = quiz.played().len();
    let (mut record, _) = open(studio)?;
    let verdict = quiz.answer(mv, &mut record).map_err(Fault::new)?;
    let goes_on = match verdict {
        Verdict::Right => None,
        Verdict::Wrong { .. } => quiz.played().get(before).map(|&mv| played_entry(&position, mv)),
    };
    let is_right = verdict == Verdict::Right;
    let mut body = advance(quiz, &mut record)?;
    body["verdict"] = json!(if is_right { "right" } else { "wrong" });
    body["goes_on"] = json!(goes_on);
    body["theory"] = json!(theory);
    Ok(body)
}

/// `drill-hint`.
pub fn hint(page: &mut Page<'_>) -> Answer {
    Ok(json!({ "theory": theory_entries(running(page)?) }))
}

fn running<'a>(page: &'a mut Page<'_>) -> Result<&'a mut Quiz, Fault> {
    page.drill.as_mut().ok_or_else(|| Fault::new("no drill has begun: `drill-start` begins one"))
}

/// Goes on until something is asked or the round ends, which is noted in the record.
fn advance(quiz: &mut Quiz, record: &mut Record) -> Answer {
    let mut steps = Vec::new();
    let end = loop {
        let before = quiz.position().clone();
        match quiz.step(record).map_err(Fault::new)? {
            Step::Played(_) => steps.extend(quiz.played().last().map(|&mv| {
                let mut entry = played_entry(&before, mv);
                entry["played"] = entry["uci"].clone();
                entry
            })),
            Step::Named(name) => steps.push(json!({ "named": name })),
            Step::Question => break None,
            Step::End(name) => break Some(name),
        }
    };
    let (right, wrong) = quiz.score();
    Ok(json!({
        "steps": steps,
        "question": end.is_none(),
        "end": end,
        "moves": quiz.played().iter().map(|&mv| uci(mv, CastlingMode::Standard)).collect::<Vec<_>>(),
        "right": right,
        "wrong": wrong,
    }))
}

/// A move with its text, "1. e4".
fn played_entry(before: &Chess, mv: Move) -> Value {
    with(described(before, mv), [("text", json!(numbered_line(before, &[mv])))])
}

/// What theory has in the position of a quiz.
fn theory_entries(quiz: &Quiz) -> Vec<Value> {
    let position = quiz.position();
    let entries = quiz.theory().into_iter().map(|theory| {
        let entry = parse_move(position, &theory.san).map(|mv| described(position, mv)).unwrap_or_default();
        with(entry, [("lines", json!(theory.lines)), ("name", json!(theory.name))])
    });
    entries.collect()
}

/// `drill-record`.
pub fn record(studio: &Studio) -> Answer {
    let (record, warning) = open(studio)?;
    let counts = record.counts().map_err(Fault::new)?;
    let graph = studio.names();
    let due = counts.troubles().into_iter().map(|(fen, answers)| {
        json!({
            "fen": format!("{fen} 0 1"),
            "right": answers.right,
            "wrong": answers.wrong,
            "streak": answers.streak,
            "urgency": answers.urgency(),
            "opening": opening_of(fen, &graph).map(Line::name),
        })
    });
    let openings = progress(&counts, &graph).into_iter().map(|(name, progress)| {
        let (positions, right, wrong, lines) = (progress.positions, progress.right, progress.wrong, progress.lines);
        json!({ "name": name, "positions": positions, "right": right, "wrong": wrong, "lines": lines })
    });
    let (right, wrong) = counts.positions().fold((0, 0), |(right, wrong), (_, answers)| {
        (right + u64::from(answers.right), wrong + u64::from(answers.wrong))
    });
    Ok(json!({
        "path": record.path().display().to_string(),
        "warning": warning,
        "right": right,
        "wrong": wrong,
        "due": due.collect::<Vec<_>>(),
        "lines": counts.lines().filter_map(|(moves, times)| line_entry(moves, times, &graph)).collect::<Vec<_>>(),
        "openings": openings.collect::<Vec<_>>(),
    }))
}

/// A line that was drilled; `None` for moves that are not legal, which a file edited by hand may have.
fn line_entry(moves: &str, times: u32, graph: &Graph) -> Option<Value> {
    let played = parse_moves(moves).ok()?;
    let line = deepest_name(graph, &Chess::default(), &played).map(|(_, line)| line);
    Some(json!({
        "moves": moves.split(' ').collect::<Vec<_>>(),
        "line": numbered_line(&Chess::default(), &played),
        "name": line.map(Line::name),
        "eco": line.map(|line| &line.eco),
        "times": times,
    }))
}
