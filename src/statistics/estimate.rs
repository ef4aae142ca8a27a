//! A measured value with its 95 % interval.

use serde::{Deserialize, Serialize};

/// The normal distribution's two-sided 95 % point.
const Z: f64 = 1.959_964;

/// A measured value, in the unit in which the document prints it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    pub value: f64,
    /// 95 %; none for what is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// The number of samples of the mean or share; none for what is exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
}

impl Estimate {
    /// A calculated or counted value.
    pub fn exact(value: f64) -> Estimate {
        Estimate { value, interval: None, samples: None }
    }

    /// A fact that holds or does not: 1 or 0.
    pub fn fact(holds: bool) -> Estimate {
        Estimate::exact(f64::from(u8::from(holds)))
    }

    /// A share from 0 to 1 of independent samples, with Wilson's interval (Wilson, 1927).
    pub fn share(hits: u64, samples: u64) -> Estimate {
        let n = samples.max(1) as f64;
        let share = hits as f64 / n;
        let centre = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        // Rounding must not leave a share of 0 or 1 outside: the interval ends there.
        let interval = Some([(centre - half).clamp(0.0, share), (centre + half).clamp(share, 1.0)]);
        Estimate { value: share, interval, samples: Some(samples) }
    }

    /// [`Estimate::share`] in per cent.
    pub fn percentage(hits: u64, samples: u64) -> Estimate {
        Estimate::share(hits, samples).scaled(100.0)
    }

    /// The mean of independent values, with the normal interval.
    pub fn mean(values: &[f64]) -> Estimate {
        let n = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let error = (squares / (n - 1.0).max(1.0) / n).sqrt();
        Estimate::with_error(mean, error, values.len() as u64)
    }

    /// The median of independent values, with the interval between the order statistics that the normal approximation
    /// of the sign test leaves.
    pub fn median(values: &[f64]) -> Estimate {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (n, last) = (sorted.len() as f64, sorted.len().saturating_sub(1));
        let at = |rank: f64| sorted.get((rank.max(0.0) as usize).min(last)).copied().unwrap_or_default();
        let half = Z * n.sqrt() / 2.0;
        Estimate {
            value: (at((n - 1.0) / 2.0) + at(n / 2.0)) / 2.0,
            interval: Some([at((n / 2.0 - half).floor()), at((n / 2.0 + half).ceil())]),
            samples: Some(sorted.len() as u64),
        }
    }

    /// A value whose standard error is known, with the normal interval.
    pub fn with_error(value: f64, standard_error: f64, samples: u64) -> Estimate {
        let half = Z * standard_error;
        Estimate { value, interval: Some([value - half, value + half]), samples: Some(samples) }
    }

    /// In another unit.
    pub fn scaled(self, factor: f64) -> Estimate {
        let mut interval = self.interval.map(|ends| ends.map(|end| factor * end));
        if let (true, Some(ends)) = (factor < 0.0, &mut interval) {
            ends.reverse();
        }
        Estimate { value: factor * self.value, interval, ..self }
    }

    /// Returns true if a value lies in the interval.
    pub fn covers(&self, value: f64) -> bool {
        self.interval.is_some_and(|[low, high]| (low..=high).contains(&value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilsons_interval_stays_within_bounds() {
        // 10 of 10: Wilson's lower end is n / (n + z²).
        let all = Estimate::share(10, 10);
        assert!((all.interval.unwrap()[0] - 10.0 / (10.0 + Z * Z)).abs() < 1e-9, "{all:?}");
        assert!((all.interval.unwrap()[1] - 1.0).abs() < 1e-9);
        for n in 1..1000 {
            assert!(Estimate::percentage(n, n).covers(100.0) && Estimate::percentage(0, n).covers(0.0), "{n}");
        }
        let half = Estimate::percentage(50, 100);
        assert!(half.covers(50.0) && half.covers(41.0) && !half.covers(39.0), "{half:?}");
    }

    #[test]
    fn a_median_lies_between_order_statistics() {
        let median = Estimate::median(&(1..=100).rev().map(f64::from).collect::<Vec<_>>());
        // Ranks 50 - 9.8 and 50 + 9.8, counted from zero.
        assert_eq!((median.value, median.interval), (50.5, Some([41.0, 61.0])));
        assert_eq!(Estimate::median(&[3.0, 1.0, 2.0]).value, 2.0);
    }

    #[test]
    fn a_mean_has_the_interval_of_its_standard_error() {
        let mean = Estimate::mean(&[1.0, 2.0, 3.0]);
        let error = (1.0_f64 / 3.0).sqrt();
        assert_eq!(mean.value, 2.0);
        assert!((mean.interval.unwrap()[1] - 2.0 - Z * error).abs() < 1e-9, "{mean:?}");
        assert_eq!(mean.samples, Some(3));
        let turned = mean.scaled(-1.0).interval.unwrap();
        assert!(turned[0] < turned[1], "{turned:?}");
    }
}
