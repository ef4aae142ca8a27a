//! The distribution of sampled lines over the moves of a position.

use serde::Serialize;
use shakmaty::{CastlingMode, Move};

use super::{SampleOutcome, TheoryPosition};
use crate::chess::notation::san;
use crate::openings::{Edge, FEATURES, NamedLine};
use crate::personalities::explorer::SamplerKind;
use crate::picture::chart::Bars;

/// Moves in a chart; the others are too rare to be seen.
const DRAWN_MOVES: usize = 10;

/// The samples of one setting.
#[derive(Clone, Debug, Serialize)]
pub struct Distribution {
    /// The moves by which the position was given.
    pub at: String,
    pub sampler: String,
    pub parameters: [u8; FEATURES],
    pub weights: [f64; FEATURES],
    pub iterations: u64,
    /// Of the sampling alone; the graph is built once, before.
    pub seconds: f64,
    pub build_seconds: f64,
    /// Proposals that were taken, from 0 to 1.
    pub acceptance: f64,
    /// Lines in the sub-sample, and positions that they reach.
    pub lines: usize,
    pub positions: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effective_size: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale_reduction: Option<f64>,
    /// The most sampled first.
    pub moves: Vec<DistributionMove>,
}

#[derive(Clone, Debug, Serialize)]
pub struct DistributionMove {
    pub san: String,
    pub uci: String,
    /// Sampled, from 0 to 1.
    pub share: f64,
    /// By calculation, from 0 to 1.
    pub exact: f64,
    /// Lines that play it here; 0 for a transposition.
    pub lines: u32,
    /// The target: the name of the position, or, with dots, the family to which most of the sampled lines belong.
    pub name: String,
}

/// One distribution for each outcome.
pub fn distributions(theory: &TheoryPosition, outcomes: &[SampleOutcome]) -> Vec<Distribution> {
    outcomes.iter().map(|outcome| distribution(theory, outcome)).collect()
}

fn distribution(theory: &TheoryPosition, outcome: &SampleOutcome) -> Distribution {
    let position = theory.position();
    let edges = theory.graph.edges(theory.at).iter().zip(&outcome.exact);
    let mut moves: Vec<DistributionMove> = edges
        .map(|(edge, &exact)| DistributionMove {
            san: san(&position, edge.mv),
            uci: edge.mv.to_uci(CastlingMode::Standard).to_string(),
            share: share(outcome, edge.mv),
            exact,
            lines: edge.lines,
            name: theory.graph.name(edge.to).map_or_else(|| family(theory, outcome, edge), NamedLine::name),
        })
        .collect();
    moves.sort_by(|a, b| b.share.total_cmp(&a.share).then(b.exact.total_cmp(&a.exact)));
    let convergence = outcome.sample.convergence;
    Distribution {
        at: theory.title(),
        sampler: sampler(outcome.setting.sampler.kind),
        parameters: outcome.setting.parameters.map(u8::from),
        weights: outcome.setting.weights,
        iterations: outcome.sample.iterations,
        seconds: outcome.seconds,
        build_seconds: theory.build_seconds,
        acceptance: outcome.sample.acceptance,
        lines: theory.graph.lines().len(),
        positions: theory.graph.len(),
        effective_size: convergence.map(|convergence| convergence.effective_size),
        scale_reduction: convergence.map(|convergence| convergence.scale_reduction),
        moves,
    }
}

/// The sampled share of a move.
fn share(outcome: &SampleOutcome, mv: Move) -> f64 {
    outcome.sample.moves.iter().find(|share| share.mv == mv).map_or(0.0, |share| share.share)
}

/// The name of the openings to which most of the lines sampled through a move belong.
fn family(theory: &TheoryPosition, outcome: &SampleOutcome, edge: &Edge) -> String {
    let mut families: Vec<(&str, u64)> = Vec::new();
    for way in outcome.sample.lines.iter().filter(|way| way.moves[0] == edge.mv) {
        let opening = theory.graph.line(way.line).opening.as_str();
        match families.iter_mut().find(|(known, _)| *known == opening) {
            Some((_, sampled)) => *sampled += way.sampled,
            None => families.push((opening, way.sampled)),
        }
    }
    let any = || theory.graph.line(theory.graph.passages(edge.to)[0].line).opening.as_str();
    let most = families.iter().max_by_key(|(_, sampled)| *sampled).map_or_else(any, |(opening, _)| opening);
    format!("{most} …")
}

/// A row for each move of each outcome.
pub fn distributions_csv(theory: &TheoryPosition, outcomes: &[SampleOutcome]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let _ = writer.write_record(["setting", "san", "uci", "share", "exact", "lines", "name"]);
    for (outcome, label) in outcomes.iter().zip(labels(outcomes)) {
        for row in distribution(theory, outcome).moves {
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

/// The outcomes side by side as bars: Saarmann's figures 15 to 21.
pub fn distribution_chart(theory: &TheoryPosition, outcomes: &[SampleOutcome]) -> String {
    let position = theory.position();
    let mut moves: Vec<Move> = theory.graph.edges(theory.at).iter().map(|edge| edge.mv).collect();
    let most = |mv: Move| outcomes.iter().map(|outcome| share(outcome, mv)).fold(0.0, f64::max);
    moves.sort_by(|a, b| most(*b).total_cmp(&most(*a)));
    moves.retain(|mv| most(*mv) > 0.0);
    moves.truncate(DRAWN_MOVES);

    let title = theory.title();
    let at = if title.is_empty() { "first moves".to_owned() } else { format!("after {title}") };
    let sampler = outcomes.first().map(|outcome| sampler(outcome.setting.sampler.kind)).unwrap_or_default();
    let series = outcomes.iter().zip(labels(outcomes));
    Bars {
        title: format!("{at}: {} lines, {sampler}", theory.graph.lines().len()),
        categories: moves.iter().map(|&mv| san(&position, mv)).collect(),
        series: series.map(|(outcome, label)| (label, moves.iter().map(|&mv| share(outcome, mv)).collect())).collect(),
    }
    .svg()
}

/// The labels that tell the settings apart.
fn labels(outcomes: &[SampleOutcome]) -> Vec<String> {
    let differs = |same: &dyn Fn(&SampleOutcome) -> bool| outcomes.iter().any(|outcome| !same(outcome));
    let first = &outcomes[0];
    let iterations = differs(&|outcome| outcome.setting.sampler.iterations == first.setting.sampler.iterations);
    let parameters = differs(&|outcome| outcome.setting.parameters == first.setting.parameters);
    let weights = differs(&|outcome| outcome.setting.weights == first.setting.weights);
    let label = |outcome: &SampleOutcome| {
        let mut parts = Vec::new();
        if iterations || !(parameters || weights) {
            parts.push(format!("{} iterations", outcome.setting.sampler.iterations));
        }
        if parameters {
            parts.push(format!("({})", outcome.setting.parameters.map(|set| u8::from(set).to_string()).join(", ")));
        }
        if weights {
            parts.push(format!("[{}]", outcome.setting.weights.map(|weight| weight.to_string()).join(", ")));
        }
        parts.join(" ")
    };
    outcomes.iter().map(label).collect()
}

fn sampler(sampler: SamplerKind) -> String {
    format!("{sampler:?}").to_lowercase()
}
