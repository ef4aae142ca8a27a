//! Outcomes as a table, CSV, JSON, or a chart.

use std::fmt::Write as _;

use serde::Serialize;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Move, Position};

use super::run::{Outcome, Place};
use crate::cli::terminal;
use crate::drawing::chart::Bars;
use crate::openings::{Edge, FEATURES, Line};
use crate::personalities::explorer::SamplerKind;

/// Moves in a chart; the others are too rare to be seen.
const DRAWN_MOVES: usize = 10;

/// One setting and its distribution.
#[derive(Serialize)]
struct Distribution {
    at: String,
    sampler: String,
    parameters: [u8; FEATURES],
    weights: [f64; FEATURES],
    iterations: u64,
    /// Of the drawing alone; the graph is built once, before.
    seconds: f64,
    build_seconds: f64,
    /// Proposals that were taken, from 0 to 1.
    acceptance: f64,
    /// Lines in the sub-sample, and positions that they reach.
    lines: usize,
    positions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    effective_size: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scale_reduction: Option<f64>,
    moves: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    san: String,
    uci: String,
    /// Drawn, from 0 to 1.
    share: f64,
    /// By calculation, from 0 to 1.
    exact: f64,
    /// Lines that play it here; 0 for a transposition.
    lines: u32,
    /// Where it leads: the name of the position, or, with dots, the family to which most of the drawn lines belong.
    name: String,
}

fn distribution(place: &Place, outcome: &Outcome) -> Distribution {
    let position = place.graph.position(place.at);
    let edges = place.graph.edges(place.at);
    let mut moves: Vec<Row> =
        edges.iter().zip(&outcome.exact).map(|(edge, &exact)| row(place, outcome, &position, edge, exact)).collect();
    moves.sort_by(|a, b| b.share.total_cmp(&a.share).then(b.exact.total_cmp(&a.exact)));
    let convergence = outcome.sample.convergence;
    Distribution {
        at: numbered(&place.moves),
        sampler: sampler(outcome.drawing.kind),
        parameters: outcome.parameters.map(u8::from),
        weights: outcome.weights,
        iterations: outcome.sample.iterations,
        seconds: outcome.seconds,
        build_seconds: place.built_in,
        acceptance: outcome.sample.acceptance,
        lines: place.graph.lines().len(),
        positions: place.graph.len(),
        effective_size: convergence.map(|convergence| convergence.effective_size),
        scale_reduction: convergence.map(|convergence| convergence.scale_reduction),
        moves,
    }
}

fn row(place: &Place, outcome: &Outcome, position: &Chess, edge: &Edge, exact: f64) -> Row {
    Row {
        san: SanPlus::from_move(position.clone(), edge.mv).to_string(),
        uci: edge.mv.to_uci(CastlingMode::Standard).to_string(),
        share: outcome.sample.moves.iter().find(|share| share.mv == edge.mv).map_or(0.0, |share| share.share),
        exact,
        lines: edge.lines,
        name: place.graph.name(edge.to).map_or_else(|| family(place, outcome, edge), Line::name),
    }
}

fn family(place: &Place, outcome: &Outcome, edge: &Edge) -> String {
    let mut families: Vec<(&str, u64)> = Vec::new();
    for way in outcome.sample.lines.iter().filter(|way| way.moves[0] == edge.mv) {
        let opening = place.graph.line(way.line).opening.as_str();
        match families.iter_mut().find(|(known, _)| *known == opening) {
            Some((_, drawn)) => *drawn += way.drawn,
            None => families.push((opening, way.drawn)),
        }
    }
    let any = || place.graph.line(place.graph.passages(edge.to)[0].line).opening.as_str();
    let most = families.iter().max_by_key(|(_, drawn)| *drawn).map_or_else(any, |(opening, _)| opening);
    format!("{most} …")
}

pub fn as_json(place: &Place, outcomes: &[Outcome]) -> String {
    let distributions: Vec<Distribution> = outcomes.iter().map(|outcome| distribution(place, outcome)).collect();
    // One setting is one object: most callers ask for one.
    match distributions.as_slice() {
        [only] => terminal::as_json(only),
        several => terminal::as_json(&several),
    }
}

pub fn as_csv(place: &Place, outcomes: &[Outcome]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let _ = writer.write_record(["setting", "san", "uci", "share", "exact", "lines", "name"]);
    for (outcome, label) in outcomes.iter().zip(labels(outcomes)) {
        for row in distribution(place, outcome).moves {
            let fields = [
                label.clone(),
                row.san,
                row.uci,
                row.share.to_string(),
                row.exact.to_string(),
                row.lines.to_string(),
                row.name,
            ];
            let _ = writer.write_record(fields);
        }
    }
    String::from_utf8(writer.into_inner().expect("memory can be written")).expect("only text was written")
}

