//! A proper chain over whole lines: its stationary distribution is popularity × exp(weights · features).
//!
//! A step cuts the current line x and proposes a line y among those with the same beginning, each by its popularity.
//! Every second step, by a coin, cuts before the first move: then any line may come, the popularities cancel in
//! Saarmann's equation (2), and A = min(1, exp(weights · (features of y − features of x))). The others cut at a random
//! ply. With L moves in common, either line proposes the other by a cut at 0 to L, and such a cut leaves both the same
//! lines to sample from; beside the popularities all cancels but the number of cuts that a line has, and A has the
//! factor (moves of x + 1) / (moves of y + 1). Each kind of step leaves the same distribution as it is, so their
//! mixture does.
//!
//! No step looks at more than two lines, however many there are. (Proposals that are all alike were tried first:
//! between lines of very different popularity nearly all were refused, and chains of 500 steps disagreed by 20 % of 1.
//! d4.)

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use shakmaty::Move;

use super::cumulative::CumulativeWeights;
use super::reachable::ReachableLines;
use super::sample::{Convergence, LineSample, SampleBuilder};
use super::steering::Steering;
use super::weights::FeatureWeights;
use crate::openings::Graph;
use crate::work::parallel;

/// Part of each chain that is discarded before anything counts: by then it no longer depends on where it began.
pub const BURN_IN: f64 = 0.1;

/// So many lines are sampled on one thread.
const SHORT: u64 = 20_000;

/// Moves with less than this share do not decide whether the chains have converged: they are sampled too seldom.
const LEAST_SHARE: f64 = 0.01;

/// Chains over the lines that can be reached from a position.
pub struct Metropolis<'a> {
    lines: ReachableLines<'a>,
    /// Weights · features of each entry, and what the learner's record adds.
    weight: Vec<f64>,
    /// The part of each weight from the learner's record; empty for nothing.
    steered: Vec<f64>,
    popularity: CumulativeWeights,
    /// The number of each entry's first move among the moves there are.
    first_move: Vec<u16>,
}

/// The course of one chain.
struct ChainRun {
    /// The entry after each step, burn-in left out.
    visited: Vec<u32>,
    accepted: u64,
    steps: u64,
}

