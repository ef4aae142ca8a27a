//! The one door for positions as text: every FEN, wherever it comes from, is read here.
//!
//! Parts that the board contradicts – a right to castle without its rook, an en passant square without its pawn – are
//! left out and named, as many programs write them; what cannot be played is refused in words that name the part.

use std::fmt;

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{
    Bitboard, Castles, CastlingMode, Chess, Color, FromSetup, Position as _, PositionError, PositionErrorKinds, Rank,
    Setup, Square,
};
use thiserror::Error;

/// Why a text gives no position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FenError {
    /// It is no FEN.
    #[error("{0}")]
    Unreadable(String),
    /// It is one, and nobody can play on from it.
    #[error("{0}")]
    Unplayable(String),
}

/// A remark on what was read otherwise than written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenNote {
    /// Rights to castle, in the letters of FEN, that the board contradicts.
    NoCastling(String),
    /// An en passant square behind which no pawn has just come to stand.
    NoEnPassant(Square),
    /// The start position is one of Chess960, although nothing else says so.
    Chess960,
}

impl fmt::Display for FenNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenNote::NoCastling(rights) => {
                write!(f, "the right to castle `{rights}` in the FEN, which the board contradicts, is left out")
            }
            FenNote::NoEnPassant(square) => {
                write!(f, "the en passant square {square} in the FEN, which the board contradicts, is left out")
            }
            FenNote::Chess960 => f.write_str("the start position is read as one of Chess960"),
        }
    }
}

/// A position that was read.
#[derive(Clone, Debug)]
pub struct ReadFen {
    pub position: Chess,
    pub notes: Vec<FenNote>,
}

/// Reads a FEN: X-FEN and Shredder letters for castling too, fields missing from the end on. Positions may have more
/// pieces, and checks from more of them, than a game could bring about.
///
/// With [`CastlingMode::Standard`] a start position of Chess960, and one with Shredder letters that only Chess960
/// knows, is read as such all the same.
///
/// # Errors
/// [`FenError`].
///
/// ```
/// use motley::chess::fen::read_fen;
/// use shakmaty::{CastlingMode, Position as _};
///
/// let read = read_fen("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", CastlingMode::Standard).unwrap();
/// assert!(read.notes[0].to_string().starts_with("the right to castle `Qk` in the FEN, which the board contradicts"));
/// assert!(read_fen("8/8/8/8/8/8/8/8 w - - 0 1", CastlingMode::Standard).is_err());
/// ```
pub fn read_fen(text: &str, mode: CastlingMode) -> Result<ReadFen, FenError> {
    let text = text.trim();
    let fen: Fen = text.parse().map_err(|error| FenError::Unreadable(unreadable(text, error)))?;
    let setup = fen.into_setup();
    let mut notes = Vec::new();
    let mode = match mode {
        CastlingMode::Standard if is_of_chess960(&setup, has_files_for_rights(text)) => {
            notes.push(FenNote::Chess960);
            CastlingMode::Chess960
        }
        mode => mode,
    };
    let position = Chess::from_setup(setup.clone(), mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| FenError::Unplayable(unplayable(&error)))?;
    let dropped = setup.castling_rights & !position.castles().castling_rights();
    if dropped.any() {
        notes.insert(0, FenNote::NoCastling(rights(&setup, dropped)));
    }
    if let Some(square) = setup.ep_square.filter(|_| position.maybe_ep_square().is_none()) {
        notes.push(FenNote::NoEnPassant(square));
    }
    Ok(ReadFen { position, notes })
}

/// Rights to castle in the letters of FEN.
fn rights(setup: &Setup, rooks: Bitboard) -> String {
    let letter = |rook: Square, color: Color| {
        let king = setup.board.king_of(color).map_or(4, |king| u32::from(king.file()));
        let letter = if u32::from(rook.file()) > king { 'k' } else { 'q' };
        color.fold_wb(letter.to_ascii_uppercase(), letter)
    };
    let of_color = |color: Color| {
        let rank = color.fold_wb(Rank::First, Rank::Eighth);
        (rooks & Bitboard::from(rank)).into_iter().rev().map(move |rook| letter(rook, color)).collect::<String>()
    };
    of_color(Color::White) + &of_color(Color::Black)
}

