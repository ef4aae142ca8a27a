//! Section 5.4: how many iterations, what weights, which parameter.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rustc_hash::FxHashSet;

use super::super::super::{Estimate, Findings, ItemError, Row, Setting};
use super::figures::{
    PARAMETERS, SECTION_5_1, SEED, Shares, distance, node, our_graph, our_share, our_shares, program_lines,
    program_share,
};
use super::program::{LineWalk, Rule};
use motley::openings::{FEATURES, Graph, NamedLine, NodeId};

/// Up to this distance from the unweighted distribution an effect is called mild; the thesis has no number.
const MILD: f64 = 0.25;
/// From this distance on it is no longer moderate, and a move with this share is heavily favoured.
const HEAVY: f64 = 0.5;
/// Parameters that each prefer one first move, by their names.
const OF_A_MOVE: [&str; 3] = ["e4", "d4", "c4"];

/// The first move without weights, by the program's rule and by our sampler, to measure distances from.
struct Unweighted {
    lines: Vec<NamedLine>,
    graph: Graph,
    start: NodeId,
    program: Shares,
    ours: Shares,
}

impl Unweighted {
    fn new(setting: &Setting) -> Result<Unweighted, ItemError> {
        let (lines, graph) = (program_lines(setting, 5)?, our_graph(setting, 5)?);
        let start = node(&graph, "")?;
        let walk = LineWalk::new(lines.clone(), Rule::Program, [0.0; FEATURES]);
        let program = walk.shares(walk.start(), None);
        let ours = our_shares(&graph, start, [0.0; FEATURES])?;
        Ok(Unweighted { lines, graph, start, program, ours })
    }

    /// The distance by which weights move the first move: by the program's rule, and by ours.
    fn moved_by(&self, weights: [f64; FEATURES]) -> Result<[f64; 2], ItemError> {
        let walk = LineWalk::new(self.lines.clone(), Rule::Program, weights);
        let program = distance(&self.program, &walk.shares(walk.start(), None));
        Ok([program, distance(&self.ours, &our_shares(&self.graph, self.start, weights)?)])
    }

    /// The same for each parameter alone, in the order of [`PARAMETERS`].
    fn moved_by_each(&self, weight: f64) -> Result<Vec<[f64; 2]>, ItemError> {
        PARAMETERS.iter().map(|(_, weights)| self.moved_by(with_weight(*weights, weight))).collect()
    }

    /// The shares of the first moves that a parameter prefers, each with this parameter alone.
    fn favoured(&self, weight: f64) -> Result<Vec<[f64; 2]>, ItemError> {
        let of_a_move = PARAMETERS.iter().filter(|(name, _)| OF_A_MOVE.contains(name));
        let shares = of_a_move.map(|(san, weights)| {
            let weights = with_weight(*weights, weight);
            let walk = LineWalk::new(self.lines.clone(), Rule::Program, weights);
            Ok([program_share(&walk, san)?, our_share(&self.graph, san, weights)?])
        });
        shares.collect()
    }
}

/// One parameter with another weight.
fn with_weight(weights: [f64; FEATURES], weight: f64) -> [f64; FEATURES] {
    weights.map(|one| if one > 0.0 { weight } else { 0.0 })
}

fn both(name: impl Into<String>, of: impl Fn(usize) -> Estimate) -> Row {
    Row::both(name, of(0), of(1))
}

pub fn guidelines(setting: &Setting) -> Result<Findings, ItemError> {
    let mut rows = states_seen(setting)?;
    let unweighted = Unweighted::new(setting)?;
    for weight in [0.1, 0.2, 0.5, 0.8] {
        let moved = unweighted.moved_by([0.0, 0.0, weight, 0.0, 0.0])?;
        rows.push(both(format!("the first move moves by, with c4 at {weight}"), |which| Estimate::exact(moved[which])));
    }
    rows.extend(effects(&unweighted)?);

    let by_parameter = unweighted.moved_by_each(0.4)?;
    rows.push(both("the c4 parameter changes the distribution most", |which| {
        let best = (0..PARAMETERS.len()).max_by(|&a, &b| by_parameter[a][which].total_cmp(&by_parameter[b][which]));
        Estimate::fact(best.is_some_and(|best| PARAMETERS[best].0 == "c4"))
    }));
    for ((name, _), moved) in PARAMETERS.iter().zip(&by_parameter) {
        rows.push(both(format!("the first move moves by, with {name} at 0.4"), |which| Estimate::exact(moved[which])));
    }
    Ok(Findings::new(rows).with_note(format!(
        "Distances are half the sum of the differences from no weights. The thesis has no numbers for its three words; \
         here an effect is mild where no parameter moves the first move by more than {MILD} at the weights 0.1 and \
         0.2, moderate where the five parameters move it by {MILD} to {HEAVY} on average at 0.35, and heavy where e4, \
         d4 and c4 each have a share of {HEAVY} at least with their own parameter at 0.8. By the program's rule even a \
         weight of 0.1 moves the first move far, since unweighted lines are accepted once in as many times as there \
         are lines."
    )))
}

/// The number of states seen after so many lines.
fn states_seen(setting: &Setting) -> Result<Vec<Row>, ItemError> {
    let lines = program_lines(setting, 7)?;
    let count = lines.len() as u64;
    let walk = LineWalk::new(lines, Rule::Program, SECTION_5_1);
    let mut rng = StdRng::seed_from_u64(SEED);
    let mut seen = FxHashSet::default();
    let mut rows = Vec::new();
    for sampled in 1..=10 * count {
        seen.extend(walk.walk(&mut rng));
        if [1, 3, 5, 10].contains(&(sampled / count)) && sampled % count == 0 {
            let name = format!("states seen after {} times as many lines as there are, per cent", sampled / count);
            rows.push(Row::by_method(name, Estimate::percentage(seen.len() as u64, walk.graph().len() as u64 - 1)));
        }
    }
    Ok(rows)
}

/// The guidelines for weights, each a fact.
fn effects(unweighted: &Unweighted) -> Result<Vec<Row>, ItemError> {
    let low = [unweighted.moved_by_each(0.1)?, unweighted.moved_by_each(0.2)?].concat();
    let (middle, favoured) = (unweighted.moved_by_each(0.35)?, unweighted.favoured(0.8)?);
    let of = |moved: &[[f64; 2]], which: usize| -> Vec<f64> { moved.iter().map(|both| both[which]).collect() };
    let greatest = |which: usize| of(&low, which).into_iter().fold(0.0, f64::max);
    let mean = |which: usize| of(&middle, which).iter().sum::<f64>() / PARAMETERS.len() as f64;
    let least = |which: usize| of(&favoured, which).into_iter().fold(1.0, f64::min);
    Ok(vec![
        both("weights from 0 to 0.2 have a mild effect", |which| Estimate::fact(greatest(which) <= MILD)),
        both("greatest distance of a parameter at 0.1 or 0.2", |which| Estimate::exact(greatest(which))),
        both("weights between 0.2 and 0.5 have a moderate effect", |which| {
            Estimate::fact((MILD..=HEAVY).contains(&mean(which)))
        }),
        both("mean distance of the parameters at 0.35", |which| Estimate::exact(mean(which))),
        both("weights above 0.5 favour the parameter heavily", |which| Estimate::fact(least(which) >= HEAVY)),
        both("least share of e4, d4 and c4, each with its parameter at 0.8", |which| Estimate::exact(least(which))),
    ])
}