impl Metropolis<'_> {
    pub fn new<'a>(lines: ReachableLines<'a>, weights: &FeatureWeights) -> Metropolis<'a> {
        let mut moves: Vec<Move> = Vec::new();
        let first_move = (0..lines.len()).map(|entry| {
            let mv = lines.moves(entry).next().expect("a reachable line has a move");
            let known = moves.iter().position(|other| *other == mv);
            known.unwrap_or_else(|| {
                moves.push(mv);
                moves.len() - 1
            }) as u16
        });
        let first_move = first_move.collect();
        let popularity = CumulativeWeights::new((0..lines.len()).map(|entry| lines.popularity(entry)));
        let mut metropolis = Metropolis { lines, weight: Vec::new(), steered: Vec::new(), popularity, first_move };
        metropolis.set_weights(weights);
        metropolis
    }

    /// Changes the weights.
    pub fn set_weights(&mut self, weights: &FeatureWeights) {
        let steered = |entry: usize| self.steered.get(entry).copied().unwrap_or(0.0);
        self.weight = (0..self.lines.len()).map(|entry| self.lines.weight(entry, weights) + steered(entry)).collect();
    }

    /// Steers the chains by what each line adds, with the weights that also count.
    pub fn steer(&mut self, graph: &Graph, steering: &Steering, weights: &FeatureWeights) {
        let wish = |entry: usize| steering.wish(graph, self.lines.line(entry), self.lines.ply(entry));
        self.steered = (0..self.lines.len()).map(|entry| steering.weight * wish(entry)).collect();
        self.set_weights(weights);
    }

    /// Samples `iterations` lines, shared among `chains`, or fewer when `stopped` says so, and works out how far the
    /// chains agree.
    pub fn sample_with_convergence(
        &self,
        iterations: u64,
        chains: usize,
        seed: u64,
        stopped: impl Fn() -> bool + Sync,
    ) -> LineSample {
        let runs = self.runs(iterations, chains, seed, stopped);
        LineSample { convergence: self.convergence(&runs), ..self.count(&runs) }
    }

    /// The same lines without their convergence.
    pub fn sample(&self, iterations: u64, chains: usize, seed: u64, stopped: impl Fn() -> bool + Sync) -> LineSample {
        self.count(&self.runs(iterations, chains, seed, stopped))
    }

    fn runs(&self, iterations: u64, chains: usize, seed: u64, stopped: impl Fn() -> bool + Sync) -> Vec<ChainRun> {
        if self.lines.is_empty() {
            return Vec::new();
        }
        let chains = chains.max(1) as u64;
        let length = |chain: u64| iterations / chains + u64::from(chain < iterations % chains);
        let run = |chain: u64| {
            let seed = seed.wrapping_add(chain.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            self.run(length(chain), &mut StdRng::seed_from_u64(seed), &stopped)
        };
        // On a busy machine other threads begin later than short chains end on this one.
        match iterations <= SHORT {
            true => (0..chains).map(run).collect(),
            false => parallel::map(chains as usize, |chain| run(chain as u64)),
        }
    }

    /// Counts the lines that the chains sampled, the most sampled first.
    fn count(&self, runs: &[ChainRun]) -> LineSample {
        let mut visited: Vec<u32> = runs.iter().flat_map(|run| &run.visited).copied().collect();
        visited.sort_unstable();
        // The most sampled first, whatever their number: those are remembered.
        let mut visits: Vec<&[u32]> = visited.chunk_by(|a, b| a == b).collect();
        visits.sort_by_key(|visits| std::cmp::Reverse(visits.len()));
        let mut builder = SampleBuilder::default();
        for visits in visits {
            let entry = visits[0] as usize;
            let first = self.lines.moves(entry).next().expect("a reachable line has a move");
            builder.add(u64::from(visits[0]), visits.len() as u64, first, || {
                (self.lines.moves(entry).collect(), self.lines.line(entry))
            });
        }
        let (accepted, steps) =
            runs.iter().fold((0, 0), |(accepted, steps), run| (accepted + run.accepted, steps + run.steps));
        builder.finish(accepted as f64 / steps.max(1) as f64)
    }

    /// The lines that the chains move over.
    pub fn lines(&self) -> &ReachableLines<'_> {
        &self.lines
    }

    /// The exact probability of every entry, by summing all of them.
    pub fn exact(&self) -> Vec<f64> {
        let highest = self.weight.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let density = |(entry, weight): (usize, &f64)| self.lines.popularity(entry) * (weight - highest).exp();
        let densities: Vec<f64> = self.weight.iter().enumerate().map(density).collect();
        let sum: f64 = densities.iter().sum();
        densities.into_iter().map(|density| density / sum).collect()
    }

    /// One chain, begun anywhere.
    fn run(&self, length: u64, rng: &mut StdRng, stopped: &(impl Fn() -> bool + Sync)) -> ChainRun {
        let burn_in = (BURN_IN * length as f64).ceil() as u64;
        let mut current = rng.random_range(0..self.lines.len());
        let mut run = ChainRun { visited: Vec::with_capacity(length as usize), accepted: 0, steps: 0 };
        for step in 0..burn_in + length {
            // Stopped, even a chain that has hardly begun has one line.
            if stopped() {
                if run.visited.is_empty() {
                    run.visited.push(current as u32);
                }
                break;
            }
            let from_the_start = rng.random::<bool>();
            let cut = if from_the_start { 0 } else { rng.random_range(0..=self.lines.length(current)) };
            let (first, end) = self.lines.sharing(current, cut);
            let proposed = self.popularity.pick(first, end, rng);
            run.steps += 1;
            let ratio = self.ratio(current, proposed, from_the_start);
            if ratio >= 1.0 || rng.random::<f64>() < ratio {
                run.accepted += 1;
                current = proposed;
            }
            if step >= burn_in {
                run.visited.push(current as u32);
            }
        }
        run
    }

    /// A of Saarmann's equation (2) before it is bounded by 1, with what cancels left out.
    fn ratio(&self, current: usize, proposed: usize, from_the_start: bool) -> f64 {
        let cuts = |entry: usize| (self.lines.length(entry) + 1) as f64;
        let weight = (self.weight[proposed] - self.weight[current]).exp();
        if from_the_start { weight } else { weight * cuts(current) / cuts(proposed) }
    }

    /// The worst of the moves that matter; `None` where the chains are too short.
    fn convergence(&self, runs: &[ChainRun]) -> Option<Convergence> {
        let shortest = runs.iter().map(|run| run.visited.len()).min()?;
        if shortest < 8 {
            return None;
        }
        let moves = usize::from(self.first_move.iter().copied().max()? + 1);
        let mut counts = vec![0_u64; moves];
        runs.iter()
            .flat_map(|run| &run.visited)
            .for_each(|&entry| counts[usize::from(self.first_move[entry as usize])] += 1);
        let total: u64 = counts.iter().sum();

        let mut worst = Convergence { scale_reduction: 1.0, effective_size: total as f64 };
        for (mv, &count) in counts.iter().enumerate() {
            let share = count as f64 / total as f64;
            // Beside a move that is always sampled there is nothing to agree on.
            if (LEAST_SHARE..1.0).contains(&share) {
                let halves =
                    halves(runs, shortest, |entry| f64::from(usize::from(self.first_move[entry as usize]) == mv));
                worst.scale_reduction = worst.scale_reduction.max(scale_reduction(&halves));
                worst.effective_size = worst.effective_size.min(total as f64 / correlation_time(&halves));
            }
        }
        Some(worst)
    }
}

