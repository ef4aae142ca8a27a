//! The language of conditions:
//!
//! ```text
//! 1,2,2,1,8                              White has one queen, two rooks, two bishops, one knight, eight pawns
//! black pawns >= 6 and white queens = 0
//! either knight on f5 and not white in check
//! white bishops on light squares = 2 or white rook on file e
//! white can castle short and black to move and ply 20..40
//! checkmate and black king on rank 8
//! opposite bishops and black isolated pawns >= 2 and white doubled pawns = 0 and white passed pawn
//! material -1..1 and black to move       White's material less Black's, in pawns (9, 5, 3, 3, 1)
//! 1,2,2,1,7 and rating 1500..2000        play like that of such ratings (judged by what the moves lose)
//! evaluation 0.5..1.5                    the score by a short search, in pawns from White's view
//! white to move and one winning move     exactly one move wins, by a search; others do not
//! ```
//!
//! `and` binds tighter than `or`, `not` tightest; brackets help. A side is `white` (also where none is named), `black`,
//! `both` or `either`. Words may be upper or lower case, singular or plural.

use std::ops::Range;
use std::str::FromStr;

use super::condition::Condition;
use super::parser::{LanguageError, Parser, THE_END, unexpected};

/// The words of conditions, but for numbers and squares.
const VOCABULARY: [&str; 53] = [
    "and",
    "or",
    "not",
    "white",
    "black",
    "both",
    "either",
    "queens",
    "rooks",
    "bishops",
    "knights",
    "pawns",
    "kings",
    "pieces",
    "men",
    "isolated",
    "doubled",
    "passed",
    "opposite",
    "on",
    "file",
    "rank",
    "light",
    "dark",
    "squares",
    "can",
    "castle",
    "short",
    "long",
    "in",
    "check",
    "gives",
    "to",
    "move",
    "checkmate",
    "checkmated",
    "mate",
    "mated",
    "stalemate",
    "material",
    "evaluation",
    "exactly",
    "one",
    "winning",
    "ply",
    "rating",
    "=",
    ">=",
    "<=",
    ">",
    "<",
    "(",
    ")",
];

impl FromStr for Condition {
    type Err = LanguageError;

    fn from_str(text: &str) -> Result<Condition, LanguageError> {
        read_condition(text).map_err(|(error, _)| error)
    }
}

/// Reads a condition.
///
/// # Errors
/// With the place of the word that does not fit, in bytes; the end of the text where something is missing.
pub fn read_condition(text: &str) -> Result<Condition, (LanguageError, Range<usize>)> {
    let (words, places): (Vec<String>, Vec<Range<usize>>) = words(text).into_iter().unzip();
    let end = text.len()..text.len();
    if words.is_empty() {
        return Err((LanguageError::Empty, end));
    }
    let mut parser = Parser::new(&words);
    let (error, word) = match parser.any() {
        Ok(condition) => match parser.peek() {
            None => return Ok(condition),
            Some(found) => (unexpected(found, "`and`, `or` or the end"), Some(parser.passed())),
        },
        Err(LanguageError::Unexpected { found, expected }) if found == THE_END => (unexpected(&found, expected), None),
        // Any other word that does not fit was read.
        Err(error) => (error, parser.passed().checked_sub(1)),
    };
    let place = word.and_then(|word| places.get(word).cloned());
    Err((error, place.unwrap_or(end)))
}

/// The words with which a condition may go on at the end of a text, and where the one begins that is being typed, in
/// bytes.
///
/// ```
/// use motley::constraint::completions;
///
/// assert_eq!(completions("white kni"), (6, vec!["knights"]));
/// assert!(completions("checkmate ").1.contains(&"and"));
/// ```
pub fn completions(text: &str) -> (usize, Vec<&'static str>) {
    let typed = text.trim_end_matches(char::is_alphabetic).len();
    let (before, beginning) = (&text[..typed], text[typed..].to_lowercase());
    let fits = |word: &&str| {
        let tried = format!("{before} {word}");
        // Nothing is wrong with the words so far where only the end is.
        word.starts_with(&beginning) && read_condition(&tried).err().is_none_or(|(_, place)| place.start == tried.len())
    };
    (typed, VOCABULARY.into_iter().filter(fits).collect())
}

