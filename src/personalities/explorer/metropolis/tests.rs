use shakmaty::Chess;

use super::*;
use crate::chess::notation::parse_moves;
use crate::openings::{Identity, NamedLine, Results};

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
        let mut line = NamedLine::new("A00".into(), name.into(), String::new(), parse_moves(moves).expect("legal"));
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
    let sample = chain.sample_with_convergence(40_000, 4, 1, || false);
    let convergence = sample.convergence.expect("long enough");
    assert!(convergence.scale_reduction < 1.01, "{convergence:?}");
    assert!((1_000.0..40_000.0).contains(&convergence.effective_size), "{convergence:?}");
    assert!((0.1..1.0).contains(&sample.acceptance));
    assert_eq!(sample.iterations, 40_000);

    assert!(scale_reduction(&[vec![0.0, 0.0, 1.0, 0.0], vec![1.0, 1.0, 0.0, 1.0]]) > 1.1);
    assert!(chain.sample_with_convergence(8, 4, 1, || false).convergence.is_none(), "two samples a chain are too few");
}

#[test]
fn a_seed_repeats_itself() {
    let graph = small_graph();
    let lines = ReachableLines::new(&graph, graph.find(&Chess::default()).unwrap());
    let chain = Metropolis::new(lines, &FeatureWeights::default());
    assert_eq!(chain.sample(1000, 3, 5, || false), chain.sample(1000, 3, 5, || false));
    assert_ne!(chain.sample(1000, 3, 5, || false), chain.sample(1000, 3, 6, || false));
}