/// Every chain as two of half its length, with a figure for each sample.
fn halves(runs: &[ChainRun], shortest: usize, figure: impl Fn(u32) -> f64) -> Vec<Vec<f64>> {
    let half = shortest / 2;
    runs.iter()
        .flat_map(|run| [&run.visited[..half], &run.visited[half..2 * half]])
        .map(|part| part.iter().map(|&entry| figure(entry)).collect())
        .collect()
}

fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len() as f64
}

/// The variance within the chains, and their means' variance, as in Gelman and others.
fn variances(chains: &[Vec<f64>]) -> (f64, f64) {
    let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
    let spread = |figures: &[f64], middle: f64| {
        figures.iter().map(|figure| (figure - middle).powi(2)).sum::<f64>() / (figures.len() - 1).max(1) as f64
    };
    let within =
        chains.iter().zip(&means).map(|(chain, &middle)| spread(chain, middle)).sum::<f64>() / chains.len() as f64;
    (within, spread(&means, mean(&means)))
}

fn scale_reduction(chains: &[Vec<f64>]) -> f64 {
    let length = chains[0].len() as f64;
    let (within, between) = variances(chains);
    if within == 0.0 {
        return if between == 0.0 { 1.0 } else { f64::INFINITY };
    }
    (((length - 1.0) / length * within + between) / within).sqrt()
}

/// Samples that one independent sample is worth: 1 + 2 Σ autocorrelation, summed in pairs while these are positive
/// (Geyer,
/// 1992).
fn correlation_time(chains: &[Vec<f64>]) -> f64 {
    let (within, between) = variances(chains);
    let length = chains[0].len();
    let total = within * (length as f64 - 1.0) / length as f64 + between;
    if total == 0.0 {
        return 1.0;
    }
    let means: Vec<f64> = chains.iter().map(|chain| mean(chain)).collect();
    let covariance = |lag: usize| {
        let of_chain = |(chain, middle): (&Vec<f64>, &f64)| {
            chain.iter().zip(&chain[lag..]).map(|(a, b)| (a - middle) * (b - middle)).sum::<f64>() / length as f64
        };
        chains.iter().zip(&means).map(of_chain).sum::<f64>() / chains.len() as f64
    };
    let correlation = |lag: usize| 1.0 - (within - covariance(lag)) / total;
    let mut time = 1.0;
    let mut lag = 1;
    while lag + 1 < length {
        let pair = correlation(lag) + correlation(lag + 1);
        if pair <= 0.0 {
            break;
        }
        time += 2.0 * pair;
        lag += 2;
    }
    time
}

#[cfg(test)]
mod tests;
