//! The distance between two distributions.

/// The total variation distance: half the sum of the differences, from 0 (alike) to 1. `pairs` are the shares of each
/// outcome in the one and in the other, which add up to 1 each.
pub fn total_variation(pairs: impl IntoIterator<Item = (f64, f64)>) -> f64 {
    pairs.into_iter().map(|(a, b)| (a - b).abs()).sum::<f64>() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_is_0_and_nothing_in_common_is_1() {
        assert_eq!(total_variation([(0.25, 0.25), (0.75, 0.75)]), 0.0);
        assert_eq!(total_variation([(0.25, 0.75), (0.75, 0.25)]), 0.5);
        assert_eq!(total_variation([(1.0, 0.0), (0.0, 1.0)]), 1.0);
    }
}
