//! Settings from target shares: the weights whose exact distribution comes nearest to a given one (Saarmann,
//! section 5.4, proposes grid or Bayesian search).
//!
//! Shares are known in closed form, so nothing has to be sampled, and a pattern search (Hooke and Jeeves, 1961) from
//! several starts finds the weights in some milliseconds.

use shakmaty::Move;
use thiserror::Error;

use super::options::SamplerKind;
use super::sampler::{LineSampler, PreparedSampler};
use super::weights::FeatureWeights;
use crate::openings::{FEATURES, Graph, NodeId};

/// As far as weights are tried: in Saarmann's sampler 1 accepts everything, in the chain e^8 is a factor of 3,000.
const REACH: [(SamplerKind, f64); 2] = [(SamplerKind::Saarmann, 1.0), (SamplerKind::Metropolis, 8.0)];
/// The search ends when its step is this part of the reach.
const FINEST: f64 = 1e-4;
/// Among weights that serve alike, the smaller: what a unit of weight (as a part of the reach) must gain in squared
/// share.
const THRIFT: f64 = 1e-6;

/// The share that a move should get, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TargetShare {
    pub mv: Move,
    pub share: f64,
}

/// Why nothing can be found.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum FitError {
    #[error("`{0}` is no continuation of this position in these lines")]
    NotAContinuation(String),
    #[error("target shares are like \"c4:0.4,Nf3:0.1\": a move, a colon, a share from 0 to 1; `{0}` is none")]
    BadTarget(String),
    #[error("the target shares sum to {0:.3}: at most 1 is expected")]
    TooMuch(f64),
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    pub weights: [f64; FEATURES],
    /// The exact share of each way on, in the order of the graph's edges.
    pub shares: Vec<f64>,
    /// The largest distance between a target share and what came out.
    pub worst: f64,
    /// Distributions that were calculated.
    pub tried: usize,
}

/// The weights whose distribution at a position comes nearest to the targets, by the sum of squared distances.
///
/// `goes_on` is asked after each distribution, with how many there were; once it says no, the best weights so far are
/// the answer.
///
/// # Errors
/// [`FitError`] when a target is no continuation, or the shares sum to more than 1.
pub fn fit(
    graph: &Graph,
    at: NodeId,
    sampler: SamplerKind,
    targets: &[TargetShare],
    mut goes_on: impl FnMut(usize) -> bool,
) -> Result<Fit, FitError> {
    let sum: f64 = targets.iter().map(|target| target.share).sum();
    if sum > 1.0 + 1e-9 {
        return Err(FitError::TooMuch(sum));
    }
    let edges = graph.edges(at);
    let mut wanted = Vec::new();
    for target in targets {
        let edge = edges.iter().position(|edge| edge.mv == target.mv);
        wanted.push((
            edge.ok_or_else(|| {
                FitError::NotAContinuation(target.mv.to_uci(shakmaty::CastlingMode::Standard).to_string())
            })?,
            target.share,
        ));
    }
    let reach = REACH.iter().find(|(known, _)| *known == sampler).map_or(1.0, |(_, reach)| *reach);
    let mut model = Model::new(graph, at, sampler);
    let mut goes_on_now = true;
    let mut cost = |weights: &[f64; FEATURES]| {
        // What is not calculated any more is not better than what was found.
        if !goes_on_now {
            return f64::INFINITY;
        }
        let shares = model.shares(weights);
        goes_on_now = goes_on(model.calculated);
        let missed: f64 = wanted.iter().map(|&(edge, share)| (shares[edge] - share).powi(2)).sum();
        missed + THRIFT * weights.iter().sum::<f64>() / reach
    };

    let best = starts(reach)
        .into_iter()
        .map(|start| pattern_search(start, reach, &mut cost))
        .min_by(|a, b| a.1.total_cmp(&b.1));
    let weights = best.expect("there are starts").0;
    let shares = model.shares(&weights);
    let worst = wanted.iter().map(|&(edge, share)| (shares[edge] - share).abs()).fold(0.0, f64::max);
    Ok(Fit { weights, shares, worst, tried: model.calculated })
}

/// Nothing, everything a little, and one feature at a time.
fn starts(reach: f64) -> Vec<[f64; FEATURES]> {
    let one = |feature: usize| std::array::from_fn(|index| if index == feature { 0.5 * reach } else { 0.0 });
    [[0.0; FEATURES], [0.25 * reach; FEATURES]].into_iter().chain((0..FEATURES).map(one)).collect()
}

