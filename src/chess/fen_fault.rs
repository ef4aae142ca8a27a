//! What is wrong with a FEN, in words that name the part and what was expected.

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{Chess, PositionError, PositionErrorKinds};

/// The parts of a FEN, in their order.
const PARTS: [&str; 6] = [
    "pieces",
    "side to move",
    "rights to castle",
    "en passant square",
    "half moves since a capture or a pawn's move",
    "number of the move",
];

/// Why a text is no FEN; `None` where it is one.
pub fn unreadable(text: &str) -> Option<String> {
    let error = text.parse::<Fen>().err()?;
    let parts: Vec<&str> = text.split([' ', '_']).filter(|part| !part.is_empty()).collect();
    let (index, expected) = match error {
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
            return Some(board_fault(parts.first().copied().unwrap_or_default()));
        }
        ParseFenError::InvalidTurn => (1, "`w` or `b`"),
        ParseFenError::InvalidCastling => (2, "letters of `KQkq`, or `-`"),
        ParseFenError::InvalidEpSquare => (3, "a square such as `e3`, or `-`"),
        ParseFenError::InvalidHalfmoveClock => (4, "a whole number"),
        ParseFenError::InvalidFullmoves => (5, "a whole number"),
        ParseFenError::InvalidFen | ParseFenError::InvalidRemainingChecks => {
            return Some(format!("it has {} parts: a FEN has up to six, with a space between them", parts.len()));
        }
    };
    Some(format!("the {} (part {} of six): expected is {expected}", PARTS[index], index + 1))
}

/// What is wrong with the first part of a FEN.
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
pub fn unplayable(error: &PositionError<Chess>) -> String {
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
            let found = unreadable(&text).expect(&text);
            assert!(found.contains(words), "{text}: {found}");
        }
        assert_eq!(unreadable(&format!("{start} w KQkq - 0 1")), None);
        assert_eq!(unreadable(start), None);
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
            let parsed: Fen = fen.parse().expect(fen);
            let error = parsed.into_position::<Chess>(CastlingMode::Standard).expect_err(fen);
            assert!(unplayable(&error).contains(words), "{fen}: {}", unplayable(&error));
        }
    }
}
