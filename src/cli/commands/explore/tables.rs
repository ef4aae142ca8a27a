//! Results of `motley explore` as tables of text.

use std::fmt::Write as _;

use crate::openings::FEATURE_NAMES;
use crate::studies::explore::{Distribution, FittedWeights, LEAST_GAMES, PopularityLaw, exponent_growth};

pub fn distributions(distributions: &[Distribution]) -> String {
    let mut text = String::new();
    if let Some(first) = distributions.first() {
        let milliseconds = 1000.0 * first.build_seconds;
        let _ =
            writeln!(text, "{} lines, {} positions, graph built in {milliseconds:.1} ms", first.lines, first.positions);
    }
    for distribution in distributions {
        let at = if distribution.at.is_empty() { "the start" } else { &distribution.at };
        let _ = writeln!(
            text,
            "\nat {at}: {} lines sampled by {} in {:.3} s, {:.1} % of proposals accepted",
            distribution.iterations,
            distribution.sampler,
            distribution.seconds,
            100.0 * distribution.acceptance
        );
        let _ = writeln!(text, "parameters {:?}, weights {:?}", distribution.parameters, distribution.weights);
        if let (Some(size), Some(reduction)) = (distribution.effective_size, distribution.scale_reduction) {
            let _ = writeln!(text, "effective sample size {size:.0}, potential scale reduction {reduction:.4}");
        }
        let _ = writeln!(text, "{:<9}{:>9}{:>9}{:>7}  name", "move", "share", "exact", "lines");
        for mv in &distribution.moves {
            let lines = if mv.lines == 0 { "(t)".to_owned() } else { mv.lines.to_string() };
            let _ = writeln!(text, "{:<9}{:>9.4}{:>9.4}{lines:>7}  {}", mv.san, mv.share, mv.exact, mv.name);
        }
    }
    text
}

pub fn fitted(fitted: &FittedWeights) -> String {
    let mut text = format!("weights for {} ({} distributions tried):\n", fitted.sampler, fitted.tried);
    for (name, weight) in FEATURE_NAMES.iter().zip(fitted.weights) {
        let _ = writeln!(text, "  {name:<9}{weight:.4}");
    }
    let weights = fitted.weights.map(|weight| weight.to_string()).join(",");
    let _ = writeln!(text, "as flags: --sampler {} --params 1,1,1,1,1 --weights {weights}\n", fitted.sampler);
    let _ = writeln!(text, "{:<9}{:>8}{:>9}", "move", "wish", "share");
    for mv in &fitted.moves {
        let wish = mv.wish.map_or_else(String::new, |wish| format!("{wish:.4}"));
        let _ = writeln!(text, "{:<9}{wish:>8}{:>9.4}", mv.san, mv.share);
    }
    let _ = writeln!(text, "\nthe farthest from its wish is off by {:.4}", fitted.worst);
    text
}

pub fn popularity(laws: &[PopularityLaw]) -> String {
    let figure = |figure: Option<f64>| figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.3}"));
    let mut text =
        format!("{:>6}{:>10}{:>10}{:>10}{:>10}{:>8}\n", "plies", "games", "openings", "fitted", "exponent", "error");
    for law in laws {
        let (exponent, error) = (figure(law.exponent), figure(law.error));
        let _ = writeln!(
            text,
            "{:>6}{:>10}{:>10}{:>10}{exponent:>10}{error:>8}",
            law.plies, law.games, law.openings, law.fitted
        );
    }
    if let Some((slope, height)) = exponent_growth(laws) {
        let _ = writeln!(text, "\nexponent = {height:.3} + {slope:.4} × half moves (least squares)");
    }
    let _ = writeln!(text, "fitted: openings that at least {LEAST_GAMES} games play");
    text
}
