//! `motley explore popularity`: the law of Blasius and Tönjes (Physical Review Letters 103, 2009), which the seed
//! cites: among the openings of a given depth, the number of those that n games play falls with a power of n, and the
//! exponent grows with the depth.

use std::fmt::Write as _;
use std::hash::Hasher;
use std::path::PathBuf;

use clap::value_parser;
use rustc_hash::{FxHashMap, FxHasher};
use serde::Serialize;
use shakmaty::{Chess, Move};

use super::{ExploreError, Format};
use crate::cli::terminal::{self, files_bar, games_under};
use crate::drawing::chart::{LogLog, LogSeries};
use crate::games::pgn::PgnError;

/// Rarer openings are left out of the fit: there, whole numbers are far from a continuous law (Clauset, Shalizi and
/// Newman, SIAM Review 51, 2009, section 3.5, recommend 6).
const LEAST_GAMES: u32 = 6;
/// Points of a depth in the chart: all ranks up to here, then thinned so that they are evenly spread on a logarithmic
/// axis.
const ALL_POINTS_TO: f64 = 10.0;
const POINTS_PER_DECADE: f64 = 12.0;

#[derive(clap::Args, Clone, Debug)]
pub struct PopularityArgs {
    /// Files of games: PGN, plain or compressed with zstd
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Half moves of the openings to rank
    #[arg(long, value_name = "PLIES", value_delimiter = ',', default_value = "2,4,8,12,16,20,24", value_parser = value_parser!(u16).range(1..=60))]
    depths: Vec<u16>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The openings of one depth.
#[derive(Serialize)]
struct Law {
    plies: u16,
    games: u64,
    openings: usize,
    /// Openings that at least [`LEAST_GAMES`] games play: the fit is of these.
    fitted: usize,
    /// α of "openings that n games play ∝ n^−α", where there is something to fit.
    exponent: Option<f64>,
    /// Its standard error.
    error: Option<f64>,
    #[serde(skip)]
    counts: Vec<u32>,
}

pub fn run(args: &PopularityArgs) -> Result<String, ExploreError> {
    let mut depths = args.depths.clone();
    depths.sort_unstable();
    depths.dedup();
    let laws = laws(&args.games, &depths)?;
    Ok(match args.format {
        Format::Table => as_table(&laws),
        Format::Csv => as_csv(&laws),
        Format::Json => terminal::as_json(&laws),
        Format::Svg => as_svg(&laws),
    })
}

fn laws(files: &[PathBuf], depths: &[u16]) -> Result<Vec<Law>, ExploreError> {
    let mut counts: Vec<FxHashMap<u64, u32>> = vec![FxHashMap::default(); depths.len()];
    let bar = files_bar(files);
    for path in files {
        let named = |source: PgnError| ExploreError::Games { path: path.display().to_string(), source };
        let deepest = usize::from(*depths.last().unwrap_or(&0));
        for game in games_under(&bar, path).map_err(named)?.with_max_plies(deepest) {
            let game = game.map_err(named)?;
            if game.start == Chess::default() {
                count(&game.moves, depths, &mut counts);
            }
        }
    }
    bar.finish_and_clear();
    Ok(depths.iter().zip(counts).map(|(&plies, counts)| Law::of(plies, counts.into_values().collect())).collect())
}

/// An opening is a sequence of moves, as in the paper: another order is another opening.
fn count(moves: &[Move], depths: &[u16], counts: &mut [FxHashMap<u64, u32>]) {
    let mut sequence = FxHasher::default();
    let mut depth = 0;
    for (ply, mv) in moves.iter().enumerate() {
        sequence.write_u32(
            mv.from().map_or(64, u32::from) << 16
                | u32::from(mv.to()) << 8
                | mv.promotion().map_or(0, |role| role as u32),
        );
        if depth < depths.len() && ply + 1 == usize::from(depths[depth]) {
            *counts[depth].entry(sequence.finish()).or_default() += 1;
            depth += 1;
        }
    }
}

impl Law {
    /// `counts`: the games of each opening.
    fn of(plies: u16, mut counts: Vec<u32>) -> Law {
        counts.sort_unstable_by_key(|&count| std::cmp::Reverse(count));
        let fitted = counts.partition_point(|&count| count >= LEAST_GAMES);
        // The maximum likelihood of whole numbers, approximately: equation 3.7 of Clauset, Shalizi and Newman.
        let logarithms: f64 =
            counts[..fitted].iter().map(|&count| (f64::from(count) / (f64::from(LEAST_GAMES) - 0.5)).ln()).sum();
        let exponent = (fitted >= 10).then(|| 1.0 + fitted as f64 / logarithms);
        Law {
            plies,
            games: counts.iter().map(|&count| u64::from(count)).sum(),
            openings: counts.len(),
            fitted,
            exponent,
            error: exponent.map(|exponent| (exponent - 1.0) / (fitted as f64).sqrt()),
            counts,
        }
    }

