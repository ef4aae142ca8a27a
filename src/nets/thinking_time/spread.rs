//! The distribution of a person's thinking time: a mixture of log-normal distributions.

use rand::{Rng, RngExt as _};

/// Log-normal distributions in a mixture.
pub const PARTS: usize = 3;

/// The probability of every thinking time. Seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    parts: [Part; PARTS],
}

/// One log-normal distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Part {
    /// From 0 to 1; those of all parts add up to 1.
    pub weight: f64,
    /// Mean and standard deviation of the logarithm of the seconds.
    pub mean: f64,
    pub deviation: f64,
}

impl Spread {
    pub fn new(parts: [Part; PARTS]) -> Spread {
        Spread { parts }
    }

    /// The mean time in seconds.
    pub fn mean(&self) -> f64 {
        self.parts.iter().map(|part| part.weight * (part.mean + part.deviation.powi(2) / 2.0).exp()).sum()
    }

    /// One time in seconds.
    pub fn sample(&self, rng: &mut impl Rng) -> f64 {
        let mut left: f64 = rng.random();
        let part = self.parts.iter().find(|part| {
            left -= part.weight;
            left < 0.0
        });
        let Part { mean, deviation, .. } = *part.unwrap_or(&self.parts[PARTS - 1]);
        (mean + deviation * normal(rng)).exp()
    }
}

/// A number of the standard normal distribution (Box and Muller).
fn normal(rng: &mut impl Rng) -> f64 {
    let (radius, angle): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn sampled_times_have_the_mean_and_the_shares_of_the_mixture() {
        let part = |weight, mean, deviation| Part { weight, mean, deviation };
        let spread = Spread::new([part(0.2, -2.0, 0.1), part(0.5, 1.0, 0.5), part(0.3, 2.0, 0.3)]);
        let mut rng = StdRng::seed_from_u64(1);
        let times: Vec<f64> = (0..20_000).map(|_| spread.sample(&mut rng)).collect();
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        assert!((mean / spread.mean() - 1.0).abs() < 0.02, "{mean} against {}", spread.mean());
        let share = times.iter().filter(|&&time| time < 0.2).count() as f64 / times.len() as f64;
        assert!((share - 0.2).abs() < 0.01, "{share}");
    }
}
