//! The rating that moves look like: the likelihood of the moves over a grid of ratings, with a prior.

use super::params::{EVIDENCE, INTERVAL, LEAST_MOVES, PRIOR_MEAN, PRIOR_SPREAD, RAREST_MOVE, STRETCH};
use crate::message::message;

/// The ratings at which the model is asked: those that the rated net has numbers for. Between two of them it
/// interpolates, and so does the review.
pub const GRID: [u16; 12] = [600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2400, 2600, 2800];
/// Ratings that an interval can reach.
const RATINGS: (u16, u16) = (400, 3000);
/// Elo between two points of the posterior.
const STEP: u16 = 10;

message! {
    /// A rating that moves look like.
    #[derive(Copy)]
    pub struct RatingEstimate {
        /// The most likely one.
        pub elo: u16,
        /// The lower end of the interval.
        pub low: u16,
        /// The upper end of the interval.
        pub high: u16,
        /// The share of such intervals that hold the rating, from 0 to 1.
        pub confidence: f64,
        /// The number of moves by which it was estimated.
        pub moves: usize,
    }
}

/// The likelihood of the moves of a player together, among people of every rating of the [`GRID`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Likelihood {
    /// Natural logarithms.
    logarithms: [f64; GRID.len()],
    moves: usize,
}

impl Likelihood {
    /// Adds a move by its probability at each rating.
    pub fn add(&mut self, by_rating: &[f64; GRID.len()]) {
        for (sum, probability) in self.logarithms.iter_mut().zip(by_rating) {
            *sum += probability.max(RAREST_MOVE).ln();
        }
        self.moves += 1;
    }

    pub fn moves(&self) -> usize {
        self.moves
    }
}

/// The model that weighs evidence against the prior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingModel {
    /// The factor of the logarithm of the likelihood.
    pub evidence: f64,
    /// The prior: a normal distribution, mean and standard deviation in Elo.
    pub prior: (f64, f64),
    /// The interval reaches farther away from the prior's mean by this share of the estimate's distance from it.
    pub stretch: f64,
}

impl RatingModel {
    /// As it was calibrated.
    pub const CALIBRATED: RatingModel =
        RatingModel { evidence: EVIDENCE, prior: (PRIOR_MEAN, PRIOR_SPREAD), stretch: STRETCH };

    /// The rating that moves look like; `None` with too few moves.
    pub fn estimate(&self, likelihood: &Likelihood) -> Option<RatingEstimate> {
        let Likelihood { logarithms, moves } = *likelihood;
        if moves < LEAST_MOVES {
            return None;
        }
        let posterior = self.posterior(&logarithms);
        let below = |share: f64| {
            let mut sum = 0.0;
            let reached = posterior.iter().find(|(_, probability)| {
                sum += probability;
                sum >= share
            });
            reached.or(posterior.last()).map_or(GRID[0], |&(elo, _)| elo)
        };
        let mean: f64 = posterior.iter().map(|&(elo, probability)| f64::from(elo) * probability).sum();
        let tail = (1.0 - INTERVAL) / 2.0;
        let (low, high) = self.stretched(mean, [below(tail), below(1.0 - tail)]);
        Some(RatingEstimate { elo: mean.round() as u16, low, high, confidence: INTERVAL, moves })
    }

    /// The interval, longer on the side that is farther from the prior's mean: estimates are drawn towards that.
    fn stretched(&self, estimate: f64, [low, high]: [u16; 2]) -> (u16, u16) {
        let (lowest, highest) = RATINGS;
        let more = self.stretch * (estimate - self.prior.0);
        let low = f64::from(low) + more.min(0.0);
        let high = f64::from(high) + more.max(0.0);
        (low.max(f64::from(lowest)).round() as u16, high.min(f64::from(highest)).round() as u16)
    }