/// Returns true if the rights to castle are given by the files of rooks, as Shredder writes them.
fn has_files_for_rights(text: &str) -> bool {
    let rights = text.split([' ', '_']).filter(|part| !part.is_empty()).nth(2).unwrap_or_default();
    rights.contains(|letter: char| matches!(letter, 'A'..='H' | 'a'..='h'))
}

/// Returns true if the rights to castle are those of Chess960 and no mistake: ordinary chess cannot have them, Chess960
/// can have all, and they name the files of rooks, or the pieces stand on both sides as at the start of a game.
fn is_of_chess960(setup: &Setup, has_files: bool) -> bool {
    let holds = |mode| {
        let (Ok(castles) | Err(castles)) = Castles::from_setup(setup, mode);
        castles.castling_rights() == setup.castling_rights
    };
    let is_start = Bitboard::from(Rank::First).into_iter().all(|square| {
        let across = square.flip_vertical();
        setup.board.color_at(square) == Some(Color::White)
            && setup.board.color_at(across) == Some(Color::Black)
            && setup.board.role_at(square) == setup.board.role_at(across)
    });
    (has_files || is_start)
        && setup.castling_rights.any()
        && !holds(CastlingMode::Standard)
        && holds(CastlingMode::Chess960)
}

/// The parts of a FEN, in their order.
const PARTS: [&str; 6] = [
    "pieces",
    "side to move",
    "rights to castle",
    "en passant square",
    "half moves since a capture or a pawn's move",
    "number of the move",
];

/// Why a text is no FEN, in words that name the part and what was expected.
pub fn unreadable(text: &str, error: ParseFenError) -> String {
    let parts: Vec<&str> = text.split([' ', '_']).filter(|part| !part.is_empty()).collect();
    let (index, expected) = match error {
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
            return board_fault(parts.first().copied().unwrap_or_default());
        }
        ParseFenError::InvalidTurn => (1, "`w` or `b`"),
        ParseFenError::InvalidCastling => (2, "letters of `KQkq`, or `-`"),
        ParseFenError::InvalidEpSquare => (3, "a square such as `e3`, or `-`"),
        ParseFenError::InvalidHalfmoveClock => (4, "a whole number"),
        ParseFenError::InvalidFullmoves => (5, "a whole number"),
        ParseFenError::InvalidFen | ParseFenError::InvalidRemainingChecks => {
            return format!("it has {} parts: a FEN has up to six, with a space between them", parts.len());
        }
    };
    format!("the {} (part {} of six): expected is {expected}", PARTS[index], index + 1)
}

/// The fault in the first part of a FEN.
fn board_fault(board: &str) -> String {
    let ranks: Vec<&str> = board.split('[').next().unwrap_or_default().split('/').collect();
    if ranks.len() != 8 {
        let plural = if ranks.len() == 1 { "rank" } else { "ranks" };
        return format!(
            "the pieces (part 1 of six) are given for {} {plural}: a board has 8, from 8 to 1",
            ranks.len()
        );
    }
    for (index, rank) in ranks.iter().enumerate() {
        let number = 8 - index;
        let known = |letter: &char| letter.is_ascii_digit() || "pnbrqkPNBRQK~".contains(*letter);
        if let Some(letter) = rank.chars().find(|letter| !known(letter)) {
            let shown = letter.escape_debug();
            return format!(
                "`{shown}` in rank {number} is no piece: expected are PNBRQK, pnbrqk and numbers of empty squares"
            );
        }
        let squares = rank.chars().filter(|&letter| letter != '~').map(|letter| letter.to_digit(10).unwrap_or(1));
        let squares: u32 = squares.sum();
        if squares != 8 {
            return format!("rank {number} has {squares} squares in place of 8");
        }
    }
    "the pieces (part 1 of six) cannot be read".to_owned()
}

