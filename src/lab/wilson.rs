//! Intervals of shares.

use serde::Serialize;

/// The normal deviate of a two-sided interval of 95 %.
const DEVIATE: f64 = 1.959_964;

/// A share with the interval that holds it with a probability of 95 %, by Wilson's score method; all from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

impl Share {
    /// How many of `all`; of none the share is 0, and the interval holds everything.
    ///
    /// ```
    /// use motley::lab::wilson::Share;
    ///
    /// let Share { share, low, high } = Share::of(8, 10);
    /// assert_eq!(format!("{share:.2} {low:.2} {high:.2}"), "0.80 0.49 0.94");
    /// ```
    pub fn of(part: usize, all: usize) -> Share {
        if all == 0 {
            return Share { share: 0.0, low: 0.0, high: 1.0 };
        }
        let count = all as f64;
        let share = part as f64 / count;
        let square = DEVIATE * DEVIATE;
        let centre = share + square / (2.0 * count);
        let half = DEVIATE * (share * (1.0 - share) / count + square / (4.0 * count * count)).sqrt();
        let scale = 1.0 + square / count;
        Share { share, low: ((centre - half) / scale).max(0.0), high: ((centre + half) / scale).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_share_and_narrow_with_more_of_it() {
        let width = |part, all| {
            let Share { share, low, high } = Share::of(part, all);
            assert!((0.0..=share).contains(&low) && (share..=1.0).contains(&high), "{low} {share} {high}");
            high - low
        };
        assert!(width(50, 100) < width(5, 10) && width(10, 10) < width(5, 10));
        assert_eq!(width(0, 0), 1.0);
    }
}
