//! The flags that steer Explorer's samplers by features of lines.

use std::str::FromStr;

use crate::openings::FEATURES;

/// The values that the flag `--params` expects.
const FLAGS: &str = "expected five of 0 and 1 with commas between them, for gambit, uncommon, c4, d4, e4";
/// The values that the flag `--weights` expects.
const WEIGHTS: &str = "expected five numbers with commas between them, for gambit, uncommon, c4, d4, e4";

/// Reads `--params`.
pub fn five_flags(text: &str) -> Result<[bool; FEATURES], String> {
    let flags: [u8; FEATURES] = five(text, FLAGS)?;
    if flags.iter().all(|&flag| flag <= 1) { Ok(flags.map(|flag| flag == 1)) } else { Err(FLAGS.to_owned()) }
}

/// Reads `--weights`.
pub fn five_weights(text: &str) -> Result<[f64; FEATURES], String> {
    five(text, WEIGHTS)
}

fn five<T: FromStr>(text: &str, expected: &str) -> Result<[T; FEATURES], String> {
    let numbers: Result<Vec<T>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    numbers.ok().and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_not_five_numbers_are_refused() {
        assert!(five_flags("1,0,1,0").is_err() && five_flags("1,0,1,0,2").is_err() && five_flags("1,0,1,0,1").is_ok());
        assert!(five_weights("a,0,1,0,0").is_err() && five_weights(".2,.2,.05,.05,.05").is_ok());
    }
}
