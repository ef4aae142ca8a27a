//! The arguments for a repertoire and the people that it meets: alike wherever a command works on one.

use std::path::Path;

use shakmaty::Color;

use crate::cli::shell::{Ended, Failure};
use crate::cli::terminal::say_left_out;
use crate::games::reader::text_of;
use crate::lessons::repertoire::Repertoire;

/// Ratings for which the rated net was trained.
const RATINGS: std::ops::RangeInclusive<u16> = 600..=2800;

/// Reads `--elo`.
pub fn elo(text: &str) -> Result<u16, String> {
    let rating = text.parse().ok().filter(|rating| RATINGS.contains(rating));
    rating.ok_or_else(|| format!("expected a rating from {} to {}", RATINGS.start(), RATINGS.end()))
}

/// Reads the repertoire of a side from a PGN file with variations, plain or compressed with zstd.
///
/// Games that cannot be read are told on standard error; how the command ends for that reason stands beside.
///
/// # Errors
/// Fails if the file cannot be read, or holds no repertoire.
pub fn read_repertoire(path: &Path, side: Color) -> Result<(Repertoire, Ended), Failure> {
    let text = text_of(path)?;
    let (repertoire, found) =
        Repertoire::read(text, side).map_err(|error| Failure::job(format!("{}: {error}", path.display())))?;
    Ok((repertoire, say_left_out(&found.named(&path.display().to_string()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_out_of_range_are_refused() {
        assert_eq!(elo("1400"), Ok(1400));
        for text in ["", "x", "599", "2801", "-1", "1e3"] {
            assert_eq!(elo(text), Err("expected a rating from 600 to 2800".to_owned()), "{text}");
        }
    }
}