/// Why a position cannot be played.
fn unplayable(error: &PositionError<Chess>) -> String {
    let kinds = error.kinds();
    [
        (PositionErrorKinds::EMPTY_BOARD, "there are no pieces"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn stands on the first or the last rank"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side that is not to move is in check"),
    ]
    .into_iter()
    .find(|(kind, _)| kinds.contains(*kind))
    .map_or_else(|| error.to_string(), |(_, words)| words.to_owned())
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    #[test]
    fn every_part_is_named_with_what_was_expected() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (text, words) in [
            ("nonsense".to_owned(), "given for 1 rank: a board has 8"),
            ("8/8/8/8".to_owned(), "given for 4 ranks"),
            (start.replace("pppppppp", "ppppppp"), "rank 7 has 7 squares"),
            (start.replace("pppppppp", "pppppppx"), "`x` in rank 7 is no piece"),
            (format!("{start} x KQkq - 0 1"), "the side to move (part 2 of six): expected is `w` or `b`"),
            (format!("{start} w XYZ - 0 1"), "the rights to castle (part 3 of six)"),
            (format!("{start} w KQkq e9 0 1"), "the en passant square (part 4 of six)"),
            (format!("{start} w KQkq - x 1"), "the half moves since"),
            (format!("{start} w KQkq - 0 x"), "the number of the move"),
            (format!("{start} w KQkq - 0 1 x"), "7 parts"),
        ] {
            match read_fen(&text, CastlingMode::Standard) {
                Err(FenError::Unreadable(found)) => assert!(found.contains(words), "{text}: {found}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        for text in [format!("{start} w KQkq - 0 1"), start.to_owned(), format!(" {start} b KQ - ")] {
            assert!(read_fen(&text, CastlingMode::Standard).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_position_that_cannot_be_played_is_explained() {
        for (fen, words) in [
            ("8/8/8/8/8/8/8/8 w - - 0 1", "there are no pieces"),
            ("8/8/8/8/8/8/8/K7 w - - 0 1", "a king is missing"),
            ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "more than one king"),
            ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "a pawn stands"),
            ("k7/8/8/8/8/8/8/R3K3 w - - 0 1", "not to move is in check"),
        ] {
            let error = read_fen(fen, CastlingMode::Standard).expect_err(fen).to_string();
            assert!(error.contains(words), "{fen}: {error}");
        }
    }

    fn notes(fen: &str) -> Vec<String> {
        let read = read_fen(fen, CastlingMode::Standard).expect(fen);
        read.notes.iter().map(FenNote::to_string).collect()
    }

    #[test]
    fn what_the_board_contradicts_is_left_out_and_named() {
        for (fen, word) in [
            ("rnbq1rk1/pppn1ppp/4p3/3pP3/1b1P4/2NB1N2/PPP2PPP/R1BQK2R w KQq - 0 1", "`q`"),
            ("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "`Qk`"),
            ("5rk1/8/8/8/8/8/8/R3K3 w Qkq - 0 1", "`kq`"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1", "en passant square e6"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - e3 0 1", "en passant square e3"),
        ] {
            let notes = notes(fen);
            assert!(notes.len() == 1 && notes[0].contains(word), "{fen}: {notes:?}");
        }
        assert!(notes("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").is_empty());
        assert!(notes("7k/8/8/8/8/NNNNNNNN/NNN5/K7 w - - 0 1").is_empty(), "problems have more pieces than a set");
    }

    #[test]
    fn start_positions_of_chess960_are_recognised() {
        let mode = |fen: &str| read_fen(fen, CastlingMode::Standard).expect(fen).position.castles().mode();
        for fen in [
            "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1",
            "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w GDgd - 0 1",
        ] {
            assert_eq!(mode(fen), CastlingMode::Chess960, "{fen}");
        }
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
            "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w - - 0 1",
            "5rk1/8/8/8/8/8/8/5RK1 w KQkq - 0 1",
        ] {
            assert_eq!(mode(fen), CastlingMode::Standard, "{fen}");
        }
    }
}
