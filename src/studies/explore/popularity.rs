//! The law of Blasius and Tönjes (Physical Review Letters 103, 2009), which Saarmann, *Exploration vs Exploitation of
//! Chess Openings Learner with Metropolis-Hastings Algorithm*, cites: among the openings of a given depth, the number
//! of those that n games play falls with a power of n, and the exponent grows with the depth.

use std::fmt::Write as _;
use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHasher};
use serde::Serialize;
use shakmaty::{Chess, Move};

use crate::games::sources::{GameSource, SourceError, read_games};
use crate::picture::chart::{LogLog, LogSeries};

/// Rarer openings are left out of the fit: there, whole numbers are far from a continuous law (Clauset, Shalizi and
/// Newman, SIAM Review 51, 2009, section 3.5, recommend 6).
pub const LEAST_GAMES: u32 = 6;
/// Points of a depth in the chart: all ranks up to here, then thinned so that they are evenly spread on a logarithmic
/// axis.
const ALL_POINTS_TO: f64 = 10.0;
const POINTS_PER_DECADE: f64 = 12.0;

/// The openings of one depth.
#[derive(Clone, Debug, Serialize)]
pub struct PopularityLaw {
    pub plies: u16,
    pub games: u64,
    pub openings: usize,
    /// Openings that at least [`LEAST_GAMES`] games play: the fit is of these.
    pub fitted: usize,
    /// α of "openings that n games play ∝ n^−α", where there is something to fit.
    pub exponent: Option<f64>,
    /// Its standard error.
    pub error: Option<f64>,
    #[serde(skip)]
    counts: Vec<u32>,
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

impl PopularityLaw {
    /// A law for each depth in plies, rising. Games from other start positions are left out.
    ///
    /// # Errors
    /// Fails if a source cannot be read.
    pub fn of_games(sources: Vec<GameSource>, depths: &[u16]) -> Result<Vec<PopularityLaw>, SourceError> {
        let mut depths = depths.to_vec();
        depths.sort_unstable();
        depths.dedup();
        let mut counts: Vec<FxHashMap<u64, u32>> = vec![FxHashMap::default(); depths.len()];
        let deepest = usize::from(*depths.last().unwrap_or(&0));
        read_games::<SourceError>(sources, deepest, |game| {
            if game.start == Chess::default() {
                count(&game.moves, &depths, &mut counts);
            }
            Ok(())
        })?;
        let counted = depths.into_iter().zip(counts);
        Ok(counted.map(|(plies, counts)| PopularityLaw::of(plies, counts.into_values().collect())).collect())
    }

    /// `counts`: the games of each opening.
    fn of(plies: u16, mut counts: Vec<u32>) -> PopularityLaw {
        counts.sort_unstable_by_key(|&count| std::cmp::Reverse(count));
        let fitted = counts.partition_point(|&count| count >= LEAST_GAMES);
        // The maximum likelihood of whole numbers, approximately: equation 3.7 of Clauset, Shalizi and Newman.
        let logarithms: f64 =
            counts[..fitted].iter().map(|&count| (f64::from(count) / (f64::from(LEAST_GAMES) - 0.5)).ln()).sum();
        let exponent = (fitted >= 10).then(|| 1.0 + fitted as f64 / logarithms);
        PopularityLaw {
            plies,
            games: counts.iter().map(|&count| u64::from(count)).sum(),
            openings: counts.len(),
            fitted,
            exponent,
            error: exponent.map(|exponent| (exponent - 1.0) / (fitted as f64).sqrt()),
            counts,
        }
    }

    /// Games of the openings by rank, thinned where they are too close to be distinguished.
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

/// The growth of the exponent with the depth: a line through all depths by least squares, slope and height.
pub fn exponent_growth(laws: &[PopularityLaw]) -> Option<(f64, f64)> {
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

/// The points of the chart.
pub fn popularity_csv(laws: &[PopularityLaw]) -> String {
    let mut text = "plies,rank,games\n".to_owned();
    for law in laws {
        for (rank, games) in law.points() {
            let _ = writeln!(text, "{},{rank},{games}", law.plies);
        }
    }
    text
}

/// Games by rank on logarithmic axes, with the fitted laws.
pub fn popularity_chart(laws: &[PopularityLaw]) -> String {
    let label = |law: &PopularityLaw| match law.exponent {
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
    .svg()
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn a_known_exponent_is_found() {
        let mut rng = StdRng::seed_from_u64(1);
        for alpha in [1.6, 2.0, 2.6] {
            // Inverse transform sampling; rounding down makes it discrete.
            let counts = (0..200_000)
                .map(|_| (0.5 * (1.0 - rng.random::<f64>()).powf(-1.0 / (alpha - 1.0)) + 0.5) as u32)
                .collect();
            let law = PopularityLaw::of(8, counts);
            let found = law.exponent.unwrap();
            assert!((found - alpha).abs() < 3.0 * law.error.unwrap() + 0.01, "{found} for {alpha}");
        }
    }

    #[test]
    fn openings_are_sequences_of_moves() {
        let games = "d4 Nf6 c4 e6 *\n\nc4 Nf6 d4 e6 *\n\nd4 Nf6 c4 g6 *\n\n";
        let source = GameSource::new("games", std::io::Cursor::new(games));
        let laws = PopularityLaw::of_games(vec![source], &[4, 1, 3]).expect("text in memory");
        let openings: Vec<(u16, usize)> = laws.iter().map(|law| (law.plies, law.openings)).collect();
        assert_eq!(openings, [(1, 2), (3, 2), (4, 3)]);
        assert!(popularity_chart(&laws).contains("3 half moves"));
    }
}
