//! A proper chain over whole lines: its stationary distribution is popularity × exp(weights · features).
//!
//! A step cuts the current line x and proposes a line y among those with the same beginning, each by its popularity.
//! Every second step, by a coin, cuts before the first move: then any line may come, the popularities cancel in
//! Saarmann's equation (2), and A = min(1, exp(weights · (features of y − features of x))). The others cut at a random
//! half move.
//! With L moves in common, either line proposes the other by a cut at 0 to L, and such a cut leaves both the same lines
//! to sample from; beside the popularities all cancels but the number of cuts that a line has, and A has the factor
//! (moves of x + 1) / (moves of y + 1). Each kind of step leaves the same distribution as it is, so their mixture does.
//!
//! No step looks at more than two lines, however many there are. (Proposals that are all alike were tried first:
//! between lines of very different popularity nearly all were refused, and chains of 500 steps disagreed by 20 % of 1.
//! d4.)

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use shakmaty::Move;

use super::cumulative::CumulativeWeights;
use super::reachable::ReachableLines;
use super::sample::{Convergence, LineSample, SampleBuilder};
use super::weights::FeatureWeights;

/// Part of each chain that is discarded before anything counts: by then it no longer depends on where it began.
pub const BURN_IN: f64 = 0.1;

/// So many lines are sampled on one thread.
const SHORT: u64 = 20_000;

/// Moves with less than this share do not decide whether the chains have converged: they are sampled too seldom.
const LEAST_SHARE: f64 = 0.01;

/// Chains over the lines that can be reached from a position.
pub struct Metropolis<'a> {
    lines: ReachableLines<'a>,
    /// Weights · features of each entry.
    weight: Vec<f64>,
    popularity: CumulativeWeights,
    /// The number of each entry's first move among the moves there are.
    first_move: Vec<u16>,
}

/// What one chain did.
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
        let mut metropolis = Metropolis { lines, weight: Vec::new(), popularity, first_move };
        metropolis.set_weights(weights);
        metropolis
    }

    /// Changes the weights.
    pub fn set_weights(&mut self, weights: &FeatureWeights) {
        self.weight = (0..self.lines.len()).map(|entry| self.lines.weight(entry, weights)).collect();
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
            false => (0..chains).into_par_iter().map(run).collect(),
        }
    }

    /// What the chains sampled, the most sampled first.
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

/// Samples that one independent sample is worth: 1 + 2 Σ autocorrelation, summed in pairs while these are positive (Geyer,
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
mod tests {
    use shakmaty::Chess;

    use super::*;
    use crate::chess::notation::parse_moves;
    use crate::openings::{Graph, Identity, Line, Results};

    /// Lines of different lengths, popularity and features, some the beginning of others.
    fn small_graph() -> Graph {
        let lines = [
            ("Open", "e4 e5 Nf3", 30),
            ("King's gambit", "e4 e5 f4", 9),
            ("King's gambit", "e4 e5 f4 exf4 Nf3 g5", 4),
            ("French", "e4 e6", 14),
            ("English", "c4", 6),
            ("English", "c4 e5 Nc3 Nf6", 3),
            ("Reti", "Nf3 d5", 1),
            ("Queen's gambit", "d4 d5 c4", 24),
        ];
        let line = |(name, moves, games): (&str, &str, u32)| {
            let mut line = Line::new("A00".into(), name.into(), String::new(), parse_moves(moves).expect("legal"));
            line.results = vec![Results { white: games, draws: 0, black: 0 }; line.moves.len()];
            line
        };
        Graph::new(lines.map(line).to_vec(), Identity::Position, false)
    }

    /// The chain keeps its stationary distribution, by a chi-square test against exact enumeration. Samples are 40 steps
    /// apart, beyond their correlation, so the test's independence holds; 24.32 is exceeded once in a thousand with
    /// seven degrees of freedom.
    #[test]
    fn the_stationary_distribution_is_the_exact_one() {
        let graph = small_graph();
        let root = graph.find(&Chess::default()).unwrap();
        for (seed, weights) in [(1, [0.0; 5]), (2, [1.5, 0.5, 2.0, 0.0, 0.3])] {
            let chain =
                Metropolis::new(ReachableLines::new(&graph, root), &FeatureWeights::new([true; 5], weights).unwrap());
            let run = chain.run(800_000, &mut StdRng::seed_from_u64(seed), &|| false);
            let mut sampled = vec![0.0; chain.lines().len()];
            run.visited.iter().step_by(40).for_each(|&entry| sampled[entry as usize] += 1.0);
            let samples: f64 = sampled.iter().sum();
            let chi_square: f64 = sampled
                .iter()
                .zip(chain.exact())
                .map(|(sampled, exact)| (sampled - samples * exact).powi(2) / (samples * exact))
                .sum();
            assert!(chi_square < 24.32, "chi-square {chi_square} with the weights {weights:?}");
        }
    }

