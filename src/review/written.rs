//! A review as PGN: comments, glyphs, evaluations, and the better lines as variations.

use super::game::ReviewGame;
use super::mark::Mark;
use super::report::{GameReview, MoveReview, ReviewScore};
use crate::games::write::{AnnotatedGame, Annotation, WrittenGame};

/// The game as PGN with what the review says; `result` as PGN has it.
pub fn written(game: &ReviewGame, review: &GameReview, result: &str) -> String {
    let notes: Vec<Annotation> = review.moves.iter().map(|reviewed| annotation(game, reviewed)).collect();
    let mut tags: Vec<(&str, &str)> = game.tags.iter().collect();
    let opening = [("ECO", &review.opening.eco), ("Opening", &review.opening.name)];
    for (name, value) in opening {
        if let (Some(value), None) = (value, game.tags.get(name)) {
            tags.push((name, value));
        }
    }
    tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Annotator"));
    tags.push(("Annotator", "Motley"));
    let game = WrittenGame { tags: &tags, start: &game.start, moves: &game.moves, result };
    AnnotatedGame { game, notes: &notes }.to_string()
}

fn annotation(game: &ReviewGame, review: &MoveReview) -> Annotation {
    let mut comment = format!("[%eval {}]", eval(review.after));
    if let Some(&tenths) = game.clocks.get(review.ply - 1) {
        comment.push_str(&format!(" [%clk {}]", clock(tenths)));
    }
    for sentence in &review.sentences {
        comment.push(' ');
        comment.push_str(sentence);
    }
    let is_error = review.mark.is_some_and(Mark::is_error);
    let variation = if is_error { review.best.moves.clone() } else { Vec::new() };
    Annotation { glyph: review.mark.map(Mark::nag), comment, variation }
}

/// As the command `%eval` has a score: pawns from White's view, or "#-3".
fn eval(score: ReviewScore) -> String {
    match (score.cp, score.mate) {
        (Some(centipawns), _) => format!("{:.2}", f64::from(centipawns) / 100.0),
        (None, mate) => format!("#{}", mate.unwrap_or(0)),
    }
}

/// As the command `%clk` has a time in tenths of seconds.
fn clock(tenths: u32) -> String {
    let seconds = tenths / 10;
    let fraction = if tenths.is_multiple_of(10) { String::new() } else { format!(".{}", tenths % 10) };
    format!("{}:{:02}:{:02}{fraction}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_clocks_are_written_as_sites_write_them() {
        let score = |cp, mate| eval(ReviewScore { cp, mate, ..ReviewScore::default() });
        assert_eq!((score(Some(-134), None), score(None, Some(-3))), ("-1.34".to_owned(), "#-3".to_owned()));
        assert_eq!((clock(36_000), clock(5974)), ("1:00:00".to_owned(), "0:09:57.4".to_owned()));
    }
}
