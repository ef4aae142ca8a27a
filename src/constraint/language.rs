//! The language of conditions:
//!
//! ```text
//! 1,2,2,1,8                              White has one queen, two rooks, two bishops, one knight, eight pawns
//! black pawns >= 6 and white queens = 0
//! either knight on f5 and not white in check
//! white bishops on light squares = 2 or white rook on file e
//! white can castle short and black to move and ply 20..40
//! checkmate and black king on rank 8
//! 1,2,2,1,7 and rating 1500..2000        play like that of such ratings (judged by what the moves lose)
//! ```
//!
//! `and` binds tighter than `or`, `not` tightest; brackets help. A side is `white` (also where none is named), `black`,
//! `both` or `either`. Words may be upper or lower case, singular or plural.

use std::str::FromStr;

use super::condition::Condition;
use super::parser::{LanguageError, Parser, unexpected};

impl FromStr for Condition {
    type Err = LanguageError;

    fn from_str(text: &str) -> Result<Condition, LanguageError> {
        let words = words(text);
        if words.is_empty() {
            return Err(LanguageError::Empty);
        }
        let mut parser = Parser::new(&words);
        let condition = parser.any()?;
        match parser.peek() {
            None => Ok(condition),
            Some(found) => Err(unexpected(found, "`and`, `or` or the end")),
        }
    }
}

/// Lower-case words, numbers, signs; "1,2,2,1,8" is one word.
fn words(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len() * 2);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '(' | ')' | '=' => spaced.extend([' ', letter, ' ']),
            '<' | '>' | '!' => {
                spaced.extend([' ', letter]);
                if letters.next_if_eq(&'=').is_some() {
                    spaced.push('=');
                }
                spaced.push(' ');
            }
            // "f5, e4" is a list like "f5,e4".
            ',' => {
                spaced.push(',');
                while letters.next_if(|next| next.is_whitespace()).is_some() {}
            }
            _ => spaced.extend(letter.to_lowercase()),
        }
    }
    spaced.split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    use super::*;
    use crate::chess::PieceCount;
    use crate::constraint::Situation;

    fn holds(condition: &str, fen: &str, ply: u32) -> bool {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        condition
            .parse::<Condition>()
            .unwrap_or_else(|e| panic!("{condition}: {e}"))
            .holds(Situation::new(&position, ply))
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    /// After 1. f3 e5 2. g4 Qh4#.
    const MATE: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

    #[test]
    fn every_form_of_condition_holds_where_it_should() {
        for (condition, start, mate) in [
            ("1,2,2,2,8", true, true),
            ("(1, 2, 2, 2, 8)", true, true),
            ("(1,2,2,2,8 and checkmate) or (1,2,2,2,7)", false, true),
            ("black 1,2,2,2,7", false, false),
            ("both pawns = 8", true, true),
            ("White Pawns >= 8 AND black queens = 1", true, true),
            ("pawns < 8", false, false),
            ("either queen on h4", false, true),
            ("white queen on h4", false, false),
            ("black queen on rank 4", false, true),
            ("black queen on file d", true, false),
            ("black men on rank 8 = 7", false, true),
            ("white bishops on light squares = 1", true, true),
            ("checkmate", false, true),
            ("white checkmated", false, true),
            ("black checkmated", false, false),
            ("check and white to move", false, true),
            ("white in check and black gives check", false, true),
            ("stalemate or checkmate", false, true),
            ("not (stalemate or checkmate)", true, false),
            ("not not checkmate", false, true),
            ("white can castle", true, true),
            ("both can castle both", true, true),
            ("black to move", false, false),
            ("ply 4..6", false, true),
            // Play that is not judged may have any rating.
            ("rating 1500..2000", true, true),
            ("ply > 3 or ply = 0", true, true),
            ("ply > 4", false, false),
            ("ply > 3", false, true),
            ("ply >= 4", false, true),
            ("ply < 4", true, false),
            ("ply <= 4", true, true),
            // `and` binds tighter than `or`.
            ("black to move and checkmate or white to move", true, true),
        ] {
            assert_eq!(holds(condition, START, 0), start, "{condition} at the start");
            assert_eq!(holds(condition, MATE, 4), mate, "{condition} at the mate");
        }
    }

    #[test]
    fn a_fault_is_named_with_the_word_and_what_was_expected() {
        let error = |text: &str| text.parse::<Condition>().expect_err(text).to_string();
        assert_eq!(error("  "), "the condition is empty");
        for (text, words) in [
            ("white pawns", "`the end` stands where a number"),
            ("white pawns >= many", "`many` stands where a whole number"),
            ("white pawn on e9", "`e9` stands where squares"),
            ("white pawn on file x", "`x` stands where a file"),
            ("white unicorns = 1", "`unicorns` stands where a condition"),
            ("1,2,2,1", "five numbers"),
            ("1,2,2,-1,8", "five numbers"),
            ("1,2,2,1,9", "9 pawns"),
            ("checkmate checkmate", "`checkmate` stands where `and`"),
            ("(checkmate", "`the end` stands where `)`"),
            ("ply 9..3", "ends before it begins"),
            ("pawns < 0", "`< 0`"),
            ("and", "`and` stands where a condition"),
            ("white can swim", "`swim` stands where castle"),
        ] {
            assert!(error(text).contains(words), "{text}: {}", error(text));
        }
        assert_eq!("(".repeat(100).parse::<Condition>(), Err(LanguageError::TooDeep));
        assert_eq!("not ".repeat(100).parse::<Condition>(), Err(LanguageError::TooDeep));
    }

    #[test]
    fn a_piece_count_of_white_is_recognised() {
        let count = PieceCount([1, 2, 2, 1, 8]);
        assert_eq!("1,2,2,1,8".parse::<Condition>().unwrap().as_count(), Some(count));
        assert_eq!("black 1,2,2,1,8".parse::<Condition>().unwrap().as_count(), None);
        assert_eq!("white pawns = 5".parse::<Condition>().unwrap().as_count(), None);
    }
}
