//! The flags that say what to draw, and the drawing itself.

use std::time::Instant;

use clap::value_parser;
use shakmaty::{Chess, Move, Position};

use super::{ExploreError, Format, report};
use crate::chess::notation::parse_moves;
use crate::cli::args::lines::{LinesArgs, SelectionArgs};
use crate::openings::{FEATURES, Graph, Identity, NodeId};
use crate::personalities::explorer::{FeatureWeights, LineSample, LineSampler, SamplerKind};

/// Where to draw from.
#[derive(clap::Args, Clone, Debug)]
pub struct TheoryArgs {
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// When positions are the same: by the rules, or by where the men stand (the seed's way)
    #[arg(long, value_enum, default_value_t = Identity::Position)]
    identity: Identity,
    /// Only moves of lines, no transpositions
    #[arg(long)]
    no_transpositions: bool,
    /// The position: moves from the start, SAN or UCI
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    at: String,
}

/// How to draw.
#[derive(clap::Args, Clone, Debug)]
pub struct SettingArgs {
    /// How lines are drawn
    #[arg(long, value_enum, default_value_t = SamplerKind::Metropolis)]
    pub sampler: SamplerKind,
    /// Lines to draw; several numbers compare settings
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2000", value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    iterations: Vec<u64>,
    /// Which features count: gambit, uncommon, c4, d4, e4, each 0 or 1; several times compare settings
    #[arg(long, value_name = "P,P,P,P,P", default_value = "0,0,0,0,0", value_parser = five_flags)]
    params: Vec<[bool; FEATURES]>,
    /// How much they count, in the same order; several times compare settings
    #[arg(long, value_name = "W,W,W,W,W", default_value = ".2,.2,.05,.05,.05", value_parser = five_weights)]
    weights: Vec<[f64; FEATURES]>,
    /// Chains that share the iterations (Metropolis)
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = value_parser!(u16).range(1..=1024))]
    chains: u16,
    /// Seed of the dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(clap::Args, Clone, Debug)]