    /// The probability of each rating in steps of [`STEP`]; `logarithms` are those of the likelihood over the grid.
    fn posterior(&self, logarithms: &[f64]) -> Vec<(u16, f64)> {
        let (mean, spread) = self.prior;
        let ratings = (GRID[0]..=GRID[GRID.len() - 1]).step_by(usize::from(STEP));
        let logarithm = |elo: u16| {
            let likelihood = interpolated(elo, |knot| logarithms[knot]);
            let distance = (f64::from(elo) - mean) / spread;
            (elo, self.evidence * likelihood - distance * distance / 2.0)
        };
        let logarithms: Vec<(u16, f64)> = ratings.map(logarithm).collect();
        let greatest = logarithms.iter().map(|&(_, number)| number).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<(u16, f64)> =
            logarithms.iter().map(|&(elo, number)| (elo, (number - greatest).exp())).collect();
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        weights.into_iter().map(|(elo, weight)| (elo, weight / sum)).collect()
    }
}

/// The place of a rating on the grid: the knot at or below it, and the share of the next one.
fn place(elo: u16) -> (usize, f64) {
    let last = GRID.len() - 2;
    let elo = elo.clamp(GRID[0], GRID[GRID.len() - 1]);
    let knot = GRID.partition_point(|&knot| knot <= elo).saturating_sub(1).min(last);
    (knot, f64::from(elo - GRID[knot]) / f64::from(GRID[knot + 1] - GRID[knot]))
}

fn interpolated(elo: u16, at: impl Fn(usize) -> f64) -> f64 {
    let (knot, share) = place(elo);
    at(knot) * (1.0 - share) + at(knot + 1) * share
}

/// Numbers for a rating between two knots of the grid, in proportion.
pub fn between<'a>(elo: u16, at: impl Fn(usize) -> &'a Vec<f32>) -> Vec<f64> {
    let (knot, share) = place(elo);
    let mixed = |(&low, &high): (&f32, &f32)| f64::from(low) * (1.0 - share) + f64::from(high) * share;
    at(knot).iter().zip(at(knot + 1)).map(mixed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves that people of `elo` play most, the less the farther away.
    fn moves(elo: f64, count: usize) -> Likelihood {
        let mut likelihood = Likelihood::default();
        let by_rating = GRID.map(|knot| 0.5 * (-((f64::from(knot) - elo) / 1500.0).powi(2)).exp());
        (0..count).for_each(|_| likelihood.add(&by_rating));
        likelihood
    }

    #[test]
    fn a_rating_between_two_knots_is_interpolated() {
        assert_eq!([600, 700, 2800, 100, 3000].map(place), [(0, 0.0), (0, 0.5), (10, 1.0), (0, 0.0), (10, 1.0)]);
        let rows = [vec![0.0_f32, 1.0], vec![1.0, 0.0]];
        assert_eq!(between(650, |knot| &rows[knot]), [0.25, 0.75]);
    }

    #[test]
    fn more_moves_make_the_interval_narrower_and_draw_it_away_from_the_prior() {
        let model = RatingModel { evidence: 1.0, prior: (1600.0, 400.0), stretch: 0.0 };
        let [few, many] = [10, 200].map(|count| model.estimate(&moves(2200.0, count)).expect("enough moves"));
        assert!(many.high - many.low < few.high - few.low, "{few:?} {many:?}");
        assert!((1600..2200).contains(&few.elo) && many.elo > few.elo && many.elo.abs_diff(2200) < 100, "{many:?}");
        assert!(many.low < many.elo && many.elo < many.high);
        assert_eq!(model.estimate(&moves(1500.0, LEAST_MOVES - 1)), None);
    }

    #[test]
    fn the_interval_reaches_farther_on_the_side_away_from_the_prior() {
        let estimate = |elo: f64, stretch| {
            let model = RatingModel { evidence: 1.0, prior: (1600.0, 400.0), stretch };
            model.estimate(&moves(elo, 60)).expect("enough moves")
        };
        let (plain, stretched) = (estimate(2300.0, 0.0), estimate(2300.0, 0.5));
        assert_eq!((plain.elo, plain.low), (stretched.elo, stretched.low));
        assert_eq!(stretched.high, (plain.high + (plain.elo - 1600) / 2).min(3000));
        assert!(estimate(900.0, 0.5).low < estimate(900.0, 0.0).low);
    }

    #[test]
    fn less_evidence_is_a_wider_interval() {
        let width = |evidence| {
            let estimate = RatingModel { evidence, prior: (1600.0, 400.0), stretch: 0.0 }
                .estimate(&moves(1500.0, 40))
                .expect("enough");
            estimate.high - estimate.low
        };
        assert!(width(0.2) > width(1.0));
    }
}
