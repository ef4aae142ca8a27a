//! Sentences about a move.

use shakmaty::{Chess, Color, Move, Position as _};

use super::mark::Mark;
use super::params::{INACCURACY, LEVEL, MISTAKE, SHARED_BY_MOST, SHOWN_PLIES, WINNING};
use super::report::{MoveReview, PeopleThere};
use crate::chess::notation::{color_name, printed_line};
use crate::themes::mate_in;

/// Up to here a share is told as one in a number, beyond it in fives.
const MOST_IN: f64 = 12.0;
/// Rarer than this is told as less than one in a hundred.
const MOST_IN_FIVES: f64 = 102.0;

/// The line that refutes a move: "After 14. Qd2 Black has 14...Nxe4 15. Qe3 Nf6."; `None` where the game is over.
pub fn refutation(before: &Chess, review: &MoveReview) -> Option<String> {
    if review.refutation.moves.is_empty() {
        return None;
    }
    let mut after = before.clone();
    after.play_unchecked(review.mv);
    let (opponent, line) = (color_name(!review.side), shown(&after, &review.refutation.moves));
    let verb = match mate_for(review.after.mate, !review.side) {
        Some(moves) => format!("{opponent} has {} with", mate_in(moves as usize)),
        None => format!("{opponent} has"),
    };
    Some(format!("After {} {verb} {line}.", review.numbered()))
}

/// The better line: "Better is 14. Qe2 Re8."; for a small loss, which a longer search may see otherwise, "The search
/// prefers 14. Qe2 Re8.". `None` where the move is the best one, or loses next to nothing and no mate.
pub fn better(before: &Chess, review: &MoveReview) -> Option<String> {
    review.best.moves.first().filter(|&&first| first != review.mv)?;
    let line = shown(before, &review.best.moves);
    Some(match mate_for(review.before.mate, review.side) {
        Some(1) => format!("Mate in 1 was {line}."),
        Some(moves) => format!("{} was possible: {line}.", capitalised(&mate_in(moves as usize))),
        None if review.loss < INACCURACY => return None,
        None if review.loss < MISTAKE => format!("The search prefers {line}."),
        None => format!("Better is {line}."),
    })
}

/// Moves in which a side gives mate, by a mate from White's view.
fn mate_for(mate: Option<i32>, side: Color) -> Option<i32> {
    mate.map(|moves| side.fold_wb(moves, -moves)).filter(|&moves| moves > 0)
}

/// The beginning of a line.
pub fn shown(start: &Chess, moves: &[Move]) -> String {
    printed_line(start, &moves[..moves.len().min(SHOWN_PLIES)])
}

/// A sentence about people of the rating: "41 % of players rated 1500 play this; 1 in 6 finds 23. Rd8#."; `best` is the
/// best move with its number. `None` where that says nothing.
pub fn people(review: &MoveReview, people: &PeopleThere, best: &str) -> Option<String> {
    let players = format!("of players rated {}", people.elo);
    if review.mark == Some(Mark::Good) {
        let (found, lost) = (percent(people.best), percent(people.loss));
        return Some(capitalised(&format!("{found} {players} find this move; on average they lose {lost} here.")));
    }
    if review.mark.is_none() && !is_shared_error(review, people) {
        return None;
    }
    let finders = match share_in_words(people.best) {
        // Where the searches do not agree, no move is called the best.
        _ if !review.settled => String::new(),
        Words::One(text) => format!("; {text} finds {best}"),
        Words::Many(text) => format!("; {text} find {best}"),
    };
    let mut sentence = format!("{} {players} play this{finders}.", percent(people.played));
    if people.as_bad >= SHARED_BY_MOST {
        sentence.push_str(&format!(" {} of them lose as much here.", percent(people.as_bad)));
    }
    Some(capitalised(&sentence))
}

/// "For players rated 1500 14. Be3 is as good: 23 % of them play it, and it loses 2 %."
pub fn for_you(review: &MoveReview, people: &PeopleThere) -> Option<String> {
    let found = review.for_you.as_ref()?;
    let dots = review.side.fold_wb(". ", "...");
    let name = format!("{}{dots}{}", review.number, found.san);
    let worth =
        if found.loss < 0.005 { "it is as good".to_owned() } else { format!("it loses {}", percent(found.loss)) };
    Some(format!(
        "The move for you: {name}; {} of players rated {} play it, and {worth}.",
        percent(found.share),
        people.elo
    ))
}

/// "Level before, losing now."; `None` where the move leaves the game as it was.
pub fn turn_of_the_game(review: &MoveReview) -> Option<String> {
    let chance = |white: f64| review.side.fold_wb(white, 1.0 - white);
    let [before, after] = [review.before, review.after].map(|score| standing(chance(score.white)));
    let (before, after) = (before?, after?);
    (before != after).then(|| format!("{} before, {after} now.", capitalised(before)))
}

/// A chance of winning in a word; `None` between two of them.
fn standing(chance: f64) -> Option<&'static str> {
    match chance {
        _ if chance >= WINNING => Some("winning"),
        _ if chance <= 1.0 - WINNING => Some("losing"),
        _ if (chance - 0.5).abs() <= LEVEL => Some("level"),
        _ => None,
    }
}

/// Returns true if a move without a mark lost so much that it has none only because most people err there.
pub fn is_shared_error(review: &MoveReview, people: &PeopleThere) -> bool {
    review.mark.is_none() && review.loss >= INACCURACY && people.as_bad >= SHARED_BY_MOST
}

/// With a capital letter at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A share in whole percent: "18 %", "less than 1 %".
pub fn percent(share: f64) -> String {
    match 100.0 * share {
        number if number > 0.0 && number < 0.5 => "less than 1 %".to_owned(),
        number => format!("{} %", number.round()),
    }
}

/// A share of people, with the number of the verb that follows.
enum Words {
    One(String),
    Many(String),
}

fn share_in_words(share: f64) -> Words {
    match (1.0 / share.max(1e-9)).round() {
        0.0..=2.0 => Words::Many(percent(share)),
        parts if parts <= MOST_IN => Words::One(format!("1 in {parts}")),
        parts if parts <= MOST_IN_FIVES => Words::One(format!("1 in {}", (parts / 5.0).round() * 5.0)),
        _ => Words::Many("less than 1 %".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_as_people_say_them() {
        let told = |share| match share_in_words(share) {
            Words::One(text) => format!("{text} finds it"),
            Words::Many(text) => format!("{text} find it"),
        };
        assert_eq!(told(0.17), "1 in 6 finds it");
        assert_eq!(told(0.5), "50 % find it");
        assert_eq!(told(0.97), "97 % find it");
        assert_eq!(told(0.043), "1 in 25 finds it");
        assert_eq!(told(0.0), "less than 1 % find it");
        assert_eq!(capitalised("less than 1 %"), "Less than 1 %");
        assert_eq!([0.0, 0.001, 0.184, 1.0].map(percent), ["0 %", "less than 1 %", "18 %", "100 %"]);
    }
}
