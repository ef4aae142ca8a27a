//! A review as PGN: comments, glyphs, evaluations, and the better lines as variations.

use std::ops::RangeInclusive;

use super::game::ReviewGame;
use super::mark::Mark;
use super::report::{GameReview, MoveReview, ReviewScore};
use crate::games::tags::Tags;
use crate::games::tree::{Eval, EvalScore, GameTree, NodeId, Notes};

/// The glyphs from "!" to "?!": a move has one of them at most, and a person's counts.
const MARKS: RangeInclusive<u8> = 1..=6;

/// The game as PGN with what the review says, behind what `source`, the same game, says already.
pub fn written(source: GameTree, game: &ReviewGame, review: &GameReview) -> String {
    let mut tree = source;
    tree.tags = tags(game, review);
    tree.outcome = game.outcome;
    let main_line: Vec<NodeId> = tree.main_line().collect();
    for (&node, reviewed) in main_line.iter().zip(&review.moves) {
        annotate(tree.notes_mut(node), game, reviewed);
        let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
        if reviewed.mark.is_some_and(Mark::is_error) {
            reviewed.best.moves.iter().fold(parent, |at, &mv| tree.add_new(at, mv));
        }
    }
    tree.to_string()
}

/// The tags of the game, with the opening where they do not name it.
fn tags(game: &ReviewGame, review: &GameReview) -> Tags {
    let mut tags = Tags::default();
    let is_kept = |name: &str| !name.eq_ignore_ascii_case("Annotator");
    game.tags.iter().filter(|(name, _)| is_kept(name)).for_each(|(name, value)| tags.push(name, value));
    for (name, value) in [("ECO", &review.opening.eco), ("Opening", &review.opening.name)] {
        if let (Some(value), None) = (value, game.tags.get(name)) {
            tags.push(name, value);
        }
    }
    tags.push("Annotator", "Motley");
    tags
}

fn annotate(notes: &mut Notes, game: &ReviewGame, review: &MoveReview) {
    let ReviewScore { cp, mate, .. } = review.after;
    let score = cp.map(EvalScore::Centipawns).or(mate.map(EvalScore::Mate));
    notes.set_eval(score.map(|score| Eval { score, depth: None }));
    if let Some(&clock) = game.clocks.get(review.ply - 1) {
        notes.set_clock(Some(clock));
    }
    if !notes.nags.iter().any(|nag| MARKS.contains(nag)) {
        notes.nags.extend(review.mark.map(Mark::nag));
    }
    if !review.sentences.is_empty() {
        notes.comments.push(review.sentences.join(" "));
    }
}
