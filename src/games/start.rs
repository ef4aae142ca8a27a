//! Where a game began, by its tags.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use thiserror::Error;

use super::tags::Tags;

/// Why a game has no start position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum StartError {
    #[error("games of the variant `{0}` cannot be read")]
    Variant(String),
    #[error("the tag FEN holds no position: `{0}`")]
    Fen(String),
    #[error("a game of Chess960 needs the tag FEN, which says where the pieces stood")]
    NoFen,
}

/// The start position: the usual one, or that of the tag `FEN`, which in games of Chess960 has its own castling mode.
///
/// # Errors
/// [`StartError`] for other variants and for positions that cannot be.
pub fn start_position(tags: &Tags) -> Result<Chess, StartError> {
    let variant = tags.get("Variant").map(str::trim).unwrap_or_default();
    let mode = match variant.to_ascii_lowercase().as_str() {
        "" | "chess" | "standard" | "normal" | "from position" => CastlingMode::Standard,
        "chess960" | "chess 960" | "fischerandom" | "fischerrandom" => CastlingMode::Chess960,
        _ => return Err(StartError::Variant(variant.to_owned())),
    };
    match tags.get("FEN").map(str::trim) {
        Some(text) => {
            let fen = text.parse::<Fen>().ok().and_then(|fen| fen.into_position(mode).ok());
            fen.ok_or_else(|| StartError::Fen(text.to_owned()))
        }
        None if mode == CastlingMode::Standard => Ok(Chess::default()),
        None => Err(StartError::NoFen),
    }
}