pub fn as_table(place: &Place, outcomes: &[Outcome]) -> String {
    let mut text = format!(
        "{} lines, {} positions, graph built in {:.1} ms\n",
        place.graph.lines().len(),
        place.graph.len(),
        1000.0 * place.built_in
    );
    for outcome in outcomes {
        let d = distribution(place, outcome);
        let at = if d.at.is_empty() { "the start" } else { &d.at };
        let _ = writeln!(
            text,
            "\nat {at}: {} lines drawn by {} in {:.3} s, {:.1} % of proposals accepted",
            d.iterations,
            d.sampler,
            d.seconds,
            100.0 * d.acceptance
        );
        let _ = writeln!(text, "parameters {:?}, weights {:?}", d.parameters, d.weights);
        if let (Some(size), Some(reduction)) = (d.effective_size, d.scale_reduction) {
            let _ = writeln!(text, "effective sample size {size:.0}, potential scale reduction {reduction:.4}");
        }
        let _ = writeln!(text, "{:<9}{:>9}{:>9}{:>7}  name", "move", "share", "exact", "lines");
        for row in d.moves {
            let lines = if row.lines == 0 { "(t)".to_owned() } else { row.lines.to_string() };
            let _ = writeln!(text, "{:<9}{:>9.4}{:>9.4}{lines:>7}  {}", row.san, row.share, row.exact, row.name);
        }
    }
    text
}

/// The settings side by side (the seed's figures 15 to 21).
pub fn as_svg(place: &Place, outcomes: &[Outcome]) -> String {
    let position = place.graph.position(place.at);
    let share = |outcome: &Outcome, mv: Move| {
        outcome.sample.moves.iter().find(|share| share.mv == mv).map_or(0.0, |share| share.share)
    };
    let mut moves: Vec<Move> = place.graph.edges(place.at).iter().map(|edge| edge.mv).collect();
    let most = |mv: Move| outcomes.iter().map(|outcome| share(outcome, mv)).fold(0.0, f64::max);
    moves.sort_by(|a, b| most(*b).total_cmp(&most(*a)));
    moves.retain(|mv| most(*mv) > 0.0);
    moves.truncate(DRAWN_MOVES);

    let at =
        if place.moves.is_empty() { "the first move".to_owned() } else { format!("after {}", numbered(&place.moves)) };
    Bars {
        title: format!("{at}: {} lines, {}", place.graph.lines().len(), sampler(outcomes[0].drawing.kind)),
        categories: moves.iter().map(|mv| SanPlus::from_move(position.clone(), *mv).to_string()).collect(),
        series: outcomes
            .iter()
            .zip(labels(outcomes))
            .map(|(outcome, label)| (label, moves.iter().map(|mv| share(outcome, *mv)).collect()))
            .collect(),
    }
    .draw()
}

/// What tells the settings apart.
fn labels(outcomes: &[Outcome]) -> Vec<String> {
    let differs = |same: &dyn Fn(&Outcome) -> bool| outcomes.iter().any(|outcome| !same(outcome));
    let first = &outcomes[0];
    let iterations = differs(&|outcome| outcome.drawing.iterations == first.drawing.iterations);
    let parameters = differs(&|outcome| outcome.parameters == first.parameters);
    let weights = differs(&|outcome| outcome.weights == first.weights);
    let label = |outcome: &Outcome| {
        let mut parts = Vec::new();
        if iterations || !(parameters || weights) {
            parts.push(format!("{} iterations", outcome.drawing.iterations));
        }
        if parameters {
            parts.push(format!("({})", outcome.parameters.map(|set| u8::from(set).to_string()).join(", ")));
        }
        if weights {
            parts.push(format!("[{}]", outcome.weights.map(|weight| weight.to_string()).join(", ")));
        }
        parts.join(" ")
    };
    outcomes.iter().map(label).collect()
}

fn sampler(sampler: SamplerKind) -> String {
    format!("{sampler:?}").to_lowercase()
}

/// "1. e4 e5 2. Nc3".
pub fn numbered(moves: &[Move]) -> String {
    let mut position = Chess::default();
    let mut words = Vec::new();
    for (ply, &mv) in moves.iter().enumerate() {
        let san = SanPlus::from_move(position.clone(), mv);
        words.push(if ply % 2 == 0 { format!("{}. {san}", ply / 2 + 1) } else { san.to_string() });
        position.play_unchecked(mv);
    }
    words.join(" ")
}