/// Lower-case words, numbers, signs, each with its place in bytes; "1,2,2,1,8" is one word.
fn words(text: &str) -> Vec<(String, Range<usize>)> {
    let mut words: Vec<(String, Range<usize>)> = Vec::new();
    let mut is_open = false;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let mut end = at + letter.len_utf8();
        let is_sign = matches!(letter, '(' | ')' | '=' | '<' | '>' | '!');
        if letter.is_whitespace() {
            is_open = false;
            continue;
        }
        if is_sign || !is_open {
            words.push((String::new(), at..at));
        }
        is_open = !is_sign;
        let Some((word, place)) = words.last_mut() else { continue };
        word.extend(letter.to_lowercase());
        if matches!(letter, '<' | '>' | '!') && letters.next_if(|(_, next)| *next == '=').is_some() {
            word.push('=');
            end += 1;
        }
        // "f5, e4" is a list like "f5,e4".
        while letter == ',' && letters.next_if(|(_, next)| next.is_whitespace()).is_some() {}
        place.end = end;
    }
    words
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    use super::*;
    use crate::chess::PieceCount;
    use crate::constraint::JudgedPosition;

    fn holds(condition: &str, fen: &str, ply: u32) -> bool {
        let position: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        condition
            .parse::<Condition>()
            .unwrap_or_else(|e| panic!("{condition}: {e}"))
            .holds(JudgedPosition::new(&position, ply))
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
            ("black pieces on rank 8 = 7", false, true),
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
            ("material >= 1.5", "`1.5` stands where a number of pawns"),
            ("evaluation 1.234", "`1.234` stands where a number of pawns"),
            ("evaluation --1", "`--1` stands where"),
            ("evaluation 2..1", "ends before it begins"),
            ("evaluation 999999999999", "stands where a number of pawns"),
            ("white isolated rooks", "`rooks` stands where `pawns`"),
            ("one winning", "`the end` stands where move"),
            ("opposite rooks", "`rooks` stands where bishops"),
        ] {
            assert!(error(text).contains(words), "{text}: {}", error(text));
        }
        assert_eq!("(".repeat(100).parse::<Condition>(), Err(LanguageError::TooDeep));
        assert_eq!("not ".repeat(100).parse::<Condition>(), Err(LanguageError::TooDeep));
    }

    #[test]
    fn a_fault_has_its_place_in_the_text() {
        let place = |text: &str| read_condition(text).expect_err(text).1;
        for (text, expected) in [
            ("white pawn on e9", 14..16),
            ("white unicorns = 1", 6..14),
            ("1,2,2,1", 0..7),
            ("white  pawns>=many", 14..18),
            ("checkmate checkmate", 10..19),
            ("white pawns", 11..11),
            ("", 0..0),
            ("ply 9..3", 4..8),
            ("(checkmate ", 11..11),
            ("white can swim", 10..14),
        ] {
            assert_eq!(place(text), expected, "{text}");
        }
    }

    #[test]
    fn a_condition_is_completed_with_what_may_stand_there() {
        assert_eq!(completions("che"), (0, vec!["check", "checkmate", "checkmated"]));
        assert_eq!(completions("black queens = 0 and white b").1, ["bishops"]);
        assert_eq!(completions("white can ").1, ["castle"]);
        assert_eq!(completions("opposite ").1, ["bishops"]);
        assert_eq!(completions("black iso"), (6, vec!["isolated"]));
        assert_eq!(completions("exactly one ").1, ["winning"]);
        assert_eq!(completions("mat").1, ["mate", "mated", "material"]);
        let next = completions("white pawns ").1;
        assert!(next.contains(&">=") && next.contains(&"on") && !next.contains(&"and"), "{next:?}");
        assert!(completions("white unicorns = 1 and ").1.is_empty(), "what stands before is wrong");
    }

    #[test]
    fn a_condition_in_words_is_the_same_condition() {
        for text in [
            "1,2,2,1,8",
            "not (stalemate or checkmate) and white knights on f5",
            "black pawns >= 6 and (white queens = 0 or ply 20..40)",
            "both can castle both and black to move or rating 1500..2000",
            "white bishops on light squares = 2 or not black rooks on file e",
            "opposite bishops and not black doubled pawns and either passed pawns = 2",
            "material -3..2 or black material >= 1 or not (evaluation -0.55..1.5 and exactly one winning move)",
            "both evaluation < 0.3 and mate",
        ] {
            let condition: Condition = text.parse().expect(text);
            assert_eq!(condition.to_string().parse(), Ok(condition.clone()), "{text}: {condition}");
        }
    }

    #[test]
    fn a_piece_count_of_white_is_recognised() {
        let count = PieceCount([1, 2, 2, 1, 8]);
        assert_eq!("1,2,2,1,8".parse::<Condition>().unwrap().as_count(), Some(count));
        assert_eq!("black 1,2,2,1,8".parse::<Condition>().unwrap().as_count(), None);
        assert_eq!("white pawns = 5".parse::<Condition>().unwrap().as_count(), None);
    }
}
