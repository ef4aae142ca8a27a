//! The asks about openings: what follows a position, drawn and exact; search; weights for wished shares.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Color};

use super::go::milliseconds;
use super::position::{described, game, legal_move, uci};
use crate::chess::notation::{numbered_line, parse_move};
use crate::engine::Game;
use crate::explore::{
    Continuation, DistributionMove, SampleOutcome, SampleSetting, TheoryEntry, TheoryError, TheoryPosition,
    distributions, draw_one, families, find_by_name, fit_targets, line_tree, through,
};
use crate::openings::{FEATURES, Graph, Identity, Line, Selection};
use crate::personalities::explorer::{FeatureWeights, LineSampler, MAX_WEIGHT, SamplerKind, TargetShare};
use crate::statistics::estimate::Estimate;
use crate::studio::message::{Answer, Fault, Fields, MOST_SEARCH, MOST_WORD, Request, with};
use crate::studio::page::{Page, Work};
use crate::studio::state::{GraphChoice, Studio};

/// How long lines are drawn for a slider that moves: the whole answer is to be there within 100 milliseconds.
const DRAWING: Duration = Duration::from_millis(60);
/// Lines that a search finds.
const MOST_FOUND: usize = 50;
/// Distributions between two messages of how far a fit is.
const FITS_TOLD: usize = 50;
/// Nodes of a tree.
const MOST_NODES: usize = 4000;

/// The selection of a request.
pub fn choice(fields: &Fields) -> Result<GraphChoice, Fault> {
    let eco = match fields.text("eco", MOST_WORD)?.filter(|text| !text.trim().is_empty()) {
        Some(text) => Some(text.parse().map_err(|error: String| Fault::of_field("eco", error))?),
        None => None,
    };
    let min_moves = fields.whole("min_moves", 0..=20)?.unwrap_or_default() as usize;
    let family = fields.text("family", MOST_SEARCH)?.unwrap_or_default().trim().to_owned();
    let identities = [("position", Identity::Position), ("placement", Identity::Placement)];
    let transpositions = fields.boolean("transpositions")?.unwrap_or(true);
    let identity = fields.choice("identity", &identities)?.unwrap_or_default();
    Ok(GraphChoice { selection: Selection { min_moves, family, eco }, identity, transpositions })
}

/// The graph of a request's selection.
pub fn graph(studio: &Studio, fields: &Fields) -> Result<Arc<Graph>, Fault> {
    studio.graph(&choice(fields)?).map_err(|error| Fault::of_field("family", error))
}

/// How a request draws lines.
pub fn setting(fields: &Fields, iterations: u64, seed: u64) -> Result<SampleSetting, Fault> {
    let kind = sampler(fields)?;
    let parameters = fields.five("parameters", "booleans", Value::as_bool)?.unwrap_or_default();
    let weights = fields.five("weights", "numbers", Value::as_f64)?.unwrap_or([0.2, 0.2, 0.05, 0.05, 0.05]);
    let drawing = LineSampler {
        kind,
        weights: FeatureWeights::new(parameters, weights).map_err(|error| Fault::of_field("weights", error))?,
        iterations: fields.whole("iterations", 1..=100_000)?.unwrap_or(iterations),
        chains: fields.whole("chains", 1..=64)?.unwrap_or(4) as usize,
        seed: fields.whole("seed", 0..=u64::MAX)?.unwrap_or(seed),
    };
    Ok(SampleSetting { parameters, weights, drawing })
}

fn sampler(fields: &Fields) -> Result<SamplerKind, Fault> {
    let kinds = [("metropolis", SamplerKind::Metropolis), ("saarmann", SamplerKind::Saarmann)];
    Ok(fields.choice("sampler", &kinds)?.unwrap_or(SamplerKind::Metropolis))
}

/// The position of a request in the graph of its selection; `None` where theory ends there.
pub fn theory(graph: Arc<Graph>, game: &Game) -> Result<Option<TheoryPosition>, Fault> {
    match TheoryPosition::in_graph(graph, game) {
        Ok(theory) => Ok(Some(theory)),
        Err(TheoryError::End) => Ok(None),
        Err(error @ TheoryError::Unknown(_)) => Err(Fault::of_field("moves", error)),
    }
}

