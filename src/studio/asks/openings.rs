//! The asks about openings: what follows a position, sampled and exact; search; weights for wished shares.

use std::sync::Arc;
use std::time::{Duration, Instant};

use shakmaty::{CastlingMode, Chess, Color, Position as _};

use super::go::milliseconds;
use super::position::{described, game, legal_move, uci};
use super::{Answered, Plan, Searched};
use crate::chess::notation::{numbered_line, parse_move};
use crate::engine::Game;
use crate::openings::{Continuation, FEATURES, Graph, NamedLine, Selection, TheoryEntry};
use crate::personalities::explorer::{FeatureWeights, LearnerFocus, LineSampler, MAX_WEIGHT, Steering, TargetShare};
use crate::record::Record;
use crate::statistics::estimate::Estimate;
use crate::studies::explore::{
    DistributionMove, SampleOutcome, SampleSetting, TheoryError, TheoryPosition, distributions, families, find_by_name,
    fit_targets, line_tree, sample_one, through,
};
use crate::studio::message::Fields;
use crate::studio::page::Page;
use crate::studio::protocol::faults::Fault;
use crate::studio::protocol::openings::{
    Families, FamiliesAsk, Family, Fit, FitAsk, FitProgress, FittedMove, Found, FoundLine, LineSelection, NextMove,
    NextMoves, NextMovesAsk, SampleSize, Sampling, SamplingReport, SearchAsk, Tree, TreeAsk, TreeNode,
};
use crate::studio::protocol::position::Opening;
use crate::studio::state::{GraphChoice, Studio};

/// The time to sample lines for a slider that moves: the whole answer is to be there within 100 milliseconds.
const SAMPLING: Duration = Duration::from_millis(60);
/// Lines that a search finds.
const MOST_FOUND: usize = 50;
/// Distributions between two messages of how far a fit is.
const FITS_TOLD: usize = 50;
/// Nodes of a tree.
const MOST_NODES: usize = 4000;

/// The graph of a request's selection.
pub fn graph(studio: &Studio, selection: &LineSelection) -> Result<Arc<Graph>, Fault> {
    let eco = match selection.eco.as_ref().filter(|text| !text.trim().is_empty()) {
        Some(text) => Some(text.parse().map_err(|error: String| Fault::of_field("eco", error))?),
        None => None,
    };
    let family = selection.family.as_deref().unwrap_or_default().trim().to_owned();
    let choice = GraphChoice {
        selection: Selection { min_moves: selection.min_moves, family, eco },
        identity: selection.identity,
        transpositions: selection.transpositions,
    };
    studio.graph(&choice).map_err(|error| Fault::of_field("family", error))
}

/// The setting by which a request samples lines.
pub fn setting(sampling: &Sampling, lines: &SampleSize) -> Result<SampleSetting, Fault> {
    let &Sampling { sampler: kind, parameters, weights, chains, .. } = sampling;
    let &SampleSize { iterations, seed } = lines;
    let checked = FeatureWeights::new(parameters, weights).map_err(|error| Fault::of_field("weights", error))?;
    Ok(SampleSetting { parameters, weights, sampler: LineSampler { kind, weights: checked, iterations, chains, seed } })
}

/// The position of a request in the graph of its selection; `None` where theory ends there.
pub fn theory(graph: Arc<Graph>, game: &Game) -> Result<Option<TheoryPosition>, Fault> {
    match TheoryPosition::in_graph(graph, game) {
        Ok(theory) => Ok(Some(theory)),
        Err(TheoryError::End) => Ok(None),
        Err(error @ TheoryError::Unknown(_)) => Err(Fault::of_field("moves", error)),
    }
}

/// Samples for as long as a slider may wait.
fn sample(theory: &TheoryPosition, setting: SampleSetting, steering: Option<&Steering>) -> SampleOutcome {
    let start = Instant::now();
    sample_one(theory, setting, steering, || start.elapsed() >= SAMPLING)
}

