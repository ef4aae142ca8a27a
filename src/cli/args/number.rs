//! Numbers in a range, and times.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Reads a number in a range, as a command's argument; the error says what is expected.
pub fn number_in(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.001..=1e6).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "expected seconds from 0.001 to 1000000".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_their_range_are_refused() {
        let percent = number_in(0.0..=100.0);
        assert_eq!(percent("37.5"), Ok(37.5));
        for wrong in ["-1", "101", "NaN", "many"] {
            assert_eq!(percent(wrong), Err("expected a number from 0 to 100".to_owned()));
        }
    }
}