/// Draws for as long as a slider may wait.
fn draw(theory: &TheoryPosition, setting: SampleSetting) -> SampleOutcome {
    let start = Instant::now();
    draw_one(theory, setting, || start.elapsed() >= DRAWING)
}

/// `openings-moves`.
pub fn moves(studio: &Studio, fields: &Fields) -> Answer {
    let game = game(fields)?;
    let start = Instant::now();
    let setting = setting(fields, 2000, 1)?;
    let graph = graph(studio, fields)?;
    let theory = theory(Arc::clone(&graph), &game)?;
    let entry = TheoryEntry::of(&graph, &game);
    let opening = json!({ "eco": entry.eco, "name": entry.name, "ply": entry.named_at });
    let opening = if entry.name.is_some() { opening } else { Value::Null };
    let mut body = json!({
        "lines": graph.lines().len(),
        "positions": graph.len(),
        "through": entry.lines,
        "opening": opening,
        "moves": [],
        "drawn": 0,
    });
    let Some(theory) = theory else { return Ok(body) };
    let outcome = draw(&theory, setting);
    let distribution = distributions(&theory, std::slice::from_ref(&outcome)).remove(0);
    let independent = distribution.effective_size.unwrap_or(distribution.iterations as f64).max(1.0);
    let mut listed: Vec<(f64, Value)> = Vec::new();
    for mv in &distribution.moves {
        let known = entry.moves.iter().find(|known| known.uci == mv.uci);
        let mut written = move_entry(game.position(), mv, known, independent);
        written["eco"] = json!(eco_after(&theory, &mv.uci));
        listed.push((mv.exact, written));
    }
    listed.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    body["moves"] = listed.into_iter().map(|(_, entry)| entry).collect();
    body["drawn"] = json!(distribution.iterations);
    body["acceptance"] = json!(distribution.acceptance);
    body["effective"] = json!(distribution.effective_size);
    body["reduction"] = json!(distribution.scale_reduction);
    body["time"] = json!(milliseconds(start.elapsed()));
    Ok(body)
}

/// The ECO code of the position that a move leads to, where that has a name of its own.
fn eco_after<'a>(theory: &'a TheoryPosition, written: &str) -> Option<&'a str> {
    let edges = theory.graph.edges(theory.at);
    let edge = edges.iter().find(|edge| uci(edge.mv, CastlingMode::Standard) == written)?;
    theory.graph.name(edge.to).map(|line| line.eco.as_str())
}

/// A move with its shares; the interval is that of so many independent draws.
fn move_entry(position: &Chess, mv: &DistributionMove, known: Option<&Continuation>, independent: f64) -> Value {
    let samples = independent.round().max(1.0) as u64;
    let estimate = Estimate::share((mv.share * samples as f64).round() as u64, samples);
    let [low, high] = estimate.interval.unwrap_or([mv.share; 2]);
    let entry = parse_move(position, &mv.uci).map(|mv| described(position, mv)).unwrap_or_default();
    let more = [
        ("share", json!(mv.share)),
        ("low", json!(low.min(mv.share))),
        ("high", json!(high.max(mv.share))),
        ("exact", json!(mv.exact)),
        ("lines", json!(mv.lines)),
        ("games", json!(known.map_or(0, |known| known.games))),
        ("popularity", json!(known.map_or(0.0, |known| known.share))),
        ("results", json!(known.and_then(|known| known.results))),
        ("name", json!(mv.name)),
    ];
    with(entry, more)
}

/// `openings-tree`.
pub fn tree(studio: &Studio, fields: &Fields) -> Answer {
    let game = game(fields)?;
    let setting = setting(fields, 2000, 1)?;
    let plies = fields.whole("plies", 1..=12)?.unwrap_or(4) as usize;
    let least = fields.number("least", 0.0..=1.0)?.unwrap_or(0.01);
    let Some(theory) = theory(graph(studio, fields)?, &game)? else { return Ok(json!({ "drawn": 0, "nodes": [] })) };
    let sample = draw(&theory, setting).sample;
    let nodes = line_tree(&theory, &sample, plies, least);
    let written = nodes.iter().take(MOST_NODES).map(|node| {
        let before = node.parent.map(|parent| &nodes[parent].position);
        let entry = before.zip(node.mv).map(|(before, mv)| described(before, mv)).unwrap_or_default();
        let line = node.id.and_then(|id| theory.graph.name(id));
        let more = [
            ("parent", json!(node.parent)),
            ("ply", json!(node.ply)),
            ("share", json!(node.share)),
            ("name", json!(line.map(Line::name))),
            ("eco", json!(line.map(|line| &line.eco))),
        ];
        with(entry, more)
    });
    Ok(json!({ "drawn": sample.iterations, "nodes": written.collect::<Vec<_>>() }))
}

