//! The results as text.

use std::fmt::Write as _;

use super::ablation::{Ablation, AblationRow};
use super::against_random::{AgainstRandom, MeanIteration};

/// The peaks of the report's plots: cut-offs, quiescence nodes, table hits.
const PUBLISHED_PEAKS: [f64; 3] = [2000.0, 5000.0, 1000.0];
/// Rows of iterations that are shown: the first five moves that are searched.
const SHOWN: usize = 20;

impl AgainstRandom {
    pub fn games(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The result, the peaks beside the report's, and the first iterations.
    pub fn table(&self) -> String {
        let AgainstRandom { won, drawn, lost, iterations, peaks } = self;
        let points = 100.0 * (*won as f64 + *drawn as f64 / 2.0) / self.games().max(1) as f64;
        let mut text = format!("against Random: {won} won, {drawn} drawn, {lost} lost, {points:.1} %\n\n");
        let _ = writeln!(
            text,
            "{:<12} {:>6} {:>9} {:>17} {:>11}",
            "mean", "games", "cut-offs", "quiescence nodes", "table hits"
        );
        let mut row = |name: &str, games: String, counts: [f64; 3]| {
            let [cutoffs, quiescence, hits] = counts;
            let _ = writeln!(text, "{name:<12} {games:>6} {cutoffs:>9.0} {quiescence:>17.0} {hits:>11.0}");
        };
        for (number, mean) in (1..).zip(iterations.iter().take(SHOWN)) {
            row(&format!("iteration {number}"), mean.games.to_string(), counts(mean));
        }
        row("peak", peaks.games.to_string(), counts(peaks));
        row("the report", "10".to_owned(), PUBLISHED_PEAKS);
        text
    }
}

fn counts(mean: &MeanIteration) -> [f64; 3] {
    [mean.cutoffs, mean.quiescence_nodes, mean.table_hits]
}

impl Ablation {
    pub fn table(&self) -> String {
        let mut text = format!(
            "the whole engine: {} nodes in {:.2} s\n\n{:<28} {:>8} {:>8} {:>8} {:>16}\n",
            self.whole.nodes,
            self.whole.time.as_secs_f64(),
            "without",
            "nodes",
            "time",
            "games",
            "points"
        );
        for AblationRow { technique, nodes, time, games, points, error } in &self.rows {
            let points = format!("{:.1} % ± {:.1}", 100.0 * points, 100.0 * error);
            let _ = writeln!(text, "{technique:<28} {nodes:>8.2} {time:>8.2} {games:>8} {points:>16}");
        }
        text
    }
}