/// The steering by the learner's record, if it is asked for: he plays the side that is not to move.
fn steering(studio: &Studio, sampling: &Sampling, theory: &TheoryPosition) -> Result<Option<Steering>, Fault> {
    if sampling.learner == LearnerFocus::Off {
        return Ok(None);
    }
    let path = studio.record.clone().map_or_else(Record::usual_path, Ok).map_err(Fault::new)?;
    let counts = Record::peek(&path).map_err(Fault::new)?.unwrap_or_default();
    let side = !theory.position().turn();
    Ok(Some(Steering::new(&theory.graph, &counts, sampling.learner, side, sampling.learner_weight)))
}

impl Answered for NextMovesAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<NextMoves, Fault> {
        let game = game(&self.game)?;
        let start = Instant::now();
        let setting = setting(&self.sampling, &self.size)?;
        let graph = graph(page.studio, &self.selection)?;
        let theory = theory(Arc::clone(&graph), &game)?;
        let entry = TheoryEntry::of(&graph, game.start(), game.moves());
        let named = entry.name.clone().zip(entry.eco.clone()).zip(entry.named_at);
        let mut answer = NextMoves {
            lines: graph.lines().len(),
            positions: graph.len(),
            through: entry.lines,
            opening: named.map(|((name, eco), ply)| Opening { eco, name, ply }),
            moves: Vec::new(),
            sampled: 0,
            report: None,
        };
        let Some(theory) = theory else { return Ok(answer) };
        let steering = steering(page.studio, &self.sampling, &theory)?;
        let outcome = sample(&theory, setting, steering.as_ref());
        let distribution = distributions(&theory, std::slice::from_ref(&outcome)).remove(0);
        let independent = distribution.effective_size.unwrap_or(distribution.iterations as f64).max(1.0);
        let next = |mv: &DistributionMove| {
            let known = entry.moves.iter().find(|known| known.uci == mv.uci);
            let eco = eco_after(&theory, &mv.uci).map(str::to_owned);
            next_move(game.position(), mv, known, independent, eco)
        };
        answer.moves = distribution.moves.iter().filter_map(next).collect();
        answer.moves.sort_by(|a, b| b.exact.total_cmp(&a.exact));
        answer.sampled = distribution.iterations;
        answer.report = Some(SamplingReport {
            acceptance: distribution.acceptance,
            effective: distribution.effective_size,
            reduction: distribution.scale_reduction,
            time: milliseconds(start.elapsed()),
        });
        Ok(answer)
    }
}

/// The ECO code of the position that a move leads to, where that has a name of its own.
fn eco_after<'a>(theory: &'a TheoryPosition, written: &str) -> Option<&'a str> {
    let edges = theory.graph.edges(theory.at);
    let edge = edges.iter().find(|edge| uci(edge.mv, CastlingMode::Standard) == written)?;
    theory.graph.name(edge.to).map(|line| line.eco.as_str())
}

/// A move with its shares; the interval is that of so many independent samples.
fn next_move(
    position: &Chess,
    mv: &DistributionMove,
    known: Option<&Continuation>,
    independent: f64,
    eco: Option<String>,
) -> Option<NextMove> {
    let samples = independent.round().max(1.0) as u64;
    let estimate = Estimate::share((mv.share * samples as f64).round() as u64, samples);
    let [low, high] = estimate.interval.unwrap_or([mv.share; 2]);
    Some(NextMove {
        next: described(position, parse_move(position, &mv.uci)?),
        share: mv.share,
        low: low.min(mv.share),
        high: high.max(mv.share),
        exact: mv.exact,
        lines: mv.lines,
        games: known.map_or(0, |known| known.games),
        popularity: known.map_or(0.0, |known| known.share),
        results: known.and_then(|known| known.results),
        name: mv.name.clone(),
        eco,
    })
}

