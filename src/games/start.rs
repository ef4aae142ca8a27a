//! The start position of a game, by its tags.

use shakmaty::{CastlingMode, Chess, Setup};
use thiserror::Error;

use super::reader::RemarkKind;
use super::tags::Tags;
use crate::chess::fen::{FenError, read_fen};

/// Why a game has no start position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum StartError {
    #[error("games of the variant `{}` cannot be read", shown(.0))]
    Variant(String),
    #[error("the tag FEN, `{}`, holds no position: {reason}", shown(fen))]
    Fen { fen: String, reason: FenError },
}

/// As much of a tag as a message needs.
fn shown(value: &str) -> String {
    value.chars().take(100).collect()
}

/// Names of ordinary chess in the tag Variant, in small letters and digits alone.
const STANDARD: [&str; 12] = [
    "",
    "chess",
    "standard",
    "standardchess",
    "normal",
    "normalchess",
    "classic",
    "classical",
    "classicalchess",
    "orthodox",
    "fromposition",
    "regular",
];
/// Names of Chess960, likewise.
const CHESS960: [&str; 11] = [
    "chess960",
    "960",
    "fischerandom",
    "fischerrandom",
    "fischerrandomchess",
    "fischerandomchess",
    "frc",
    "chess9lx",
    "freestyle",
    "freestylechess",
    "standardchess960",
];

/// The start position: the usual one, or that of the tag `FEN`, which in games of Chess960 has its own castling mode;
/// with what was read otherwise than it is written. An empty FEN, `?` and `-` are none, as is one beside `SetUp "0"`.
///
/// # Errors
/// [`StartError`] for other variants and for positions that cannot be.
pub fn start_position(tags: &Tags) -> Result<(Chess, Vec<RemarkKind>), StartError> {
    let variant = tags.get("Variant").map(str::trim).unwrap_or_default();
    let fen = tags.get("FEN").map(str::trim);
    if variant.is_empty() && fen.is_none() {
        return Ok((Chess::default(), Vec::new()));
    }
    let name: String = variant.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase();
    let mode = match name.as_str() {
        name if STANDARD.contains(&name) => CastlingMode::Standard,
        name if CHESS960.contains(&name) => CastlingMode::Chess960,
        _ => return Err(StartError::Variant(variant.to_owned())),
    };
    let usual = || Setup::initial().position(mode).expect("the start position is legal in both modes");
    let Some(text) = fen.filter(|text| !matches!(*text, "" | "?" | "-" | "startpos")) else {
        let remark = fen.map(|text| RemarkKind::NoFen(text.to_owned()));
        return Ok((usual(), remark.into_iter().collect()));
    };
    if tags.get("SetUp").is_some_and(|value| value.trim() == "0") {
        return Ok((usual(), vec![RemarkKind::NoFen(format!("SetUp 0 with {}", shown(text)))]));
    }
    match read_fen(text, mode) {
        Ok(read) => Ok((read.position, read.notes.into_iter().map(RemarkKind::Fen).collect())),
        Err(reason) => Err(StartError::Fen { fen: text.to_owned(), reason }),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;

    fn start(pairs: &[(&str, &str)]) -> Result<(Chess, Vec<RemarkKind>), StartError> {
        let mut tags = Tags::default();
        pairs.iter().for_each(|(name, value)| tags.push(name, value));
        start_position(&tags)
    }

    #[test]
    fn every_usual_name_of_chess_is_known() {
        for name in ["", "?", "Standard", "Standard Chess", "chess", "From Position", "Normal", "classical"] {
            assert_eq!(start(&[("Variant", name)]), Ok((Chess::default(), Vec::new())), "{name}");
        }
        for name in
            ["Chess960", "chess-960", "Chess 960", "Fischer Random", "Fischerandom", "fischer_random", "Freestyle"]
        {
            let (start, remarks) = start(&[("Variant", name)]).expect(name);
            assert_eq!((start.castles().mode(), remarks.len()), (CastlingMode::Chess960, 0), "{name}");
        }
        for name in ["Atomic", "Crazyhouse", "King of the Hill"] {
            let error = start(&[("Variant", name)]).expect_err(name).to_string();
            assert!(error.contains(name), "{error}");
        }
    }

    #[test]
    fn a_fen_that_is_none_is_said_and_one_that_cannot_be_is_refused() {
        for pairs in [&[("FEN", "?")][..], &[("FEN", "")], &[("SetUp", "0"), ("FEN", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")]]
        {
            let (position, remarks) = start(pairs).expect("the usual start");
            assert_eq!((position, remarks.len()), (Chess::default(), 1), "{pairs:?}");
        }
        let error = start(&[("FEN", "8/8/8/8/8/8/8/8 w - - 0 1")]).expect_err("no kings").to_string();
        assert_eq!(error, "the tag FEN, `8/8/8/8/8/8/8/8 w - - 0 1`, holds no position: there are no pieces");
    }
}
