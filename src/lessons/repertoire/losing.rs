//! The learner's moves that a short search refutes.

use shakmaty::Move;

use super::Repertoire;
use super::refutation::{Refutation, Refuter};
use crate::chess::notation::numbered_line;
use crate::engine::Stop;
use crate::message::message;

message! {
    /// A move that loses.
    pub struct LosingMove {
        /// The name of the chapter.
        pub chapter: String,
        /// The moves up to it, itself the last.
        pub line: String,
        /// Its loss of expected score against the best move, from 0 to 1.
        pub loss: f32,
        /// The best move with its number: "5. O-O".
        pub better: String,
        /// The line that punishes it: "5... Qd4 6. Nd3".
        pub refutation: String,
        /// The reason, where the line proves it.
        pub why: Option<String>,
    }
}

/// Searches every move of the learner for so many nodes, the worst first. `goes_on` is told how many of the positions
/// are done, and ends the work where it returns false.
pub fn losing_moves(
    repertoire: &Repertoire,
    nodes: u64,
    stop: &Stop,
    mut goes_on: impl FnMut(usize) -> bool,
) -> Vec<LosingMove> {
    let mut refuter = Refuter::new(nodes);
    let mut losing = Vec::new();
    let asked = repertoire.questions().filter(|known| !known.moves.is_empty());
    for (done, known) in asked.enumerate() {
        if !goes_on(done) {
            break;
        }
        let game = repertoire.game(known);
        let moves: Vec<Move> = known.moves.iter().map(|own| own.mv).collect();
        for (mv, refuted) in moves.iter().zip(refuter.refute(&game, &moves, stop)) {
            let Some(Refutation { loss, better, line: refutation, why }) = refuted else { continue };
            let mut after = game.clone();
            after.play(*mv);
            let line = numbered_line(after.start(), after.moves());
            let chapter = repertoire.chapter_name(known.place.chapter);
            losing.push(LosingMove { chapter, line, loss, better, refutation, why });
        }
    }
    losing.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    losing
}
