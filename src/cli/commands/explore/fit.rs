//! `motley explore fit`: weights for a wished distribution.

use std::fmt::Write as _;

use serde::Serialize;
use shakmaty::san::SanPlus;

use super::ExploreError;
use super::report::numbered;
use super::run::{Place, TheoryArgs};
use crate::chess::notation::parse_move;
use crate::cli::terminal;
use crate::openings::{FEATURE_NAMES, FEATURES};
use crate::personalities::explorer::{FitError, SamplerKind, TargetShare, fit};

#[derive(clap::Args, Clone, Debug)]
pub struct FitArgs {
    #[command(flatten)]
    theory: TheoryArgs,
    /// The wished shares: "c4:0.4,Nf3:0.1"
    #[arg(long, value_name = "MOVE:SHARE,…")]
    target: String,
    /// The sampler that the weights are for
    #[arg(long, value_enum, default_value_t = SamplerKind::Metropolis)]
    sampler: SamplerKind,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Fitted {
    at: String,
    sampler: String,
    /// In the order gambit, uncommon, c4, d4, e4.
    weights: [f64; FEATURES],
    /// The largest distance between a wish and what comes out.
    worst: f64,
    /// Distributions that were calculated.
    tried: usize,
    moves: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    san: String,
    wish: Option<f64>,
    share: f64,
}

pub fn run(args: &FitArgs) -> Result<String, ExploreError> {
    let place = args.theory.place()?;
    let wishes = wishes(&place, &args.target)?;
    let found = fit(&place.graph, place.at, args.sampler, &wishes)?;

    let position = place.graph.position(place.at);
    let mut moves: Vec<Row> = place
        .graph
        .edges(place.at)
        .iter()
        .zip(&found.shares)
        .map(|(edge, &share)| Row {
            san: SanPlus::from_move(position.clone(), edge.mv).to_string(),
            wish: wishes.iter().find(|wish| wish.mv == edge.mv).map(|wish| wish.share),
            share,
        })
        .collect();
    moves.sort_by(|a, b| b.wish.is_some().cmp(&a.wish.is_some()).then(b.share.total_cmp(&a.share)));
    let sampler = format!("{:?}", args.sampler).to_lowercase();
    let fitted = Fitted {
        at: numbered(&place.moves),
        sampler,
        weights: found.weights.map(rounded),
        worst: found.worst,
        tried: found.tried,
        moves,
    };
    Ok(if args.json { terminal::as_json(&fitted) } else { as_table(&fitted) })
}

/// Four places are all that the search tells apart.
fn rounded(weight: f64) -> f64 {
    (weight * 1e4).round() / 1e4
}

fn wishes(place: &Place, text: &str) -> Result<Vec<TargetShare>, ExploreError> {
    let position = place.graph.position(place.at);
    let mut wishes: Vec<TargetShare> = Vec::new();
    for part in text.split(',') {
        let bad = || FitError::BadTarget(part.to_owned());
        let (mv, share) = part.split_once(':').ok_or_else(bad)?;
        let share: f64 = share.trim().parse().map_err(|_| bad())?;
        let mv = parse_move(&position, mv.trim()).filter(|_| (0.0..=1.0).contains(&share)).ok_or_else(bad)?;
        // Said twice, the last wish counts.
        wishes.retain(|wish| wish.mv != mv);
        wishes.push(TargetShare { mv, share });
    }
    Ok(wishes)
}

fn as_table(fitted: &Fitted) -> String {
    let mut text = format!("weights for {} ({} distributions tried):\n", fitted.sampler, fitted.tried);
    for (name, weight) in FEATURE_NAMES.iter().zip(fitted.weights) {
        let _ = writeln!(text, "  {name:<9}{weight:.4}");
    }
    let weights = fitted.weights.map(|weight| weight.to_string()).join(",");
    let _ = writeln!(text, "as flags: --sampler {} --params 1,1,1,1,1 --weights {weights}\n", fitted.sampler);
    let _ = writeln!(text, "{:<9}{:>8}{:>9}", "move", "wish", "share");
    for row in &fitted.moves {
        let wish = row.wish.map_or_else(String::new, |wish| format!("{wish:.4}"));
        let _ = writeln!(text, "{:<9}{wish:>8}{:>9.4}", row.san, row.share);
    }
    let _ = writeln!(text, "\nthe farthest from its wish is off by {:.4}", fitted.worst);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::parsed;

    #[test]
    fn a_wish_is_met_and_said_how_closely() {
        let text = run(&parsed(&["--target", "c4:0.4,Nf3:0.1", "--json"])).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(value["worst"].as_f64().unwrap() < 0.02, "{text}");
        assert_eq!((value["moves"][0]["san"].as_str(), value["moves"][0]["wish"].as_f64()), (Some("c4"), Some(0.4)));
        assert!(run(&parsed(&["--target", "c4:0.4"])).unwrap().contains("off by 0.000"));
    }

    #[test]
    fn wishes_that_are_none_are_refused() {
        for target in ["c4", "c4:2", "c4:x", "c5:0.1", "", "c4:0.9,d4:0.9"] {
            assert!(matches!(run(&parsed(&["--target", target])), Err(ExploreError::Fit(_))), "{target}");
        }
    }
}