/// `openings-search`.
pub fn search(studio: &Studio, fields: &Fields) -> Answer {
    let graph = graph(studio, fields)?;
    let (found, near) = match fields.text("text", MOST_SEARCH)? {
        None => (through(&graph, game(fields)?.position(), MOST_FOUND), Vec::new()),
        Some(text) => match find_by_name(graph.lines(), text, MOST_FOUND) {
            Ok(found) => (found, Vec::new()),
            Err(near) => (Vec::new(), near),
        },
    };
    Ok(json!({ "found": found.into_iter().map(line_entry).collect::<Vec<_>>(), "near": near }))
}

/// A named line.
pub fn line_entry(line: &Line) -> Value {
    let results = line.results.last().filter(|results| results.games() > 0);
    let shares = results.and_then(|results| results.shares(Color::White)).map(|[loss, draw, win]| [win, draw, loss]);
    json!({
        "eco": line.eco,
        "name": line.name(),
        "moves": line.moves.iter().map(|&mv| uci(mv, CastlingMode::Standard)).collect::<Vec<_>>(),
        "line": numbered_line(&Chess::default(), &line.moves),
        "games": results.map_or(0, |results| results.games()),
        "results": shares,
    })
}

/// `openings-families`.
pub fn list_families(studio: &Studio) -> Value {
    let graph = studio.names();
    let entries = families(graph.lines()).into_iter().map(|(name, lines)| json!({ "name": name, "lines": lines }));
    json!({ "families": entries.collect::<Vec<_>>() })
}

/// `openings-fit`.
pub fn fit(page: &mut Page<'_>, request: &Request) -> Result<Option<Value>, Fault> {
    let fields = &request.fields;
    let game = game(fields)?;
    let sampler = sampler(fields)?;
    let ended = || Fault::of_field("moves", TheoryError::End);
    let theory = theory(graph(page.studio, fields)?, &game)?.ok_or_else(ended)?;
    let wishes = wishes(fields, &game)?;
    page.start(request.id, move |work: Work<'_>| {
        let goes_on = |tried: usize| {
            if tried.is_multiple_of(FITS_TOLD) {
                work.sender.answer(work.id, "progress", json!({ "done": tried }));
            }
            !work.stop.is_stopped()
        };
        let fitted = fit_targets(&theory, sampler, &wishes, goes_on);
        let fitted = fitted.map_err(|error| Fault::of_field("wishes", error))?;
        let moves = fitted.moves.iter().map(|fitted| {
            let mv = parse_move(game.position(), &fitted.san);
            let entry = mv.map(|mv| described(game.position(), mv)).unwrap_or_default();
            with(entry, [("wish", json!(fitted.wish)), ("share", json!(fitted.share))])
        });
        let every = [true; FEATURES];
        Ok(json!({
            "weights": fitted.weights.map(|weight| weight.min(MAX_WEIGHT)),
            "parameters": every,
            "worst": fitted.worst,
            "tried": fitted.tried,
            "stopped": work.stop.is_stopped(),
            "moves": moves.collect::<Vec<_>>(),
        }))
    })
}

/// The wished shares of a request; of two wishes for one move the last counts.
fn wishes(fields: &Fields, game: &Game) -> Result<Vec<TargetShare>, Fault> {
    let mut wishes: Vec<TargetShare> = Vec::new();
    let given = fields.object("wishes")?;
    for (word, share) in given.entries() {
        let field = given.path(word);
        let mv = legal_move(game.position(), word).map_err(|message| Fault::of_field(&field, message))?;
        let share = share.as_f64().filter(|share| (0.0..=1.0).contains(share));
        let share = share.ok_or_else(|| Fault::of_field(&field, "a wished share is a number from 0 to 1"))?;
        wishes.retain(|wish| wish.mv != mv);
        wishes.push(TargetShare { mv, share });
    }
    Ok(wishes)
}