    /// Games of the openings by rank, thinned where they stand too close to be told apart.
    fn points(&self) -> Vec<(f64, f64)> {
        let mut points = Vec::new();
        let mut next = 1.0;
        for (index, &count) in self.counts.iter().enumerate() {
            let rank = index as f64 + 1.0;
            if rank >= next {
                points.push((rank, f64::from(count)));
                next = if rank < ALL_POINTS_TO { rank + 1.0 } else { rank * 10.0_f64.powf(1.0 / POINTS_PER_DECADE) };
            }
        }
        points
    }

    /// The fitted law as rank and games: if the density of n falls with α, the number of openings with at least n
    /// games, which is the rank, falls with α − 1.
    fn line(&self) -> Option<[(f64, f64); 2]> {
        let slope = -1.0 / (self.exponent? - 1.0);
        let (rank, games) = (self.fitted as f64, f64::from(LEAST_GAMES));
        Some([(1.0, games * rank.powf(-slope)), (rank, games)])
    }
}

/// How the exponent grows with the depth: a line through all depths by least squares, slope and height.
fn growth(laws: &[Law]) -> Option<(f64, f64)> {
    let points: Vec<(f64, f64)> = laws.iter().filter_map(|law| Some((f64::from(law.plies), law.exponent?))).collect();
    if points.len() < 2 {
        return None;
    }
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>()
        / points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
    Some((slope, y - slope * x))
}

fn as_table(laws: &[Law]) -> String {
    let mut text =
        format!("{:>6}{:>10}{:>10}{:>10}{:>10}{:>8}\n", "plies", "games", "openings", "fitted", "exponent", "error");
    for law in laws {
        let figure = |figure: Option<f64>| figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.3}"));
        let _ = writeln!(
            text,
            "{:>6}{:>10}{:>10}{:>10}{:>10}{:>8}",
            law.plies,
            law.games,
            law.openings,
            law.fitted,
            figure(law.exponent),
            figure(law.error)
        );
    }
    if let Some((slope, height)) = growth(laws) {
        let _ = writeln!(text, "\nexponent = {height:.3} + {slope:.4} × half moves (least squares)");
    }
    let _ = writeln!(text, "fitted: openings that at least {LEAST_GAMES} games play");
    text
}

fn as_csv(laws: &[Law]) -> String {
    let mut text = "plies,rank,games\n".to_owned();
    for law in laws {
        for (rank, games) in law.points() {
            let _ = writeln!(text, "{},{rank},{games}", law.plies);
        }
    }
    text
}

fn as_svg(laws: &[Law]) -> String {
    let label = |law: &Law| match law.exponent {
        Some(exponent) => format!("{} half moves, α = {exponent:.2}", law.plies),
        None => format!("{} half moves", law.plies),
    };
    LogLog {
        title: "openings by popularity".to_owned(),
        x: "rank".to_owned(),
        y: "games".to_owned(),
        series: laws
            .iter()
            .map(|law| LogSeries { label: label(law), points: law.points(), line: law.line() })
            .collect(),
    }
    .draw()
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cli::terminal::parsed;

    #[test]
    fn a_known_exponent_is_found() {
        let mut rng = StdRng::seed_from_u64(1);
        for alpha in [1.6, 2.0, 2.6] {
            // Inverse transform sampling; rounding down makes it discrete.
            let counts = (0..200_000)
                .map(|_| (0.5 * (1.0 - rng.random::<f64>()).powf(-1.0 / (alpha - 1.0)) + 0.5) as u32)
                .collect();
            let law = Law::of(8, counts);
            let found = law.exponent.unwrap();
            assert!((found - alpha).abs() < 3.0 * law.error.unwrap() + 0.01, "{found} for {alpha}");
        }
    }

    #[test]
    fn openings_are_sequences_of_moves() {
        let file = std::env::temp_dir().join(format!("motley-popularity-{}.pgn", std::process::id()));
        std::fs::write(
            &file,
            "[Result \"*\"]\n\nd4 Nf6 c4 e6 *\n\n[Result \"*\"]\n\nc4 Nf6 d4 e6 *\n\n[Result \"*\"]\n\nd4 Nf6 c4 g6 *\n\n",
        )
        .unwrap();
        let name = file.display().to_string();
        let text = run(&parsed(&[&name, "--depths", "4,1,3", "--format", "json"])).unwrap();
        let chart = run(&parsed(&[&name, "--depths", "1,3", "--format", "svg"])).unwrap();
        std::fs::remove_file(&file).unwrap();
        let laws: serde_json::Value = serde_json::from_str(&text).unwrap();
        let openings: Vec<u64> = laws.as_array().unwrap().iter().map(|law| law["openings"].as_u64().unwrap()).collect();
        assert_eq!(openings, [2, 2, 3]);
        assert!(chart.contains("3 half moves"));
    }
}