impl Answered for TreeAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<Tree, Fault> {
        let game = game(&self.game)?;
        let setting = setting(&self.sampling, &self.size)?;
        let theory = theory(graph(page.studio, &self.selection)?, &game)?;
        let Some(theory) = theory else { return Ok(Tree { sampled: 0, nodes: Vec::new() }) };
        let steering = steering(page.studio, &self.sampling, &theory)?;
        let sample = sample(&theory, setting, steering.as_ref()).sample;
        let nodes = line_tree(&theory, &sample, self.plies, self.least);
        let written = nodes.iter().take(MOST_NODES).map(|node| {
            let before = node.parent.map(|parent| &nodes[parent].position);
            let line = node.id.and_then(|id| theory.graph.name(id));
            TreeNode {
                last: before.zip(node.mv).map(|(before, mv)| described(before, mv)),
                parent: node.parent,
                ply: node.ply,
                share: node.share,
                name: line.map(NamedLine::name),
                eco: line.map(|line| line.eco.clone()),
            }
        });
        Ok(Tree { sampled: sample.iterations, nodes: written.collect() })
    }
}

impl Answered for SearchAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<Found, Fault> {
        let graph = graph(page.studio, &self.selection)?;
        let (found, near) = match &self.text {
            None => (through(&graph, game(&self.game)?.position(), MOST_FOUND), Vec::new()),
            Some(text) => match find_by_name(graph.lines(), text, MOST_FOUND) {
                Ok(found) => (found, Vec::new()),
                Err(near) => (Vec::new(), near),
            },
        };
        Ok(Found { found: found.into_iter().map(found_line).collect(), near })
    }
}

/// A named line.
fn found_line(line: &NamedLine) -> FoundLine {
    let results = line.results.last().filter(|results| results.games() > 0);
    let shares = results.and_then(|results| results.shares(Color::White)).map(|[loss, draw, win]| [win, draw, loss]);
    FoundLine {
        eco: line.eco.clone(),
        name: line.name(),
        moves: line.moves.iter().map(|&mv| uci(mv, CastlingMode::Standard)).collect(),
        line: numbered_line(&Chess::default(), &line.moves),
        games: results.map_or(0, |results| results.games()),
        results: shares,
    }
}

impl Answered for FamiliesAsk {
    fn answer(self, page: &mut Page<'_>) -> Result<Families, Fault> {
        let graph = page.studio.names();
        let entries = families(graph.lines()).into_iter().map(|(name, lines)| Family { name: name.to_owned(), lines });
        Ok(Families { families: entries.collect() })
    }
}

impl Searched for FitAsk {
    fn plan(self, page: &mut Page<'_>) -> Result<Plan<FitAsk>, Fault> {
        let game = game(&self.game)?;
        let ended = || Fault::of_field("moves", TheoryError::End);
        let theory = theory(graph(page.studio, &self.selection)?, &game)?.ok_or_else(ended)?;
        let wishes = wishes(&self.wishes, &game)?;
        Ok(Box::new(move |work| {
            let goes_on = |tried: usize| {
                if tried.is_multiple_of(FITS_TOLD) {
                    work.channel.progress(&FitProgress { done: tried });
                }
                !work.stop.is_stopped()
            };
            let fitted = fit_targets(&theory, self.sampler, &wishes, goes_on);
            let fitted = fitted.map_err(|error| Fault::of_field("wishes", error))?;
            let position = game.position();
            let moves = fitted.moves.iter().filter_map(|fitted| {
                let mv = described(position, parse_move(position, &fitted.san)?);
                Some(FittedMove { fitted: mv, wish: fitted.wish, share: fitted.share })
            });
            Ok(Fit {
                weights: fitted.weights.map(|weight| weight.min(MAX_WEIGHT)),
                parameters: [true; FEATURES],
                worst: fitted.worst,
                tried: fitted.tried,
                stopped: work.stop.is_stopped(),
                moves: moves.collect(),
            })
        }))
    }
}

/// The wished shares of a request; of two wishes for one move the last counts.
fn wishes(given: &Fields, game: &Game) -> Result<Vec<TargetShare>, Fault> {
    let mut wishes: Vec<TargetShare> = Vec::new();
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