    /// Popularity × exp(weights · features), entry by entry.
    #[test]
    fn exact_probabilities_are_those_of_the_formula() {
        let graph = small_graph();
        let lines = ReachableLines::new(&graph, graph.find(&Chess::default()).unwrap());
        let chain = Metropolis::new(lines, &FeatureWeights::new([true; 5], [1.0, 0.0, 2.0, 0.0, 0.0]).unwrap());
        let (lines, exact) = (chain.lines(), chain.exact());
        let density = |entry: usize| {
            let line = graph.line(lines.line(entry));
            let gambit = if line.opening.contains("gambit") { 1.0_f64.exp() } else { 1.0 };
            let c4 = if line.opening == "English" { 2.0_f64.exp() } else { 1.0 };
            f64::from(line.results[0].games() + 1) * gambit * c4
        };
        let sum: f64 = (0..lines.len()).map(density).sum();
        assert!((0..lines.len()).all(|entry| (exact[entry] - density(entry) / sum).abs() < 1e-12));
    }

    /// Detailed balance, for every pair of lines and both kinds of steps: the flow from one to the other is the flow
    /// back.
    #[test]
    fn every_pair_of_lines_is_in_balance() {
        let graph = small_graph();
        let lines = ReachableLines::new(&graph, graph.find(&Chess::default()).unwrap());
        let chain = Metropolis::new(lines, &FeatureWeights::new([true; 5], [0.7, 0.1, 0.4, 0.2, 0.0]).unwrap());
        let lines = chain.lines();
        let proposal = |x: usize, y: usize| {
            let cuts = lines.length(x) + 1;
            let of_cut = |cut: usize| match lines.sharing(x, cut) {
                (first, end) if (first..end).contains(&y) => {
                    lines.popularity(y) / (first..end).map(|z| lines.popularity(z)).sum::<f64>()
                }
                _ => 0.0,
            };
            (0..cuts).map(of_cut).sum::<f64>() / cuts as f64
        };
        let by_popularity = |y: usize| lines.popularity(y) / (0..lines.len()).map(|z| lines.popularity(z)).sum::<f64>();
        let exact = chain.exact();
        for x in 0..lines.len() {
            for y in 0..lines.len() {
                let cut = |x: usize, y: usize| exact[x] * proposal(x, y) * chain.ratio(x, y, false).min(1.0);
                let fresh = |x: usize, y: usize| exact[x] * by_popularity(y) * chain.ratio(x, y, true).min(1.0);
                assert!((cut(x, y) - cut(y, x)).abs() < 1e-12, "{x} {y}: {} {}", cut(x, y), cut(y, x));
                assert!((fresh(x, y) - fresh(y, x)).abs() < 1e-12, "{x} {y}: {} {}", fresh(x, y), fresh(y, x));
            }
        }
    }

    #[test]
    fn chains_that_agree_have_a_scale_reduction_near_1_and_stuck_ones_do_not() {
        let graph = small_graph();
        let lines = ReachableLines::new(&graph, graph.find(&Chess::default()).unwrap());
        let chain = Metropolis::new(lines, &FeatureWeights::default());
        let sample = chain.sample(40_000, 4, 1, || false);
        let convergence = sample.convergence.expect("long enough");
        assert!(convergence.scale_reduction < 1.01, "{convergence:?}");
        assert!((1_000.0..40_000.0).contains(&convergence.effective_size), "{convergence:?}");
        assert!((0.1..1.0).contains(&sample.acceptance));
        assert_eq!(sample.iterations, 40_000);

        assert!(scale_reduction(&[vec![0.0, 0.0, 1.0, 0.0], vec![1.0, 1.0, 0.0, 1.0]]) > 1.1);
        assert!(
            chain.sample_with_convergence(8, 4, 1, || false).convergence.is_none(),
            "two samples a chain are too few"
        );
    }

    #[test]
    fn a_seed_repeats_itself() {
        let graph = small_graph();
        let lines = ReachableLines::new(&graph, graph.find(&Chess::default()).unwrap());
        let chain = Metropolis::new(lines, &FeatureWeights::default());
        assert_eq!(chain.sample(1000, 3, 5, || false), chain.sample(1000, 3, 5, || false));
        assert_ne!(chain.sample(1000, 3, 5, || false), chain.sample(1000, 3, 6, || false));
    }
}