pub struct RunArgs {
    #[command(flatten)]
    theory: TheoryArgs,
    #[command(flatten)]
    settings: SettingArgs,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// Lines as a graph, and a position in it.
pub struct Place {
    pub graph: Graph,
    pub at: NodeId,
    pub moves: Vec<Move>,
    /// Seconds it took to build the graph.
    pub built_in: f64,
}

/// What one drawing was asked for.
pub struct Setting {
    parameters: [bool; FEATURES],
    weights: [f64; FEATURES],
    pub drawing: LineSampler,
}

/// One drawing and what came of it.
pub struct Outcome {
    pub parameters: [bool; FEATURES],
    pub weights: [f64; FEATURES],
    pub drawing: LineSampler,
    pub sample: LineSample,
    /// The exact share of each edge.
    pub exact: Vec<f64>,
    pub seconds: f64,
}

impl TheoryArgs {
    /// # Errors
    /// When there are no such lines, or they do not know the position or nothing follows it.
    pub fn place(&self) -> Result<Place, ExploreError> {
        let moves = parse_moves(&self.at).map_err(ExploreError::Moves)?;
        let lines = self.selection.selection().of(self.lines.read()?)?;
        let start = Instant::now();
        let graph = Graph::new(lines, self.identity, !self.no_transpositions);
        let built_in = start.elapsed().as_secs_f64();

        let mut position = Chess::default();
        let mut known = 0;
        for (ply, &mv) in moves.iter().enumerate() {
            position.play_unchecked(mv);
            if graph.find(&position).is_some() {
                known = ply + 1;
            }
        }
        let at = graph.find(&position).ok_or(ExploreError::Unknown(known))?;
        if graph.edges(at).is_empty() {
            return Err(ExploreError::End);
        }
        Ok(Place { graph, at, moves, built_in })
    }
}

impl SettingArgs {
    /// The settings to compare: what is given once holds for all.
    ///
    /// # Errors
    /// When flags are given in different numbers, or a weight is out of range.
    pub fn drawings(&self) -> Result<Vec<Setting>, ExploreError> {
        let given =
            [("iterations", self.iterations.len()), ("params", self.params.len()), ("weights", self.weights.len())];
        let settings = given.iter().map(|(_, given)| *given).max().unwrap_or(1);
        if let Some(&(flag, given)) = given.iter().find(|(_, given)| *given != 1 && *given != settings) {
            return Err(ExploreError::Settings { flag, given, others: settings });
        }
        let of = |index: usize, length: usize| if length == 1 { 0 } else { index };
        (0..settings)
            .map(|index| {
                let parameters = self.params[of(index, self.params.len())];
                let weights = self.weights[of(index, self.weights.len())];
                let drawing = LineSampler {
                    kind: self.sampler,
                    weights: FeatureWeights::new(parameters, weights)?,
                    iterations: self.iterations[of(index, self.iterations.len())],
                    chains: usize::from(self.chains),
                    seed: self.seed,
                };
                Ok(Setting { parameters, weights, drawing })
            })
            .collect()
    }
}

/// Draws, and writes what came out.
pub fn run(args: &RunArgs) -> Result<String, ExploreError> {
    let place = args.theory.place()?;
    let outcomes = draw_all(&place, &args.settings)?;
    Ok(match args.format {
        Format::Table => report::as_table(&place, &outcomes),
        Format::Csv => report::as_csv(&place, &outcomes),
        Format::Json => report::as_json(&place, &outcomes),
        Format::Svg => report::as_svg(&place, &outcomes),
    })
}

/// One outcome for each setting.
pub fn draw_all(place: &Place, settings: &SettingArgs) -> Result<Vec<Outcome>, ExploreError> {
    let draw = |Setting { parameters, weights, drawing }: Setting| {
        let prepared = drawing.prepare(&place.graph, place.at);
        let start = Instant::now();
        let sample = prepared.draw(|| false);
        let seconds = start.elapsed().as_secs_f64();
        Outcome { parameters, weights, drawing, sample, exact: prepared.exact(), seconds }
    };
    Ok(settings.drawings()?.into_iter().map(draw).collect())
}

fn five<T: Copy + Default>(
    text: &str,
    parse: impl Fn(&str) -> Option<T>,
    expected: &str,
) -> Result<[T; FEATURES], String> {
    let parsed: Option<Vec<T>> = text.split(',').map(|part| parse(part.trim())).collect();
    parsed.and_then(|parsed| parsed.try_into().ok()).ok_or_else(|| expected.to_owned())
}

/// Reads `--params`.
pub fn five_flags(text: &str) -> Result<[bool; FEATURES], String> {
    let flag = |part: &str| match part {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    };
    five(text, flag, "expected five of 0 and 1 with commas between them, for gambit, uncommon, c4, d4, e4")
}

/// Reads `--weights`.
pub fn five_weights(text: &str) -> Result<[f64; FEATURES], String> {
    five(
        text,
        |part| part.parse().ok(),
        "expected five numbers with commas between them, for gambit, uncommon, c4, d4, e4",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::terminal::parsed;

    fn run_with(words: &[&str]) -> Result<String, ExploreError> {
        run(&parsed(words))
    }

    #[test]
    fn settings_are_compared_side_by_side() {
        let one: RunArgs = parsed(&[]);
        assert_eq!(one.settings.drawings().unwrap().len(), 1);
        let three: RunArgs = parsed(&["--iterations", "10,20,30", "--params", "1,0,0,0,0"]);
        let drawings = three.settings.drawings().unwrap();
        assert_eq!(drawings.iter().map(|setting| setting.drawing.iterations).collect::<Vec<_>>(), [10, 20, 30]);
        let uneven: RunArgs = parsed(&["--iterations", "10,20,30", "--params", "1,0,0,0,0", "--params", "0,1,0,0,0"]);
        assert!(matches!(
            uneven.settings.drawings(),
            Err(ExploreError::Settings { flag: "params", given: 2, others: 3 })
        ));
    }

    #[test]
    fn what_cannot_be_drawn_is_said() {
        let refuse = |words: &[&str]| run_with(words).unwrap_err().to_string();
        assert!(refuse(&["--weights", "0,0,-1,0,0"]).contains("the weight -1 of c4 is out of range"));
        assert!(refuse(&["--family", "Nosuch"]).contains("the family `Nosuch` dropped the last"));
        assert!(refuse(&["--at", "e4 e9"]).contains("`e9` is no legal move"));
        assert!(refuse(&["--at", "e4 e5 a3 a6 h3 h6"]).contains("up to half move"));
        assert!(refuse(&["--lines", "/no/such/file"]).contains("/no/such/file"));
        assert!(
            refuse(&[
                "--family",
                "Grob Opening: Grob Gambit, Fritz Gambit, Romford Countergambit",
                "--min-moves",
                "99"
            ])
            .contains("99 moves")
        );
    }

    #[test]
    fn flags_that_are_no_numbers_are_refused() {
        assert!(five_flags("1,0,1,0").is_err() && five_flags("1,0,1,0,2").is_err() && five_flags("1,0,1,0,1").is_ok());
        assert!(five_weights("a,0,1,0,0").is_err() && five_weights(".2,.2,.05,.05,.05").is_ok());
    }

    #[test]
    fn json_has_the_promised_keys() {
        let text = run_with(&["--format", "json", "--at", "1. e4 e5", "--iterations", "500", "--sampler", "saarmann"])
            .unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(
            (value["at"].as_str(), value["sampler"].as_str(), value["iterations"].as_u64()),
            (Some("1. e4 e5"), Some("saarmann"), Some(500))
        );
        assert!(value["seconds"].is_f64() && value["acceptance"].is_f64());
        let moves = value["moves"].as_array().unwrap();
        let total: f64 = moves.iter().map(|mv| mv["share"].as_f64().unwrap()).sum();
        assert!((total - 1.0).abs() < 1e-9);
        assert!(moves.iter().all(|mv| mv["san"].is_string()
            && mv["uci"].is_string()
            && mv["lines"].is_u64()
            && mv["name"].is_string()));
        // Several settings are an array.
        let text = run_with(&["--format", "json", "--iterations", "10,20"]).unwrap();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap().as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn every_format_is_written() {
        let text = |format: &str| run_with(&["--format", format, "--iterations", "100", "--at", "e4"]).unwrap();
        assert!(text("table").contains("move") && text("table").contains("exact"));
        assert!(text("csv").starts_with("setting,san,uci,share,exact,lines,name\n"));
        assert!(text("svg").starts_with("<svg"));
    }
}