/// Tries a step up and down along each axis, repeats what helped, and halves the step when nothing does.
fn pattern_search(
    start: [f64; FEATURES],
    reach: f64,
    cost: &mut impl FnMut(&[f64; FEATURES]) -> f64,
) -> ([f64; FEATURES], f64) {
    let (mut best, mut lowest) = (start, cost(&start));
    let mut step = 0.25 * reach;
    while step > FINEST * reach {
        let before = best;
        for axis in 0..FEATURES {
            for change in [step, -step] {
                let mut tried = best;
                tried[axis] = (tried[axis] + change).clamp(0.0, reach);
                let found = cost(&tried);
                if found < lowest {
                    (best, lowest) = (tried, found);
                    break;
                }
            }
        }
        if best == before {
            step /= 2.0;
            continue;
        }
        // The pattern move: once more in the same direction.
        let further = std::array::from_fn(|axis| (2.0 * best[axis] - before[axis]).clamp(0.0, reach));
        let found = cost(&further);
        if found < lowest {
            (best, lowest) = (further, found);
        }
    }
    (best, lowest)
}

/// Exact shares as a function of the weights alone: what does not depend on them is set up once.
struct Model<'a> {
    prepared: PreparedSampler<'a>,
    calculated: usize,
}

impl<'a> Model<'a> {
    fn new(graph: &'a Graph, at: NodeId, sampler: SamplerKind) -> Model<'a> {
        let settings =
            LineSampler { kind: sampler, weights: FeatureWeights::default(), iterations: 0, chains: 1, seed: 0 };
        Model { prepared: settings.prepare(graph, at), calculated: 0 }
    }

    fn shares(&mut self, weights: &[f64; FEATURES]) -> Vec<f64> {
        self.calculated += 1;
        self.prepared
            .set_weights(FeatureWeights::new([true; FEATURES], *weights).expect("the search keeps within range"));
        self.prepared.exact()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::openings::{Identity, embedded};

    fn target(mv: &str, share: f64) -> TargetShare {
        TargetShare { mv: parse_moves(mv).expect("legal")[0], share }
    }

    #[test]
    fn target_shares_that_can_be_met_are_met() {
        let graph = Graph::new(embedded(), Identity::Position, false);
        let root = graph.find(&Chess::default()).unwrap();
        for sampler in [SamplerKind::Saarmann, SamplerKind::Metropolis] {
            let targets = [target("c4", 0.3), target("d4", 0.35)];
            let found = fit(&graph, root, sampler, &targets, |_| true).expect("ways on");
            assert!(found.worst < 0.005, "{sampler:?}: {found:?}");
            let sampler = LineSampler {
                kind: sampler,
                weights: FeatureWeights::new([true; 5], found.weights).unwrap(),
                iterations: 0,
                chains: 1,
                seed: 0,
            };
            assert_eq!(sampler.prepare(&graph, root).exact(), found.shares);
        }
    }

    #[test]
    fn wishes_that_cannot_be_met_say_by_how_much() {
        let graph = Graph::new(embedded(), Identity::Position, false);
        let root = graph.find(&Chess::default()).unwrap();
        // g4 and a3 have the same features: they cannot be told apart by weights.
        let targets = [target("g4", 0.5), target("a3", 0.0)];
        let found = fit(&graph, root, SamplerKind::Metropolis, &targets, |_| true).expect("ways on");
        assert!(found.worst > 0.2, "{found:?}");
    }

    #[test]
    fn wishes_that_are_none() {
        let graph = Graph::new(embedded(), Identity::Position, false);
        let root = graph.find(&Chess::default()).unwrap();
        assert_eq!(
            fit(&graph, root, SamplerKind::Saarmann, &[target("e4", 0.8), target("d4", 0.8)], |_| true),
            Err(FitError::TooMuch(1.6))
        );
        let mv = parse_moves("e4 e5").unwrap()[1];
        assert_eq!(
            fit(&graph, root, SamplerKind::Saarmann, &[TargetShare { mv, share: 0.1 }], |_| true),
            Err(FitError::NotAContinuation("e7e5".to_owned()))
        );
    }

    #[test]
    fn a_fit_that_is_stopped_answers_with_the_best_so_far() {
        let graph = Graph::new(embedded(), Identity::Position, false);
        let root = graph.find(&Chess::default()).unwrap();
        let targets = [target("c4", 0.3), target("d4", 0.35)];
        let found = fit(&graph, root, SamplerKind::Metropolis, &targets, |tried| tried < 30).expect("ways on");
        // The last one is that of the answer.
        assert_eq!(found.tried, 31);
        assert!(found.shares.iter().sum::<f64>() > 0.999 && found.worst < 0.35, "{found:?}");
    }
}
