//! Two experiments that the report plays by hand: the Ruy Lopez that is answered from the book, and the scholar's mate
//! that is found.

use serde::Serialize;
use shakmaty::Move;

use super::limits::hours;
use motley::book::Book;
use motley::chess::notation::{numbered_line, parse_moves, san};
use motley::engine::options::SharedOptions;
use motley::engine::{Choice, Game, Limits, Personality as _, ScoreKind, Silent, Stop};
use motley::personalities::Textbook;
use motley::personalities::textbook::TextbookOptions;

/// The closed Ruy Lopez.
const RUY_LOPEZ: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 O-O";
/// The scholar's mate, by White and, as in the report after c2-c3, by Black.
const BEFORE_MATE: [&str; 2] = ["1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6", "1. a3 e5 2. b3 Bc5 3. h3 Qf6 4. c3"];

/// Black's answer to a move of the Ruy Lopez.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BookReply {
    /// White's move, in SAN.
    pub white: String,
    /// The answer of Textbook.
    pub answer: String,
    /// The book answered, without a search.
    pub is_from_book: bool,
    /// The line's own move, with which it goes on whatever the answer was.
    pub line: String,
    /// The share of the line's move in the book, from 0 to 1.
    pub share: f64,
}

/// A mate in one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FoundMate {
    /// The game so far.
    pub game: String,
    pub played: String,
    /// The depth at which the mate was reported first.
    pub depth: Option<i32>,
}

/// White plays the Ruy Lopez, Textbook is asked for each of Black's moves.
pub fn answer_ruy_lopez(seed: u64) -> Vec<BookReply> {
    let shared = SharedOptions { seed, ..SharedOptions::default() };
    let (mut textbook, book) = (Textbook::new(TextbookOptions::default()), Book::embedded());
    textbook.configure(&shared, &mut Silent);
    let (mut game, mut replies) = (Game::default(), Vec::new());
    for pair in parse_moves(RUY_LOPEZ).expect("the line is legal").chunks_exact(2) {
        let (white, line) = (pair[0], pair[1]);
        let white_san = san(game.position(), white);
        game.play(white);
        let answer = best(textbook.choose(&game, &hours(), &Stop::new(), &mut Silent));
        replies.push(BookReply {
            white: white_san,
            answer: san(game.position(), answer),
            is_from_book: textbook.iterations.is_empty(),
            line: san(game.position(), line),
            share: share_of(&book, &game, line),
        });
        game.play(line);
    }
    replies
}

/// The share of a move in the book, by its weight.
fn share_of(book: &Book, game: &Game, mv: Move) -> f64 {
    let moves = book.moves(game.position());
    let sum: f64 = moves.iter().map(|candidate| f64::from(candidate.weight)).sum();
    moves.iter().find(|candidate| candidate.mv == mv).map_or(0.0, |candidate| f64::from(candidate.weight) / sum)
}

/// Textbook moves in the positions before the scholar's mate.
pub fn find_scholars_mates() -> Vec<FoundMate> {
    BEFORE_MATE.into_iter().map(|line| find_mate(&parse_moves(line).expect("the line is legal"))).collect()
}

fn find_mate(moves: &[Move]) -> FoundMate {
    let (mut game, mut textbook) = (Game::default(), Textbook::new(TextbookOptions::default()));
    moves.iter().for_each(|&mv| game.play(mv));
    let played = best(textbook.choose(&game, &Limits::default(), &Stop::new(), &mut Silent));
    let mates = textbook.iterations.iter().filter(|found| found.lines[0].score.kind() == ScoreKind::Mate(1));
    let depth = mates.map(|iteration| iteration.depth).min();
    FoundMate { game: numbered_line(game.start(), moves), played: san(game.position(), played), depth }
}

fn best(choice: Choice) -> Move {
    choice.best.expect("there are moves")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ruy_lopez_is_answered_from_the_book() {
        let replies = answer_ruy_lopez(1);
        assert_eq!(replies.len(), 7);
        assert!(replies.iter().all(|reply| reply.is_from_book && reply.share > 0.0), "{replies:#?}");
        assert_eq!(replies[2].white, "Bb5");
    }

    #[test]
    fn the_scholars_mate_is_found_at_the_first_depth() {
        let found = find_scholars_mates();
        let shown: Vec<(&str, Option<i32>)> = found.iter().map(|mate| (mate.played.as_str(), mate.depth)).collect();
        // Black's bishop mates as well as the queen, and is the less valuable aggressor.
        assert_eq!(shown, [("Qxf7#", Some(1)), ("Bxf2#", Some(1))]);
    }
}
