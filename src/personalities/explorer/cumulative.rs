//! Picks from a range of weighted entries, in a time that hardly depends on their number.

use rand::RngExt;
use rand::rngs::StdRng;

/// Cumulative weights, with a table of where in them to search.
pub struct CumulativeWeights {
    /// The weights of the entries before each, and the sum of all behind the last.
    before: Vec<f64>,
    /// For each of as many equal parts of the sum as there are entries: the entry in which it begins (Chen and Asau's
    /// guide table, 1974).
    guide: Vec<u32>,
}

impl CumulativeWeights {
    /// Weights must be positive.
    pub fn new(weights: impl Iterator<Item = f64>) -> CumulativeWeights {
        let mut before = vec![0.0];
        for weight in weights {
            before.push(before[before.len() - 1] + weight);
        }
        let entries = before.len() - 1;
        let mut guide = Vec::with_capacity(entries + 1);
        let mut entry = 0;
        for part in 0..=entries {
            let begin = before[entries] * part as f64 / entries.max(1) as f64;
            while entry + 1 < entries && before[entry + 1] <= begin {
                entry += 1;
            }
            guide.push(entry as u32);
        }
        CumulativeWeights { before, guide }
    }

    /// An entry from `first` up to, not including, `end`, each by its weight.
    pub fn pick(&self, first: usize, end: usize, rng: &mut StdRng) -> usize {
        let entries = self.before.len() - 1;
        let point = self.before[first] + rng.random::<f64>() * (self.before[end] - self.before[first]);
        let part = ((point / self.before[entries] * entries as f64) as usize).min(entries - 1);
        // Rounding may put a point just outside its part: one entry more on either side.
        let low = (self.guide[part] as usize).saturating_sub(1).max(first);
        let high = (self.guide[part + 1] as usize + 2).min(end);
        let within = self.before[low + 1..high.max(low + 1)].partition_point(|&before| before <= point);
        (low + within).min(end - 1)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn entries_come_by_their_weight_in_every_range() {
        let weights = [1.0, 100.0, 3.0, 0.5, 7.0, 2.0, 1e-3, 40.0, 1.0, 5.0];
        let cumulative = CumulativeWeights::new(weights.into_iter());
        let mut rng = StdRng::seed_from_u64(1);
        const DRAWS: usize = 40_000;
        for (first, end) in [(0, 10), (2, 7), (3, 4), (8, 10), (0, 1), (5, 10)] {
            let mut picked = [0_usize; 10];
            for _ in 0..DRAWS {
                picked[cumulative.pick(first, end, &mut rng)] += 1;
            }
            let sum: f64 = weights[first..end].iter().sum();
            for (entry, &count) in picked.iter().enumerate() {
                let share = if (first..end).contains(&entry) { weights[entry] / sum } else { 0.0 };
                let error = (share * (1.0 - share) / DRAWS as f64).sqrt();
                assert!(
                    (count as f64 / DRAWS as f64 - share).abs() <= 4.5 * error + 1e-4,
                    "{first}..{end}: {count} of entry {entry}"
                );
            }
        }
    }
}
